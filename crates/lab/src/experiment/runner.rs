use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use plyground_catalog::Unwatched;
use plyground_core::{Cancel, Limits, SpecError, Status};

use super::{Cell, Plan, Row, RunStore, StoreError};

/// How far an experiment is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Runs there are.
    pub total: usize,
    /// Runs finished, earlier sessions included.
    pub done: usize,
    /// Runs that were finished before this session.
    pub kept: usize,
    /// Runs under way.
    pub running: usize,
    /// Finished runs that found a solution.
    pub solved: usize,
    /// How long the rest will take, by what the runs of this session took.
    pub left: Option<Duration>,
}

/// An experiment that could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The runs cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A method cannot be run on a level.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// Makes every run of a plan that is not in the store yet, `jobs` at a time; each is kept as soon as it is
/// finished. Gives all rows in the plan's order; fewer where it was cancelled.
pub fn run(
    plan: &Plan,
    store: &RunStore,
    jobs: usize,
    cancel: &Cancel,
    told: &mut dyn FnMut(&Progress),
) -> Result<Vec<Row>, RunError> {
    plan.check()?;
    let cells = plan.cells()?;
    let earlier = store.rows(&cells)?;
    let open: Vec<&Cell> =
        cells.iter().zip(&earlier).filter(|(_, row)| row.is_none()).map(|(cell, _)| cell).collect();
    let kept = cells.len() - open.len();
    let mut progress = Progress {
        total: cells.len(),
        done: kept,
        kept,
        running: 0,
        solved: earlier.iter().flatten().filter(|row| row.is_solved()).count(),
        left: None,
    };
    told(&progress);
    let jobs = jobs.clamp(1, open.len().max(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (cores / jobs).max(1);
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    std::thread::scope(|scope| -> Result<(), RunError> {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs {
            let (sender, next, open) = (sender.clone(), &next, &open);
            scope.spawn(move || {
                while let Some(cell) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if cancel.is_cancelled()
                        || sender.send(one(plan, cell, threads, cancel)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            let row = result?;
            // What was cut off is run again another time.
            if row.status == Status::Cancelled {
                continue;
            }
            store.add(&row)?;
            progress.done += 1;
            progress.solved += usize::from(row.is_solved());
            let fresh = progress.done - kept;
            let waiting = progress.total - progress.done;
            progress.running = waiting.min(jobs);
            progress.left = Some(began.elapsed().mul_f64(waiting as f64 / fresh as f64));
            told(&progress);
        }
        Ok(())
    })?;
    Ok(store.rows(&cells)?.into_iter().flatten().collect())
}

fn one(plan: &Plan, cell: &Cell, threads: usize, cancel: &Cancel) -> Result<Row, RunError> {
    let limits = Limits {
        time: Some(plan.limits.time),
        states: plan.limits.states,
        memory: Some(plan.limits.memory),
        threads: Some(threads),
        cancel: cancel.clone(),
    };
    let level = &plan.cases[cell.case].level;
    let spec = &plan.methods[cell.method];
    let solved = level.solve(spec, &plan.options, &limits, &mut Unwatched)?;
    Ok(Row::new(plan, cell, solved))
}
