use std::time::{Duration, Instant};

use plyground_core::{Limits, Progress, SolveSummary, Stats, Status};

use super::strategy::Strategy;

/// Steps between two looks at the clock.
const LOOK: u64 = 32;
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

/// Watches the limits, counts, and tells the progress.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress),
    begun: Instant,
    told: Instant,
    stats: Stats,
    steps: u64,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let begun = Instant::now();
        Self { limits, progress, begun, told: begun, stats: Stats::default(), steps: 0 }
    }

    /// What was counted so far.
    pub const fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// To be called after each step: why the search must end now, if it must.
    pub fn check(&mut self, bytes: usize, at_work: &dyn Strategy) -> Option<Status> {
        self.steps += 1;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
        self.stats.peak_frontier = self.stats.peak_frontier.max(at_work.frontier() as u64);
        if self.limits.states.is_some_and(|most| self.stats.expanded >= most) {
            return Some(Status::StateLimit);
        }
        if self.limits.memory.is_some_and(|most| bytes as u64 > most) {
            return Some(Status::MemoryLimit);
        }
        if self.steps % LOOK != 1 {
            return None;
        }
        if self.limits.cancel.is_cancelled() {
            return Some(Status::Cancelled);
        }
        let now = Instant::now();
        if self.limits.time.is_some_and(|most| now - self.begun >= most) {
            return Some(Status::TimeLimit);
        }
        if now - self.told >= REPORT {
            self.told = now;
            self.stats.seconds = (now - self.begun).as_secs_f64();
            (self.progress)(&Progress {
                stats: self.stats,
                frontier: at_work.frontier() as u64,
                bytes: bytes as u64,
                note: format!("{}: {}", at_work.name(), at_work.note()),
            });
        }
        None
    }

    /// The end of the search.
    pub fn summary(&mut self, status: Status, solution: Option<String>) -> SolveSummary {
        self.stats.seconds = self.elapsed().as_secs_f64();
        SolveSummary { status, solution, optimal: false, bound: None, stats: self.stats }
    }
}
