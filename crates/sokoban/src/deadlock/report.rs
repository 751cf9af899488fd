use plyground_core::Warning;

use super::{frozen, is_lost};
use crate::heuristics::Matching;
use crate::{Board, Cell, Position};

/// What a player should know: why a position can no longer be solved, as far as it is quick to see. Cells are
/// squares of the level.
pub fn warnings(board: &Board, position: &Position) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |text: &str, cells: Vec<usize>| {
        if !cells.is_empty() {
            warnings.push(Warning { text: text.to_owned(), cells });
        }
    };
    let stuck = board.fixed_boxes().iter().copied();
    warn(
        "this box can never be moved, and it is not on a goal",
        stuck.filter(|&square| !board.tiles()[square].is_goal()).collect(),
    );
    let squares = |cells: &[Cell]| cells.iter().map(|&cell| board.square(cell)).collect();
    let lost: Vec<Cell> =
        position.boxes.iter().filter(|&cell| is_lost(board, position.player, cell)).collect();
    for &cell in &lost {
        warn("this box can no longer reach a goal", squares(&[cell]));
    }
    let frozen: Vec<Cell> = if board.pulls() {
        Vec::new()
    } else {
        let held = frozen(board, &position.boxes);
        held.iter().filter(|&cell| !board.is_goal(cell) && !lost.contains(&cell)).collect()
    };
    let text = match frozen.len() {
        1 => "this box can no longer be moved, and it is not on a goal",
        _ => "these boxes can no longer be moved, and they are not on goals",
    };
    warn(text, squares(&frozen));
    if lost.is_empty() && frozen.is_empty() && !board.is_hopeless() {
        let boxes: Vec<Cell> = position.boxes.iter().collect();
        let distance = |owner: usize, goal: usize| {
            board.slot_distance(goal, board.slot(boxes[owner], position.player))
        };
        if Matching::new().cheapest(boxes.len(), distance).is_none() {
            warn("these boxes can no longer all reach goals of their own", squares(&boxes));
        }
    }
    warnings
}
