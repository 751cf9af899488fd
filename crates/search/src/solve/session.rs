use std::time::{Duration, Instant};

use plyground_core::{
    HeuristicSource, Limits, Observer, Progress, Puzzle, Report, Spec, SpecError, Stats, Status,
};

use super::search::{Run, Search, Step};
use super::search_for;
use crate::room::Full;

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(200);
/// Steps between two looks at the clock.
const GLANCE: u32 = 128;

/// A search under way: the one outer loop that owns limits, statistics and progress.
///
/// It can be advanced piece by piece and left alone in between; time counts only while it runs.
pub struct Session<'a, P: Puzzle> {
    puzzle: &'a P,
    search: Box<dyn Search<P> + 'a>,
    limits: Limits,
    stats: Stats,
    /// Time used in earlier pieces.
    used: Duration,
}

impl<'a, P: Puzzle> Session<'a, P> {
    /// Prepares the search that `spec` names; nothing is searched yet.
    pub fn new(
        puzzle: &'a P,
        heuristics: &dyn HeuristicSource<P>,
        spec: &Spec,
        limits: &Limits,
    ) -> Result<Self, SpecError> {
        let search = search_for(puzzle, heuristics, spec)?;
        let stats = Stats::default();
        Ok(Self { puzzle, search, limits: limits.clone(), stats, used: Duration::ZERO })
    }

    /// The statistics so far.
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Searches to the end.
    pub fn run(&mut self, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        loop {
            if let Some(report) = self.advance(u64::MAX, observer) {
                return report;
            }
        }
    }

    /// Goes on for so many steps; a report where the search came to its end.
    pub fn advance(
        &mut self,
        steps: u64,
        observer: &mut dyn Observer<P>,
    ) -> Option<Report<P::Move>> {
        let began = Instant::now();
        let end = self.steps(steps, began, observer);
        self.used += began.elapsed();
        self.stats.seconds = self.used.as_secs_f64();
        end.map(|end| self.report(end))
    }

    fn steps(
        &mut self,
        steps: u64,
        began: Instant,
        observer: &mut dyn Observer<P>,
    ) -> Option<End<P::Move>> {
        let start = self.puzzle.start();
        if self.puzzle.is_solved(&start) {
            return Some(End::Solved { moves: Vec::new(), optimal: true });
        }
        if self.puzzle.is_dead(&start) {
            return Some(End::Status(Status::Unsolvable));
        }
        let events = observer.wants_events();
        let most_states = self.limits.states.unwrap_or(u64::MAX);
        let most_bytes = self.limits.memory.unwrap_or(u64::MAX);
        let threads = self.limits.threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        let (mut glance, mut next_beat) = (0, BEAT);
        let mut held = self.search.bytes();
        for _ in 0..steps {
            if glance == 0 {
                glance = GLANCE;
                if self.limits.cancel.is_cancelled() {
                    return Some(End::Status(Status::Cancelled));
                }
                let elapsed = began.elapsed();
                if self.limits.time.is_some_and(|time| self.used + elapsed >= time) {
                    return Some(End::Status(Status::TimeLimit));
                }
                if elapsed >= next_beat {
                    next_beat = elapsed + BEAT;
                    self.stats.seconds = (self.used + elapsed).as_secs_f64();
                    observer.progress(&self.progress());
                }
            }
            glance -= 1;
            if self.stats.expanded >= most_states {
                return Some(End::Status(Status::StateLimit));
            }
            if held > most_bytes {
                return Some(End::Status(Status::MemoryLimit));
            }
            let before = self.stats.expanded;
            let mut run = Run {
                puzzle: self.puzzle,
                room: most_bytes - held,
                quota: most_states - self.stats.expanded,
                stats: &mut self.stats,
                threads: threads.max(1),
                watcher: if events { Some(&mut *observer) } else { None },
            };
            let step = self.search.step(&mut run);
            if self.stats.expanded - before > u64::from(GLANCE) {
                glance = 0; // a step of many states may have taken long
            }
            held = self.search.bytes();
            self.stats.peak_bytes = self.stats.peak_bytes.max(held);
            self.stats.peak_frontier = self.stats.peak_frontier.max(self.search.frontier());
            match step {
                Ok(Step::More) => {}
                Ok(Step::Solved { moves, optimal }) => return Some(End::Solved { moves, optimal }),
                Ok(Step::Unsolvable) => return Some(End::Status(Status::Unsolvable)),
                Ok(Step::GaveUp) => return Some(End::Status(Status::NotFound)),
                Err(Full) => return Some(End::Status(Status::MemoryLimit)),
            }
        }
        None
    }

    fn progress(&self) -> Progress {
        Progress {
            stats: self.stats,
            frontier: self.search.frontier(),
            bytes: self.search.bytes(),
            note: self.search.note(self.puzzle),
        }
    }

    fn report(&self, end: End<P::Move>) -> Report<P::Move> {
        let (status, solution, optimal) = match end {
            End::Solved { moves, optimal } => (Status::Solved, Some(moves), optimal),
            End::Status(status) => (status, self.search.best(self.puzzle), false),
        };
        let cost = solution.as_deref().and_then(|moves| replay(self.puzzle, moves));
        debug_assert!(status != Status::Solved || cost.is_some(), "moves that do not solve");
        // Where rules contradict themselves (backward steps that are none), nothing was found.
        let status =
            if status == Status::Solved && cost.is_none() { Status::NotFound } else { status };
        // Costs are counted in 32 bits: at their end nothing is proven.
        let optimal = optimal && cost.is_some_and(|cost| cost < u64::from(u32::MAX));
        Report {
            status,
            solution: solution.filter(|_| cost.is_some()),
            cost,
            optimal,
            bound: if optimal { cost } else { self.search.bound() },
            stats: self.stats,
        }
    }
}

/// How a session ended.
enum End<M> {
    Solved { moves: Vec<M>, optimal: bool },
    Status(Status),
}

/// Plays a solution through the rules: its cost, or `None` where it is not legal or does not solve.
fn replay<P: Puzzle>(puzzle: &P, solution: &[P::Move]) -> Option<u64> {
    let mut state = puzzle.start();
    let mut legal = Vec::new();
    let mut cost = 0;
    for &mv in solution {
        legal.clear();
        puzzle.moves(&state, &mut legal);
        if !legal.contains(&mv) {
            return None;
        }
        cost += u64::from(puzzle.cost(&state, mv));
        state = puzzle.play(&state, mv);
    }
    puzzle.is_solved(&state).then_some(cost)
}
