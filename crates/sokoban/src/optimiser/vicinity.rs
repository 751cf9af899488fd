use super::boxes::Boxes;
use super::budget::Budget;
use super::configurations::Configurations;
use super::line::Place;
use super::terrain::Terrain;
use super::walks::{Closed, Found, Walks};
use super::work::{Method, Work};
use crate::Cell;

/// Bytes that a slice may take where no limit is given.
const USUAL_BYTES: u64 = 1 << 30;

/// A reach that takes in every cell.
pub(super) const ALL: usize = usize::MAX >> 1;

/// The cheapest way through all configurations near the line: those that differ from one of its own in where a
/// few boxes are. What does not fit into memory is done in slices of the line.
#[derive(Debug)]
pub(super) struct Vicinity {
    /// How many cells each of the boxes may be moved to: those nearest to where it is.
    reaches: Vec<usize>,
    /// Configurations of a slice at most.
    slice: usize,
    /// Where the next slice begins.
    at: usize,
    /// Counts the passes: each prefers other cells among those equally near.
    turn: usize,
}

impl Vicinity {
    /// One box is moved to so many cells, another at the same time to so many, and so on.
    pub fn new(reaches: &[usize], slice: usize) -> Self {
        Self { reaches: reaches.to_vec(), slice, at: 0, turn: 0 }
    }

    /// The configurations around the line from a place on, and the last place around which all are in. `None`
    /// where a limit is met on the way.
    fn gather<const N: usize>(
        &self,
        work: &Work<N>,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Option<(Configurations<N>, usize)> {
        let terrain = &work.terrain;
        let widest = self.reaches.iter().copied().max().unwrap_or(0);
        let near: Vec<Vec<Cell>> = (0..terrain.live as Cell)
            .map(|cell| terrain.nearest(cell, widest.min(terrain.live), self.turn))
            .collect();
        let set = Configurations::new();
        let mut around = Around { terrain, near, reaches: &self.reaches, set, budget };
        let mut to = self.at;
        for (index, place) in work.line.places.iter().enumerate().skip(self.at) {
            around.set.add(place.boxes);
            if !around.add(place) {
                return None;
            }
            to = index;
            if around.set.len() >= most && index > self.at {
                break;
            }
        }
        Some((around.set, to))
    }
}

/// Collects configurations around places.
struct Around<'a, 'b, const N: usize> {
    terrain: &'a Terrain<N>,
    near: Vec<Vec<Cell>>,
    reaches: &'a [usize],
    set: Configurations<N>,
    budget: &'a mut Budget<'b>,
}

impl<const N: usize> Around<'_, '_, N> {
    /// Adds what is around a place; whether the limits let it.
    fn add(&mut self, place: &Place<N>) -> bool {
        let cells: Vec<Cell> = place.boxes.cells().collect();
        self.relocate(&cells, place.boxes, &mut Vec::new())
    }

    /// Moves one more box, after those that stood at these indices of `cells`; whether the limits let it.
    fn relocate(
        &mut self,
        cells: &[Cell],
        boxes: Boxes<N>,
        moved: &mut Vec<(usize, Cell)>,
    ) -> bool {
        let Some(&reach) = self.reaches.get(moved.len()) else { return true };
        // Boxes that may go equally far are interchangeable: each pair comes once.
        let same = moved.len().checked_sub(1).filter(|&last| self.reaches[last] == reach);
        let first = same.map_or(0, |last| moved[last].0 + 1);
        for index in first..cells.len() {
            if moved.iter().any(|&(other, _)| other == index) {
                continue;
            }
            if !self.budget.take(0, self.set.bytes()) {
                return false;
            }
            for near in 0..self.near[usize::from(cells[index])].len().min(reach) {
                let to = self.near[usize::from(cells[index])][near];
                if boxes.contains(to) {
                    continue;
                }
                let next = boxes.moved(cells[index], to);
                moved.push((index, to));
                if !moved.iter().any(|&(_, cell)| self.terrain.is_frozen(&next, cell)) {
                    self.set.add(next);
                }
                let goes_on = self.relocate(cells, next, moved);
                moved.pop();
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

impl<const N: usize> Method<N> for Vicinity {
    fn name(&self) -> String {
        let word = |&reach: &usize| if reach == ALL { "all".into() } else { reach.to_string() };
        let reaches: Vec<String> = self.reaches.iter().map(word).collect();
        format!("vicinity {}", reaches.join("/"))
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        let bytes = budget.bytes(USUAL_BYTES);
        let room = bytes / 2 / Walks::<N, Closed>::bytes_of_one(&work.terrain);
        let most = self.slice.min(room).min(Walks::<N, Closed>::most_configurations(&work.terrain));
        while self.at < work.line.pushes.len() && budget.ended().is_none() {
            let Some((set, to)) = self.gather(work, most, budget) else { return };
            let mut walks = Walks::new(&work.terrain, work.price, set, Closed);
            let found = walks.run(&work.task(self.at, to), bytes, budget);
            drop(walks);
            match found {
                // What was changed may be changed again.
                Found::Better(pushes, end) => {
                    work.replace(self.at, self.at + end, &pushes);
                }
                Found::Cut if budget.ended().is_some() => return,
                _ if to == work.line.pushes.len() => self.at = to,
                _ => self.at = self.at.midpoint(to).max(self.at + 1),
            }
        }
        if self.at >= work.line.pushes.len() {
            self.at = 0;
            self.turn += 1;
        }
    }
}
