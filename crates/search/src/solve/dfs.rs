use plyground_core::{MethodInfo, OptionInfo, OptionKind, Puzzle};

use super::depth_first::{Depth, DepthFirst};
use super::table::Table;
use super::{Made, Setup};

const DEPTH: OptionInfo = OptionInfo {
    id: "depth",
    kind: OptionKind::Number,
    default: "none",
    summary: "the most steps of a line",
};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("depth-first search: follows one line to its end, then the next")
        .with([DEPTH])
        .complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let depth = match setup.spec.options.get("depth") {
        None => Depth::Any,
        Some(_) => Depth::Most(setup.spec.options.number("depth", 0, 0..=1_000_000)?),
    };
    let table = Table::new(setup.puzzle.packed_len(), None);
    Ok(Box::new(DepthFirst::new(setup.puzzle, depth, table)))
}
