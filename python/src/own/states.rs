//! The states of a search named by numbers: Python objects found by their hash, which is asked for once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Hashable Python objects in the order in which they were met. One thread searches a board, so that nobody comes
/// between a look and a change; no lock is held while Python runs, since its comparisons may come back here.
#[derive(Default)]
pub struct States(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    states: Vec<(isize, Py<PyAny>)>,
    /// Numbers of states by their hash.
    by_hash: HashTable<u32>,
}

/// Spreads a hash of Python over all bits: those of small numbers are the numbers themselves.
fn spread(hash: isize) -> u64 {
    let hash = (hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}

impl States {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a state, a new one where it was not met before.
    pub fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let hash = state.hash()?;
        // Nearly always there is none with this hash, or the one that is looked for.
        let mut tried = 0;
        loop {
            match self.kept().look(hash, tried, state)? {
                Look::New(number) => return Ok(number),
                Look::Maybe(number, other) => {
                    if other.is(state) || other.bind(state.py()).eq(state)? {
                        return Ok(number);
                    }
                    tried += 1;
                }
            }
        }
    }

    /// The state of a number.
    pub fn state<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        match self.kept().states.get(number as usize) {
            Some((_, state)) => Ok(state.bind(py).clone()),
            None => Err(PyValueError::new_err("the puzzle has no start")),
        }
    }
}

/// What a look for a state came to.
enum Look {
    /// It was not there, and has this number now.
    New(u32),
    /// One with the same hash: to be compared.
    Maybe(u32, Py<PyAny>),
}

impl Kept {
    /// What has this hash, after so many that were tried; where there is none, the state is added.
    fn look(&mut self, hash: isize, tried: usize, state: &Bound<'_, PyAny>) -> PyResult<Look> {
        let states = &mut self.states;
        let same = self.by_hash.iter_hash(spread(hash));
        let mut same = same.filter(|&&number| states[number as usize].0 == hash).skip(tried);
        if let Some(&number) = same.next() {
            return Ok(Look::Maybe(number, states[number as usize].1.clone_ref(state.py())));
        }
        let number = u32::try_from(states.len())
            .map_err(|_| PyValueError::new_err("there are too many states"))?;
        states.push((hash, state.clone().unbind()));
        self.by_hash.insert_unique(spread(hash), number, |&of| spread(states[of as usize].0));
        Ok(Look::New(number))
    }
}
