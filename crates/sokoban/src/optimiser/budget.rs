use plyground_core::{Limits, Progress, Stats, Status};
use plyground_search::driver::{AtWork, Driver};

/// What the work may still use. The clock and the counts are the driver's; searches keep within the memory by
/// themselves, since work goes on when one of them has used up its part.
pub(super) struct Budget<'a> {
    driver: Driver,
    memory: Option<u64>,
    progress: &'a mut dyn FnMut(&Progress),
    ended: Option<Status>,
    /// What is being done, in a few words.
    pub note: String,
}

impl<'a> Budget<'a> {
    /// Starts the clock.
    pub fn new(limits: &Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let memory = limits.memory;
        let driver = Driver::start(&Limits { memory: None, ..limits.clone() });
        let mut budget = Self { driver, memory, progress, ended: None, note: String::new() };
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
            self.driver.parts().0.expanded += states as u64;
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
