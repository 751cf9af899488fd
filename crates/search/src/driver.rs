//! The one driver of limits: time, states, memory, cancellation and progress.
//!
//! A [`Clock`] says when a search must end; all its threads and its long steps ask the same one. Searches
//! that go on step by step are driven by a [`Driver`], which owns a clock and the statistics; searches that
//! visit nodes in a recursion count them with a [`Counter`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyground_core::{Cancel, Limits, Progress, Stats, Status};

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(200);
/// Between two looks at the time lie about so long.
const GLANCE: Duration = Duration::from_millis(1);
/// The most steps between two looks at the time.
const MOST_STEPS: u32 = 512;
/// The most successors between two looks at the time, whatever the steps before were like.
const MOST_SUCCESSORS: u64 = 4096;
/// Nodes between two looks at the time.
const BATCH: u64 = 512;

/// Says when a search must end; all its threads share one.
#[derive(Debug)]
pub struct Clock {
    /// The time that may be used.
    time: Option<Duration>,
    cancel: Cancel,
    /// The nodes that may be counted.
    nodes: u64,
    counted: AtomicU64,
    stopped: AtomicBool,
    /// Since when it runs; `None` while the search is left alone.
    since: Option<Instant>,
    /// Time used before that.
    used: Duration,
}

impl Clock {
    /// A clock that runs from now.
    pub fn start(limits: &Limits) -> Self {
        Self { since: Some(Instant::now()), ..Self::paused(limits) }
    }

    /// A clock that waits.
    fn paused(limits: &Limits) -> Self {
        Self {
            // A margin for waking up, joining threads and answering: the limit itself is never passed.
            time: limits.time.map(|time| time - time / 40),
            cancel: limits.cancel.clone(),
            nodes: limits.states.unwrap_or(u64::MAX),
            counted: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            since: None,
            used: Duration::ZERO,
        }
    }

    /// A clock that goes on from here, or that waits.
    fn going_on(&self, since: Option<Instant>) -> Self {
        Self {
            time: self.time,
            cancel: self.cancel.clone(),
            nodes: self.nodes,
            counted: AtomicU64::new(self.nodes()),
            stopped: AtomicBool::new(self.is_stopped()),
            since,
            used: self.elapsed(),
        }
    }

    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The time that is left, where there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Ends the search on all threads.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether some thread found that the search must end; costs next to nothing.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Looks at the time and whether somebody asked to stop; `true`, here and for all threads from now
    /// on, where the search must end. What takes long calls this now and then.
    pub fn is_over(&self) -> bool {
        if !self.is_stopped() && self.reason().is_some() {
            self.stop();
        }
        self.is_stopped()
    }

    /// Why the search must end, as far as time and cancellation go.
    fn reason(&self) -> Option<Status> {
        if self.cancel.is_cancelled() {
            return Some(Status::Cancelled);
        }
        self.time.filter(|&time| self.elapsed() >= time).map(|_| Status::TimeLimit)
    }

    /// A counter for one of `threads` threads.
    pub fn counter(self: &Arc<Self>, threads: usize) -> Counter {
        // Alone, a thread may use up the whole limit and stop at the very node; together, they count in
        // batches.
        let alone = threads == 1;
        let clock = Arc::clone(self);
        let mut counter = Counter { clock, nodes: 0, settled: 0, until: 0, alone, stopped: false };
        counter.stopped = self.is_over();
        counter.plan();
        counter
    }

    /// Nodes counted so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }
}

/// Counts the nodes of one thread, and looks at the clock now and then.
#[derive(Debug)]
pub struct Counter {
    clock: Arc<Clock>,
    nodes: u64,
    /// The nodes that the clock knows of.
    settled: u64,
    /// Up to here nodes are counted without a look at the clock.
    until: u64,
    alone: bool,
    stopped: bool,
}

