use plyground_core::{Limits, Progress, SolveSummary, Stats, Status};
use plyground_search::driver::{AtWork, Driver};

use super::strategy::Strategy;

/// Watches the limits, counts, and tells the progress.
pub(crate) struct Meter<'a> {
    driver: Driver,
    progress: &'a mut dyn FnMut(&Progress),
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        Self { driver: Driver::start(limits), progress }
    }

    /// What was counted so far.
    pub fn stats(&mut self) -> &mut Stats {
        self.driver.parts().0
    }

    /// To be called after each step: why the search must end now, if it must.
    pub fn check(&mut self, bytes: usize, strategy: &dyn Strategy) -> Option<Status> {
        self.driver.check(&AtStep { bytes, strategy }, self.progress).err()
    }

    /// The end of the search.
    pub fn summary(&mut self, status: Status, solution: Option<String>) -> SolveSummary {
        let stats = *self.driver.stats();
        SolveSummary { status, solution, optimal: false, bound: None, stats }
    }
}

/// A strategy between two of its steps.
struct AtStep<'a> {
    bytes: usize,
    strategy: &'a dyn Strategy,
}

impl AtWork for AtStep<'_> {
    fn bytes(&self) -> u64 {
        self.bytes as u64
    }
    fn frontier(&self) -> u64 {
        self.strategy.frontier() as u64
    }
    fn note(&self) -> String {
        format!("{}: {}", self.strategy.name(), self.strategy.note())
    }
}
