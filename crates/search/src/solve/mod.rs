//! Solvers of puzzles, one file each.
//!
//! Each is a [`Search`] that goes on step by step; a [`Session`] drives it within limits. [`solve`] does
//! both for the method that a [`Spec`] names.

mod best_first;
pub(crate) mod bits;
mod depth_first;
mod queue;
mod search;
mod session;
mod shards;
mod stack;
mod steps;
mod table;

use plyground_core::{
    Heuristic, HeuristicSource, Limits, MethodInfo, Observer, OptionInfo, OptionKind, Puzzle,
    Report, Spec, SpecError,
};

use crate::methods::methods;

pub use search::{From, Run, Search, Step};
pub use session::Session;

methods! {
    "method", usually astar:
    dfs dls ids bfs ucs hillclimb greedy astar wastar idastar beam lrtastar bidirectional batch pbfs pastar;
    fn make['a, P: Puzzle + 'a](setup: &Setup<'_, P>) -> Made<'a, P>;
}

/// The methods that people reach for first, in this order: what single keys stand for after the world's own.
pub const FIRST_CHOICES: [&str; 8] =
    ["astar", "greedy", "bfs", "dfs", "idastar", "beam", "wastar", "ids"];

/// Solves a puzzle with the method that `spec` names.
pub fn solve<P: Puzzle>(
    puzzle: &P,
    heuristics: &dyn HeuristicSource<P>,
    spec: &Spec,
    limits: &Limits,
    observer: &mut dyn Observer<P>,
) -> Result<Report<Vec<P::Move>>, SpecError> {
    Ok(Session::new(puzzle, heuristics, spec, limits)?.run(observer))
}

/// The search that `spec` names, ready for its first step.
pub fn search_for<'a, P: Puzzle + 'a>(
    puzzle: &P,
    heuristics: &dyn HeuristicSource<P>,
    spec: &Spec,
) -> Made<'a, P> {
    let info = method(&spec.name)?;
    spec.options.check(info.id, &info.options)?;
    make(info.id, &Setup { puzzle, heuristics, spec })
}

/// A search, or why it cannot be.
pub type Made<'a, P> = Result<Box<dyn Search<P> + 'a>, SpecError>;

/// The option that names a heuristic.
const H: OptionInfo = OptionInfo {
    id: "h",
    kind: OptionKind::Heuristic,
    default: "the world's best",
    summary: "the heuristic",
};

/// The option that seeds chance.
const SEED: OptionInfo = OptionInfo {
    id: "seed",
    kind: OptionKind::Number,
    default: "1",
    summary: "the same seed gives the same search",
};

/// What a search is made of.
struct Setup<'s, P: Puzzle> {
    puzzle: &'s P,
    heuristics: &'s dyn HeuristicSource<P>,
    spec: &'s Spec,
}

impl<P: Puzzle> Setup<'_, P> {
    /// The heuristic asked for, or the world's default.
    fn heuristic(&self) -> Result<Box<dyn Heuristic<P>>, SpecError> {
        let name = self.spec.options.get("h").unwrap_or_else(|| self.heuristics.default_name());
        self.heuristics.heuristic(name)
    }
}