impl Counter {
    /// Counts a node, unless the search must end: then `true`.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.until {
            self.settle();
            if self.stopped {
                return true;
            }
        }
        self.nodes += 1;
        false
    }

    /// Whether the search must end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Hands the nodes counted to the clock.
    pub fn settle(&mut self) {
        let pending = self.nodes - self.settled;
        self.settled = self.nodes;
        let total = self.clock.counted.fetch_add(pending, Ordering::Relaxed) + pending;
        if self.stopped {
            return;
        }
        self.stopped = self.clock.is_over();
        if total >= self.clock.nodes {
            self.clock.stop();
            self.stopped = true;
        }
        self.plan();
    }

    fn plan(&mut self) {
        let left = self.clock.nodes.saturating_sub(self.clock.nodes());
        self.stopped |= left == 0;
        let batch = if self.alone { left.min(BATCH) } else { BATCH };
        self.until = if self.stopped { 0 } else { self.nodes + batch };
    }

    /// Nodes of all threads, as far as they were handed over.
    pub fn all_nodes(&self) -> u64 {
        self.clock.nodes()
    }

    /// Nodes of this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Drives a search that goes on step by step: owns its clock and its statistics, and tells its progress.
#[derive(Debug)]
pub struct Driver {
    states: u64,
    memory: u64,
    clock: Arc<Clock>,
    stats: Stats,
    /// Steps to the next look at the time.
    until: u32,
    /// Successors, counted from the beginning, at which the next look is due.
    due: u64,
    /// Steps between two looks: as many as take about a [`GLANCE`].
    stride: u32,
    looked: Duration,
    next_beat: Duration,
}

/// What a search is at, between two steps.
pub trait AtWork {
    /// Bytes held.
    fn bytes(&self) -> u64;
    /// States waiting.
    fn frontier(&self) -> u64;
    /// What it is at, in a few words.
    fn note(&self) -> String;
}

impl Driver {
    /// A driver whose clock runs from now.
    pub fn start(limits: &Limits) -> Self {
        let mut driver = Self::paused(limits);
        driver.resume();
        driver
    }

    /// A driver for a search that is to begin later.
    pub fn paused(limits: &Limits) -> Self {
        Self {
            states: limits.states.unwrap_or(u64::MAX),
            memory: limits.memory.unwrap_or(u64::MAX),
            clock: Arc::new(Clock::paused(limits)),
            stats: Stats::default(),
            until: 0,
            due: 0,
            stride: 1,
            looked: Duration::ZERO,
            next_beat: BEAT,
        }
    }

    /// Goes on; time counts from now.
    pub fn resume(&mut self) {
        if self.clock.since.is_none() {
            self.clock = Arc::new(self.clock.going_on(Some(Instant::now())));
        }
        self.until = 0;
    }

    /// Leaves the search alone; time does not count until it goes on.
    pub fn pause(&mut self) {
        self.clock = Arc::new(self.clock.going_on(None));
        self.stats.seconds = self.clock.elapsed().as_secs_f64();
    }

    /// The statistics, with the time used so far.
    pub fn stats(&mut self) -> &mut Stats {
        self.stats.seconds = self.clock.elapsed().as_secs_f64();
        &mut self.stats
    }

    /// The statistics, to count in, and the clock, for steps that take long.
    #[inline]
    pub fn parts(&mut self) -> (&mut Stats, &Clock) {
        (&mut self.stats, &self.clock)
    }

    /// The clock, until the search is left alone; long steps may keep it at hand.
    pub const fn clock(&self) -> &Arc<Clock> {
        &self.clock
    }

    /// States that may still be expanded.
    #[inline]
    pub const fn quota(&self) -> u64 {
        self.states.saturating_sub(self.stats.expanded)
    }

    /// Bytes that may still be allocated where so many are held.
    #[inline]
    pub const fn room(&self, held: u64) -> u64 {
        self.memory.saturating_sub(held)
    }

