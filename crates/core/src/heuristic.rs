use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Puzzle, SpecError, Text};

/// An estimate of the cost still to come; [`heuristic_fn`] makes one of a function.
///
/// ```
/// use plyground_core::{Heuristic, Properties, Puzzle, heuristic_fn};
///
/// /// Half the states that differ from the goal: an estimate for any puzzle whose states are numbers.
/// fn halves<P: Puzzle<State = u32>>(goal: u32) -> impl Heuristic<P> {
///     heuristic_fn(Properties::NONE, move |_: &P, now: &u32| Some(goal.abs_diff(*now) / 2))
/// }
/// ```
pub trait Heuristic<P: Puzzle>: Send + Sync {
    /// The estimate in the puzzle's cost units; `None` means unsolvable from here.
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32>;
    /// The same for estimates that may take long: they ask `is_over` now and then, and where it says yes, what
    /// they return means nothing.
    fn estimate_unless(
        &self,
        puzzle: &P,
        state: &P::State,
        _is_over: &dyn Fn() -> bool,
    ) -> Option<u32> {
        self.estimate(puzzle, state)
    }
    /// The estimates of many states at once, appended in their order; worth its own way where many together cost
    /// less than each alone. Where `is_over` says yes, what is appended from there on means nothing.
    fn estimate_all(
        &self,
        puzzle: &P,
        states: &[P::State],
        is_over: &dyn Fn() -> bool,
        out: &mut Vec<Option<u32>>,
    ) {
        let estimate = |state| self.estimate_unless(puzzle, state, is_over);
        out.extend(states.iter().map(|state| if is_over() { None } else { estimate(state) }));
    }
    /// What is promised of the estimates of this heuristic on this puzzle.
    fn properties(&self) -> Properties;
    /// True only where no [quiet](Puzzle::is_quiet) move changes the estimate.
    fn ignores_quiet_moves(&self) -> bool {
        false
    }
}

impl<P: Puzzle, H: Heuristic<P> + ?Sized> Heuristic<P> for Box<H> {
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        (**self).estimate(puzzle, state)
    }
    fn estimate_unless(
        &self,
        puzzle: &P,
        state: &P::State,
        is_over: &dyn Fn() -> bool,
    ) -> Option<u32> {
        (**self).estimate_unless(puzzle, state, is_over)
    }
    fn estimate_all(
        &self,
        puzzle: &P,
        states: &[P::State],
        is_over: &dyn Fn() -> bool,
        out: &mut Vec<Option<u32>>,
    ) {
        (**self).estimate_all(puzzle, states, is_over, out);
    }
    fn properties(&self) -> Properties {
        (**self).properties()
    }
    fn ignores_quiet_moves(&self) -> bool {
        (**self).ignores_quiet_moves()
    }
}

impl<P: Puzzle, H: Heuristic<P> + ?Sized> Heuristic<P> for Arc<H> {
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        (**self).estimate(puzzle, state)
    }
    fn estimate_unless(
        &self,
        puzzle: &P,
        state: &P::State,
        is_over: &dyn Fn() -> bool,
    ) -> Option<u32> {
        (**self).estimate_unless(puzzle, state, is_over)
    }
    fn estimate_all(
        &self,
        puzzle: &P,
        states: &[P::State],
        is_over: &dyn Fn() -> bool,
        out: &mut Vec<Option<u32>>,
    ) {
        (**self).estimate_all(puzzle, states, is_over, out);
    }
    fn properties(&self) -> Properties {
        (**self).properties()
    }
    fn ignores_quiet_moves(&self) -> bool {
        (**self).ignores_quiet_moves()
    }
}

/// A heuristic made of a function, with what is promised of it.
pub fn heuristic_fn<P: Puzzle>(
    properties: Properties,
    estimate: impl Fn(&P, &P::State) -> Option<u32> + Send + Sync,
) -> impl Heuristic<P> {
    ByFunction { properties, estimate }
}

struct ByFunction<F> {
    properties: Properties,
    estimate: F,
}

impl<P: Puzzle, F> Heuristic<P> for ByFunction<F>
where
    F: Fn(&P, &P::State) -> Option<u32> + Send + Sync,
{
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        (self.estimate)(puzzle, state)
    }
    fn properties(&self) -> Properties {
        self.properties
    }
}

