use plyground_core::{
    HeuristicSource, Limits, Observer, Puzzle, Report, Spec, SpecError, Stats, Status,
};

use super::search::{Run, Search, Step};
use super::search_for;
use crate::driver::{AtWork, Driver};
use crate::room::Full;

/// A search under way: the one outer loop that owns limits, statistics and progress.
///
/// It can be advanced piece by piece and left alone in between; time counts only while it runs.
pub struct Session<'a, P: Puzzle> {
    puzzle: &'a P,
    search: Box<dyn Search<P> + 'a>,
    driver: Driver,
    threads: usize,
}

impl<'a, P: Puzzle> Session<'a, P> {
    /// Prepares the search that `spec` names; nothing is searched yet.
    pub fn new(
        puzzle: &'a P,
        heuristics: &dyn HeuristicSource<P>,
        spec: &Spec,
        limits: &Limits,
    ) -> Result<Self, SpecError> {
        Ok(Self::of(puzzle, search_for(puzzle, heuristics, spec)?, limits))
    }

    /// A session with a search of one's own.
    pub fn of(puzzle: &'a P, search: Box<dyn Search<P> + 'a>, limits: &Limits) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = limits.threads.unwrap_or_else(cores).max(1);
        Self { puzzle, search, driver: Driver::paused(limits), threads }
    }

    /// The statistics so far.
    pub fn stats(&mut self) -> &Stats {
        self.driver.stats()
    }

    /// Searches to the end.
    pub fn run(&mut self, observer: &mut dyn Observer<P>) -> Report<Vec<P::Move>> {
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
    ) -> Option<Report<Vec<P::Move>>> {
        self.driver.resume();
        let end = self.steps(steps, observer);
        self.driver.see(&InSession { search: &*self.search, puzzle: self.puzzle });
        self.driver.pause();
        end.map(|end| self.report(end))
    }

    fn steps(&mut self, steps: u64, observer: &mut dyn Observer<P>) -> Option<End<P::Move>> {
        let start = self.puzzle.start();
        if self.puzzle.is_solved(&start) {
            return Some(End::Solved { moves: Vec::new(), optimal: true });
        }
        if self.puzzle.is_dead(&start) {
            return Some(End::Status(Status::Unsolvable));
        }
        let events = observer.wants_events();
        for _ in 0..steps {
            let at_work = InSession { search: &*self.search, puzzle: self.puzzle };
            let tell = &mut |progress: &_| observer.progress(progress);
            let held = match self.driver.check(&at_work, tell) {
                Ok(held) => held,
                Err(status) => return Some(End::Status(status)),
            };
            let (room, quota) = (self.driver.room(held), self.driver.quota());
            let (stats, clock) = self.driver.parts();
            let mut run = Run {
                puzzle: self.puzzle,
                room,
                quota,
                stats,
                clock,
                threads: self.threads,
                watcher: if events { Some(&mut *observer) } else { None },
            };
            let step = self.search.step(&mut run);
            let cut_off = self.driver.clock().is_stopped();
            match step {
                Ok(Step::More) => {}
                // What was cut off proves nothing; the next look at the clock says why.
                Ok(Step::Unsolvable | Step::GaveUp) if cut_off => {}
                Ok(Step::Solved { moves, optimal }) => return Some(End::Solved { moves, optimal }),
                Ok(Step::Unsolvable) => return Some(End::Status(Status::Unsolvable)),
                Ok(Step::GaveUp) => return Some(End::Status(Status::NotFound)),
                Err(Full) => return Some(End::Status(Status::MemoryLimit)),
            }
        }
        None
    }

    fn report(&mut self, end: End<P::Move>) -> Report<Vec<P::Move>> {
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
            unit: self.puzzle.unit(),
            stats: *self.driver.stats(),
        }
    }
}

/// A search with its puzzle, as the driver sees it.
struct InSession<'s, 'a, P: Puzzle> {
    search: &'s (dyn Search<P> + 'a),
    puzzle: &'s P,
}

impl<P: Puzzle> AtWork for InSession<'_, '_, P> {
    #[inline]
    fn bytes(&self) -> u64 {
        self.search.bytes()
    }
    #[inline]
    fn frontier(&self) -> u64 {
        self.search.frontier()
    }
    fn note(&self) -> String {
        self.search.note(self.puzzle)
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
