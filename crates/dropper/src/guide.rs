//! What Dropper says of itself, and how its positions are set up.

use plyground_core::scene::Tone;
use plyground_core::{Edit, Game as _, Lesson, Opponent, Rules, SpecError};

use crate::notation::letter;
use crate::rules::{DropperGame, Ply, State};

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
    let notation = "D5-C5+G5 is a whole turn: the stone on D5 is dropped on and goes to C5, then a free stone \
                    is put on G5. D5-C5 and G5 are its parts. Columns are letters, rows are numbers from the bottom.";
    Rules::new(text, "size=6").with_poster(MIDGAME).with_notation(notation)
}

/// What to do now, for those who play for the first time.
pub fn lesson(game: &DropperGame, state: &State) -> Option<Lesson> {
    if game.outcome(state).is_some() {
        return None;
    }
    let mut plies = Vec::new();
    game.moves(state, &mut plies);
    let mut drops: Vec<usize> = Vec::new();
    let mut frees: Vec<usize> = Vec::new();
    for ply in plies {
        match ply {
            Ply::Drop { from, .. } => drops.push(from.into()),
            Ply::Free(square) => frees.push(square.into()),
        }
    }
    drops.dedup();
    Some(if !drops.is_empty() {
        let text = "Drop: choose an opposing stone on an orange square, then a free square beside it. It moves there, \
                    and your stone takes its place.";
        Lesson::new(text).with(Tone::Orange, drops)
    } else if frees.len() == game.size() * game.size() {
        Lesson::new(
            "Put the first stone wherever you like. In the end the largest group of touching stones wins.",
        )
    } else if game.is_free_due(state) {
        let text = "Free: now put a stone on a green square, one with no stone beside it.";
        Lesson::new(text).with(Tone::Green, frees)
    } else {
        let text = "No stone can be dropped on: put a stone on a green square.";
        Lesson::new(text).with(Tone::Green, frees)
    })
}

/// Opponents, the weakest first; the ratings are those of `docs/opponents.md`.
pub fn opponents() -> Vec<Opponent> {
    vec![
        Opponent::new("random", "Newcomer").rated(1000),
        Opponent::new("mcts(playouts=5)", "Beginner").rated(1281),
        Opponent::new("greedy(eval=groups)", "Easy").rated(1332),
        Opponent::new("mcts(playouts=400)", "Casual").rated(1494),
        Opponent::new("alphabeta(depth=2)", "Medium").rated(1623),
        Opponent::new("alphabeta(nodes=3000)", "Strong").rated(1723),
        Opponent::new("alphabeta(nodes=20000)", "Expert").rated(1786),
        Opponent::new("alphabeta(nodes=150000)", "Master").rated(1992),
    ]
}

/// The position after a change to it; a Free that was due no longer is.
pub fn edit(game: &DropperGame, state: &State, edit: &Edit) -> Result<String, SpecError> {
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
