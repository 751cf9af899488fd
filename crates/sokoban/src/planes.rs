//! A position as planes of numbers, for programs that learn.

use plyground_core::Text;
use plyground_core::scene::planes::Planes;

use crate::{Board, Cell, Position, Tile};

/// What the planes show, in order.
pub(crate) fn names() -> Vec<Text> {
    ["wall", "goal", "box", "player"].map(Into::into).to_vec()
}

const WALL: usize = 0;
const GOAL: usize = 1;
const BOX: usize = 2;
const PLAYER: usize = 3;

/// What never changes: walls, goals, and boxes that cannot move.
pub(crate) fn ground(board: &Board, out: &mut Planes<'_>) {
    for (square, &tile) in board.tiles().iter().enumerate() {
        if tile == Tile::Wall {
            out.set(WALL, square);
        }
        if tile.is_goal() {
            out.set(GOAL, square);
        }
    }
    for &square in board.fixed_boxes() {
        out.set(BOX, square);
    }
}

/// The player and the boxes that can move.
#[inline]
pub(crate) fn position(board: &Board, position: &Position, out: &mut Planes<'_>) {
    for cell in &position.boxes {
        out.set(BOX, board.square(cell));
    }
    out.set(PLAYER, board.square(position.player));
}

/// What differs between two positions: the player's cell and the boxes that moved.
#[inline]
pub(crate) fn change(board: &Board, before: &Position, after: &Position, out: &mut Planes<'_>) {
    out.put(PLAYER, board.square(before.player), 0);
    out.set(PLAYER, board.square(after.player));
    for (index, (was, is)) in before.boxes.words().iter().zip(after.boxes.words()).enumerate() {
        let mut changed = was ^ is;
        while changed != 0 {
            let bit = changed.trailing_zeros();
            let square = board.square((index * 64) as Cell + bit as Cell);
            out.put(BOX, square, (is >> bit & 1) as u8);
            changed &= changed - 1;
        }
    }
}
