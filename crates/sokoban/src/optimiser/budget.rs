use plyground_core::{Cancel, Limits, Progress, Report, Stats, Status};
use plyground_search::driver::{AtWork, Driver};

/// What the work may still use. The clock and the counts are the driver's; searches keep within the memory by
/// themselves, since work goes on when one of them has used up its part.
pub(super) struct Budget<'a> {
    driver: Driver,
    memory: Option<u64>,
    cancel: Cancel,
    progress: &'a mut dyn FnMut(&Progress),
    ended: Option<Status>,
    /// What is being done, in a few words.
    pub note: String,
}

impl<'a> Budget<'a> {
    /// Starts the clock.
    pub fn new(limits: &Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let (memory, cancel) = (limits.memory, limits.cancel.clone());
        let driver = Driver::start(&Limits { memory: None, ..limits.clone() });
        let mut budget =
            Self { driver, memory, cancel, progress, ended: None, note: String::new() };
        budget.take(0, 0);
        budget
    }

    /// Why the work must end, if it must.
    pub const fn ended(&self) -> Option<Status> {
        self.ended
    }

    /// What was counted.
    pub fn stats(&mut self) -> Stats {
        *self.driver.stats()
    }

    /// Bytes that a search may hold, if `usual` is what it would like.
    pub fn bytes(&self, usual: u64) -> usize {
        let bytes = self.memory.map_or(usual, |most| most.min(usual));
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    /// Lends what is left, but no more than so many positions, to other work, and counts each as so many states.
    pub fn lend(
        &mut self,
        positions: u64,
        states_of_one: u64,
        work: impl FnOnce(&Limits, &mut dyn FnMut(&Progress)) -> Report<String>,
    ) -> Option<String> {
        let (clock, cancel) = (self.driver.clock().left(), self.cancel.clone());
        let left = self.driver.quota() / states_of_one;
        let limits = Limits {
            time: clock,
            states: Some(positions.min(left)),
            memory: self.memory,
            cancel,
            ..Limits::default()
        };
        let (before, note) = (*self.driver.stats(), &self.note);
        let progress = &mut *self.progress;
        let report = work(&limits, &mut |told: &Progress| {
            let mut told = told.clone();
            told.stats.expanded = before.expanded + told.stats.expanded * states_of_one;
            told.stats.seconds += before.seconds;
            told.note.clone_from(note);
            progress(&told);
        });
        let states = report.stats.expanded * states_of_one;
        self.driver.parts().0.peak_bytes =
            self.driver.parts().0.peak_bytes.max(report.stats.peak_bytes);
        self.take(usize::try_from(states).unwrap_or(usize::MAX), 0);
        report.solution
    }

    /// Asks to expand so many states; where that is refused, all work must end.
    #[inline]
    pub fn take(&mut self, states: usize, bytes: usize) -> bool {
        if states as u64 > self.driver.quota() {
            self.ended.get_or_insert(Status::StateLimit);
        }
        if self.ended.is_none() {
            let searching = Searching { bytes, note: &self.note };
            self.ended = self.driver.check(&searching, self.progress).err();
        }
        if self.ended.is_none() {
            // What was met counts as generated too: the driver then looks at the clock sooner.
            let stats = self.driver.parts().0;
            stats.expanded += states as u64;
            stats.generated += states as u64;
        }
        self.ended.is_none()
    }
}

/// A search between two of its layers.
struct Searching<'a> {
    bytes: usize,
    note: &'a str,
}

impl AtWork for Searching<'_> {
    fn bytes(&self) -> u64 {
        self.bytes as u64
    }
    fn frontier(&self) -> u64 {
        0
    }
    fn note(&self) -> String {
        self.note.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_followed_by_a_look_at_the_clock_however_quick_the_steps_before_were() {
        let limits = Limits::default();
        let mut told = |_: &Progress| {};
        let mut budget = Budget::new(&limits, &mut told);
        for _ in 0..10_000 {
            assert!(budget.take(0, 0));
        }
        limits.cancel.cancel();
        budget.take(100_000, 0);
        assert!(!budget.take(1, 0));
        assert_eq!(budget.ended(), Some(Status::Cancelled));
    }

    #[test]
    fn lent_work_gets_what_is_left_and_is_counted() {
        let limits = Limits::states(1000);
        let mut told = |_: &Progress| {};
        let mut budget = Budget::new(&limits, &mut told);
        assert!(budget.take(100, 0));
        let text = budget.lend(50, 10, |limits, _| {
            assert_eq!(limits.states, Some(50));
            let stats = Stats { expanded: 40, ..Stats::default() };
            Report { solution: Some("x".into()), ..Report::nothing(Status::Solved, stats) }
        });
        assert_eq!((text.as_deref(), budget.stats().expanded), (Some("x"), 500));
        budget.lend(90, 10, |limits, _| {
            assert_eq!(limits.states, Some(50));
            Report::nothing(Status::StateLimit, Stats { expanded: 50, ..Stats::default() })
        });
        assert!(!budget.take(1, 0));
    }
}
