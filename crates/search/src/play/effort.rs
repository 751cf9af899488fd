use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyground_core::{Budget, Cancel, OptionInfo, OptionKind, Options, SpecError};

pub(super) const TIME: OptionInfo = OptionInfo {
    id: "time",
    kind: OptionKind::Number,
    default: "",
    summary: "milliseconds for a move; 1000 where no limit is given at all",
};

pub(super) const NODES: OptionInfo = OptionInfo {
    id: "nodes",
    kind: OptionKind::Number,
    default: "",
    summary: "positions to visit for a move at most",
};

pub(super) const DEPTH: OptionInfo = OptionInfo {
    id: "depth",
    kind: OptionKind::Number,
    default: "",
    summary: "plies to look ahead at most",
};

pub(super) const THREADS: OptionInfo = OptionInfo {
    id: "threads",
    kind: OptionKind::Number,
    default: "1",
    summary: "threads to search with; 0 takes all cores",
};

/// What one move may cost; `None` sets no limit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effort {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub threads: Option<usize>,
}

impl Effort {
    pub fn new(options: &Options) -> Result<Self, SpecError> {
        let given = |name| options.get(name).is_some();
        let time = options.number("time", 0, 1..=86_400_000)?;
        let nodes = options.number("nodes", 0, 1..=u64::MAX)?;
        let depth = options.number("depth", 0, 1..=1000)?;
        let threads = options.number("threads", 1, 0..=512)?;
        Ok(Self {
            time: given("time").then(|| Duration::from_millis(time)),
            nodes: given("nodes").then_some(nodes),
            depth: given("depth").then_some(depth),
            threads: given("threads").then_some(threads),
        })
    }

    /// The smaller of each limit of the two.
    pub fn within(self, budget: &Budget) -> Self {
        let limits = &budget.limits;
        Self {
            time: smaller(self.time, limits.time),
            nodes: smaller(self.nodes, limits.states),
            depth: smaller(self.depth, budget.depth),
            threads: smaller(self.threads.map(cores), limits.threads.map(cores)),
        }
    }

    /// A second where no time is set.
    pub fn or_a_second(self) -> Self {
        Self { time: self.time.or(Some(Duration::from_secs(1))), ..self }
    }
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Threads as asked for; 0 stands for all cores.
fn cores(threads: usize) -> usize {
    if threads > 0 {
        return threads;
    }
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Says when a search must end; all its threads share one.
pub(super) struct Clock {
    deadline: Option<Instant>,
    nodes: u64,
    cancel: Cancel,
    counted: AtomicU64,
    stopped: AtomicBool,
}

/// Nodes between two looks at the time.
const BATCH: u64 = 512;

impl Clock {
    pub fn start(effort: &Effort, cancel: &Cancel) -> Self {
        // A margin for waking up, joining threads and answering: the limit itself is never passed.
        let deadline = effort.time.map(|time| Instant::now() + (time - time / 40));
        Self {
            deadline,
            nodes: effort.nodes.unwrap_or(u64::MAX),
            cancel: cancel.clone(),
            counted: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Ends the search on all threads.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether time is up or somebody asked to stop.
    fn look(&self) -> bool {
        if self.cancel.is_cancelled() || self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.stop();
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// A counter for one of `threads` threads.
    pub fn counter(&self, threads: usize) -> Counter<'_> {
        // Alone, a thread may use up the whole limit and stop at the very node; together, they count in
        // batches.
        let alone = threads == 1;
        let mut counter =
            Counter { clock: self, nodes: 0, pending: 0, until: 0, alone, stopped: false };
        counter.stopped = self.look();
        counter.plan();
        counter
    }

    /// Nodes counted so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }
}

/// Counts the nodes of one thread, and looks at the clock now and then.
pub(super) struct Counter<'a> {
    clock: &'a Clock,
    nodes: u64,
    pending: u64,
    until: u64,
    alone: bool,
    stopped: bool,
}

impl Counter<'_> {
    /// Counts a node, unless the search must end: then `true`.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.pending >= self.until {
            self.settle();
        }
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.pending += 1;
        false
    }

    /// Whether the search must end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Hands the nodes counted to the clock.
    pub fn settle(&mut self) {
        let total = self.clock.counted.fetch_add(self.pending, Ordering::Relaxed) + self.pending;
        self.pending = 0;
        if self.stopped {
            return;
        }
        self.stopped = self.clock.look();
        if total >= self.clock.nodes {
            self.clock.stop();
            self.stopped = true;
        }
        self.plan();
    }

    fn plan(&mut self) {
        let left = self.clock.nodes.saturating_sub(self.clock.nodes());
        self.until = if self.alone { left.min(BATCH) } else { BATCH };
        self.stopped |= left == 0;
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
