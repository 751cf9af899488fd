//! How a position looks.

use plyground_core::scene::{Cell, Grid, Ground, Label, Piece, Shape, Tone};
use plyground_core::{Game, Intent, Motion, Outcome, Scene, Side};

use crate::notation::{letter, square_name, turn_text};
use crate::rules::{DropperGame, Ply, State};

/// The room for coordinates left of the board and below it.
const MARGIN: f32 = 1.0;

/// The picture of a position; its cells are the squares, A1 first.
pub fn scene(game: &DropperGame, state: &State) -> Scene {
    let size = game.size();
    let mut scene = Scene::new(Grid::Board, size as f32 + MARGIN, size as f32 + MARGIN);
    for square in 0..size * size {
        let (x, y) = centre(square, size);
        let dark = (square % size + square / size).is_multiple_of(2);
        scene.cells.push(Cell {
            name: square_name(square, size),
            x,
            y,
            ground: if dark { Ground::Shade } else { Ground::Floor },
            glyph: '.',
        });
        if let Some(side) = game.stone_at(state, square) {
            scene.pieces.push(stone(side, square, size));
        }
    }
    for i in 0..size {
        let (x, y) = centre(i * size + i, size);
        let column = char::from(b'A' + i as u8).to_string();
        scene.labels.push(Label { x, y: size as f32 + MARGIN / 2.0, text: column });
        scene.labels.push(Label { x: MARGIN / 2.0, y, text: (i + 1).to_string() });
    }
    scene.caption = caption(game, state);
    scene
}

fn centre(square: usize, size: usize) -> (f32, f32) {
    (MARGIN + (square % size) as f32 + 0.5, (size - 1 - square / size) as f32 + 0.5)
}

fn stone(side: Side, square: usize, size: usize) -> Piece {
    let (x, y) = centre(square, size);
    let (name, shape, tone) = match side {
        Side::First => ("cross", Shape::Cross, Tone::Blue),
        Side::Second => ("ring", Shape::Ring, Tone::Orange),
    };
    Piece {
        id: square as u32,
        name: name.into(),
        x,
        y,
        cell: Some(square),
        shape,
        tone,
        letter: "".into(),
        dots: 0,
        glyph: letter(side),
    }
}

fn caption(game: &DropperGame, state: &State) -> String {
    let size = game.size();
    let [first, second] = game.group_lists(state);
    let now = match game.outcome(state) {
        Some(Outcome::Win(side)) => format!("{} has won", letter(side)),
        Some(Outcome::Draw) => "drawn".to_owned(),
        None if game.is_free_due(state) => {
            format!("{} to place a Free stone", letter(game.to_move(state)))
        }
        None => format!("{} to move", letter(game.to_move(state))),
    };
    format!("Dropper on {size}×{size}: {now}; groups of X {first}, of O {second}")
}

/// What a ply moves: a stone that is pushed away, and the one that is placed.
pub fn motions(ply: Ply) -> Vec<Motion> {
    let placed = |square: u8| Motion { from: None, to: Some(usize::from(square)) };
    match ply {
        Ply::Drop { from, to } => {
            let pushed = Motion { from: Some(usize::from(from)), to: Some(usize::from(to)) };
            vec![pushed, placed(from)]
        }
        Ply::Free(square) => vec![placed(square)],
    }
}

/// What a hand can do: select a stone and where it is pushed to, or click a Free square.
pub fn intents(game: &DropperGame, state: &State) -> Vec<Intent> {
    let mut plies = Vec::new();
    game.moves(state, &mut plies);
    let intent = |ply: &Ply| {
        let (select, target) = match *ply {
            Ply::Drop { from, to } => (vec![usize::from(from)], usize::from(to)),
            Ply::Free(square) => (Vec::new(), usize::from(square)),
        };
        Intent { text: turn_text(game.size(), &[*ply]), select, target }
    };
    plies.iter().map(intent).collect()
}
