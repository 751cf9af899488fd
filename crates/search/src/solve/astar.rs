use plyground_core::{MethodInfo, Puzzle};

use super::best_first::{BestFirst, Rank};
use super::{H, Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("A*: by cost so far plus estimate; cheapest with an admissible heuristic")
        .with([H])
        .optimal()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let heuristic = setup.heuristic()?;
    Ok(Box::new(BestFirst::new(setup.puzzle, Rank::Sum(1.0), Some(heuristic))))
}
