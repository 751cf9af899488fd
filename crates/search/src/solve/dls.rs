use plyground_core::{MethodInfo, OptionInfo, OptionKind, Puzzle};

use super::depth_first::{Depth, DepthFirst};
use super::table::{TABLE, Table};
use super::{Made, Setup};

const DEPTH: OptionInfo = OptionInfo {
    id: "depth",
    kind: OptionKind::Number,
    default: "50",
    summary: "the most steps of a line",
};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("depth-limited search: depth-first to so many steps and no further")
        .with([DEPTH, TABLE])
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let depth = setup.spec.options.number("depth", 50, 0..=1_000_000)?;
    let table = Table::from_options(setup)?;
    Ok(Box::new(DepthFirst::new(setup.puzzle, Depth::Most(depth), table)))
}
