use schemars::JsonSchema;
use serde::Serialize;

use crate::{Puzzle, Stats};

/// Why a generated state was not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PruneReason {
    /// Proven unsolvable by the world's dead-state test.
    Dead,
    /// The heuristic says that no solution exists from here.
    Infeasible,
    /// Reached before, as cheaply.
    Duplicate,
    /// Over the depth or cost bound of this iteration.
    Bound,
    /// Not among the best (beam search).
    Width,
}

/// What a search did. Numbers name states: the same state has the same number in all events.
#[derive(Debug)]
pub enum Event<'a, P: Puzzle> {
    /// A state's successors are about to be generated.
    Expanded {
        /// The state's number.
        id: u32,
        /// The state.
        state: &'a P::State,
        /// Cost from the start.
        g: u32,
        /// Estimate of the rest; 0 where the method has no heuristic.
        h: u32,
        /// States waiting.
        frontier: usize,
    },
    /// A new state, or a cheaper way to a known one.
    Generated {
        /// The state's number.
        id: u32,
        /// The number of the state it came from.
        parent: u32,
        /// The state it came from.
        from: &'a P::State,
        /// The move between the two.
        mv: P::Move,
        /// Cost from the start.
        g: u32,
        /// Estimate of the rest.
        h: u32,
    },
    /// A successor that was dropped.
    Pruned {
        /// The number of the state it came from.
        parent: u32,
        /// The state it came from.
        from: &'a P::State,
        /// The move to it.
        mv: P::Move,
        /// Why.
        why: PruneReason,
    },
    /// The search starts over (next depth, next bound, next trial).
    Iteration {
        /// The new bound, or the number of the trial.
        bound: u32,
    },
}

/// How far a search is.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Progress {
    /// The statistics so far.
    pub stats: Stats,
    /// States waiting now.
    pub frontier: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// What the method is at, in a few words: a bound, a layer, the best found so far.
    pub note: String,
}

/// Somebody who watches a search.
pub trait Observer<P: Puzzle> {
    /// Whether [`event`](Observer::event) is to be called at all; asked once, at the start.
    fn wants_events(&self) -> bool {
        false
    }
    /// Called for everything the search does, in order.
    fn event(&mut self, _event: &Event<'_, P>) {}
    /// Called a few times a second.
    fn progress(&mut self, _progress: &Progress) {}
}

/// An observer that does not look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl<P: Puzzle> Observer<P> for Silent {}
