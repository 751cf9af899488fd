//! How a position of Python looks: its text, character by character.

use plyground_core::Scene;
use plyground_core::scene::{Grid, Ground, Piece, Shape, Tone};
use pyo3::prelude::*;

/// What the object's `draw` says of a state, or the state's own text.
pub fn drawn(object: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> PyResult<String> {
    let drawn: String = object.call_method1("draw", (state,))?.extract()?;
    match drawn.trim_start().starts_with("<svg") {
        true => Ok(state.str()?.to_string()),
        false => Ok(drawn),
    }
}

/// A text as a picture: `#` is a wall, any other character a letter on the floor.
pub fn scene(text: &str) -> Scene {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let glyph = |column: usize, row: usize| {
        lines.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    };
    let height = lines.len().max(1);
    let mut scene = Scene::squares(Grid::Square, (width, height), |column, row| {
        let wall = glyph(column, row) == '#';
        let ground = if wall { Ground::Wall } else { Ground::Floor };
        (format!("{},{}", row + 1, column + 1), ground)
    });
    for cell in 0..width * height {
        let letter = glyph(cell % width, cell / width);
        if letter != '#' {
            scene.cells[cell].glyph = letter;
        }
        if letter != '#' && !letter.is_whitespace() {
            let piece = Piece::new("letter", Shape::Letter, Tone::Black, letter);
            scene.put(cell, piece.with_letter(letter.to_string()));
        }
    }
    text.clone_into(&mut scene.caption);
    scene
}