    /// To be called before each step: the bytes held, or why the search must end now.
    #[inline]
    pub fn check<A: AtWork>(
        &mut self,
        search: &A,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<u64, Status> {
        let bytes = self.see(search);
        if self.stats.expanded >= self.states {
            return Err(Status::StateLimit);
        }
        if bytes > self.memory {
            return Err(Status::MemoryLimit);
        }
        if self.until == 0 || self.stats.generated >= self.due || self.clock.is_stopped() {
            self.look(search, tell)?;
        } else {
            self.until -= 1;
        }
        Ok(bytes)
    }

    /// Notes what the search holds; the bytes. [`check`](Self::check) does so too.
    #[inline]
    pub fn see<A: AtWork>(&mut self, search: &A) -> u64 {
        let bytes = search.bytes();
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        self.stats.peak_frontier = self.stats.peak_frontier.max(search.frontier());
        bytes
    }

    fn look<A: AtWork>(
        &mut self,
        search: &A,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<(), Status> {
        if let Some(status) = self.clock.reason() {
            return Err(status);
        }
        let elapsed = self.clock.elapsed();
        let passed = elapsed.saturating_sub(self.looked);
        self.looked = elapsed;
        if passed < GLANCE {
            self.stride = (2 * self.stride).min(MOST_STEPS);
        } else {
            self.stride = (self.stride / 2).max(1);
        }
        self.until = self.stride - 1;
        self.due = self.stats.generated + MOST_SUCCESSORS;
        if elapsed >= self.next_beat {
            self.next_beat = elapsed + BEAT;
            self.stats.seconds = elapsed.as_secs_f64();
            tell(&Progress {
                stats: self.stats,
                frontier: search.frontier(),
                bytes: search.bytes(),
                note: search.note(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Holding(u64);

    impl AtWork for Holding {
        fn bytes(&self) -> u64 {
            self.0
        }
        fn frontier(&self) -> u64 {
            3
        }
        fn note(&self) -> String {
            "at it".to_owned()
        }
    }

    fn check(driver: &mut Driver, bytes: u64) -> Result<u64, Status> {
        driver.check(&Holding(bytes), &mut |_| {})
    }

    #[test]
    fn each_limit_ends_a_search_with_its_own_reason() {
        let mut driver = Driver::start(&Limits { memory: Some(10), ..Limits::states(2) });
        assert_eq!(check(&mut driver, 10), Ok(10));
        assert_eq!(check(&mut driver, 11), Err(Status::MemoryLimit));
        driver.stats().expanded = 2;
        assert_eq!((driver.quota(), driver.room(4)), (0, 6));
        assert_eq!(check(&mut driver, 0), Err(Status::StateLimit));
        assert_eq!((driver.stats().peak_bytes, driver.stats().peak_frontier), (11, 3));
        let mut driver = Driver::start(&Limits::time(Duration::ZERO));
        assert_eq!(check(&mut driver, 0), Err(Status::TimeLimit));
        let limits = Limits::default();
        let mut driver = Driver::start(&limits);
        assert_eq!(check(&mut driver, 0), Ok(0));
        limits.cancel.cancel();
        let steps = (0..).take_while(|_| check(&mut driver, 0).is_ok()).take(2_000).count();
        assert!(steps <= MOST_STEPS as usize, "{steps} steps after the end was asked for");
    }

    #[test]
    fn steps_of_many_successors_are_looked_at_sooner() {
        let limits = Limits::default();
        let mut driver = Driver::start(&limits);
        // Steps that lead nowhere take no time, and are looked at seldom.
        for _ in 0..100_000 {
            assert_eq!(check(&mut driver, 0), Ok(0));
        }
        limits.cancel.cancel();
        let mut steps = 0;
        while check(&mut driver, 0).is_ok() {
            driver.stats().generated += 1_000;
            steps += 1;
        }
        assert!(steps <= 5, "{steps} steps of a thousand successors after the end was asked for");
    }

    #[test]
    fn time_does_not_count_while_a_search_is_left_alone() {
        let mut driver = Driver::start(&Limits::default());
        driver.pause();
        let used = driver.clock().elapsed();
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(driver.clock().elapsed(), used);
        driver.resume();
        std::thread::sleep(Duration::from_millis(2));
        assert!(driver.clock().elapsed() > used);
    }

    #[test]
    fn a_thread_alone_counts_to_the_very_node_and_several_end_together() {
        let clock = Arc::new(Clock::start(&Limits::states(1_000)));
        let mut counter = clock.counter(1);
        while !counter.tick() {}
        assert_eq!((counter.nodes(), clock.nodes()), (1_000, 1_000));
        let clock = Arc::new(Clock::start(&Limits::states(10_000)));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut counter = clock.counter(2);
                    while !counter.tick() {}
                });
            }
        });
        assert!((10_000..10_000 + 2 * BATCH).contains(&clock.nodes()), "{}", clock.nodes());
        assert!(clock.is_over() && clock.counter(1).stopped());
    }
}
