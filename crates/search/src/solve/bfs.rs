use plyground_core::{MethodInfo, PruneReason, Puzzle, Successor, Successors};

use super::depth_first::MOST_DEPTH;
use super::search::{From, Run, Search, Step};
use super::steps::StepCosts;
use super::{Made, Setup};
use crate::room::Full;
use crate::store::{Entry, NONE, Store};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("breadth-first search: fewest steps, and the cheapest among those")
        .with([MOST_DEPTH])
        .optimal()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let most_depth = match setup.spec.options.get(MOST_DEPTH.id) {
        None => u32::MAX,
        Some(_) => setup.spec.options.number(MOST_DEPTH.id, 0, 0..=1_000_000)?,
    };
    Ok(Box::new(Bfs {
        most_depth,
        store: Store::new(setup.puzzle.packed_len()),
        next: 0,
        layer_end: 0,
        depth: 0,
        goals: Vec::new(),
        costs: StepCosts::default(),
        successors: Successors::default(),
    }))
}

/// Breadth-first search. States are stored in the order in which they are found, so the store
/// itself is the queue.
struct Bfs<P: Puzzle> {
    /// No longer line is looked at.
    most_depth: u32,
    store: Store,
    /// The next state to expand.
    next: u32,
    /// Where the layer of that state ends.
    layer_end: u32,
    depth: u32,
    /// Solved states of the next layer.
    goals: Vec<u32>,
    costs: StepCosts,
    successors: Successors<P::Move>,
}

impl<P: Puzzle> Bfs<P> {
    /// Takes in one successor. Within a layer a cheaper way to a state of the next one counts.
    fn reach(
        &mut self,
        run: &mut Run<'_, P>,
        from: &From<'_, P>,
        successor: &Successor<'_, P::Move>,
        g: u32,
    ) -> Result<(), Full> {
        let id = match self.store.entry(successor.packed) {
            Entry::Known(id) if id < self.layer_end || g >= self.store.g(id) => {
                run.pruned(from, PruneReason::Duplicate);
                return Ok(());
            }
            Entry::Known(id) => {
                self.store.set(id, g, from.id);
                id
            }
            Entry::New(vacant) => {
                let mut solved = false;
                // A quiet move from a state that is neither solved nor dead leads to another.
                if !successor.quiet {
                    let next = run.puzzle.unpack(successor.packed);
                    if run.is_dead(&next, from) {
                        return Ok(());
                    }
                    solved = run.puzzle.is_solved(&next);
                }
                let id = self.store.insert(vacant, successor.packed, g, from.id, &mut run.room)?;
                if solved {
                    self.goals.push(id);
                }
                id
            }
        };
        run.generated(id, from, g, 0);
        Ok(())
    }
}

impl<P: Puzzle> Search<P> for Bfs<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.store.is_empty() {
            let mut packed = vec![0; run.puzzle.packed_len()];
            run.puzzle.pack(&run.puzzle.start(), &mut packed);
            if let Entry::New(vacant) = self.store.entry(&packed) {
                self.store.insert(vacant, &packed, 0, NONE, &mut run.room)?;
            }
            self.layer_end = 1;
            return Ok(Step::More);
        }
        if self.next == self.layer_end {
            if let Some(&goal) = self.goals.iter().min_by_key(|&&goal| self.store.g(goal)) {
                let moves = self.store.path(run.puzzle, goal);
                let optimal = self.costs.prove(self.store.g(goal), moves.len(), run.puzzle.unit());
                return Ok(Step::Solved { moves, optimal });
            }
            self.layer_end = self.store.len() as u32;
            self.depth += 1;
            if self.next == self.layer_end {
                return Ok(Step::Unsolvable);
            }
        }
        if self.depth >= self.most_depth {
            return Ok(Step::GaveUp);
        }
        let id = self.next;
        self.next += 1;
        let state = run.puzzle.unpack(self.store.packed(id));
        let g = self.store.g(id);
        run.expanded(id, &state, g, 0, self.store.len() - self.next as usize);
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear(run.puzzle.packed_len());
        run.puzzle.successors(&state, self.store.packed(id), &mut successors);
        for successor in successors.iter() {
            run.stats.generated += 1;
            let from = From { id, state: &state, mv: successor.mv };
            let cost = run.puzzle.cost(&state, successor.mv);
            self.costs.see(cost);
            self.reach(run, &from, &successor, g.saturating_add(cost))?;
        }
        self.successors = successors;
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        self.store.len() as u64 - u64::from(self.next)
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + 4 * self.goals.capacity() as u64
    }

    fn note(&self, _puzzle: &P) -> String {
        format!("depth {}", self.depth)
    }
}
