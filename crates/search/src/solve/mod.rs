//! Solvers of puzzles, one file each.
//!
//! Each is a [`Search`] that goes on step by step; a [`Session`] drives it within limits. [`solve`] does
//! both for the method that a [`Spec`] names.

mod astar;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod bits;
mod depth_first;
mod dfs;
mod dls;
mod greedy;
mod hillclimb;
mod idastar;
mod ids;
mod lrtastar;
mod pastar;
mod pbfs;
mod queue;
mod search;
mod session;
mod shards;
mod stack;
mod steps;
mod table;
mod ucs;
mod wastar;

use plyground_core::{
    Heuristic, HeuristicSource, Limits, MethodInfo, Observer, OptionInfo, OptionKind, Puzzle,
    Report, Spec, SpecError,
};

pub use search::{From, Run, Search, Step};
pub use session::Session;

/// The methods there are, as they are listed to people.
pub fn methods() -> Vec<MethodInfo> {
    vec![
        dfs::info(),
        dls::info(),
        ids::info(),
        bfs::info(),
        ucs::info(),
        hillclimb::info(),
        greedy::info(),
        astar::info(),
        wastar::info(),
        idastar::info(),
        beam::info(),
        lrtastar::info(),
        bidirectional::info(),
        pbfs::info(),
        pastar::info(),
    ]
}

/// Solves a puzzle with the method that `spec` names.
pub fn solve<P: Puzzle>(
    puzzle: &P,
    heuristics: &dyn HeuristicSource<P>,
    spec: &Spec,
    limits: &Limits,
    observer: &mut dyn Observer<P>,
) -> Result<Report<P::Move>, SpecError> {
    Ok(Session::new(puzzle, heuristics, spec, limits)?.run(observer))
}

/// The search that `spec` names, ready for its first step.
pub fn search_for<'a, P: Puzzle + 'a>(
    puzzle: &P,
    heuristics: &dyn HeuristicSource<P>,
    spec: &Spec,
) -> Made<'a, P> {
    let methods = methods();
    let Some(info) = methods.iter().find(|method| method.id == spec.name) else {
        return Err(SpecError::unknown(
            "method",
            &spec.name,
            methods.iter().map(|method| method.id),
        ));
    };
    spec.options.check(info.id, &info.options)?;
    let setup = Setup { puzzle, heuristics, spec };
    match info.id {
        "dfs" => dfs::make(&setup),
        "dls" => dls::make(&setup),
        "ids" => ids::make(&setup),
        "hillclimb" => hillclimb::make(&setup),
        "idastar" => idastar::make(&setup),
        "beam" => beam::make(&setup),
        "lrtastar" => lrtastar::make(&setup),
        "bidirectional" => bidirectional::make(&setup),
        "pbfs" => pbfs::make(&setup),
        "pastar" => pastar::make(&setup),
        "bfs" => bfs::make(&setup),
        "ucs" => ucs::make(&setup),
        "greedy" => greedy::make(&setup),
        "astar" => astar::make(&setup),
        _ => wastar::make(&setup),
    }
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