/// What a heuristic promises. Tests hold it to that on exhaustively enumerated small levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Properties {
    /// Never more than the true remaining cost.
    pub admissible: bool,
    /// Never drops by more than a move costs.
    pub consistent: bool,
}

impl Properties {
    /// Admissible and consistent.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// Admissible, but a path may lower f.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false };
    /// A guide only.
    pub const NONE: Self = Self { admissible: false, consistent: false };
}

/// A heuristic as it is listed to people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HeuristicInfo {
    /// The word in `h=…`.
    pub id: Text,
    /// What it measures, in one line.
    pub summary: Text,
    /// Its promise for each metric of the world, by the metric's name.
    pub properties: Vec<(Text, Properties)>,
}

/// A row of a world's table of heuristics: what is said of one, and how it is made for a search space.
#[derive(Clone)]
pub struct HeuristicEntry<P: Puzzle> {
    /// The word in `h=…`.
    pub id: Text,
    /// What it measures, in one line.
    pub summary: Text,
    /// Its promise.
    pub properties: Properties,
    make: Arc<MakeHeuristic<P>>,
}

type MakeHeuristic<P> = dyn Fn(&P) -> Box<dyn Heuristic<P>> + Send + Sync;

impl<P: Puzzle> HeuristicEntry<P> {
    /// A row.
    pub fn new(
        id: impl Into<Text>,
        summary: impl Into<Text>,
        properties: Properties,
        make: impl Fn(&P) -> Box<dyn Heuristic<P>> + Send + Sync + 'static,
    ) -> Self {
        Self { id: id.into(), summary: summary.into(), properties, make: Arc::new(make) }
    }

    /// The heuristic of this row, for a puzzle.
    pub fn make(&self, puzzle: &P) -> Box<dyn Heuristic<P>> {
        (self.make)(puzzle)
    }

    /// The row as it is listed to people, with the same promise for each metric.
    pub fn info(&self, metrics: &[&'static str]) -> HeuristicInfo {
        let properties = metrics.iter().map(|&metric| (metric.into(), self.properties)).collect();
        HeuristicInfo { id: self.id.clone(), summary: self.summary.clone(), properties }
    }
}

/// Gives the heuristics of one search space by name.
pub trait HeuristicSource<P: Puzzle> {
    /// The heuristic of that name; an error lists the known ones.
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<P>>, SpecError>;
    /// The name used where none is given.
    fn default_name(&self) -> &str;
}

/// The heuristics of a search space by a table whose first row is the usual one.
pub struct Heuristics<'a, P: Puzzle> {
    puzzle: &'a P,
    table: Vec<HeuristicEntry<P>>,
}

impl<'a, P: Puzzle> Heuristics<'a, P> {
    /// The heuristics of a table, made for a puzzle.
    pub fn new(puzzle: &'a P, table: impl IntoIterator<Item = HeuristicEntry<P>>) -> Self {
        Self { puzzle, table: table.into_iter().collect() }
    }
}

impl<P: Puzzle> HeuristicSource<P> for Heuristics<'_, P> {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<P>>, SpecError> {
        match self.table.iter().find(|entry| entry.id == name) {
            Some(entry) => Ok(entry.make(self.puzzle)),
            None => Err(SpecError::unknown(
                "heuristic",
                name,
                self.table.iter().map(|entry| &*entry.id),
            )),
        }
    }

    fn default_name(&self) -> &str {
        self.table.first().map_or("", |entry| &*entry.id)
    }
}

/// One heuristic, given as a value; it needs no name, and answers to `given`.
pub struct Given<H: ?Sized>(Arc<H>);

impl<H> Given<H> {
    /// This heuristic and no other.
    pub fn new(heuristic: H) -> Self {
        Self(Arc::new(heuristic))
    }
}

impl<H: ?Sized> From<Arc<H>> for Given<H> {
    fn from(heuristic: Arc<H>) -> Self {
        Self(heuristic)
    }
}

impl<P: Puzzle, H: Heuristic<P> + ?Sized + 'static> HeuristicSource<P> for Given<H> {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<P>>, SpecError> {
        let known = HeuristicSource::<P>::default_name(self);
        if name == known {
            return Ok(Box::new(Arc::clone(&self.0)));
        }
        Err(SpecError::unknown("heuristic", name, [known]))
    }

    fn default_name(&self) -> &str {
        "given"
    }
}
