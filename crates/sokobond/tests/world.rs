//! The world as the catalog sees it.

mod common;

use plyground_core::scene::text::{Charset, render};
use plyground_core::{
    Cancel, Generation, Limits, Options, Puzzle as _, PuzzleWorld as _, Rng, Spec, Status,
    conformance,
};
use plyground_sokobond::generator::molecule_shown;
use plyground_sokobond::{Board, Direction, Element, Level, Sokobond, notation};

fn shipped() -> Vec<Level> {
    let packs = Sokobond.packs();
    packs.iter().flat_map(|p| Sokobond.parse(&p.name, p.text.as_bytes()).expect(&p.name)).collect()
}

#[test]
fn sixty_levels_ship_in_chapters_with_rising_difficulty() {
    let packs = Sokobond.packs();
    assert!(shipped().len() >= 60);
    for pack in packs {
        let levels = Sokobond.parse(&pack.name, pack.text.as_bytes()).expect(&pack.name);
        assert!(levels.iter().all(|level| level.notes.chapter == pack.name));
        let difficulties: Vec<_> = levels.iter().map(|level| level.notes.difficulty).collect();
        assert!(difficulties.is_sorted() && difficulties[0].is_some(), "{}", pack.name);
    }
}

#[test]
fn shipped_levels_have_different_titles_and_boards() {
    let levels = shipped();
    for (index, level) in levels.iter().enumerate() {
        for other in &levels[..index] {
            assert_ne!(
                (&level.floor, &level.atoms, &level.modifiers),
                (&other.floor, &other.atoms, &other.modifiers)
            );
            let same_chapter = level.notes.chapter == other.notes.chapter;
            assert!(!same_chapter || level.notes.title != other.notes.title);
        }
    }
}

#[test]
fn stored_solutions_build_the_molecule_that_the_level_is_named_after() {
    for level in shipped() {
        let name = &level.notes.title;
        let board = Board::new(&level, false).expect("a board");
        let solution = level.notes.solution.as_deref().expect("a stored solution");
        let moves = notation::moves::parse(&board, &board.start(), solution).expect(name);
        let end = moves.iter().fold(board.start(), |state, &way| board.play(&state, way));
        assert!(board.is_solved(&end), "{name}");
        let molecule = molecule_shown(&board, &end).expect(name);
        assert_eq!(name, molecule.name);
        assert_eq!((&*level.notes.formula, &*level.notes.fact), (molecule.formula, molecule.fact));
        let strangers = level.atoms.iter().filter(|atom| atom.element == Element::Helium).count();
        assert!(strangers <= 1, "{name}: helium only as the hero");
    }
}

#[test]
fn stored_solutions_are_the_shortest_and_no_modifier_is_useless() {
    for level in shipped() {
        let solve = |level: &Level| {
            let limits = Limits { states: Some(100_000), threads: Some(1), ..Limits::default() };
            let spec = Spec::new("auto");
            Sokobond
                .solve_own(level, &Options::new(), &spec, &limits, &mut |_| {})
                .expect("a summary")
        };
        let best = Sokobond.level_info(&level).best.expect("a stored solution");
        let report = solve(&level);
        assert_eq!((report.status, report.optimal), (Status::Solved, true));
        assert_eq!(report.bound, Some(best.measures.moves), "{}", level.notes.title);
        assert!(best.proven);
        for index in 0..level.modifiers.len() {
            let mut without = level.clone();
            without.modifiers.remove(index);
            let other = solve(&without);
            assert_ne!(other.bound, report.bound, "{} without {index}", level.notes.title);
        }
    }
}

#[test]
fn boards_keep_the_laws_of_puzzles() {
    for (index, level) in shipped().iter().enumerate() {
        let board = Board::new(level, index % 2 == 0).expect("a board");
        conformance::check_puzzle(&board, index as u64, 4, 30);
        assert!(board.packed_len() <= 2 * level.atoms.len());
    }
    let mut rng = Rng::new(8);
    let recipe = common::Recipe { sides: 60..65, atoms: 50..65, modifiers: true };
    for _ in 0..3 {
        let board = Board::new(&common::random_level(&mut rng, &recipe), false).expect("a board");
        conformance::check_puzzle(&board, 1, 2, 20);
    }
}

