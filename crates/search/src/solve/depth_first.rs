//! What `dfs`, `dls` and `ids` share: follow one line to its end, then the next.

use plyground_core::{Event, OptionInfo, OptionKind, PruneReason, Puzzle};

use super::search::{From, Run, Search, Step};
use super::stack::Stack;
use super::steps::StepCosts;
use super::table::Table;
use crate::room::Full;
use crate::store::Entry;

/// The option for a depth, where a method has no limit of its own.
pub(super) const MOST_DEPTH: OptionInfo = OptionInfo {
    id: "depth",
    kind: OptionKind::Number,
    default: "none",
    summary: "the most steps of a line",
};

/// How deep a depth-first search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// To the end of each line; a state is visited once.
    Any,
    /// So many steps.
    Most(u32),
    /// One step more each time, until there is a solution.
    Deepening,
}

/// A depth-first search.
///
/// The table holds, of each state seen, the cost and the steps that were left when it was last
/// visited. With no more steps left and at no less cost, another visit can find nothing new.
pub(super) struct DepthFirst<P: Puzzle> {
    depth: Depth,
    /// The steps allowed now.
    bound: u32,
    table: Table,
    stack: Stack<P>,
    /// Whether the bound kept an unknown state away.
    cut: bool,
    best: Option<(u32, Vec<P::Move>)>,
    costs: StepCosts,
    key: Vec<u8>,
}

impl<P: Puzzle> DepthFirst<P> {
    pub(super) fn new(puzzle: &P, depth: Depth, table: Table) -> Self {
        Self {
            depth,
            bound: match depth {
                Depth::Any => u32::MAX,
                Depth::Most(depth) => depth,
                Depth::Deepening => 0,
            },
            table,
            stack: Stack::new(puzzle.packed_len()),
            cut: false,
            best: None,
            costs: StepCosts::default(),
            key: vec![0; puzzle.packed_len()],
        }
    }

    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<(), Full> {
        if self.depth == Depth::Deepening {
            self.bound += 1;
            run.tell(&Event::Iteration { bound: self.bound });
        }
        self.cut = false;
        let start = run.puzzle.start();
        run.puzzle.pack(&start, &mut self.key);
        let entry = self.table.entry(&self.key);
        let id = self.table.note(entry, &self.key, (0, self.bound), &mut run.room)?;
        run.expanded(id, &start, 0, 0, 0);
        self.stack.push(run.puzzle, id, start, 0, None, &mut run.room)
    }

    /// All lines within the bound have been followed.
    fn end(&mut self, run: &Run<'_, P>) -> Step<P::Move> {
        match self.best.take() {
            Some((cost, moves)) => {
                let optimal = self.costs.prove(cost, moves.len(), run.puzzle.unit());
                Step::Solved { moves, optimal }
            }
            None if !self.cut => Step::Unsolvable,
            None if self.depth == Depth::Deepening && self.bound < u32::MAX - 1 => Step::More,
            None => Step::GaveUp,
        }
    }

    fn try_move(&mut self, run: &mut Run<'_, P>, mv: P::Move) -> Result<Step<P::Move>, Full> {
        let Some(top) = self.stack.top() else { return Ok(Step::More) };
        run.stats.generated += 1;
        let from = From { id: top.id, state: &top.state, mv };
        let next = run.puzzle.play(from.state, mv);
        let cost = run.puzzle.cost(from.state, mv);
        self.costs.see(cost);
        let g = top.g.saturating_add(cost);
        run.puzzle.pack(&next, &mut self.key);
        let entry = self.table.entry(&self.key);
        let Some(left) = self.bound.checked_sub(self.stack.len() as u32) else {
            run.pruned(&from, PruneReason::Bound);
            self.cut |= matches!(entry, Entry::New(_)) && !run.puzzle.is_dead(&next);
            return Ok(Step::More);
        };
        if let Entry::Known(id) = entry {
            let (known_g, known_left) = self.table.noted(id);
            if self.depth == Depth::Any || (known_left >= left && known_g <= g) {
                run.pruned(&from, PruneReason::Duplicate);
                return Ok(Step::More);
            }
        }
        if self.best.as_ref().is_some_and(|(best, _)| g >= *best) {
            run.pruned(&from, PruneReason::Bound);
            return Ok(Step::More);
        }
        if run.is_dead(&next, &from) {
            return Ok(Step::More);
        }
        let id = self.table.note(entry, &self.key, (g, left), &mut run.room)?;
        run.generated(id, &from, g, 0);
        if run.puzzle.is_solved(&next) {
            let moves = self.stack.line(mv);
            if self.depth != Depth::Deepening {
                return Ok(Step::Solved { moves, optimal: false });
            }
            self.best = Some((g, moves));
        } else if left > 0 || !self.cut {
            run.expanded(id, &next, g, 0, self.stack.len());
            self.stack.push(run.puzzle, id, next, g, Some(mv), &mut run.room)?;
        }
        Ok(Step::More)
    }
}

impl<P: Puzzle> Search<P> for DepthFirst<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.stack.len() == 0 {
            self.begin(run)?;
            return Ok(Step::More);
        }
        if let Some(mv) = self.stack.next_move() {
            return self.try_move(run, mv);
        }
        self.stack.pop();
        Ok(if self.stack.len() == 0 { self.end(run) } else { Step::More })
    }

    fn frontier(&self) -> u64 {
        self.stack.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.stack.bytes()
    }

    fn note(&self, _puzzle: &P) -> String {
        match self.depth {
            Depth::Any => format!("depth {}", self.stack.len()),
            _ => format!("depth {} of {}", self.stack.len(), self.bound),
        }
    }

    fn best(&self, _puzzle: &P) -> Option<Vec<P::Move>> {
        self.best.as_ref().map(|(_, moves)| moves.clone())
    }
}
