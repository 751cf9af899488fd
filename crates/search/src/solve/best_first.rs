//! What `ucs`, `greedy`, `astar` and `wastar` share: expand the state that looks best.

use plyground_core::{Heuristic, PruneReason, Puzzle, Successor, Successors};

use super::bits::Bits;
use super::queue::Queue;
use super::search::{From, Run, Search, Step};
use crate::room::Full;
use crate::store::{Entry, NONE, Store};

/// How a best-first search ranks states.
pub(super) enum Rank {
    /// By the cost so far.
    Cost,
    /// By the estimate.
    Estimate,
    /// By the cost so far and the estimate times this.
    Sum(f64),
}

/// A best-first search. Goals are tested when they are expanded, and a cheaper way to an expanded
/// state opens it again, so that inconsistent estimates do no harm.
pub(super) struct BestFirst<P: Puzzle> {
    rank: Rank,
    heuristic: Option<Box<dyn Heuristic<P>>>,
    /// Whether the first goal expanded is a cheapest one.
    optimal: bool,
    /// Whether the estimate of a state is that of its parent after a quiet move, and can be read
    /// from the parent's rank.
    inherits: bool,
    store: Store,
    open: Queue,
    expanded: Bits,
    successors: Successors<P::Move>,
}

impl<P: Puzzle> BestFirst<P> {
    pub(super) fn new(puzzle: &P, rank: Rank, heuristic: Option<Box<dyn Heuristic<P>>>) -> Self {
        let admissible = heuristic.as_ref().is_none_or(|h| h.properties().admissible);
        let optimal = match rank {
            Rank::Cost => true,
            Rank::Estimate => false,
            Rank::Sum(weight) => weight <= 1.0 && admissible,
        };
        let ignores_quiet = heuristic.as_ref().is_none_or(Heuristic::ignores_quiet_moves);
        Self {
            inherits: ignores_quiet && rank.is_exact(),
            rank,
            heuristic,
            optimal,
            store: Store::new(puzzle.packed_len()),
            open: Queue::default(),
            expanded: Bits::default(),
            successors: Successors::default(),
        }
    }

    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        let start = run.puzzle.start();
        let mut h = 0;
        if let Some(heuristic) = &self.heuristic {
            run.stats.evaluated += 1;
            match run.in_time(heuristic, &start) {
                Some(estimate) => h = estimate,
                None => return Ok(Step::Unsolvable),
            }
        }
        let mut packed = vec![0; run.puzzle.packed_len()];
        run.puzzle.pack(&start, &mut packed);
        let Entry::New(vacant) = self.store.entry(&packed) else { return Ok(Step::More) };
        let id = self.store.insert(vacant, &packed, 0, NONE, &mut run.room)?;
        self.open.push(self.rank.key(0, h), id, &mut run.room)?;
        Ok(Step::More)
    }

    /// Takes in one successor; `from_h` is the estimate of the state it comes from.
    fn reach(
        &mut self,
        run: &mut Run<'_, P>,
        from: &From<'_, P>,
        successor: &Successor<'_, P::Move>,
        g: u32,
        from_h: u32,
    ) -> Result<(), Full> {
        let entry = self.store.entry(successor.packed);
        if let Entry::Known(id) = entry
            && (g >= self.store.g(id) || matches!(self.rank, Rank::Estimate))
        {
            run.pruned(from, PruneReason::Duplicate);
            return Ok(());
        }
        let h = if self.inherits && successor.quiet {
            from_h
        } else {
            let next = run.puzzle.unpack(successor.packed);
            let may_die = !successor.quiet && matches!(entry, Entry::New(_));
            if may_die && run.is_dead(&next, from) {
                return Ok(());
            }
            match &self.heuristic {
                None => 0,
                Some(heuristic) => match run.estimate(heuristic, &next, from) {
                    Some(h) => h,
                    None => return Ok(()),
                },
            }
        };
        let id = match entry {
            Entry::New(vacant) => {
                self.store.insert(vacant, successor.packed, g, from.id, &mut run.room)?
            }
            Entry::Known(id) => {
                self.store.set(id, g, from.id);
                run.stats.reopened += u64::from(self.expanded.remove(id));
                id
            }
        };
        run.generated(id, from, g, h);
        self.open.push(self.rank.key(g, h), id, &mut run.room)
    }
}

impl Rank {
    fn key(&self, g: u32, h: u32) -> u32 {
        match self {
            Self::Cost => g,
            Self::Estimate => h,
            Self::Sum(1.0) => g.saturating_add(h),
            Self::Sum(weight) => g.saturating_add((f64::from(h) * weight) as u32),
        }
    }

    /// Whether the key tells the estimate exactly.
    const fn is_exact(&self) -> bool {
        match self {
            Self::Cost | Self::Estimate => true,
            Self::Sum(weight) => *weight == 1.0,
        }
    }

    /// What a key says of the estimate.
    const fn estimate(&self, key: u32, g: u32) -> u32 {
        match self {
            Self::Cost => 0,
            Self::Estimate => key,
            Self::Sum(_) => key.saturating_sub(g),
        }
    }
}

impl<P: Puzzle> Search<P> for BestFirst<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.store.is_empty() {
            return self.begin(run);
        }
        let Some((key, id)) = self.open.pop() else { return Ok(Step::Unsolvable) };
        if !self.expanded.add(id, &mut run.room)? {
            return Ok(Step::More); // it was cheaper, and came out, before
        }
        let state = run.puzzle.unpack(self.store.packed(id));
        if run.puzzle.is_solved(&state) {
            let moves = self.store.path(run.puzzle, id);
            return Ok(Step::Solved { moves, optimal: self.optimal });
        }
        let g = self.store.g(id);
        let h = self.rank.estimate(key, g);
        run.expanded(id, &state, g, h, self.open.len());
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear(run.puzzle.packed_len());
        run.puzzle.successors(&state, self.store.packed(id), &mut successors);
        for successor in successors.iter() {
            run.stats.generated += 1;
            let from = From { id, state: &state, mv: successor.mv };
            let g = g.saturating_add(run.puzzle.cost(&state, successor.mv));
            self.reach(run, &from, &successor, g, h)?;
        }
        self.successors = successors;
        if run.clock.is_stopped() {
            // Cut off, it may lack successors: it waits on, so that the bound stays true.
            self.expanded.remove(id);
            self.open.push(key, id, &mut run.room)?;
        }
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        self.open.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.open.bytes() + self.expanded.bytes()
    }

    fn note(&self, puzzle: &P) -> String {
        self.open
            .lowest()
            .map_or_else(String::new, |key| format!("best rank {}", key / puzzle.unit().max(1)))
    }

    fn bound(&self) -> Option<u64> {
        self.open.lowest().filter(|_| self.optimal).map(u64::from)
    }
}
