//! The levels of the two studies, which are not part of the project.

use std::path::PathBuf;

use plyground_core::{Limits, Silent, Spec};
use plyground_search::solve::solve;
use plyground_sokobond::heuristics;
use plyground_sokobond::{Board, Level, notation, solver};

/// The study levels; `None`, with a message, where the folder is absent and not required.
fn studies() -> Option<Vec<Level>> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/sokobond/studies.json");
    match std::fs::read(&file) {
        Ok(bytes) => Some(notation::parse(&bytes).expect("the studies can be read")),
        Err(error) if std::env::var_os("PLYGROUND_REQUIRE_DATA").is_some() => {
            panic!("{}: {error}", file.display())
        }
        Err(error) => {
            println!("skipped: {}: {error}", file.display());
            None
        }
    }
}

#[test]
fn all_thirty_levels_can_be_read_and_set_up() {
    let Some(levels) = studies() else { return };
    assert_eq!(levels.len(), 30);
    for level in &levels {
        Board::new(level, false).expect("a board");
    }
    let again = notation::parse(notation::print(&levels, "json").unwrap().as_bytes()).unwrap();
    assert_eq!(again, levels);
}

#[test]
fn the_default_solver_finds_the_known_lengths() {
    let Some(levels) = studies() else { return };
    for level in levels {
        let Some(known) = level.notes.optimal_moves else { continue };
        let board = Board::new(&level, false).expect("a board");
        let limits = Limits { threads: Some(1), ..Limits::default() };
        let report = solver::solve(&board, &limits, &mut |_| {});
        assert!(report.optimal, "{}", level.notes.title);
        assert_eq!(report.bound, Some(known), "{}", level.notes.title);
    }
}

#[test]
fn breadth_first_search_finds_the_known_lengths() {
    let Some(levels) = studies() else { return };
    for level in levels {
        let Some(known) = level.notes.optimal_moves else { continue };
        let board = Board::new(&level, false).expect("a board");
        let spec = Spec::new("bfs");
        let limits = Limits::default();
        let report =
            solve(&board, &heuristics::of(&board), &spec, &limits, &mut Silent).expect("a report");
        let length = report.solution.map(|moves| moves.len() as u64);
        assert_eq!(length, Some(known), "{}", level.notes.title);
    }
}
