//! What the packs that ship promise beside their solutions: no wall without a reason, a climb, facts with a source.

use plyground_core::PuzzleWorld as _;
use plyground_sokobond::generator::{self, MOLECULES};
use plyground_sokobond::{Level, Sokobond, notation};

fn packs() -> Vec<(String, Vec<Level>)> {
    Sokobond
        .packs()
        .into_iter()
        .map(|pack| {
            let levels = notation::parse(pack.text.as_bytes()).expect("the pack reads");
            (pack.name.to_string(), levels)
        })
        .collect()
}

fn length(level: &Level) -> usize {
    level.notes.solution.as_ref().map_or(0, String::len)
}

#[test]
fn a_level_is_called_as_its_molecule_without_a_numeral() {
    for (pack, levels) in packs() {
        for title in levels.iter().map(|level| &level.notes.title) {
            assert!(MOLECULES.iter().any(|molecule| molecule.name == title), "{pack}: {title}");
        }
    }
}

#[test]
fn every_inner_wall_of_the_first_chapters_and_of_the_last_matters() {
    for (pack, levels) in packs() {
        if !["Bonding", "Pushing", "Laboratory"].contains(&pack.as_str()) {
            continue;
        }
        for level in &levels {
            assert!(generator::is_tight(level, length(level)), "{pack}, {}", level.notes.title);
        }
    }
}

#[test]
fn each_chapter_ends_with_a_climb() {
    for (pack, levels) in packs() {
        let last = levels.last().map_or(0, length);
        assert!(last >= 30, "{pack} ends with a level of {last} moves");
    }
}

#[test]
fn there_are_sixty_to_seventy_levels_and_a_molecule_occurs_once_in_a_pack() {
    let mut count = 0;
    for (pack, levels) in packs() {
        let mut titles: Vec<&String> = levels.iter().map(|level| &level.notes.title).collect();
        titles.sort_unstable();
        for pair in titles.windows(2) {
            assert_ne!(pair[0], pair[1], "{pack}");
        }
        count += levels.len();
    }
    assert!((60..=70).contains(&count), "{count} levels");
}

#[test]
fn every_fact_that_is_told_has_a_source() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/chemistry.md");
    let sources = std::fs::read_to_string(file).expect("docs/chemistry.md is there");
    for (pack, levels) in packs() {
        for level in levels {
            let row = format!("| {} | {} |", level.notes.title, level.notes.fact);
            let cited =
                sources.lines().any(|line| line.starts_with(&row) && line.len() > row.len() + 5);
            assert!(cited, "{pack}, {}: {row}", level.notes.title);
        }
    }
}
