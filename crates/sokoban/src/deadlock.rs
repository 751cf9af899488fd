//! Positions that cannot be solved any more, recognised without search.

mod corral;
mod freeze;
mod report;

use crate::{Board, Cell, CellSet, FAR, Position};

pub use corral::corral_pushes;
pub(crate) use corral::{Surroundings, urgent_pushes};
pub(crate) use freeze::{Floor, hold_fast, is_held};
pub use freeze::{frozen, is_freeze_deadlock};
pub use report::warnings;

/// Whether the boxes stand so that no solution exists, wherever the player is: one on a dead square, or frozen
/// beside its goal. Never true of a position that can be solved.
pub fn is_dead(board: &Board, boxes: &CellSet) -> bool {
    board.is_hopeless()
        || boxes.iter().any(|cell| !board.is_live(cell))
        || (!board.pulls() && is_freeze_deadlock(board, boxes))
}

/// Whether no solution exists from here, because the boxes are dead or because the player is on the wrong side
/// of one for good. Never true of a position that can be solved.
pub fn is_dead_position(board: &Board, position: &Position) -> bool {
    position.boxes.iter().any(|cell| is_lost(board, position.player, cell))
        || is_dead(board, &position.boxes)
}

/// Whether a box can no longer reach any goal, even with all other boxes out of the way.
#[inline]
pub fn is_lost(board: &Board, player: Cell, cell: Cell) -> bool {
    !board.is_live(cell) || board.nearest_goal_of_slot(board.slot(cell, player)) == FAR
}
