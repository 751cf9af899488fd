//! Work on several threads, with the results collected on one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use plyground_core::Cancel;

use crate::crew::Workers;
use crate::forecast::Forecast;

/// Does the pieces of work `0..count` on `jobs` threads, and hands each result to `take` on this thread as soon as it
/// is there. No piece is begun once `cancel` is raised; where `take` breaks off or fails, the second argument of `work`
/// is raised, so that what is under way can end early.
pub(crate) fn each<T: Send, E>(
    count: usize,
    jobs: usize,
    cancel: &Cancel,
    work: impl Fn(usize, &Cancel) -> T + Sync,
    mut take: impl FnMut(usize, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = Cancel::new();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (sender, next, stop, work) = (sender.clone(), &next, &stop, &work);
            scope.spawn(move || {
                while !stop.is_cancelled() && !cancel.is_cancelled() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || sender.send((index, work(index, stop))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for (index, done) in receiver {
            match take(index, done) {
                Ok(ControlFlow::Continue(())) => continue,
                Ok(ControlFlow::Break(())) => {}
                Err(error) => result = Err(error),
            }
            stop.cancel();
            break;
        }
        result
    })
}

/// How far an experiment or a tournament is.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Runs or games there are.
    pub total: usize,
    /// Those that are finished, earlier sessions included.
    pub done: usize,
    /// Those that were finished before this session.
    pub kept: usize,
    /// Those under way.
    pub running: usize,
    /// How long the rest will take, by what the finished ones of the same kind took.
    pub left: Option<Duration>,
    /// How the workers of a cluster are, where there is one.
    pub workers: Option<Workers>,
    /// How many are finished in a second, by what those of this session took.
    pub rate: f64,
    began: Instant,
    jobs: usize,
    forecast: Forecast,
    /// Seconds of those of this session, together and at most.
    spent: (f64, f64),
    judged: Option<Instant>,
}

/// Between two looks at how long the rest will take.
const LOOK: Duration = Duration::from_millis(200);

impl Progress {
    /// `kept` of `total` are done already; the others, which the forecast expects, are done `jobs` at a time.
    pub(crate) fn new(total: usize, kept: usize, jobs: usize, forecast: Forecast) -> Self {
        let running = (total - kept).min(jobs);
        Self {
            total,
            done: kept,
            kept,
            running,
            left: None,
            workers: None,
            rate: 0.0,
            began: Instant::now(),
            jobs,
            forecast,
            spent: (0.0, 0.0),
            judged: None,
        }
    }

    /// Word from the workers of a cluster.
    pub(crate) fn hear(&mut self, workers: Workers) {
        self.workers = Some(workers);
        self.jobs = workers.slots;
        self.running = (self.total - self.done).min(self.jobs);
    }

    /// More are done: where each belongs in the forecast, and its seconds.
    pub(crate) fn step(&mut self, made: impl Iterator<Item = (usize, usize, f64)>) {
        for (row, column, seconds) in made {
            self.done += 1;
            self.forecast.finish(row, column, seconds);
            self.spent = (self.spent.0 + seconds, self.spent.1.max(seconds));
        }
        let (fresh, waiting) = (self.done - self.kept, self.total - self.done);
        self.running = waiting.min(self.jobs);
        let passed = self.began.elapsed().as_secs_f64();
        self.rate = fresh as f64 / passed.max(1e-3);
        if waiting == 0 || self.judged.is_none_or(|judged| judged.elapsed() >= LOOK) {
            self.judged = Some(Instant::now());
            self.left = self.judge(passed, fresh, waiting);
        }
    }

    /// The work that is left, shared by all jobs, with what each piece costs beyond its own time.
    fn judge(&self, passed: f64, fresh: usize, waiting: usize) -> Option<Duration> {
        let jobs = self.jobs.max(1) as f64;
        let (spent, longest) = self.spent;
        // What is under way now may have taken as long as the longest.
        let idle = (passed * jobs - spent - longest * jobs).max(0.0) / fresh.max(1) as f64;
        let work = self.forecast.work()? + idle * waiting as f64;
        Duration::try_from_secs_f64(work / jobs.min(waiting.max(1) as f64)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        let mut seen = vec![0; 100];
        let cancel = Cancel::new();
        let done: Result<(), ()> = each(
            100,
            4,
            &cancel,
            |i, _| i,
            |i, result| {
                assert_eq!(i, result);
                seen[i] += 1;
                Ok(ControlFlow::Continue(()))
            },
        );
        assert!(done.is_ok() && seen.iter().all(|&times| times == 1));
    }

    #[test]
    fn breaking_off_failing_and_cancelling_end_the_work() {
        let cancel = Cancel::new();
        let mut taken = 0;
        let done: Result<(), ()> = each(
            1_000_000,
            2,
            &cancel,
            |_, _| (),
            |_, ()| {
                taken += 1;
                Ok(if taken == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        );
        assert_eq!((done, taken), (Ok(()), 3));
        assert_eq!(each(9, 2, &cancel, |_, _| (), |_, ()| Err("no")), Err("no"));
        cancel.cancel();
        let none = each(9, 2, &cancel, |_, _| (), |_, ()| Err("never taken"));
        assert_eq!(none, Ok(()));
    }
}
