use plyground_catalog::{Solved, level_text};
use plyground_core::{Cancel, Limits, SpecError, Status};

use super::row::Run;
use super::{Cell, Plan, Row};
use crate::crew::Load;
use crate::machine::cores;
use crate::order::{Order, RunOrder, written_options};
use crate::store::RunError;

/// Runs of a plan, piece by piece.
pub struct Runs<'a> {
    plan: &'a Plan,
    name: String,
    cells: Vec<&'a Cell>,
}

impl<'a> Runs<'a> {
    /// These runs of a plan.
    pub fn of(plan: &'a Plan, cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        Self { plan, name: plan.name(), cells: cells.into_iter().collect() }
    }

    fn limits(&self, jobs: usize, cancel: &Cancel) -> Limits {
        let limits = &self.plan.limits;
        Limits {
            time: Some(limits.time),
            states: limits.states,
            memory: Some(limits.memory),
            threads: Some(limits.threads.unwrap_or((cores() / jobs).max(1))),
            cancel: cancel.clone(),
        }
    }

    /// The row of a run that came to this.
    fn row(&self, index: usize, solved: Solved, limits: &Limits, jobs: usize) -> Row {
        let (plan, cell) = (self.plan, self.cells[index]);
        let (case, solver) = (&plan.cases[cell.case], &plan.methods[cell.method]);
        let run = Run { world: &*plan.world, case, solver, options: &plan.options, limits, jobs };
        let mut row = Row::new(&run, solved);
        (row.cell, row.repeat) = (cell.id.clone(), cell.repeat);
        row.experiment = Some(self.name.clone());
        row
    }
}

impl Load for Runs<'_> {
    type Product = Row;

    fn count(&self) -> usize {
        self.cells.len()
    }

    fn id(&self, index: usize) -> &str {
        &self.cells[index].id
    }

    fn make(
        &self,
        index: usize,
        jobs: usize,
        cancel: &Cancel,
        _: &Cancel,
    ) -> Result<Option<Row>, RunError> {
        let (plan, cell) = (self.plan, self.cells[index]);
        let limits = self.limits(jobs, cancel);
        let level = &plan.cases[cell.case].level;
        let solved = plan.methods[cell.method].solve(level, &plan.options, &limits)?;
        // What was cut off is run again another time.
        let whole = solved.status != Status::Cancelled;
        Ok(whole.then(|| self.row(index, solved, &limits, jobs)))
    }

    fn order(&self, index: usize) -> Result<Order, SpecError> {
        let (plan, cell) = (self.plan, self.cells[index]);
        let case = &plan.cases[cell.case];
        Ok(Order::Run(RunOrder {
            experiment: self.name.clone(),
            cell: cell.id.clone(),
            world: plan.world.info().id.into_owned(),
            options: written_options(&plan.options),
            file: case.file.clone(),
            number: case.number,
            title: case.title.clone(),
            level: level_text(&case.level)?,
            method: plan.methods[cell.method].to_string(),
            repeat: cell.repeat,
            seconds: plan.limits.time.as_secs_f64(),
            states: plan.limits.states,
            memory: plan.limits.memory,
            threads: plan.limits.threads,
        }))
    }

    /// The solution is played by the rules; what can be known here is taken from the plan.
    fn check(&self, index: usize, row: Row) -> Result<Row, String> {
        let (plan, cell) = (self.plan, self.cells[index]);
        let measures = row.measures();
        match (&row.solution, measures) {
            (Some(solution), Some(claimed)) => {
                let level = &plan.cases[cell.case].level;
                let seen =
                    level.verify(&plan.options, solution).map_err(|error| error.to_string())?;
                if !seen.solved {
                    let why = seen.error.unwrap_or_else(|| "it does not reach the goal".to_owned());
                    return Err(format!("the solution is none: {why}"));
                }
                if seen.measures != claimed {
                    let (true_moves, moves) = (seen.measures.moves, claimed.moves);
                    return Err(format!("the solution has {true_moves} moves, not {moves}"));
                }
            }
            (None, None) if row.status != Status::Solved => {}
            (None, None) => return Err("solved, but without a solution".to_owned()),
            _ => return Err("a solution without its length, or a length without it".to_owned()),
        }
        let unproven = [Status::Unsolvable, Status::NotFound, Status::Cancelled, Status::Failed];
        if row.is_solved() && unproven.contains(&row.status) {
            return Err(format!("a solution with the status {}", row.status));
        }
        if row.status == Status::Cancelled || (row.optimal && !row.is_solved()) {
            return Err(format!("the status {} does not fit the rest", row.status));
        }
        let honest = |number: f64| number >= 0.0 && number.is_finite();
        if row.jobs == 0 || !honest(row.stats.seconds) || !row.load.is_none_or(honest) {
            return Err("the figures are none".to_owned());
        }
        let limits = self.limits(1, &Cancel::new());
        let limits = Limits { threads: row.threads, ..limits };
        let solved = Solved {
            method: row.method,
            status: row.status,
            reason: row.reason,
            solution: row.solution,
            measures,
            optimal: row.optimal,
            bound: row.bound,
            stats: row.stats,
        };
        let mut checked = self.row(index, solved, &limits, row.jobs as usize);
        (checked.version, checked.machine, checked.load) = (row.version, row.machine, row.load);
        Ok(checked)
    }

    fn failed(&self, index: usize, reason: &str) -> Row {
        let method = self.plan.methods[self.cells[index].method].to_string();
        let solved = Solved::nothing(method, Status::Failed, reason);
        self.row(index, solved, &self.limits(1, &Cancel::new()), 1)
    }
}
