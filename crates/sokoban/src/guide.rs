//! What Sokoban says of itself, and how its levels are painted.

use plyground_core::scene::{Ground, Scene};
use plyground_core::{Brush, Rules, Sheet, SpecError};

/// The brushes with the characters they leave.
const BRUSHES: [(&str, char); 7] = [
    ("Wall", '#'),
    ("Floor", ' '),
    ("Box", '$'),
    ("Goal", '.'),
    ("Box on goal", '*'),
    ("Player", '@'),
    ("Player on goal", '+'),
];

/// The level with which the editor begins.
pub const BLANK: &str = "#######\n#     #\n# .$  #\n#  @  #\n#     #\n#######\n";

/// The rules in words, with a level to try them on.
pub fn rules() -> Rules {
    let text = [
        "You walk up, down, left and right on floor. Walking into a box pushes it one square, if the square behind it is free.",
        "You never pull, and never push two boxes at once. A box in a corner that is no goal is lost: undo.",
        "The level is solved when every box is on a goal. Fewer moves, or fewer pushes, are better.",
    ];
    Rules::new(text, "#######\n#     #\n#@$ . #\n#     #\n#######\n")
}

/// What the editor paints with.
pub fn brushes() -> Vec<Brush> {
    BRUSHES.map(|(name, _)| Brush::new(name)).to_vec()
}

fn read(draft: &str) -> Sheet {
    let is_row = |line: &str| {
        !line.trim().is_empty() && line.chars().all(|glyph| "#@+$*.-_ ".contains(glyph))
    };
    Sheet::read(draft, ' ', is_row)
}

/// The draft after a stroke. There is one player: a new one takes the place of the old one.
pub fn paint(draft: &str, cell: usize, brush: &str) -> Result<String, SpecError> {
    let Some((_, glyph)) = BRUSHES.iter().find(|(name, _)| *name == brush) else {
        return Err(SpecError::unknown("brush", brush, BRUSHES.map(|(name, _)| name)));
    };
    let mut sheet = read(draft);
    if matches!(glyph, '@' | '+') {
        sheet.replace('@', ' ');
        sheet.replace('+', '.');
    }
    sheet.set(cell, *glyph);
    Ok(sheet.text())
}

/// The draft with other columns and rows; what is new is wall.
pub fn resize(draft: &str, width: usize, height: usize) -> String {
    let mut sheet = read(draft);
    sheet.resize(width, height, '#');
    sheet.text()
}

/// How a draft looks that is no level yet.
pub fn sketch(draft: &str) -> Scene {
    read(draft).sketch(|glyph| match glyph {
        '#' => Ground::Wall,
        '.' => Ground::Goal,
        _ => Ground::Floor,
    })
}
