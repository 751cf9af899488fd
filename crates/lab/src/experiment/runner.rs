use std::ops::ControlFlow;

use plyground_catalog::Unwatched;
use plyground_core::{Cancel, Limits, Status};

use super::{Cell, Plan, Row, RunStore};
use crate::pool::{self, Progress};
use crate::store::RunError;

/// Makes every run of a plan that is not in the store yet, `jobs` at a time; each is kept as soon as it is
/// finished. `told` hears how far it is and how many runs found a solution. Gives all rows in the plan's order; fewer where it was cancelled.
pub fn run(
    plan: &Plan,
    store: &RunStore,
    jobs: usize,
    cancel: &Cancel,
    told: &mut dyn FnMut(&Progress, usize),
) -> Result<Vec<Row>, RunError> {
    plan.check()?;
    let cells = plan.cells()?;
    let earlier = store.rows(&cells)?;
    let open: Vec<&Cell> =
        cells.iter().zip(&earlier).filter(|(_, row)| row.is_none()).map(|(cell, _)| cell).collect();
    let kept = cells.len() - open.len();
    let jobs = jobs.clamp(1, open.len().max(1));
    let mut progress = Progress::new(cells.len(), kept, jobs);
    let mut solved = earlier.iter().flatten().filter(|row| row.is_solved()).count();
    told(&progress, solved);
    let work = |index: usize, _: &Cancel| one(plan, open[index], jobs, cancel);
    pool::each(open.len(), jobs, cancel, work, |_, row| {
        let row = row?;
        // What was cut off is run again another time.
        if row.status != Status::Cancelled {
            store.add(&row)?;
            progress.step();
            solved += usize::from(row.is_solved());
            told(&progress, solved);
        }
        Ok::<_, RunError>(ControlFlow::Continue(()))
    })?;
    Ok(store.rows(&cells)?.into_iter().flatten().collect())
}

fn one(plan: &Plan, cell: &Cell, jobs: usize, cancel: &Cancel) -> Result<Row, RunError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits {
        time: Some(plan.limits.time),
        states: plan.limits.states,
        memory: Some(plan.limits.memory),
        threads: Some((cores / jobs).max(1)),
        cancel: cancel.clone(),
    };
    let level = &plan.cases[cell.case].level;
    let spec = &plan.methods[cell.method];
    let solved = level.solve(spec, &plan.options, &limits, &mut Unwatched)?;
    Ok(Row::new(plan, cell, solved, jobs))
}
