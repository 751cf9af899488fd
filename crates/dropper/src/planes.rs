//! A position as planes of numbers, for programs that learn.

use plyground_core::scene::planes::Planes;
use plyground_core::{Game, Side, Text};

use crate::rules::{DropperGame, State};

/// What the planes show, in order; the last two are the same on all squares.
pub(crate) fn names() -> Vec<Text> {
    ["first", "second", "second_to_move", "free_due"].map(Into::into).to_vec()
}

/// The stones, whose ply it is and of which kind.
pub(crate) fn position(game: &DropperGame, state: &State, out: &mut Planes<'_>) {
    for square in 0..game.size() * game.size() {
        if let Some(side) = game.stone_at(state, square) {
            out.set(side.index(), square);
        }
    }
    if game.to_move(state) == Side::Second {
        out.fill(2, 1);
    }
    if game.is_free_due(state) {
        out.fill(3, 1);
    }
}
