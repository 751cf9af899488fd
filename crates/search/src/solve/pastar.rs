use plyground_core::{Heuristic, MethodInfo, Puzzle};

use super::bits::Bits;
use super::queue::Queue;
use super::search::{Run, Search, Step};
use super::shards::{SHARDS, Shards};
use super::steps::StepCosts;
use super::{H, Made, Setup};
use crate::room::Full;

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("A* on all cores; finds solutions as cheap as astar")
        .with([H])
        .optimal()
        .threads()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    Ok(Box::new(ParallelAStar {
        heuristic: setup.heuristic()?,
        shards: Shards::new(setup.puzzle.packed_len()),
        open: Queue::default(),
        expanded: Bits::default(),
        batch: Vec::new(),
        best: None,
    }))
}

/// A*, many of the best states at a time.
///
/// States of one batch may reach each other more cheaply, so they are opened again where they do; the
/// best goal is the cheapest once nothing that waits could be cheaper.
struct ParallelAStar<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    shards: Shards,
    open: Queue,
    expanded: Bits,
    batch: Vec<u32>,
    /// The cheapest solved state so far, with its cost.
    best: Option<(u32, u32)>,
}

impl<P: Puzzle> ParallelAStar<P> {
    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        run.stats.evaluated += 1;
        let Some(h) = run.in_time(&self.heuristic, &run.puzzle.start()) else {
            return Ok(Step::Unsolvable);
        };
        let start = self.shards.begin(run)?;
        self.open.push(h, start, &mut run.room)?;
        Ok(Step::More)
    }

    /// Takes the best states that wait: those within the lowest whole unit, so that a batch does not
    /// run ahead to states that A* would never expand.
    fn pick(&mut self, run: &mut Run<'_, P>) -> Result<(), Full> {
        self.batch.clear();
        let unit = run.puzzle.unit().max(1);
        let Some(first) = self.open.lowest() else { return Ok(()) };
        let most = self.shards.batch(run);
        while self.batch.len() < most
            && self.open.lowest().is_some_and(|f| f / unit == first / unit)
        {
            let Some((_, id)) = self.open.pop() else { break };
            if self.expanded.add(id, &mut run.room)? {
                self.batch.push(id);
            }
        }
        Ok(())
    }
}

impl<P: Puzzle> Search<P> for ParallelAStar<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.shards.len() == 0 {
            return self.begin(run);
        }
        let lowest = self.open.lowest();
        match (self.best, lowest) {
            (Some((goal, cost)), lowest) if lowest.is_none_or(|f| f >= cost) => {
                let moves = self.shards.path(run.puzzle, goal);
                let optimal = self.heuristic.properties().admissible;
                return Ok(Step::Solved { moves, optimal });
            }
            (None, None) => return Ok(Step::Unsolvable),
            _ => {}
        }
        self.pick(run)?;
        let nothing_fixed = [0; SHARDS];
        let reached = self.shards.expand(
            run,
            &self.batch,
            Some(&*self.heuristic),
            &nothing_fixed,
            &mut StepCosts::default(),
        )?;
        for state in reached {
            run.stats.reopened += u64::from(self.expanded.remove(state.id));
            if state.solved {
                if self.best.is_none_or(|(_, cost)| state.g < cost) {
                    self.best = Some((state.id, state.g));
                }
            } else {
                self.open.push(state.g.saturating_add(state.h), state.id, &mut run.room)?;
            }
        }
        if let Some(lowest) = lowest.filter(|_| run.clock.is_stopped()) {
            // Cut off, they may lack successors: they wait on, so that the bound stays true.
            for &id in &self.batch {
                self.expanded.remove(id);
                self.open.push(lowest, id, &mut run.room)?;
            }
        }
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        self.open.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.shards.bytes()
            + self.open.bytes()
            + self.expanded.bytes()
            + (self.batch.capacity() * size_of::<u32>()) as u64
    }

    fn note(&self, puzzle: &P) -> String {
        self.open
            .lowest()
            .map_or_else(String::new, |f| format!("best rank {}", f / puzzle.unit().max(1)))
    }

    fn best(&self, puzzle: &P) -> Option<Vec<P::Move>> {
        self.best.map(|(goal, _)| self.shards.path(puzzle, goal))
    }

    fn bound(&self) -> Option<u64> {
        let admissible = self.heuristic.properties().admissible;
        self.open.lowest().filter(|_| admissible).map(u64::from)
    }
}
