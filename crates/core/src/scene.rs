//! How a position looks, whatever draws it.
//!
//! A world describes a position once, as a [`Scene`]; [`svg`] draws it for the page, the reports and
//! the pictures, [`text`] for the terminal. Renderers know shapes and tones, no world.
//! One unit of length is the width of a cell; x runs right, y runs down; a cell's place is its centre.

mod glyphs;
pub mod planes;
pub mod sheet;
pub mod svg;
pub mod text;
pub mod thumbnail;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Motion, Text};

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
    /// A flat disc.
    Disc,
    /// A square tile that fills its cell, with a letter or a number.
    Tile,
    /// A letter with nothing around it.
    Letter,
}

/// The colour of a piece or mark, by role; each renderer has its palette for light and dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
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
    pub name: Text,
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
    /// Its letter or number; empty for none.
    pub letter: Text,
    /// Small dots around it: free electrons.
    pub dots: u8,
    /// Its character in text.
    pub glyph: char,
}

impl Piece {
    /// A piece that [`Scene::put`] puts on a cell.
    pub fn new(name: impl Into<Text>, shape: Shape, tone: Tone, glyph: char) -> Self {
        Self {
            id: 0,
            name: name.into(),
            x: 0.0,
            y: 0.0,
            cell: None,
            shape,
            tone,
            letter: Text::default(),
            dots: 0,
            glyph,
        }
    }

    /// Whether the two may be the same piece: a piece can change its colour, not its name or its letter.
    fn is_like(&self, other: &Self) -> bool {
        (&self.name, &self.letter) == (&other.name, &other.letter)
    }

    /// The same with a letter or a number on it.
    #[must_use]
    pub fn with_letter(self, letter: impl Into<Text>) -> Self {
        Self { letter: letter.into(), ..self }
    }
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

    /// A board of squares, `name` and ground of each by column and row; pieces are put on it with
    /// [`put`](Scene::put).
    pub fn squares(
        grid: Grid,
        (width, height): (usize, usize),
        cell: impl Fn(usize, usize) -> (String, Ground),
    ) -> Self {
        let mut scene = Self::new(grid, width as f32, height as f32);
        for index in 0..width * height {
            let (column, row) = (index % width, index / width);
            let (name, ground) = cell(column, row);
            let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
            let glyph = if ground == Ground::Wall { '#' } else { '.' };
            scene.cells.push(Cell { name, x, y, ground, glyph });
        }
        scene
    }

    /// Puts a piece on a cell. Its id is the cell's number: a session gives it a lasting one.
    pub fn put(&mut self, cell: usize, piece: Piece) {
        if let Some(place) = self.cells.get(cell) {
            let (x, y) = (place.x, place.y);
            self.pieces.push(Piece { id: cell as u32, x, y, cell: Some(cell), ..piece });
        }
    }

    /// What travels between two positions, as far as the pictures tell: a piece that is gone from one cell and
    /// a like one that is new on another are the same.
    pub fn travels_to(&self, after: &Self) -> Vec<Motion> {
        let missing = |here: &Self, there: &Self| -> Vec<usize> {
            let stands = |piece: &Piece| {
                there.pieces.iter().any(|other| other.cell == piece.cell && other.is_like(piece))
            };
            let left = |index: &usize| {
                let piece = &here.pieces[*index];
                piece.cell.is_some() && !stands(piece)
            };
            (0..here.pieces.len()).filter(left).collect()
        };
        let mut gone = missing(self, after);
        let mut motions = Vec::new();
        for index in missing(after, self) {
            let piece = &after.pieces[index];
            let twin = gone.iter().position(|&old| self.pieces[old].is_like(piece));
            let from = twin.and_then(|twin| self.pieces[gone.remove(twin)].cell);
            motions.push(Motion { from, to: piece.cell });
        }
        // What was taken comes after what moved, and off the board.
        let taken = gone.into_iter().map(|old| Motion { from: self.pieces[old].cell, to: None });
        motions.extend(taken);
        motions
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
