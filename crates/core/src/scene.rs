//! How a position looks, whatever draws it.
//!
//! A world describes a position once, as a [`Scene`]; [`svg`] draws it for the page, the reports and
//! the pictures, [`text`] for the terminal. Renderers know shapes and tones, no world.
//! One unit of length is the width of a cell; x runs right, y runs down; a cell's place is its centre.

mod glyphs;
pub mod svg;
pub mod text;

use serde::Serialize;

use crate::Motion;

/// A picture of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// Width in cells.
    pub width: f32,
    /// Height in cells.
    pub height: f32,
    /// The form of the cells.
    pub grid: Grid,
    /// The board. Intents, motions and marks name cells by their index here.
    pub cells: Vec<Cell>,
    /// What stands on it, drawn in order.
    pub pieces: Vec<Piece>,
    /// Bonds between pieces, drawn below them.
    pub links: Vec<Link>,
    /// What is pointed out: last move, hints, warnings.
    pub marks: Vec<Mark>,
    /// Words on the board: coordinates.
    pub labels: Vec<Label>,
    /// The position in one sentence, for those who cannot see it.
    pub caption: String,
}

/// The form of the cells, which also decides how text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grid {
    /// Squares, one character each in text.
    Square,
    /// Squares far apart in text, so that links fit between them.
    Linked,
    /// Squares with a blank between them in text.
    Board,
    /// Hexagons in rows that are offset by half a cell; rows are [`HEX_ROW`] apart.
    Hex,
}

/// The distance between rows of hexagons.
pub const HEX_ROW: f32 = 0.866;

/// What a cell is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Nothing: outside.
    Void,
    /// A wall.
    Wall,
    /// Plain floor.
    Floor,
    /// A goal.
    Goal,
    /// A dent of a board on which pieces lie.
    Dent,
    /// The darker of two floors.
    Shade,
}

/// One cell of the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Its name in the world's notation: `C5`, or `3,4` where cells have no name.
    pub name: String,
    /// Centre, from the left.
    pub x: f32,
    /// Centre, from the top.
    pub y: f32,
    /// What it is made of.
    pub ground: Ground,
    /// Its character in text.
    pub glyph: char,
}

/// The outline of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A figure seen from above.
    Person,
    /// A box.
    Crate,
    /// A flat disc with a letter.
    Atom,
    /// A flat disc with a letter and a second rim: the one that is steered.
    Hero,
    /// A glossy ball.
    Marble,
    /// A flat stone with a cross.
    Cross,
    /// A flat stone with a ring.
    Ring,
    /// A small diamond with a slash: cuts.
    Cut,
    /// A small square with a plus: doubles.
    Double,
    /// A small circle with an arc: rotates.
    Rotate,
}

/// The colour of a piece or mark, by role; each renderer has its palette for light and dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Near black.
    Black,
    /// Near white.
    White,
    /// Grey.
    Grey,
    /// Wood.
    Wood,
    /// Gold: a box at home.
    Gold,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Orange.
    Orange,
    /// Teal.
    Teal,
}

/// Something that stands on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Piece {
    /// Names the piece from one position to the next; see [`Scene::carry_ids`].
    pub id: u32,
    /// What it is, in a word: `box`, `player`, `hydrogen`.
    pub name: &'static str,
    /// Centre, from the left.
    pub x: f32,
    /// Centre, from the top.
    pub y: f32,
    /// The cell it stands on; `None` between cells.
    pub cell: Option<usize>,
    /// Its outline.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// Its letter; empty for none.
    pub letter: &'static str,
    /// Small dots around it: free electrons.
    pub dots: u8,
    /// Its character in text.
    pub glyph: char,
}

/// A bond of one to four lines between two pieces, as indices into the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Link {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// How many lines.
    pub count: u8,
}

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The last move.
    Last,
    /// A place to go.
    Target,
    /// A suggestion.
    Hint,
    /// Trouble.
    Warning,
}

/// A cell, or a way between two cells, pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// What it says.
    pub kind: MarkKind,
    /// The cell.
    pub cell: usize,
    /// Where the arrow from it points, for a way.
    pub to: Option<usize>,
}

/// A word on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Label {
    /// Centre, from the left.
    pub x: f32,
    /// Centre, from the top.
    pub y: f32,
    /// The word.
    pub text: String,
}

impl Scene {
    /// An empty scene.
    pub fn new(grid: Grid, width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            grid,
            cells: Vec::new(),
            pieces: Vec::new(),
            links: Vec::new(),
            marks: Vec::new(),
            labels: Vec::new(),
            caption: String::new(),
        }
    }

    /// The index of the cell of that name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name.eq_ignore_ascii_case(name))
    }

    /// Takes over the piece ids of the position before: pieces that travelled keep theirs, those
    /// that stood still keep theirs, new ones get fresh ones. Pieces off the cells keep their own.
    pub fn carry_ids(&mut self, before: &Self, motions: &[Motion]) {
        let mut next_id =
            before.pieces.iter().chain(&self.pieces).map(|piece| piece.id).max().unwrap_or(0);
        for piece in &mut self.pieces {
            let Some(cell) = piece.cell else { continue };
            let came_from = match motions.iter().find(|motion| motion.to == Some(cell)) {
                Some(motion) => motion.from,
                None => Some(cell),
            };
            let earlier =
                came_from.and_then(|from| before.pieces.iter().find(|old| old.cell == Some(from)));
            piece.id = earlier.map_or_else(
                || {
                    next_id += 1;
                    next_id
                },
                |old| old.id,
            );
        }
    }
}
