//! Positions that cannot be solved any more, recognised without search.

mod freeze;

use crate::{Board, CellSet};

pub use freeze::{frozen, is_freeze_deadlock};

/// Whether the boxes stand so that no solution exists: one on a dead square, or frozen beside its goal.
/// Never true of a position that can be solved.
pub fn is_dead(board: &Board, boxes: &CellSet) -> bool {
    board.is_hopeless()
        || boxes.iter().any(|cell| !board.is_live(cell))
        || (!board.pulls() && is_freeze_deadlock(board, boxes))
}
