use std::ops::ControlFlow;

use plyground_core::Cancel;

use super::{Cell, Plan, Row, RunStore, Runs};
use crate::crew::{Crew, Local, News};
use crate::forecast::Forecast;
use crate::pool::Progress;
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
    run_with(plan, store, &mut Local { jobs }, cancel, told)
}

/// The same with any crew. Rows are of the runs that the crew takes.
pub fn run_with(
    plan: &Plan,
    store: &RunStore,
    crew: &mut impl Crew,
    cancel: &Cancel,
    told: &mut dyn FnMut(&Progress, usize),
) -> Result<Vec<Row>, RunError> {
    plan.check()?;
    let mut cells = plan.cells()?;
    cells.retain(|cell| crew.takes(&cell.id));
    store.enrol(plan, &cells)?;
    let earlier = store.rows(&cells)?;
    let open: Vec<&Cell> =
        cells.iter().zip(&earlier).filter(|(_, row)| row.is_none()).map(|(cell, _)| cell).collect();
    let kept = cells.len() - open.len();
    let most = plan.limits.time.as_secs_f64();
    let mut forecast = Forecast::new(plan.methods.len(), plan.cases.len(), Some(most));
    for (cell, row) in cells.iter().zip(&earlier) {
        match row {
            Some(row) => forecast.learn(cell.method, cell.case, row.stats.seconds),
            None => forecast.expect(cell.method, cell.case),
        }
    }
    let mut progress = Progress::new(cells.len(), kept, crew.jobs(), forecast);
    let mut solved = earlier.iter().flatten().filter(|row| row.is_solved()).count();
    drop(earlier);
    told(&progress, solved);
    crew.work(&Runs::of(plan, open.iter().copied()), cancel, &mut |news| {
        match news {
            News::Made(made) => {
                store.add_all(made.iter().map(|(_, row)| row))?;
                progress.step(made.iter().map(|(index, row)| {
                    (open[*index].method, open[*index].case, row.stats.seconds)
                }));
                solved += made.iter().filter(|(_, row)| row.is_solved()).count();
            }
            News::Workers(workers) => progress.hear(workers),
        }
        told(&progress, solved);
        Ok(ControlFlow::Continue(()))
    })?;
    named(plan, store.rows(&cells)?)
}

/// The runs of a plan that are done, in its order.
pub fn finished(plan: &Plan, store: &RunStore) -> Result<Vec<Row>, RunError> {
    named(plan, store.rows(&plan.cells()?)?)
}

/// The rows that are there, as those of this plan: a run may have been made for another experiment of the same store.
fn named(plan: &Plan, rows: Vec<Option<Row>>) -> Result<Vec<Row>, RunError> {
    let name = plan.name();
    let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
    for row in &mut rows {
        row.experiment = Some(name.clone());
    }
    Ok(rows)
}
