//! Searches on threads of their own, so that the screen never waits.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Instant;

use plyground_core::Cancel;

/// Deep recursion of a search must not end the program.
const STACK_BYTES: usize = 64 << 20;

enum Word<P, R> {
    Progress(P),
    Done(R),
}

/// What a job has to say.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News<R> {
    /// It goes on.
    Going,
    /// It is done.
    Done(R),
    /// It broke down without an answer.
    Lost,
}

/// Work in the background. Dropping it asks the work to end, and forgets it.
pub(crate) struct Job<P, R> {
    words: Receiver<Word<P, R>>,
    cancel: Cancel,
    /// When it began.
    pub began: Instant,
    /// How far it is, as far as it told.
    pub progress: Option<P>,
}

impl<P: Send + 'static, R: Send + 'static> Job<P, R> {
    /// Starts the work. It is handed the flag that ends it, and a way to tell how far it is.
    pub fn start(work: impl FnOnce(&Cancel, &mut dyn FnMut(P)) -> R + Send + 'static) -> Self {
        let (sender, words) = mpsc::channel();
        let cancel = Cancel::new();
        let flag = cancel.clone();
        // Where no thread can be had, the sender is dropped and the job counts as lost.
        let _ =
            thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(move || {
                let mut tell = |progress| {
                    let _ = sender.send(Word::Progress(progress));
                };
                let result = work(&flag, &mut tell);
                let _ = sender.send(Word::Done(result));
            });
        Self { words, cancel, began: Instant::now(), progress: None }
    }

    /// Takes in what the work has told since the last call.
    pub fn poll(&mut self) -> News<R> {
        loop {
            match self.words.try_recv() {
                Ok(Word::Progress(progress)) => self.progress = Some(progress),
                Ok(Word::Done(result)) => return News::Done(result),
                Err(TryRecvError::Empty) => return News::Going,
                Err(TryRecvError::Disconnected) => return News::Lost,
            }
        }
    }

    /// Asks the work to end; its answer still comes.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl<P, R> Drop for Job<P, R> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<P: Send + 'static, R: Send + 'static>(job: &mut Job<P, R>) -> News<R> {
        loop {
            match job.poll() {
                News::Going => thread::yield_now(),
                news => return news,
            }
        }
    }

    #[test]
    fn a_job_tells_its_progress_and_its_answer() {
        let mut job = Job::start(|_, tell| {
            tell(1);
            tell(2);
            "done"
        });
        assert_eq!(wait(&mut job), News::Done("done"));
        assert_eq!(job.progress, Some(2));
    }

    #[test]
    fn a_cancelled_job_still_answers() {
        let mut job: Job<(), u8> = Job::start(|cancel, _| {
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            7
        });
        job.cancel();
        assert_eq!(wait(&mut job), News::Done(7));
    }

    #[test]
    fn a_job_that_breaks_down_is_lost_and_nothing_else() {
        let mut job: Job<(), u8> = Job::start(|_, _| std::panic::resume_unwind(Box::new(())));
        assert_eq!(wait(&mut job), News::Lost);
    }
}
