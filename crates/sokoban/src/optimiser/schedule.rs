use std::sync::Arc;

use plyground_core::{Limits, Progress, Stats, Status};

use super::afresh::Afresh;
use super::budget::Budget;
use super::cycles::Cycles;
use super::line::{Line, Price};
use super::rearrange::Rearrange;
use super::terrain::{Scratch, Terrain};
use super::together::Together;
use super::vicinity::{ALL, Vicinity};
use super::whole::Whole;
use super::windows::Windows;
use super::work::{Method, Work};
use crate::{Board, Metric, Push};

/// The methods, quick ones first. The first that has not failed on the present line makes the next pass, so
/// whatever a slow one gains, the quick ones look at first; the end is where all have failed.
pub(super) struct Schedule<const N: usize> {
    work: Work<N>,
    methods: Vec<Turn<N>>,
    metric: Metric,
    bound: u64,
}

/// A method, and how it last ended.
struct Turn<const N: usize> {
    method: Box<dyn Method<N> + Send>,
    /// The line on which it failed.
    failed: Option<u64>,
    /// Whether a limit ended its last pass: then others come first when the work goes on.
    was_stopped: bool,
}

/// A schedule of whatever width.
pub(super) trait Run: Send {
    /// Works until all methods have failed or a limit is met; can be called again to go on.
    fn run(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> (Status, Stats);
    /// The best line so far.
    fn pushes(&self) -> &[Push];
    /// What the metric counts in it.
    fn steps(&self) -> u64;
    /// No line counts less than this.
    fn bound(&self) -> u64;
}

impl<const N: usize> Schedule<N> {
    /// For solutions of a board, at least one of which the rules must allow.
    pub fn new(board: &Board, metric: Metric, solutions: &[Vec<Push>]) -> Option<Self> {
        let terrain = Arc::new(Terrain::new(board));
        let price = Price::of(metric);
        let mut lines: Vec<Line<N>> = solutions
            .iter()
            .filter_map(|pushes| Line::new(&terrain, price, pushes.clone()))
            .collect();
        let best = (0..lines.len()).min_by_key(|&index| lines[index].cost())?;
        let line = lines.swap_remove(best);
        let mut work = Work::new(terrain, price, line);
        work.others = lines;
        let methods: Vec<Box<dyn Method<N> + Send>> = vec![
            Box::new(Cycles),
            Box::new(Together),
            Box::new(Rearrange::default()),
            Box::new(Whole::new(16 << 20)),
            Box::new(Windows::new(2)),
            Box::new(Vicinity::new(&[12], 1 << 18)),
            Box::new(Afresh::new(board, metric)),
            Box::new(Windows::new(3)),
            Box::new(Vicinity::new(&[ALL], 1 << 20)),
            Box::new(Vicinity::new(&[4, 8], 1 << 19)),
            Box::new(Windows::new(4)),
            Box::new(Whole::new(256 << 20)),
            Box::new(Vicinity::new(&[10, 20], 1 << 20)),
            Box::new(Vicinity::new(&[4, 4, 8], 1 << 20)),
            Box::new(Windows::new(5)),
            Box::new(Vicinity::new(&[20, 40], 1 << 21)),
            Box::new(Vicinity::new(&[5, 8, 12], 1 << 21)),
            Box::new(Whole::new(2 << 30)),
        ];
        let methods = methods
            .into_iter()
            .map(|method| Turn { method, failed: None, was_stopped: false })
            .collect();
        // Every push is a move, so this holds in both metrics.
        let start = work.terrain.start;
        let bound = work.terrain.bound(&start, &mut Scratch::default()).map_or(0, u64::from);
        Some(Self { work, methods, metric, bound })
    }

    /// The method whose turn it is; `None` where all have failed on the present line.
    fn due(&mut self) -> Option<usize> {
        let version = Some(self.work.version);
        let open = |turn: &Turn<N>| turn.failed != version;
        let fresh = self.methods.iter().position(|turn| open(turn) && !turn.was_stopped);
        fresh.or_else(|| {
            self.methods.iter_mut().for_each(|turn| turn.was_stopped = false);
            self.methods.iter().position(open)
        })
    }

    fn note(&self, name: &str) -> String {
        format!("{} {}: {name}", self.steps(), self.metric.word())
    }
}

impl<const N: usize> Run for Schedule<N> {
    fn run(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> (Status, Stats) {
        let mut budget = Budget::new(limits, progress);
        while budget.ended().is_none() && !self.work.is_proven {
            let version = self.work.version;
            let Some(due) = self.due() else { break };
            let name = self.methods[due].method.name();
            budget.note = self.note(&name);
            self.methods[due].method.pass(&mut self.work, &mut budget);
            let turn = &mut self.methods[due];
            if budget.ended().is_some() {
                turn.was_stopped = true;
            } else if self.work.version == version {
                turn.failed = Some(version);
            }
        }
        (budget.ended().unwrap_or(Status::Solved), budget.stats())
    }

    fn pushes(&self) -> &[Push] {
        &self.work.line.pushes
    }

    fn steps(&self) -> u64 {
        Price::steps(self.work.line.cost())
    }

    fn bound(&self) -> u64 {
        if self.work.is_proven { self.steps() } else { self.bound }
    }
}
