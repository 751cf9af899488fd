use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A solution was found and replayed.
    Solved,
    /// Proven: there is none.
    Unsolvable,
    /// The method came to its end without a solution, and without a proof that there is none
    /// (a depth bound, a beam that lost it, a walk into a dead end).
    NotFound,
    /// Out of time.
    TimeLimit,
    /// Out of states.
    StateLimit,
    /// Out of memory.
    MemoryLimit,
    /// Ended from outside.
    Cancelled,
    /// Another program crashed, or what it gave is wrong.
    Failed,
}

impl Status {
    /// The word used in JSON and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::NotFound => "not_found",
            Self::TimeLimit => "time_limit",
            Self::StateLimit => "state_limit",
            Self::MemoryLimit => "memory_limit",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a search did, counted the same way for all methods.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema, Deserialize)]
pub struct Stats {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Heuristic estimates made.
    pub evaluated: u64,
    /// States opened again by a cheaper path.
    pub reopened: u64,
    /// States dropped as unsolvable.
    pub dead_ends: u64,
    /// The most states that waited at once.
    pub peak_frontier: u64,
    /// The most bytes held at once by the search.
    pub peak_bytes: u64,
    /// Wall time.
    pub seconds: f64,
}

/// What a search found, and what it took. `S` is how it says a solution: as moves inside a search, as a text in
/// the world's notation where it leaves one.
#[derive(Debug, Clone)]
pub struct Report<S> {
    /// How it ended.
    pub status: Status,
    /// The way from the start to a goal. Present where `Solved`, and where a limit stopped a
    /// search that had a solution but not yet its proof.
    pub solution: Option<S>,
    /// What the solution costs, ties included.
    pub cost: Option<u64>,
    /// Whether the method guarantees that no cheaper solution exists.
    pub optimal: bool,
    /// No solution is cheaper than this, where the method knows.
    pub bound: Option<u64>,
    /// What one step of the metric costs.
    pub unit: u32,
    /// What it took.
    pub stats: Stats,
}

impl<S> Report<S> {
    /// One of a search that found nothing.
    pub const fn nothing(status: Status, stats: Stats) -> Self {
        Self { status, solution: None, cost: None, optimal: false, bound: None, unit: 1, stats }
    }

    /// The same with its solution said in another way.
    pub fn map<T>(self, say: impl FnOnce(S) -> T) -> Report<T> {
        let Self { status, solution, cost, optimal, bound, unit, stats } = self;
        Report { status, solution: solution.map(say), cost, optimal, bound, unit, stats }
    }

    /// No solution has fewer steps of the metric than this, where the method knows.
    pub fn least_steps(&self) -> Option<u64> {
        self.bound.map(|bound| bound / u64::from(self.unit.max(1)))
    }
}
