use plyground_core::{MethodInfo, Puzzle};

use super::depth_first::{Depth, DepthFirst, MOST_DEPTH};
use super::table::Table;
use super::{Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("depth-first search: follows one line to its end, then the next")
        .with([MOST_DEPTH])
        .complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let depth = match setup.spec.options.get(MOST_DEPTH.id) {
        None => Depth::Any,
        Some(_) => Depth::Most(setup.spec.options.number(MOST_DEPTH.id, 0, 0..=1_000_000)?),
    };
    let table = Table::new(setup.puzzle.packed_len(), None);
    Ok(Box::new(DepthFirst::new(setup.puzzle, depth, table)))
}
