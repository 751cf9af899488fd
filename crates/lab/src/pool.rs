//! Work on several threads, with the results collected on one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use plyground_core::Cancel;

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
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Runs or games there are.
    pub total: usize,
    /// Those that are finished, earlier sessions included.
    pub done: usize,
    /// Those that were finished before this session.
    pub kept: usize,
    /// Those under way.
    pub running: usize,
    /// How long the rest will take, by what those of this session took.
    pub left: Option<Duration>,
    began: Instant,
    jobs: usize,
}

impl Progress {
    /// `kept` of `total` are done already; the others are done `jobs` at a time.
    pub(crate) fn new(total: usize, kept: usize, jobs: usize) -> Self {
        let running = (total - kept).min(jobs);
        Self { total, done: kept, kept, running, left: None, began: Instant::now(), jobs }
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        let (fresh, waiting) = (self.done - self.kept, self.total - self.done);
        self.running = waiting.min(self.jobs);
        self.left = Some(self.began.elapsed().mul_f64(waiting as f64 / fresh as f64));
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
