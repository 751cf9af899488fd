use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. Every limit is optional; cancellation always works.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// States expanded (puzzles) or nodes visited (games).
    pub states: Option<u64>,
    /// Bytes held by the search.
    pub memory: Option<u64>,
    /// Threads to use; `None` leaves the choice to the method.
    pub threads: Option<usize>,
    /// Raised from outside to end the search early.
    pub cancel: Cancel,
}

impl Limits {
    /// A limit on states alone: the one that gives the same result on every machine.
    pub fn states(states: u64) -> Self {
        Self { states: Some(states), ..Self::default() }
    }

    /// The same on one thread.
    #[must_use]
    pub fn one_thread(&self) -> Self {
        Self { threads: Some(1), ..self.clone() }
    }

    /// The same without the time that has gone since then: preparing a search is part of it.
    #[must_use]
    pub fn since(&self, began: Instant) -> Self {
        let time = self.time.map(|time| time.saturating_sub(began.elapsed()));
        Self { time, ..self.clone() }
    }

    /// A limit on wall time alone.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

/// A flag that ends a search; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }
    /// Asks the search to end.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
