//! What a picture shows as numbers, for programs that learn: one plane for each ground and each tone.

use super::{Ground, Scene, Tone};
use crate::Text;

const GROUNDS: [(Ground, &str); 3] =
    [(Ground::Wall, "wall"), (Ground::Goal, "goal"), (Ground::Void, "outside")];
const TONES: [(Tone, &str); 11] = [
    (Tone::Black, "black"),
    (Tone::White, "white"),
    (Tone::Grey, "grey"),
    (Tone::Wood, "wood"),
    (Tone::Gold, "gold"),
    (Tone::Red, "red"),
    (Tone::Green, "green"),
    (Tone::Blue, "blue"),
    (Tone::Purple, "purple"),
    (Tone::Orange, "orange"),
    (Tone::Teal, "teal"),
];

/// The names of the planes, in order.
pub fn names() -> Vec<Text> {
    let grounds = GROUNDS.iter().map(|&(_, name)| name);
    grounds.chain(TONES.iter().map(|&(_, name)| name)).map(Into::into).collect()
}

/// Writes the planes of a scene one after the other, each with one number for each cell: 1 where the ground is so, or
/// where a piece of that tone stands, 0 elsewhere.
pub fn write(scene: &Scene, out: &mut [f32]) {
    out.fill(0.0);
    let cells = scene.cells.len();
    let mut set = |plane: usize, cell: usize| {
        if let Some(place) = out.get_mut(plane * cells + cell) {
            *place = 1.0;
        }
    };
    for (index, cell) in scene.cells.iter().enumerate() {
        if let Some(plane) = GROUNDS.iter().position(|&(ground, _)| ground == cell.ground) {
            set(plane, index);
        }
    }
    for piece in &scene.pieces {
        let tone = TONES.iter().position(|&(tone, _)| tone == piece.tone);
        if let (Some(tone), Some(cell)) = (tone, piece.cell) {
            set(GROUNDS.len() + tone, cell);
        }
    }
}
