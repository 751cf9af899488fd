//! The default solver: A* among positions up to mirror images until a solution is proven the shortest; where that takes
//! long, an explorer looks for a first solution meanwhile, and scouts for shorter ones. In corridors walks are long and
//! deeds few, so the search goes from deed to deed (`sharded.rs`). In open rooms every walk passes many deeds that lead away;
//! there it goes move by move and keeps once what positions have in common (`tide.rs`). Both work with all threads, and find
//! the same with any number of them.

mod chart;
mod exact;
mod explorer;
mod frontier;
mod grid;
mod lanes;
mod needs;
mod route;
mod scout;
mod search;
mod setting;
mod sharded;
mod shards;
mod side_by_side;
mod tide;
mod wave;

use plyground_core::{
    Limits, MethodInfo, Progress, Puzzle as _, Report, Spec, SpecError, Stats, Status,
};

use crate::{Board, Direction};

/// The default solver's name.
const AUTO: &str = "auto";

/// The solvers of Sokobond's own.
pub fn methods() -> Vec<MethodInfo> {
    let info = MethodInfo::new(
        "A* up to mirror images, from deed to deed in corridors, move by move in open rooms, with all threads; where \
         that takes long, an explorer for a first solution and beams for shorter ones; a shortest solution, or the best \
         found and a bound",
    );
    vec![info.named(AUTO).optimal().threads()]
}

/// What the solver found; costs and bounds are moves.
pub type Found = Report<Vec<Direction>>;

/// What was found; the solution is proven the shortest where it is as short as the bound.
fn found(
    status: Status,
    solution: Option<Vec<Direction>>,
    bound: Option<u64>,
    stats: Stats,
) -> Found {
    let cost = solution.as_ref().map(|moves| moves.len() as u64);
    let optimal = cost.is_some() && cost == bound;
    Report { status, solution, cost, optimal, bound, unit: 1, stats }
}

/// Solves with the method that the spec asks for.
pub fn solve_by(
    spec: &Spec,
    board: &Board,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Found, SpecError> {
    if spec.name != AUTO {
        return Err(SpecError::unknown("method", &spec.name, [AUTO]));
    }
    spec.options.check(AUTO, &[])?;
    Ok(solve(board, limits, progress))
}

/// Finds a shortest solution, or what the limits allow: the best found, and a bound.
pub fn solve(board: &Board, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Found {
    if board.is_solved(&board.start()) {
        found(Status::Solved, Some(Vec::new()), Some(0), Stats::default())
    } else {
        search::run(board, limits, progress)
    }
}
