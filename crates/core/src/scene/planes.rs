//! A position as numbers, for programs that learn: planes of one byte for each place of a raster.
//!
//! What never changes on a board (walls, goals) is its *ground*: it is written once, and a position is written over a
//! copy of it.

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

/// Where the cells of a scene lie in rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// For each cell of the scene its place, row by row.
    pub places: Vec<u32>,
}

impl Raster {
    /// The raster of a scene: cells at one height are a row, and hexagons keep their order in it.
    pub fn of(scene: &Scene) -> Self {
        let order = |mut all: Vec<f32>| {
            all.sort_by(f32::total_cmp);
            all.dedup();
            all
        };
        let heights = order(scene.cells.iter().map(|cell| cell.y).collect());
        let left = scene.cells.iter().map(|cell| cell.x).fold(f32::INFINITY, f32::min);
        let mut places = Vec::with_capacity(scene.cells.len());
        let mut columns = 0;
        for cell in &scene.cells {
            let row = heights.iter().position(|&y| y == cell.y).unwrap_or(0);
            let column = (cell.x - left + 0.01) as usize;
            columns = columns.max(column + 1);
            places.push((row, column));
        }
        let place = |(row, column): (usize, usize)| (row * columns + column) as u32;
        let places = places.into_iter().map(place).collect();
        Self { rows: heights.len(), columns, places }
    }

    /// The numbers in one plane.
    #[inline]
    pub const fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The same cells in the upper left of a larger raster.
    #[must_use]
    pub fn within(&self, rows: usize, columns: usize) -> Self {
        let own = self.columns.max(1) as u32;
        let wide = |&place: &u32| place / own * columns as u32 + place % own;
        Self { rows, columns, places: self.places.iter().map(wide).collect() }
    }
}

/// Planes to be written: by the number of the plane and the number of the scene's cell.
#[derive(Debug)]
pub struct Planes<'a> {
    out: &'a mut [u8],
    size: usize,
    places: &'a [u32],
}

impl<'a> Planes<'a> {
    /// Planes one after the other in `out`.
    #[inline]
    pub fn new(raster: &'a Raster, out: &'a mut [u8]) -> Self {
        Self { out, size: raster.size(), places: &raster.places }
    }

    /// Writes a number for a cell; what lies outside is left out.
    #[inline]
    pub fn put(&mut self, plane: usize, cell: usize, number: u8) {
        if let Some(&place) = self.places.get(cell)
            && let Some(out) = self.out.get_mut(plane * self.size + place as usize)
        {
            *out = number;
        }
    }

    /// Writes 1 for a cell.
    #[inline]
    pub fn set(&mut self, plane: usize, cell: usize) {
        self.put(plane, cell, 1);
    }

    /// Writes one number for all cells.
    pub fn fill(&mut self, plane: usize, number: u8) {
        for cell in 0..self.places.len() {
            self.put(plane, cell, number);
        }
    }
}

/// The names of the planes of a picture, in order.
pub fn names() -> Vec<Text> {
    let grounds = GROUNDS.iter().map(|&(_, name)| name);
    grounds.chain(TONES.iter().map(|&(_, name)| name)).map(Into::into).collect()
}

/// Writes what a picture shows: 1 where the ground is so, or where a piece of that tone stands.
pub fn write(scene: &Scene, out: &mut Planes<'_>) {
    for (index, cell) in scene.cells.iter().enumerate() {
        if let Some(plane) = GROUNDS.iter().position(|&(ground, _)| ground == cell.ground) {
            out.set(plane, index);
        }
    }
    for piece in &scene.pieces {
        let tone = TONES.iter().position(|&(tone, _)| tone == piece.tone);
        if let (Some(tone), Some(cell)) = (tone, piece.cell) {
            out.set(GROUNDS.len() + tone, cell);
        }
    }
}