#[test]
fn the_playthrough_is_the_golden_one() {
    let level = shipped().pop().expect("a level");
    let board = Board::new(&level, false).expect("a board");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/sokobond.txt");
    conformance::check_playthrough(file, &conformance::puzzle_playthrough(&board, 1, 60));
}

#[test]
fn the_scene_shows_atoms_electrons_bonds_and_modifiers() {
    let board = common::board("v2\nx x x x x\n\nx O h - x\n   @ /\nx - - c x\n   +\nx x x x x\n");
    let scene = Sokobond.scene(&board, &board.start());
    assert_eq!(
        render(&scene, Charset::Ascii),
        "#   #   #   #   #\n\n\
         #   O1--h   \u{b7}   #\n      @   /\n\
         #   \u{b7}   \u{b7}   c4  #\n      +\n\
         #   #   #   #   #\n"
    );
    assert_eq!(scene.caption, "Sokobond, CHO, steered by oxygen: 5 free electrons");
    assert_eq!(scene.cell("1,1"), Some(6));
}

#[test]
fn motions_name_the_cells_that_atoms_leave_and_enter() {
    let board = common::board("xxxxx\nxEh-x\nxxxxx\n");
    let motions = Sokobond.motions(&board, &board.start(), Direction::Right);
    let pairs: Vec<_> = motions.iter().map(|motion| (motion.from, motion.to)).collect();
    assert_eq!(pairs, [(Some(6), Some(7)), (Some(7), Some(8))]);
    let intents = Sokobond.intents(&board, &board.start());
    assert_eq!(intents.len(), 1);
    assert_eq!((intents[0].text.as_str(), intents[0].target), ("R", 7));
}

#[test]
fn a_dead_position_is_warned_of() {
    let board = common::board("Hh-h-\n");
    let warnings = Sokobond.warnings(&board, &board.start());
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].cells, [3]);
    assert!(Sokobond.warnings(&common::board("H-h\n"), &common::board("H-h\n").start()).is_empty());
}

#[test]
fn unknown_words_are_refused_with_the_known_ones() {
    let level = common::level("H-h\n");
    let error = Sokobond.board(&level, &Options::new().with("singel_molecule", true)).unwrap_err();
    assert!(error.to_string().contains("did you mean single_molecule?"), "{error}");
    let spec = Spec::new("quick");
    let limits = Limits::default();
    let error =
        Sokobond.solve_own(&level, &Options::new(), &spec, &limits, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("known: auto"), "{error}");
    let error = Sokobond.parse("my.txt", b"v2\nh\n").unwrap_err();
    assert!(error.to_string().starts_with("my.txt, line 1: the level has no hero"), "{error}");
}

#[test]
fn single_molecule_is_an_option() {
    let level = common::level("hh-H-h\n");
    let solve = |single: bool| {
        let options = Options::new().with("single_molecule", single);
        let spec = Spec::new("auto");
        Sokobond
            .solve_own(&level, &options, &spec, &Limits::default(), &mut |_| {})
            .expect("a summary")
    };
    assert_eq!(solve(false).solution.as_deref(), Some("R"));
    assert_eq!(solve(true).status, Status::Unsolvable);
}

#[test]
fn the_same_seed_generates_the_same_levels() {
    let generate = |seed| {
        let options = Options::new().with("size", 4).with("least", 4).with("chapter", "bonding");
        let wanted = Generation { count: 2, seed, options, states: None, cancel: Cancel::new() };
        let mut levels = Vec::new();
        Sokobond.generate(&wanted, &mut |found| levels.push(found.level)).expect("levels");
        levels
    };
    let levels = generate(5);
    assert_eq!(levels.len(), 2);
    assert_eq!(levels, generate(5));
    assert_ne!(levels, generate(6));
}

#[test]
fn impossible_wishes_of_the_generator_are_refused() {
    for (name, value) in [("size", "99"), ("chapter", "cooking"), ("colour", "red"), ("least", "x")]
    {
        let options = Options::new().with(name, value);
        let wanted = Generation { count: 1, seed: 1, options, states: None, cancel: Cancel::new() };
        assert!(Sokobond.generate(&wanted, &mut |_| {}).is_err(), "{name}={value}");
    }
}
