//! What Dropper says of itself, and how its positions are set up.

use plyground_core::{Edit, Game as _, Opponent, Rules, SpecError};

use crate::game::{Dropper, State};
use crate::notation::letter;

/// A game under way, for the world's picture.
const MIDGAME: &str =
    "position=......../.X....O./..OX..../...OX.../..XO..X./.O...X../......O./.X...... X";

/// The rules in words, with a board to try them on.
pub fn rules() -> Rules {
    let text = [
        "The first stone goes anywhere. After that a turn has two parts.",
        "Drop: choose an opposing stone and a free square beside it (also diagonally). That stone moves there, and yours takes its place.",
        "Free: put a stone on a square all of whose neighbours are free. Where there is none, the turn ends.",
        "Who cannot move ends the game. Largest group wins; equal groups are compared down the list.",
    ];
    Rules::new(text, "size=6").with_poster(MIDGAME)
}

/// Opponents, the weakest first.
pub fn opponents() -> Vec<Opponent> {
    vec![
        Opponent::new("random", "Random"),
        Opponent::new("greedy", "Beginner (greedy)"),
        Opponent::new("alphabeta(time=200)", "Medium (0.2 s)"),
        Opponent::new("alphabeta(time=1000)", "Strong (1 s)"),
        Opponent::new("mcts(time=1000)", "MCTS (1 s)"),
    ]
}

/// The position after a change to it; a Free that was due no longer is.
pub fn edit(game: &Dropper, state: &State, edit: &Edit) -> Result<String, SpecError> {
    let size = game.size();
    let mut side = game.to_move(state);
    let mut squares: Vec<_> = (0..size * size).map(|square| game.stone_at(state, square)).collect();
    match *edit {
        Edit::Put { cell, piece } => match squares.get_mut(cell) {
            Some(square) => *square = piece,
            None => return Err(SpecError(format!("there is no square {cell} on the board"))),
        },
        Edit::Turn(to_move) => side = to_move,
        Edit::Clear => squares.fill(None),
    }
    let row = |row: &[Option<_>]| row.iter().map(|stone| stone.map_or('.', letter)).collect();
    let rows: Vec<String> = squares.chunks(size).rev().map(row).collect();
    Ok(format!("{} {}", rows.join("/"), letter(side)))
}
