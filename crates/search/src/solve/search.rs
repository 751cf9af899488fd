use plyground_core::{Event, Heuristic, Observer, PruneReason, Puzzle, Stats};

use crate::driver::Clock;
use crate::room::Full;

/// A search that goes on step by step.
pub trait Search<P: Puzzle> {
    /// Does the next bit of work: about one state expanded.
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full>;
    /// States waiting.
    fn frontier(&self) -> u64;
    /// Bytes held.
    fn bytes(&self) -> u64;
    /// What the search is at, in a few words.
    fn note(&self, _puzzle: &P) -> String {
        String::new()
    }
    /// The best solution so far, where the search goes on to look for a better one.
    fn best(&self, _puzzle: &P) -> Option<Vec<P::Move>> {
        None
    }
    /// No solution is cheaper than this.
    fn bound(&self) -> Option<u64> {
        None
    }
}

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<M> {
    /// There is more to do.
    More,
    /// A solution.
    Solved {
        /// The moves from the start.
        moves: Vec<M>,
        /// Whether it is proven that none is cheaper.
        optimal: bool,
    },
    /// Proven: there is no solution.
    Unsolvable,
    /// The method is at its end, which proves nothing.
    GaveUp,
}

/// What a search works with during a step: the puzzle, the counters, and what it may still use.
pub struct Run<'a, P: Puzzle> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// The counters.
    pub stats: &'a mut Stats,
    /// The clock, for steps that take long.
    pub clock: &'a Clock,
    /// Bytes that may still be allocated.
    pub room: u64,
    /// States that may still be expanded; at least one.
    pub quota: u64,
    /// Threads to use.
    pub threads: usize,
    /// Who watches, if somebody wants to know everything.
    pub watcher: Option<&'a mut dyn Observer<P>>,
}

impl<P: Puzzle> Run<'_, P> {
    /// Tells the watcher, if there is one.
    pub fn tell(&mut self, event: &Event<'_, P>) {
        if let Some(watcher) = &mut self.watcher {
            watcher.event(event);
        }
    }

    /// Counts a state as expanded.
    pub fn expanded(&mut self, id: u32, state: &P::State, g: u32, h: u32, frontier: usize) {
        self.stats.expanded += 1;
        self.tell(&Event::Expanded { id, state, g, h, frontier });
    }

    /// Tells of a successor that was kept.
    pub fn generated(&mut self, id: u32, from: &From<'_, P>, g: u32, h: u32) {
        self.tell(&Event::Generated { id, parent: from.id, from: from.state, mv: from.mv, g, h });
    }

    /// Tells of a successor that was dropped.
    pub fn pruned(&mut self, from: &From<'_, P>, why: PruneReason) {
        self.tell(&Event::Pruned { parent: from.id, from: from.state, mv: from.mv, why });
    }

    /// Whether the rules say that a successor is lost; counts it.
    pub fn is_dead(&mut self, state: &P::State, from: &From<'_, P>) -> bool {
        let dead = self.puzzle.is_dead(state);
        if dead {
            self.stats.dead_ends += 1;
            self.pruned(from, PruneReason::Dead);
        }
        dead
    }

    /// An estimate, or nothing of meaning where the time is over before it is made: then the clock has stopped.
    pub fn in_time(&self, heuristic: &dyn Heuristic<P>, state: &P::State) -> Option<u32> {
        // Even the beginning of a long estimate takes long where thousands of successors wait for theirs.
        if self.clock.is_stopped() {
            return None;
        }
        heuristic.estimate_unless(self.puzzle, state, &|| self.clock.is_over())
    }

    /// The estimate for a successor, `None` where it is lost; counts both.
    pub fn estimate(
        &mut self,
        heuristic: &dyn Heuristic<P>,
        state: &P::State,
        from: &From<'_, P>,
    ) -> Option<u32> {
        self.stats.evaluated += 1;
        let h = self.in_time(heuristic, state);
        if h.is_none() {
            self.stats.dead_ends += 1;
            self.pruned(from, PruneReason::Infeasible);
        }
        h
    }
}

/// Where a successor comes from.
pub struct From<'a, P: Puzzle> {
    /// The number of the state.
    pub id: u32,
    /// The state.
    pub state: &'a P::State,
    /// The move.
    pub mv: P::Move,
}
