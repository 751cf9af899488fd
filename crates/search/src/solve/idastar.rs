use plyground_core::{Event, Heuristic, MethodInfo, PruneReason, Puzzle};

use super::search::{From, Run, Search, Step};
use super::stack::Stack;
use super::table::{TABLE, Table};
use super::{H, Made, Setup};
use crate::room::Full;
use crate::store::Entry;

pub(super) fn info() -> MethodInfo {
    MethodInfo::new(
        "IDA*: depth-first within a bound on cost plus estimate that rises until it suffices",
    )
    .with([H, TABLE])
    .optimal()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    Ok(Box::new(IdaStar {
        heuristic: setup.heuristic()?,
        bound: None,
        least: 0,
        next_bound: None,
        iteration: 0,
        table: Table::from_options(setup)?,
        stack: Stack::new(setup.puzzle.packed_len()),
        best: None,
        key: vec![0; setup.puzzle.packed_len()],
    }))
}

/// Iterative-deepening A*.
///
/// The bound ends a whole unit of cost, so that ties broken below a unit do not make an iteration
/// each; within the bound the search goes on to the cheapest solution. The table holds the cost and
/// the iteration of the last visit of a state: in one iteration, a visit at no less cost is in vain.
struct IdaStar<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    bound: Option<u32>,
    /// The cost plus estimate that the bound was raised to.
    least: u32,
    /// The least cost plus estimate over the bound.
    next_bound: Option<u32>,
    iteration: u32,
    table: Table,
    stack: Stack<P>,
    best: Option<(u32, Vec<P::Move>)>,
    key: Vec<u8>,
}

impl<P: Puzzle> IdaStar<P> {
    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        let start = run.puzzle.start();
        let f = match self.next_bound.take() {
            Some(f) => f,
            None => {
                run.stats.evaluated += 1;
                match run.in_time(&self.heuristic, &start) {
                    Some(h) => h,
                    None => return Ok(Step::Unsolvable),
                }
            }
        };
        let bound = end_of_unit(f, run.puzzle.unit());
        self.bound = Some(bound);
        self.least = f;
        self.iteration += 1;
        run.tell(&Event::Iteration { bound });
        run.puzzle.pack(&start, &mut self.key);
        let entry = self.table.entry(&self.key);
        let id = self.table.note(entry, &self.key, (0, self.iteration), &mut run.room)?;
        run.expanded(id, &start, 0, 0, 0);
        self.stack.push(run.puzzle, id, start, 0, None, &mut run.room)?;
        Ok(Step::More)
    }

    fn end(&mut self) -> Step<P::Move> {
        match self.best.take() {
            Some((_, moves)) => {
                Step::Solved { moves, optimal: self.heuristic.properties().admissible }
            }
            None if self.next_bound.is_none() => Step::Unsolvable,
            None => Step::More,
        }
    }

    fn try_move(&mut self, run: &mut Run<'_, P>, mv: P::Move) -> Result<(), Full> {
        let Some(top) = self.stack.top() else { return Ok(()) };
        run.stats.generated += 1;
        let from = From { id: top.id, state: &top.state, mv };
        let next = run.puzzle.play(from.state, mv);
        let g = top.g.saturating_add(run.puzzle.cost(from.state, mv));
        if self.best.as_ref().is_some_and(|(best, _)| g >= *best) {
            run.pruned(&from, PruneReason::Bound);
            return Ok(());
        }
        run.puzzle.pack(&next, &mut self.key);
        let entry = self.table.entry(&self.key);
        if let Entry::Known(id) = entry {
            let (known_g, iteration) = self.table.noted(id);
            if iteration == self.iteration && known_g <= g {
                run.pruned(&from, PruneReason::Duplicate);
                return Ok(());
            }
        }
        if self.stack.circles(&next, g) {
            run.pruned(&from, PruneReason::Duplicate);
            return Ok(());
        }
        if run.is_dead(&next, &from) {
            return Ok(());
        }
        let Some(h) = run.estimate(&self.heuristic, &next, &from) else { return Ok(()) };
        let f = g.saturating_add(h);
        if f > self.bound.unwrap_or(u32::MAX) {
            self.next_bound = Some(self.next_bound.map_or(f, |least| least.min(f)));
            run.pruned(&from, PruneReason::Bound);
            return Ok(());
        }
        if self.best.as_ref().is_some_and(|(best, _)| f >= *best) {
            run.pruned(&from, PruneReason::Bound);
            return Ok(());
        }
        let id = self.table.note(entry, &self.key, (g, self.iteration), &mut run.room)?;
        run.generated(id, &from, g, h);
        if run.puzzle.is_solved(&next) {
            self.best = Some((g, self.stack.line(mv)));
        } else {
            run.expanded(id, &next, g, h, self.stack.len());
            self.stack.push(run.puzzle, id, next, g, Some(mv), &mut run.room)?;
        }
        Ok(())
    }
}

impl<P: Puzzle> Search<P> for IdaStar<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.stack.len() == 0 {
            return self.begin(run);
        }
        if let Some(mv) = self.stack.next_move() {
            self.try_move(run, mv)?;
            return Ok(Step::More);
        }
        self.stack.pop();
        Ok(if self.stack.len() == 0 { self.end() } else { Step::More })
    }

    fn frontier(&self) -> u64 {
        self.stack.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.stack.bytes()
    }

    fn note(&self, puzzle: &P) -> String {
        self.bound
            .map_or_else(String::new, |bound| format!("bound {}", bound / puzzle.unit().max(1)))
    }

    fn best(&self, _puzzle: &P) -> Option<Vec<P::Move>> {
        self.best.as_ref().map(|(_, moves)| moves.clone())
    }

    fn bound(&self) -> Option<u64> {
        self.heuristic.properties().admissible.then_some(self.least.into())
    }
}

/// The last cost that has as many whole units.
const fn end_of_unit(cost: u32, unit: u32) -> u32 {
    if unit <= 1 { cost } else { (cost / unit * unit).saturating_add(unit - 1) }
}

#[cfg(test)]
mod tests {
    use super::end_of_unit;

    #[test]
    fn a_bound_ends_its_unit() {
        assert_eq!(end_of_unit(7, 1), 7);
        assert_eq!(end_of_unit(0, 10), 9);
        assert_eq!(end_of_unit(19, 10), 19);
        assert_eq!(end_of_unit(20, 10), 29);
        assert_eq!(end_of_unit(u32::MAX, 65536), u32::MAX);
    }
}
