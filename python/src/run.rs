//! Long work: on a thread of its own, so that Ctrl-C works and other Python threads go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plyground_core::{Cancel, Limits};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How often signals are looked at.
const GLANCE: Duration = Duration::from_millis(40);
/// Room for the recursion of players.
const STACK: usize = 64 << 20;
/// Bytes a search may hold where nothing is said.
const MEMORY: u64 = 4_000_000_000;

/// Where exceptions of Python callbacks wait until the work that called them has ended.
#[derive(Default)]
pub struct Trouble {
    error: Mutex<Option<PyErr>>,
    /// Whether there is one: asked before every callback.
    met: AtomicBool,
    /// The work under way.
    cancels: Mutex<Vec<Cancel>>,
}

impl Trouble {
    /// Keeps the first exception, and ends the work under way.
    pub fn meet(&self, error: PyErr) {
        let mut first = lock(&self.error);
        first.get_or_insert(error);
        self.met.store(true, Ordering::Release);
        drop(first);
        for cancel in lock(&self.cancels).iter() {
            cancel.cancel();
        }
    }

    /// The value, or what a callback raised while it was worked out.
    pub fn settle<T>(&self, value: T) -> PyResult<T> {
        self.take().map_or(Ok(value), Err)
    }

    /// What a callback raised, once.
    fn take(&self) -> Option<PyErr> {
        let mut error = lock(&self.error);
        self.met.store(false, Ordering::Release);
        error.take()
    }

    /// Runs a callback; where it raises, what it was to give is the default.
    pub fn guard<T: Default>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.met.load(Ordering::Acquire) {
            return T::default();
        }
        Python::attach(|py| match call(py) {
            Ok(value) => value,
            Err(error) => {
                self.meet(error);
                T::default()
            }
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of work that is about to run.
pub struct Job<'a> {
    /// Ends it.
    pub cancel: &'a Cancel,
    /// Where its callbacks leave exceptions; none where nothing of it is Python.
    pub troubles: Vec<Arc<Trouble>>,
    /// Whether all callbacks are made by the one thread that does the work: then that holds the interpreter
    /// throughout, which makes them cheap.
    pub one_thread: bool,
    /// Is called with what the work tells.
    pub listener: Option<&'a Bound<'a, PyAny>>,
}

/// Something that the work tells while it runs, as JSON.
pub type Tell<'a> = &'a (dyn Fn(String) + Sync);

/// Does the work. Signals and exceptions of callbacks end it and are raised.
pub fn run<T: Send>(
    py: Python<'_>,
    job: &Job<'_>,
    work: impl FnOnce(Tell<'_>) -> T + Send,
) -> PyResult<T> {
    for trouble in &job.troubles {
        trouble.take();
        lock(&trouble.cancels).push(job.cancel.clone());
    }
    let (sender, receiver) = mpsc::channel::<String>();
    let receiver = Mutex::new(receiver);
    let hold = job.one_thread && !job.troubles.is_empty();
    let mut failure = None;
    let done = std::thread::scope(|scope| {
        let body = move || {
            let sender = Mutex::new(sender);
            let tell = |text: String| {
                // Nobody listens once an exception is on its way.
                lock(&sender).send(text).ok();
                if hold {
                    // Lets others have the interpreter, whatever the callbacks are made of.
                    Python::attach(|py| py.detach(std::thread::yield_now));
                }
            };
            if hold { Python::attach(|_| work(&tell)) } else { work(&tell) }
        };
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, body)?;
        loop {
            let told = py.detach(|| lock(&receiver).recv_timeout(GLANCE));
            let looked = match (told, job.listener) {
                (Err(RecvTimeoutError::Disconnected), _) => break,
                (Ok(text), Some(listener)) if failure.is_none() => {
                    listener.call1((text,)).map(drop)
                }
                _ => Ok(()),
            };
            if let Err(error) = looked.and_then(|()| py.check_signals())
                && failure.is_none()
            {
                job.cancel.cancel();
                failure = Some(error);
            }
        }
        std::io::Result::Ok(worker.join())
    });
    for trouble in &job.troubles {
        lock(&trouble.cancels).clear();
        failure = trouble.take().or(failure);
    }
    match (failure, done) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(error.into()),
        (None, Ok(Ok(value))) => Ok(value),
        (None, Ok(Err(panic))) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
            Err(PyRuntimeError::new_err(format!("this should not have happened: {words}")))
        }
    }
}

/// A time in seconds.
pub fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |time: f64| {
        Duration::try_from_secs_f64(time).map_err(|_| {
            PyValueError::new_err(format!("time={time} is not possible; expected seconds from 0"))
        })
    };
    time.map(read).transpose()
}

/// Limits as Python gives them.
pub fn limits(
    time: Option<f64>,
    states: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Limits> {
    let (time, memory) = (seconds(time)?, memory.or(Some(MEMORY)));
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(PyValueError::new_err("threads is not possible; expected 1 to 1024"));
    }
    Ok(Limits { time, states, memory, threads, cancel: Cancel::new() })
}
