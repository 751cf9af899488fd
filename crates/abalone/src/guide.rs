//! What Abalone says of itself, and how its positions are set up.

use plyground_core::{Edit, Rules, SpecError};

use crate::board::Cell;
use crate::notation::position_text;
use crate::rules::State;

/// The rules in words, with a board to try them on.
pub fn rules() -> Rules {
    let text = [
        "Move one, two or three of your marbles that touch in a line, one step in any of six directions.",
        "In line, more push fewer: two push one, three push one or two, if the place behind is free or off the board.",
        "Side-steps need free places. You never push your own marbles off.",
        "Whoever pushes six opposing marbles off the board wins.",
    ];
    Rules::new(text, "setup=belgian-daisy")
}

/// The position after a change to it.
pub fn edit(state: &State, edit: &Edit) -> Result<String, SpecError> {
    let mut next = *state;
    match *edit {
        Edit::Put { cell, piece } => {
            let Some(cell) = Cell::all().get(cell) else {
                return Err(SpecError(format!("there is no cell {cell} on the board")));
            };
            for marbles in &mut next.marbles {
                *marbles &= !cell.bit();
            }
            if let Some(side) = piece {
                next.marbles[side.index()] |= cell.bit();
            }
        }
        Edit::Turn(side) => next.to_move = side,
        Edit::Clear => next.marbles = [0; 2],
    }
    Ok(position_text(&next))
}
