use plyground_core::{MethodInfo, Puzzle};

use super::depth_first::{Depth, DepthFirst};
use super::table::{TABLE, Table};
use super::{Made, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("iterative deepening: depth-limited search, one step deeper each time")
        .with([TABLE])
        .optimal()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let table = Table::from_options(setup)?;
    Ok(Box::new(DepthFirst::new(setup.puzzle, Depth::Deepening, table)))
}
