use plyground_core::{MethodInfo, Puzzle};

use super::best_first::{BestFirst, Rank};
use super::{Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("uniform-cost search (Dijkstra): by the cost so far").optimal()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    Ok(Box::new(BestFirst::new(setup.puzzle, Rank::Cost, None)))
}
