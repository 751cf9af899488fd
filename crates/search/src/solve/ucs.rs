use plyground_core::{MethodInfo, Puzzle};

use super::best_first::{BestFirst, Rank};
use super::{Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo {
        id: "ucs",
        summary: "uniform-cost search (Dijkstra): by the cost so far",
        options: Vec::new(),
        complete: true,
        optimal: true,
    }
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    Ok(Box::new(BestFirst::new(setup.puzzle, Rank::Cost, None)))
}
