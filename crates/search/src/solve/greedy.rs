use plyground_core::{MethodInfo, Puzzle};

use super::best_first::{BestFirst, Rank};
use super::{H, Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("greedy best-first search: by the estimate alone").with([H]).complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let heuristic = setup.heuristic()?;
    Ok(Box::new(BestFirst::new(setup.puzzle, Rank::Estimate, Some(heuristic))))
}
