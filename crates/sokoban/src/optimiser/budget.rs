use std::time::{Duration, Instant};

use plyground_core::{Limits, Progress, Stats, Status};

/// States between two looks at the clock.
const LOOK: u64 = 4096;
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

/// What the work may still use: watches the limits, counts, and tells the progress.
pub(super) struct Budget<'a> {
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress),
    begun: Instant,
    told: Instant,
    looked: u64,
    ended: Option<Status>,
    /// What was counted.
    pub stats: Stats,
    /// What is being done, in a few words.
    pub note: String,
}

impl<'a> Budget<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let begun = Instant::now();
        let mut budget = Self {
            limits,
            progress,
            begun,
            told: begun,
            looked: 0,
            ended: None,
            stats: Stats::default(),
            note: String::new(),
        };
        budget.look();
        budget
    }

    /// Why the work must end, if it must.
    pub const fn ended(&self) -> Option<Status> {
        self.ended
    }

    fn left(&self) -> u64 {
        self.limits.states.map_or(u64::MAX, |most| most - self.stats.expanded.min(most))
    }

    /// Bytes that a search may hold, if `usual` is what it would like.
    pub fn bytes(&self, usual: u64) -> u64 {
        self.limits.memory.map_or(usual, |most| most.min(usual))
    }

    /// Asks to expand so many states; where that is refused, all work must end.
    #[inline]
    pub fn take(&mut self, states: usize, bytes: usize) -> bool {
        let states = states as u64;
        if states > self.left() {
            self.ended.get_or_insert(Status::StateLimit);
        }
        if self.ended.is_some() {
            return false;
        }
        self.stats.expanded += states;
        self.looked += states;
        if self.looked >= LOOK {
            self.looked = 0;
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
            self.look();
            self.tell(bytes);
        }
        self.ended.is_none()
    }

    fn look(&mut self) {
        let elapsed = self.begun.elapsed();
        self.stats.seconds = elapsed.as_secs_f64();
        if self.limits.cancel.is_cancelled() {
            self.ended = Some(Status::Cancelled);
        } else if self.limits.time.is_some_and(|most| elapsed >= most) {
            self.ended = Some(Status::TimeLimit);
        }
    }

    fn tell(&mut self, bytes: usize) {
        let now = Instant::now();
        if now - self.told < REPORT {
            return;
        }
        self.told = now;
        let bytes = bytes as u64;
        let note = self.note.clone();
        (self.progress)(&Progress { stats: self.stats, frontier: 0, bytes, note });
    }
}
