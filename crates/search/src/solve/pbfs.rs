use plyground_core::{MethodInfo, Puzzle};

use super::search::{Run, Search, Step};
use super::shards::{SHARDS, Shards};
use super::steps::StepCosts;
use super::{Made, Setup};
use crate::room::{Full, reserve};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("breadth-first search on all cores; finds solutions as good as bfs")
        .optimal()
        .threads()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let shards = Shards::new(setup.puzzle.packed_len());
    Ok(Box::new(ParallelBfs {
        fixed: shards.lengths(),
        shards,
        layer: Vec::new(),
        done: 0,
        next_layer: Vec::new(),
        depth: 0,
        goals: Vec::new(),
        costs: StepCosts::default(),
    }))
}

/// Breadth-first search, a batch of a layer at a time.
struct ParallelBfs {
    shards: Shards,
    layer: Vec<u32>,
    /// How much of the layer is expanded.
    done: usize,
    next_layer: Vec<u32>,
    /// Where the next layer begins in each shard: states before have their final cost.
    fixed: [u32; SHARDS],
    depth: u32,
    /// Solved states of the next layer.
    goals: Vec<u32>,
    costs: StepCosts,
}

impl<P: Puzzle> Search<P> for ParallelBfs {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.shards.len() == 0 {
            let start = self.shards.begin(run)?;
            self.layer.push(start);
            self.fixed = self.shards.lengths();
        }
        if self.done == self.layer.len() {
            if let Some(&goal) = self.goals.iter().min_by_key(|&&goal| self.shards.g(goal)) {
                let moves = self.shards.path(run.puzzle, goal);
                let cost = self.shards.g(goal);
                let optimal = self.costs.prove(cost, moves.len(), run.puzzle.unit());
                return Ok(Step::Solved { moves, optimal });
            }
            if self.next_layer.is_empty() {
                return Ok(Step::Unsolvable);
            }
            self.depth += 1;
            self.done = 0;
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.next_layer);
            self.fixed = self.shards.lengths();
        }
        let rest = &self.layer[self.done..];
        let batch = &rest[..rest.len().min(self.shards.batch(run))];
        self.done += batch.len();
        let reached = self.shards.expand(run, batch, None, &self.fixed, &mut self.costs)?;
        for state in reached.iter().filter(|state| state.new) {
            reserve(&mut self.next_layer, 1, &mut run.room)?;
            self.next_layer.push(state.id);
            if state.solved {
                self.goals.push(state.id);
            }
        }
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        (self.layer.len() - self.done + self.next_layer.len()) as u64
    }

    fn bytes(&self) -> u64 {
        let lists = self.layer.capacity() + self.next_layer.capacity() + self.goals.capacity();
        self.shards.bytes() + (lists * size_of::<u32>()) as u64
    }

    fn note(&self, _puzzle: &P) -> String {
        format!("depth {}", self.depth)
    }
}
