use plyground_core::{Heuristic, MethodInfo, PruneReason, Puzzle};

use super::search::{From, Run, Search, Step};
use super::{H, Made, Setup};
use crate::room::Full;
use crate::store::{Entry, NONE, Store};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new(
        "best-first walk without an open list: to the best unvisited successor, until a dead end",
    )
    .with([H])
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    Ok(Box::new(HillClimb {
        heuristic: setup.heuristic()?,
        visited: Store::new(setup.puzzle.packed_len()),
        moves: Vec::new(),
        key: vec![0; setup.puzzle.packed_len()],
    }))
}

/// A walk to the best unvisited successor. The states visited are the path.
struct HillClimb<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    visited: Store,
    moves: Vec<P::Move>,
    key: Vec<u8>,
}

/// A successor to walk to.
struct Choice<P: Puzzle> {
    state: P::State,
    mv: P::Move,
    g: u32,
    h: u32,
}

impl<P: Puzzle> HillClimb<P> {
    /// The first of the best unvisited successors.
    fn choose(&mut self, run: &mut Run<'_, P>, id: u32, state: &P::State) -> Option<Choice<P>> {
        let g = self.visited.g(id);
        let mut best: Option<Choice<P>> = None;
        self.moves.clear();
        run.puzzle.moves(state, &mut self.moves);
        for &mv in &self.moves {
            run.stats.generated += 1;
            let from = From { id, state, mv };
            let next = run.puzzle.play(state, mv);
            run.puzzle.pack(&next, &mut self.key);
            if let Entry::Known(_) = self.visited.entry(&self.key) {
                run.pruned(&from, PruneReason::Duplicate);
                continue;
            }
            if run.is_dead(&next, &from) {
                continue;
            }
            let Some(h) = run.estimate(&self.heuristic, &next, &from) else { continue };
            if best.as_ref().is_none_or(|best| h < best.h) {
                let g = g.saturating_add(run.puzzle.cost(state, mv));
                best = Some(Choice { state: next, mv, g, h });
            }
        }
        best
    }
}

impl<P: Puzzle> Search<P> for HillClimb<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.visited.is_empty() {
            run.puzzle.pack(&run.puzzle.start(), &mut self.key);
            if let Entry::New(vacant) = self.visited.entry(&self.key) {
                self.visited.insert(vacant, &self.key, 0, NONE, &mut run.room)?;
            }
        }
        let id = self.visited.len() as u32 - 1;
        let state = run.puzzle.unpack(self.visited.packed(id));
        run.expanded(id, &state, self.visited.g(id), 0, 1);
        let Some(choice) = self.choose(run, id, &state) else { return Ok(Step::GaveUp) };
        run.puzzle.pack(&choice.state, &mut self.key);
        let Entry::New(vacant) = self.visited.entry(&self.key) else { return Ok(Step::GaveUp) };
        let next = self.visited.insert(vacant, &self.key, choice.g, id, &mut run.room)?;
        run.generated(next, &From { id, state: &state, mv: choice.mv }, choice.g, choice.h);
        if run.puzzle.is_solved(&choice.state) {
            let moves = self.visited.path(run.puzzle, next);
            return Ok(Step::Solved { moves, optimal: false });
        }
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        1
    }

    fn bytes(&self) -> u64 {
        self.visited.bytes()
    }

    fn note(&self, _puzzle: &P) -> String {
        format!("{} steps", self.visited.len())
    }
}
