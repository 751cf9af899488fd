//! The default solver against exhaustive search on many small random levels.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use plyground_core::{Limits, Puzzle, Rng, Spec, Status};
use plyground_sokoban::{
    Board, Direction, Grid, Metric, MoveSpace, NONE, Position, RegionSpace, Tile, solver,
};

/// A random walled room with boxes and goals anywhere; often unsolvable.
fn random_level(rng: &mut Rng) -> Option<Grid> {
    let (width, height) = (5 + rng.below(4), 5 + rng.below(3));
    let walls = 5 + rng.below(25);
    let mut rows = vec![vec![Tile::Wall; width]; height];
    let mut floor: Vec<(usize, usize)> = (1..height - 1)
        .flat_map(|row| (1..width - 1).map(move |column| (row, column)))
        .filter(|_| rng.below(100) >= walls)
        .collect();
    for &(row, column) in &floor {
        rows[row][column] = Tile::Floor;
    }
    rng.shuffle(&mut floor);
    let mut places = floor.into_iter();
    // Some boxes begin on goals.
    for _ in 0..rng.below(2) {
        let (row, column) = places.next()?;
        rows[row][column] = Tile::CrateOnGoal;
    }
    for _ in 0..1 + rng.below(3) {
        let (row, column) = places.next()?;
        rows[row][column] = Tile::Crate;
        let (row, column) = places.next()?;
        rows[row][column] = Tile::Goal;
    }
    let (row, column) = places.next()?;
    rows[row][column] = Tile::Player;
    Grid::new(&rows).ok()
}

/// The fewest steps that solve a board in a space: tries everything, with no pruning at all.
fn fewest(space: &impl Puzzle) -> Option<usize> {
    let start = space.start();
    let mut seen = HashSet::from([start.clone()]);
    let mut work = VecDeque::from([(start, 0)]);
    let mut moves = Vec::new();
    while let Some((state, pushes)) = work.pop_front() {
        if space.is_solved(&state) {
            return Some(pushes);
        }
        moves.clear();
        space.moves(&state, &mut moves);
        for &mv in &moves {
            let next = space.play(&state, mv);
            if seen.insert(next.clone()) {
                work.push_back((next, pushes + 1));
            }
        }
    }
    None
}

fn fewest_pushes(board: &Arc<Board>) -> Option<usize> {
    fewest(&RegionSpace::new(board.clone()))
}

/// Walks a solution with the plainest rules.
fn replays(board: &Board, solution: &str) -> bool {
    let mut position = Position::start(board);
    for letter in solution.chars() {
        let Some(direction) = Direction::from_letter(letter) else { return false };
        let next = board.step(position.player, direction);
        if next == NONE {
            return false;
        }
        if position.boxes.contains(next) != letter.is_ascii_uppercase() {
            return false;
        }
        if position.boxes.contains(next) {
            let beyond = board.step(next, direction);
            if beyond == NONE || position.boxes.contains(beyond) {
                return false;
            }
            position.boxes.remove(next);
            position.boxes.insert(beyond);
        }
        position.player = next;
    }
    position.is_solved(board)
}

#[test]
fn solver_and_exhaustive_search_agree_on_small_levels() {
    let mut rng = Rng::new(2024);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable < 250 || unsolvable < 250 {
        let Some(grid) = random_level(&mut rng) else { continue };
        let board = Arc::new(Board::new(&grid));
        let expected = fewest_pushes(&board).is_some();
        if (expected && solvable >= 400) || (!expected && unsolvable >= 400) {
            continue;
        }
        for method in solver::methods() {
            let spec = Spec::new(method.id);
            let report =
                solver::solve(&board, &spec, Metric::Moves, &Limits::default(), &mut |_| {})
                    .expect("the method is known");
            let drawing: Vec<String> =
                grid.rows().map(|row| row.iter().map(|tile| tile.to_char()).collect()).collect();
            let drawing = drawing.join("\n");
            if expected {
                assert_eq!(report.status, Status::Solved, "{}\n{drawing}", method.id);
                let solution = report.solution.expect("a solution");
                assert!(replays(&board, &solution), "{}: {solution}\n{drawing}", method.id);
            } else {
                assert_eq!(report.status, Status::Unsolvable, "{}\n{drawing}", method.id);
            }
        }
        if expected {
            solvable += 1;
        } else {
            unsolvable += 1;
        }
    }
}

fn pushes_of(solution: &str) -> usize {
    solution.chars().filter(char::is_ascii_uppercase).count()
}

#[test]
fn pruning_keeps_a_solution_of_the_fewest_pushes() {
    let mut rng = Rng::new(77);
    let spec = Spec::new("bestfirst").with("w", 1).with("shorten", false);
    let mut solved = 0;
    while solved < 200 {
        let Some(grid) = random_level(&mut rng) else { continue };
        let board = Arc::new(Board::new(&grid));
        let Some(pushes) = fewest_pushes(&board) else { continue };
        let report = solver::solve(&board, &spec, Metric::Moves, &Limits::default(), &mut |_| {})
            .expect("the method is known");
        let solution = report.solution.expect("a solution");
        assert_eq!(pushes_of(&solution), pushes);
        solved += 1;
    }
}

#[test]
fn what_is_called_the_shortest_in_a_metric_is_and_no_bound_is_too_high() {
    let mut rng = Rng::new(5);
    let mut proven = [0, 0];
    for _ in 0..600 {
        let Some(grid) = random_level(&mut rng) else { continue };
        let board = Arc::new(Board::new(&grid));
        let Some(pushes) = fewest_pushes(&board) else { continue };
        let moves = fewest(&MoveSpace::new(board.clone())).expect("solvable");
        for (metric, least) in [(Metric::Moves, moves), (Metric::Pushes, pushes)] {
            for method in solver::methods() {
                let spec = Spec::new(method.id);
                let report = solver::solve(&board, &spec, metric, &Limits::default(), &mut |_| {})
                    .expect("the method is known");
                let solution = report.solution.expect("a solution");
                let steps = match metric {
                    Metric::Moves => solution.len(),
                    Metric::Pushes => pushes_of(&solution),
                };
                assert!(report.bound.is_none_or(|bound| bound <= least as u64));
                if report.optimal {
                    assert_eq!(steps, least, "{}: {solution}", method.id);
                    proven[metric as usize] += 1;
                }
            }
        }
    }
    assert!(proven.iter().all(|&count| count > 200), "proven: {proven:?}");
}
