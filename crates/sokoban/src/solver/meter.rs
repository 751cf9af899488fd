use std::sync::Arc;

use plyground_core::{Cancel, Limits, Progress, Report, Stats, Status};
use plyground_search::driver::{AtWork, Clock, Driver};

use super::strategy::Strategy;

/// Watches the limits, counts, and tells the progress.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    driver: Driver,
    progress: &'a mut dyn FnMut(&Progress),
    /// Raised when another thread is done.
    stop: Cancel,
    /// What other threads counted.
    others: Stats,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let (stop, others) = (Cancel::new(), Stats::default());
        Self { limits, driver: Driver::start(limits), progress, stop, others }
    }

    /// Ends the search also when this flag is raised.
    pub fn stop_with(&mut self, flag: &Cancel) {
        self.stop = flag.clone();
    }

    /// Counts what another thread has done.
    pub const fn add(&mut self, stats: &Stats) {
        self.others.expanded += stats.expanded;
        self.others.generated += stats.generated;
        self.others.evaluated += stats.evaluated;
        self.others.reopened += stats.reopened;
        self.others.dead_ends += stats.dead_ends;
        self.others.peak_bytes += stats.peak_bytes;
    }

    /// The clock, for work that takes long.
    pub fn clock(&self) -> Arc<Clock> {
        Arc::clone(self.driver.clock())
    }

    /// What was counted so far.
    pub fn stats(&mut self) -> &mut Stats {
        self.driver.parts().0
    }

    /// To be called after each step: why the search must end now, if it must.
    pub fn check(&mut self, bytes: usize, strategy: &dyn Strategy) -> Option<Status> {
        if self.stop.is_cancelled() {
            return Some(Status::Cancelled);
        }
        self.driver.check(&AtStep { bytes, strategy }, self.progress).err()
    }

    /// Lends what the limits leave to other work, and counts it: so many of its states as one, and no more of
    /// them than `most`.
    pub fn lend(
        &mut self,
        most: Option<u64>,
        states_of_one: u64,
        work: impl FnOnce(&Limits, &mut dyn FnMut(&Progress)) -> Report<String>,
    ) -> Report<String> {
        let left = self.limits.states.map(|_| self.driver.quota().saturating_mul(states_of_one));
        let limits = Limits {
            time: self.driver.clock().left(),
            states: most.map_or(left, |most| Some(left.map_or(most, |left| left.min(most)))),
            ..self.limits.clone()
        };
        let before = *self.driver.stats();
        let progress = &mut *self.progress;
        let report = work(&limits, &mut |told: &Progress| {
            let mut told = told.clone();
            told.stats.expanded = before.expanded + told.stats.expanded / states_of_one;
            told.stats.seconds += before.seconds;
            progress(&told);
        });
        let stats = self.driver.parts().0;
        stats.expanded += report.stats.expanded / states_of_one;
        stats.peak_bytes = stats.peak_bytes.max(report.stats.peak_bytes);
        report
    }

    /// What all threads counted, at the end of the search.
    pub fn end(&mut self) -> Stats {
        let mut stats = *self.driver.stats();
        stats.expanded += self.others.expanded;
        stats.generated += self.others.generated;
        stats.evaluated += self.others.evaluated;
        stats.reopened += self.others.reopened;
        stats.dead_ends += self.others.dead_ends;
        stats.peak_bytes += self.others.peak_bytes;
        stats
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
