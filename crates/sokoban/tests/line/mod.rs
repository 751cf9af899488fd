//! The positions of a solution.

use plyground_sokoban::solver::{Judge, Verdict};
use plyground_sokoban::{Board, Direction, Level, Position};

/// Plays a solution and asserts that no position after a push is called dead.
pub fn assert_alive(level: &Level, solution: &str) {
    let board = Board::new(&level.grid);
    let mut judge = Judge::new(&board);
    let mut position = Position::start(&board);
    let mut pushes = 0;
    for letter in solution.chars() {
        let direction = Direction::from_letter(letter).expect("a direction");
        let next = board.step(position.player, direction);
        if position.boxes.contains(next) {
            pushes += 1;
            position.boxes.remove(next);
            position.boxes.insert(board.step(next, direction));
        }
        position.player = next;
        if letter.is_ascii_uppercase() {
            let verdict = judge.look(&position);
            let is_dead = matches!(verdict, Verdict::Dead(_));
            assert!(!is_dead, "{}: push {pushes}: {verdict:?}", level.title);
        }
    }
    assert!(position.is_solved(&board), "{} is not solved", level.title);
}
