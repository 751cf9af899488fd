//! The default solver, held against exhaustive search.

mod common;

use common::{Recipe, Space, mirrored_level, promising_level, thorough};
use plyground_core::{Limits, Puzzle as _, Rng, Silent, Spec, Status};
use plyground_search::solve::solve;
use plyground_sokobond::heuristics;
use plyground_sokobond::{Board, Direction, ModifierKind, notation, solver};

fn with_threads(threads: usize) -> Limits {
    Limits { threads: Some(threads), ..Limits::default() }
}

fn reaches_goal(board: &Board, moves: &[Direction]) -> bool {
    let end = moves.iter().try_fold(board.start(), |state, &way| board.step(&state, way));
    end.is_ok_and(|end| board.is_solved(&end))
}

#[test]
fn lengths_are_those_of_exhaustive_search() {
    let wanted = if thorough() { 2_000 } else { 300 };
    let mut rng = Rng::new(11);
    let (mut seen, mut solvable) = (0, 0);
    while seen < wanted {
        let recipe = Recipe { sides: 3..7, atoms: 2..7, modifiers: rng.below(2) == 0 };
        let mirrored = rng.below(2) == 0;
        let make = if mirrored { mirrored_level } else { promising_level };
        let mut level = make(&mut rng, &recipe);
        if mirrored {
            level.modifiers.retain(|modifier| modifier.kind == ModifierKind::Cut);
        }
        let board = Board::new(&level, rng.below(4) == 0).expect("a board");
        let Some(space) = Space::of(&board, 8_000) else { continue };
        seen += 1;
        let report = solver::solve(&board, &with_threads(1), &mut |_| {});
        let length = report.solution.as_ref().map(|moves| moves.len() as u32);
        assert_eq!(length, space.distance[0], "{level:?}");
        match report.solution.as_deref() {
            Some(moves) => {
                solvable += 1;
                assert!(reaches_goal(&board, moves) && report.optimal);
                assert_eq!(report.status, Status::Solved);
            }
            None => assert_eq!(report.status, Status::Unsolvable),
        }
    }
    assert!(solvable > wanted / 20, "{solvable} of {wanted} can be solved");
}

#[test]
fn searches_of_all_kinds_agree_on_the_length() {
    let mut rng = Rng::new(12);
    let mut seen = 0;
    while seen < 12 {
        let recipe = Recipe { sides: 3..6, atoms: 3..6, modifiers: seen % 2 == 0 };
        let board = Board::new(&promising_level(&mut rng, &recipe), false).expect("a board");
        let Some(space) = Space::of(&board, 2_000) else { continue };
        let Some(distance) = space.distance[0].filter(|moves| (3..=12).contains(moves)) else {
            continue;
        };
        seen += 1;
        for method in ["bfs", "ucs", "astar", "astar(h=zero)", "idastar", "ids"] {
            let spec: Spec = method.parse().expect("a spec");
            let limits = Limits::states(3_000_000);
            let report = solve(&board, &heuristics::of(&board), &spec, &limits, &mut Silent)
                .expect("a report");
            let length = report.solution.map(|moves| moves.len() as u32);
            assert_eq!(length, Some(distance), "{method} in {:?}", board.level());
        }
        for method in ["dfs", "greedy(h=h1)", "greedy(h=h2)", "greedy(h=nearest+dots)"] {
            let spec: Spec = method.parse().expect("a spec");
            let limits = Limits::states(1_000_000);
            let report = solve(&board, &heuristics::of(&board), &spec, &limits, &mut Silent)
                .expect("a report");
            assert_eq!(report.status, Status::Solved, "{method}");
        }
    }
}

/// A level of some ten thousand states: two ammonias' worth of atoms in a room, to be pushed together.
const ROOM: &str = "xxxxxxxx\nxn-h---x\nx--h-h-x\nx-H---nx\nx--h-h-x\nx------x\nxxxxxxxx\n";

/// An open room in which helium pushes; a proof takes more states than the test allows.
const HALL: &str = "xxxxxxxxx\nx-------x\nx-h-n-h-x\nx-------x\nx-h-E-h-x\nx---n---x\nx-h---h-x\nx-------x\nxxxxxxxxx\n";

