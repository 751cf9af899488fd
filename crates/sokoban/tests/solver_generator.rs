//! What the generator promises.

use std::collections::HashSet;

use plyground_core::{Cancel, Generation, Options, Puzzle, PuzzleWorld};
use plyground_sokoban::measure::{Interest, loose};
use plyground_sokoban::{Grid, Level, Sokoban, generator};

fn wanted(count: usize, seed: u64, options: Options) -> Generation {
    Generation { count, seed, options, states: None, cancel: Cancel::new() }
}

fn made(wanted: &Generation) -> Vec<(Level, f64)> {
    let mut levels = Vec::new();
    generator::generate(wanted, &mut |made| levels.push((made.level, made.difficulty)))
        .expect("levels");
    levels
}

#[test]
fn the_same_seed_gives_the_same_levels_and_another_gives_others() {
    let small = Options::new().with("width", 7).with("height", 7).with("boxes", 2);
    let first = made(&wanted(5, 1, small.clone()));
    assert_eq!(first, made(&wanted(5, 1, small.clone())));
    assert_ne!(first, made(&wanted(5, 2, small)));
}

#[test]
fn levels_of_every_shape_are_distinct_have_what_was_asked_and_a_solution_that_works() {
    for shape in
        ["template", "cave", "rooms", "corridor", "symmetric", "outline", "alcove", "pillars"]
    {
        let options = Options::new().with("boxes", 2).with("shape", shape).with("effort", 10);
        let levels = made(&wanted(4, 3, options));
        let drawings: HashSet<&Grid> = levels.iter().map(|(level, _)| &level.grid).collect();
        assert_eq!(drawings.len(), 4, "{shape}");
        for (level, difficulty) in &levels {
            assert!(level.grid.width() <= 9 && level.grid.height() <= 8 && *difficulty >= 1.0);
            assert_eq!(level.grid.tiles().iter().filter(|tile| tile.is_crate()).count(), 2);
            let board = Sokoban.board(level, &Options::new()).expect("a board");
            let text = level.solution.as_deref().expect("a solution");
            let moves = Sokoban.parse_moves(&board, &board.start(), text).expect("legal moves");
            let end = moves.iter().fold(board.start(), |state, &step| board.play(&state, step));
            assert!(board.is_solved(&end));
            assert_eq!(loose(&level.grid, text, 40_000), [], "{shape}");
        }
    }
}

#[test]
fn more_effort_makes_levels_with_more_in_them() {
    let changes = |effort: usize| {
        let options = Options::new().with("boxes", 2).with("shape", "rooms").with("effort", effort);
        let levels = made(&wanted(6, 5, options));
        let measured = levels.iter().map(|(level, _)| Interest::of(&level.grid, None));
        measured.map(|interest| interest.expect("measures").changes).sum::<u32>()
    };
    assert!(changes(60) > changes(0));
}

#[test]
fn levels_have_about_the_pushes_that_were_asked_for() {
    let options = Options::new().with("boxes", 2).with("pushes", 12).with("effort", 40);
    for (level, _) in made(&wanted(5, 2, options)) {
        let pushes = Interest::of(&level.grid, None).expect("measures").pushes;
        assert!((6..=14).contains(&pushes), "{pushes}");
    }
}

#[test]
fn impossible_wishes_are_refused() {
    let refused = |options: Options| {
        generator::generate(&wanted(1, 1, options), &mut |_| {}).expect_err("refused").to_string()
    };
    assert!(refused(Options::new().with("boxes", 0)).contains("1 to 16"));
    assert!(refused(Options::new().with("width", 5).with("height", 5)).contains("at most 2"));
    assert!(refused(Options::new().with("shape", "maze")).contains("template"));
    assert!(refused(Options::new().with("colour", 1)).contains("unknown"));
}

#[test]
fn the_work_ends_when_its_positions_are_used_up_at_the_same_level_each_time() {
    let small = Options::new().with("width", 7).with("height", 7).with("boxes", 2);
    let within = |states: u64| {
        let wanted = Generation { states: Some(states), ..wanted(200, 1, small.clone()) };
        let mut levels = Vec::new();
        let ended = generator::generate(&wanted, &mut |made| levels.push(made.level));
        assert!(ended.is_err_and(|error| error.0.contains("more states")));
        levels
    };
    assert_eq!(within(1), []);
    let (few, more) = (within(50_000), within(150_000));
    assert_eq!(few, within(50_000));
    assert!(few.len() < more.len() && more.starts_with(&few));
}
