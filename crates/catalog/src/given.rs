//! Heuristics, evaluations and players that a program gives as values, to be called by a name of their own beside
//! those of a world.
//!
//! They see bare states, so one of them works in any world.

use std::sync::Arc;

use plyground_core::{MethodInfo, Properties, Text};

use crate::{AnyPlayer, AnyState};

/// An estimate of the steps still to come, of any puzzle.
pub trait Estimate: Send + Sync {
    /// The estimate in steps of the metric; `None` means unsolvable from here.
    fn estimate(&self, state: Box<dyn AnyState>) -> Option<f64>;
    /// Whether it must be asked by one thread only.
    fn one_thread(&self) -> bool {
        false
    }
    /// The estimates of many states at once, each appended to `out`.
    fn estimate_all(&self, states: Vec<Box<dyn AnyState>>, out: &mut Vec<Option<f64>>) {
        out.extend(states.into_iter().map(|state| self.estimate(state)));
    }
}

impl<F: Fn(Box<dyn AnyState>) -> Option<f64> + Send + Sync> Estimate for F {
    fn estimate(&self, state: Box<dyn AnyState>) -> Option<f64> {
        self(state)
    }
}

/// A heuristic that was given, for `h=…`. Methods search the space people play in with it.
#[derive(Clone)]
pub struct GivenHeuristic {
    /// The word in `h=…`.
    pub id: Text,
    /// What it measures, in one line.
    pub summary: Text,
    /// What is promised of it.
    pub properties: Properties,
    /// The estimate.
    pub estimate: Arc<dyn Estimate>,
}

/// How good a position of any game looks to the side to move.
pub type Judge = dyn Fn(Box<dyn AnyState>) -> i32 + Send + Sync;

/// An evaluation that was given, for `eval=…`.
#[derive(Clone)]
pub struct GivenEvaluation {
    /// The word in `eval=…`.
    pub id: Text,
    /// What it counts, in one line.
    pub summary: Text,
    /// Whether it must be asked by one thread only.
    pub one_thread: bool,
    /// The value for the side to move.
    pub judge: Arc<Judge>,
}

/// A player that was given: who is made anew for each game.
#[derive(Clone)]
pub struct GivenPlayer {
    /// What is said of it; it takes no options.
    pub info: MethodInfo,
    /// Makes one.
    pub make: Arc<dyn Fn() -> Box<dyn AnyPlayer> + Send + Sync>,
}
