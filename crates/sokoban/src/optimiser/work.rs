use std::sync::Arc;

use super::line::{Line, Price};
use super::terrain::Terrain;
use super::walks::Task;
use crate::Push;

/// The best line so far, and what the methods need to better it.
#[derive(Debug)]
pub(super) struct Work<const N: usize> {
    /// The board.
    pub terrain: Arc<Terrain<N>>,
    /// What is to be saved.
    pub price: Price,
    /// The best line so far.
    pub line: Line<N>,
    /// Other solutions, to be put together with it.
    pub others: Vec<Line<N>>,
    /// Whether it is known that no line is cheaper.
    pub is_proven: bool,
    /// Counts the lines, so that a method knows whether it has seen this one.
    pub version: u64,
}

impl<const N: usize> Work<N> {
    /// The work on a line of which nothing else is known.
    pub const fn new(terrain: Arc<Terrain<N>>, price: Price, line: Line<N>) -> Self {
        Self { terrain, price, line, others: Vec::new(), is_proven: false, version: 0 }
    }

    /// Takes another solution as well: as the line where it costs less, and to be put together with it.
    pub fn add(&mut self, mut line: Line<N>) {
        if line.cost() < self.line.cost() {
            std::mem::swap(&mut line, &mut self.line);
            self.version += 1;
        }
        self.others.push(line);
    }

    /// Takes other pushes between two places, if the line that comes of it is legal, solves the level and
    /// costs less.
    pub fn replace(&mut self, from: usize, to: usize, pushes: &[Push]) -> bool {
        let mut all = self.line.pushes.clone();
        all.splice(from..to, pushes.iter().copied());
        let line = Line::new(&self.terrain, self.price, all);
        let Some(line) = line.filter(|line| line.cost() < self.line.cost()) else { return false };
        self.line = line;
        self.version += 1;
        true
    }

    /// The part of the line between two places, to be bettered.
    pub fn task(&self, from: usize, to: usize) -> Task<'_, N> {
        Task {
            places: &self.line.places[from..=to],
            costs: &self.line.costs[from..=to],
            is_end: to == self.line.pushes.len(),
        }
    }
}

/// A way to make a line cheaper. It goes over the whole line once in a pass, and takes up where it stopped
/// when it was interrupted.
pub(super) trait Method<const N: usize> {
    /// What it is, for the progress.
    fn name(&self) -> String;
    /// Makes one pass, or what is left of one. The line only ever gets cheaper.
    fn pass(&mut self, work: &mut Work<N>, budget: &mut super::budget::Budget<'_>);
}