#[test]
fn any_number_of_threads_gives_the_same_solution() {
    let board = common::board(ROOM);
    let limits =
        |threads| Limits { states: Some(60_000), threads: Some(threads), ..Limits::default() };
    let one = solver::solve(&board, &limits(1), &mut |_| {});
    for threads in [2, 3, 7] {
        let many = solver::solve(&board, &limits(threads), &mut |_| {});
        assert_eq!((many.status, &many.solution), (one.status, &one.solution));
        assert_eq!(many.stats.expanded, one.stats.expanded);
    }
}

/// Open rooms with none, each and all of the modifiers.
const STRESS: &str = include_str!("../benches/stress.txt");

/// All that a search tells but for its time.
fn told(board: &Board, states: u64, threads: usize) -> String {
    let limits = Limits { threads: Some(threads), ..Limits::states(states) };
    let mut report = solver::solve(board, &limits, &mut |_| {});
    assert!(report.stats.expanded <= states);
    report.stats.seconds = 0.0;
    format!("{report:?}")
}

#[test]
fn open_rooms_are_searched_alike_by_any_number_of_threads() {
    let levels = notation::parse(STRESS.as_bytes()).expect("levels");
    for number in [2, 6, 7, 10, 18, 20, 22, 24] {
        let board = Board::new(&levels[number - 1], false).expect("a board");
        // Within a wave, among waves that went out together, at the end of a turn, and beyond what most of these rooms take.
        for states in [300, 7_001, 32_768, 60_000] {
            let one = told(&board, states, 1);
            for threads in [2, 3] {
                assert_eq!(told(&board, states, threads), one, "{states} states of {number}");
            }
        }
    }
    // Here a solution is found beside the search, while waves are out that do not know of it.
    let hall = common::board(HALL);
    assert_eq!(told(&hall, 450_000, 2), told(&hall, 450_000, 1));
}

#[test]
fn a_scout_finds_a_solution_long_before_the_proof() {
    let board = common::board(HALL);
    let report = solver::solve(&board, &Limits::states(450_000), &mut |_| {});
    let length = report.solution.as_deref().map(|moves| {
        assert!(reaches_goal(&board, moves));
        moves.len() as u64
    });
    assert!(report.bound <= length && length.is_some(), "{:?}", report.status);
}

#[test]
fn a_limit_leaves_a_bound() {
    let board = common::board(ROOM);
    let full = solver::solve(&board, &Limits::default(), &mut |_| {});
    let length = full.solution.expect("a solution").len() as u64;
    for states in [1, 10, 100] {
        let limits = Limits::states(states);
        let report = solver::solve(&board, &limits, &mut |_| {});
        assert!(report.stats.expanded <= states);
        if report.status != Status::Solved {
            assert_eq!(report.status, Status::StateLimit);
            assert!(report.bound.is_some_and(|bound| 0 < bound && bound <= length));
            assert!(!report.optimal);
        }
    }
    let tight = Limits { memory: Some(1_000), ..Limits::default() };
    assert_eq!(solver::solve(&board, &tight, &mut |_| {}).status, Status::MemoryLimit);
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(solver::solve(&board, &cancelled, &mut |_| {}).status, Status::Cancelled);
}

#[test]
fn levels_without_a_solution_or_without_moves_are_unsolvable() {
    for text in ["xxx\nxOx\nxxx\n", "Hh-h\n", "H-x-h\n"] {
        let report = solver::solve(&common::board(text), &Limits::default(), &mut |_| {});
        assert_eq!((report.status, report.solution), (Status::Unsolvable, None), "{text}");
    }
    let solved = solver::solve(&common::board("Hh\n"), &Limits::default(), &mut |_| {});
    assert_eq!((solved.status, solved.bound), (Status::Solved, Some(0)));
}

#[test]
fn shipped_levels_are_solved_in_the_moves_that_they_name() {
    for pack in plyground_sokobond::levels::packs() {
        for level in notation::parse(pack.text.as_bytes()).expect("levels") {
            let board = Board::new(&level, false).expect("a board");
            let report = solver::solve(&board, &with_threads(1), &mut |_| {});
            let length = report.solution.as_ref().map(Vec::len);
            let named = level.notes.optimal_moves.map(|moves| moves as usize);
            assert!(report.optimal && (named.is_none() || length == named), "{level:?}");
        }
    }
}
