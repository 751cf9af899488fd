//! A position as planes of numbers, for programs that learn.

use plyground_core::scene::planes::Planes;
use plyground_core::{Side, Text};

use crate::board::Cell;
use crate::rules::State;

/// What the planes show, in order; the last three are the same on all cells: marbles that black and white have pushed
/// off, and whether white moves.
pub(crate) fn names() -> Vec<Text> {
    ["black", "white", "black_captures", "white_captures", "white_to_move"].map(Into::into).to_vec()
}

/// The marbles, the captures and whose ply it is.
pub(crate) fn position(state: &State, out: &mut Planes<'_>) {
    for (index, cell) in Cell::all().iter().enumerate() {
        for side in Side::BOTH {
            if state.marbles[side.index()] & cell.bit() != 0 {
                out.set(side.index(), index);
            }
        }
    }
    for side in Side::BOTH {
        let captures = state.captures[side.index()];
        if captures > 0 {
            out.fill(2 + side.index(), captures);
        }
    }
    if state.to_move == Side::Second {
        out.fill(4, 1);
    }
}
