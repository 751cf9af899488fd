//! The default solver: A* among positions up to mirror images, with all threads, until a solution is proven the
//! shortest; where that takes long, scouts look for a first solution and for shorter ones meanwhile. In corridors walks
//! are long and deeds few, so the search goes from deed to deed; in open rooms every walk passes many deeds that lead
//! away, and going move by move leaves them alone.

mod frontier;
mod route;
mod scout;
mod search;
mod shards;

use plyground_core::{Limits, Progress, Puzzle as _, Stats, Status};

use crate::{Board, Direction};

/// What the solver found.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The best solution found.
    pub solution: Option<Vec<Direction>>,
    /// No solution has fewer moves than this.
    pub bound: Option<u64>,
    /// What it took.
    pub stats: Stats,
}

impl Outcome {
    /// Whether the solution is proven the shortest.
    pub fn is_optimal(&self) -> bool {
        let length = self.solution.as_ref().map(|moves| moves.len() as u64);
        length.is_some() && length == self.bound
    }
}

/// Finds a shortest solution, or what the limits allow: the best found, and a bound.
pub fn solve(board: &Board, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Outcome {
    if board.is_solved(&board.start()) {
        let (solution, bound) = (Some(Vec::new()), Some(0));
        Outcome { status: Status::Solved, solution, bound, stats: Stats::default() }
    } else {
        search::run(board, limits, progress)
    }
}
