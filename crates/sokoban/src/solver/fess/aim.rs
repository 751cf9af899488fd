use super::super::field::{Field, each_cell};
use super::super::lone::Lone;
use crate::Cell;
use crate::heuristics::Matching;

/// How far the boxes are from a target: the fewest pushes that bring each to a cell of its own, if no other box
/// were in the way.
#[derive(Debug)]
pub(crate) struct Aim {
    /// For each cell of the target, the pushes from each live cell.
    distances: Vec<Vec<u16>>,
    boxes: Vec<Cell>,
    before: Matching,
    after: Matching,
}

/// The distance where there is no way; more than any other.
const NO_WAY: u16 = u16::MAX;

impl Aim {
    /// Aims at a set of cells, as many as there are boxes.
    pub fn new(field: &Field, target: &[u64]) -> Self {
        let mut lone = Lone::new(field, &vec![false; field.cells()]);
        let mut distances = Vec::new();
        each_cell(target, |cell| distances.push(lone.pushes_to(field, cell)));
        let (before, after) = (Matching::default(), Matching::default());
        Self { distances, boxes: Vec::new(), before, after }
    }

    /// Takes a position whose neighbours are asked for next.
    pub fn lay(&mut self, field: &Field, boxes: &[Cell]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        let distances = &self.distances;
        let cost = |row: usize, column: usize| distances[column][usize::from(boxes[row])];
        self.before.solve_unless(boxes.len(), cost, || field.is_over());
    }

    /// The distance of that position, or of one in which a box is elsewhere.
    pub fn distance(&mut self, boxes: &[Cell]) -> u16 {
        let moved = self.boxes.iter().zip(boxes).position(|(was, is)| was != is);
        let total = match moved {
            None => self.before.total(),
            Some(row) => {
                let distances = &self.distances;
                self.after.clone_from(&self.before);
                self.after.change(row, |column| distances[column][usize::from(boxes[row])]);
                self.after.total()
            }
        };
        total.map_or(NO_WAY, |total| total.min(u32::from(NO_WAY - 1)) as u16)
    }
}
