use std::sync::Arc;
use std::time::Duration;

use plyground_core::{Budget, Cancel, Limits, OptionInfo, OptionKind, Options, SpecError};

use crate::driver::Clock;

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

    /// A clock that keeps to this effort, running from now.
    pub fn clock(&self, cancel: &Cancel) -> Arc<Clock> {
        let limits = Limits { time: self.time, states: self.nodes, ..Limits::default() };
        Arc::new(Clock::start(&Limits { cancel: cancel.clone(), ..limits }))
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
