use plyground_core::{
    Heuristic, MethodInfo, OptionInfo, OptionKind, PruneReason, Puzzle, Successors,
};

use super::bits::Bits;
use super::queue::Queue;
use super::search::{From, Run, Search, Step};
use super::{H, Made, Setup};
use crate::room::Full;
use crate::store::{Entry, NONE, Store};

const W: OptionInfo = OptionInfo {
    id: "w",
    kind: OptionKind::Decimal,
    default: "2",
    summary: "how much the estimate counts beside the cost so far",
};
const SIZE: OptionInfo = OptionInfo {
    id: "size",
    kind: OptionKind::Number,
    default: "256",
    summary: "states expanded together",
};

/// So many states, and what else their last parent leads to, are held and estimated together at most.
const MOST_TOGETHER: usize = 4096;

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("best-first in batches: estimates many states at once, as neural nets like it")
        .with([H, W, SIZE])
        .complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let options = &setup.spec.options;
    Ok(Box::new(Batch {
        heuristic: setup.heuristic()?,
        weight: options.number("w", 2.0, 0.0..=1000.0)?,
        size: options.number("size", 256, 1..=1_000_000)?,
        store: Store::new(setup.puzzle.packed_len()),
        open: Queue::default(),
        expanded: Bits::default(),
        successors: Successors::default(),
    }))
}

/// A best-first search that expands the best few states together, and estimates all that they lead to at once.
struct Batch<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    weight: f64,
    size: u64,
    store: Store,
    open: Queue,
    expanded: Bits,
    successors: Successors<P::Move>,
}

/// A state that waits for its estimate.
struct Pending<M> {
    id: u32,
    /// Which state of the batch it came from.
    parent: usize,
    mv: M,
    g: u32,
}

impl<P: Puzzle> Batch<P> {
    fn key(&self, g: u32, h: u32) -> u32 {
        g.saturating_add((f64::from(h) * self.weight) as u32)
    }

    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        let start = run.puzzle.start();
        run.stats.evaluated += 1;
        let Some(h) = run.in_time(&self.heuristic, &start) else {
            return Ok(Step::Unsolvable);
        };
        let mut packed = vec![0; run.puzzle.packed_len()];
        run.puzzle.pack(&start, &mut packed);
        if let Entry::New(vacant) = self.store.entry(&packed) {
            let id = self.store.insert(vacant, &packed, 0, NONE, &mut run.room)?;
            self.open.push(self.key(0, h), id, &mut run.room)?;
        }
        Ok(Step::More)
    }

    /// The best states that wait.
    fn pick(&mut self, run: &mut Run<'_, P>) -> Result<Vec<(u32, P::State)>, Full> {
        let mut batch = Vec::new();
        while (batch.len() as u64) < self.size.min(run.quota) {
            let Some((_, id)) = self.open.pop() else { break };
            if self.expanded.add(id, &mut run.room)? {
                batch.push((id, run.puzzle.unpack(self.store.packed(id))));
            }
        }
        Ok(batch)
    }

    /// Takes in where one state of the batch leads to.
    fn expand(
        &mut self,
        run: &mut Run<'_, P>,
        (parent, id, state): (usize, u32, &P::State),
        pending: &mut Vec<Pending<P::Move>>,
        states: &mut Vec<P::State>,
    ) -> Result<(), Full> {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear(run.puzzle.packed_len());
        run.puzzle.successors(state, self.store.packed(id), &mut successors);
        for successor in successors.iter() {
            run.stats.generated += 1;
            let from = From { id, state, mv: successor.mv };
            let g = self.store.g(id).saturating_add(run.puzzle.cost(state, successor.mv));
            let entry = self.store.entry(successor.packed);
            if let Entry::Known(known) = entry
                && g >= self.store.g(known)
            {
                run.pruned(&from, PruneReason::Duplicate);
                continue;
            }
            let next = run.puzzle.unpack(successor.packed);
            if matches!(entry, Entry::New(_)) && run.is_dead(&next, &from) {
                continue;
            }
            let id = match entry {
                Entry::New(vacant) => {
                    self.store.insert(vacant, successor.packed, g, id, &mut run.room)?
                }
                Entry::Known(known) => {
                    self.store.set(known, g, id);
                    run.stats.reopened += u64::from(self.expanded.remove(known));
                    known
                }
            };
            pending.push(Pending { id, parent, mv: successor.mv, g });
            states.push(next);
        }
        self.successors = successors;
        Ok(())
    }

    /// Estimates what waits for that, and opens it.
    fn estimate(
        &mut self,
        run: &mut Run<'_, P>,
        batch: &[(u32, P::State)],
        pending: &mut Vec<Pending<P::Move>>,
        states: &mut Vec<P::State>,
    ) -> Result<(), Full> {
        let mut estimates = Vec::with_capacity(states.len());
        run.stats.evaluated += states.len() as u64;
        let is_over = || run.clock.is_over();
        self.heuristic.estimate_all(run.puzzle, states, &is_over, &mut estimates);
        states.clear();
        for (pending, estimate) in pending.drain(..).zip(estimates) {
            let (id, state) = &batch[pending.parent];
            let from = From { id: *id, state, mv: pending.mv };
            match estimate {
                Some(h) => {
                    run.generated(pending.id, &from, pending.g, h);
                    self.open.push(self.key(pending.g, h), pending.id, &mut run.room)?;
                }
                None => {
                    run.stats.dead_ends += 1;
                    run.pruned(&from, PruneReason::Infeasible);
                }
            }
        }
        Ok(())
    }
}

impl<P: Puzzle> Search<P> for Batch<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.store.is_empty() {
            return self.begin(run);
        }
        let batch = self.pick(run)?;
        if batch.is_empty() {
            return Ok(Step::Unsolvable);
        }
        let (mut pending, mut states) = (Vec::new(), Vec::new());
        for (parent, (id, state)) in batch.iter().enumerate() {
            if run.puzzle.is_solved(state) {
                let moves = self.store.path(run.puzzle, *id);
                return Ok(Step::Solved { moves, optimal: false });
            }
            if run.clock.is_over() {
                return Ok(Step::More);
            }
            run.expanded(*id, state, self.store.g(*id), 0, self.open.len());
            self.expand(run, (parent, *id, state), &mut pending, &mut states)?;
            if states.len() >= MOST_TOGETHER {
                self.estimate(run, &batch, &mut pending, &mut states)?;
            }
        }
        self.estimate(run, &batch, &mut pending, &mut states)?;
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        self.open.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.open.bytes() + self.expanded.bytes()
    }
}
