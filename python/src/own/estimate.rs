//! Heuristics that are Python callables.

use std::sync::Arc;

use numpy::{PyArray4, PyArrayMethods};
use plyground_catalog::{AnyState, Estimate};
use plyground_core::Properties;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::run::Trouble;
use crate::state::State;
use crate::world::Place;

/// The promise that a word names.
pub fn promise(word: &str) -> PyResult<Properties> {
    match word {
        "" => Ok(Properties::NONE),
        "admissible" => Ok(Properties::ADMISSIBLE),
        "consistent" => Ok(Properties::CONSISTENT),
        _ => Err(PyValueError::new_err(format!(
            "unknown promise {word:?} (known: admissible, consistent)"
        ))),
    }
}

/// What a callable answered: `None` and infinity mean unsolvable.
pub fn estimate(answer: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if answer.is_none() {
        return Ok(None);
    }
    let number: f64 = answer.extract()?;
    match number.is_nan() {
        true => Err(PyValueError::new_err("a heuristic gave nan; expected a number")),
        false => Ok(number.is_finite().then_some(number)),
    }
}

/// What a callable answered for so many states.
pub fn estimates(answer: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Option<f64>>> {
    let answer = match answer.hasattr("tolist")? {
        true => answer.call_method0("tolist")?,
        false => answer.clone(),
    };
    let mut all = Vec::with_capacity(count);
    for one in answer.try_iter()? {
        all.push(estimate(&one?)?);
    }
    match all.len() == count {
        true => Ok(all),
        false => Err(PyValueError::new_err(format!(
            "a batched heuristic gave {} numbers for {count} states",
            all.len()
        ))),
    }
}

/// A Python callable as a heuristic of any world: of one state, or of many as an array N×C×H×W.
pub struct GivenEstimate {
    /// The callable.
    pub call: Py<PyAny>,
    /// Whether it takes many states at once.
    pub batched: bool,
    /// Where its exceptions wait.
    pub trouble: Arc<Trouble>,
    /// The world.
    pub place: Place,
}

impl GivenEstimate {
    fn ask(&self, py: Python<'_>, states: Vec<Box<dyn AnyState>>) -> PyResult<Vec<Option<f64>>> {
        let count = states.len();
        if self.place.own {
            let seen: PyResult<Vec<_>> =
                states.into_iter().map(|state| State::seen(py, &self.place, state)).collect();
            let answer = self.call.bind(py).call1((PyList::new(py, seen?)?,))?;
            return estimates(&answer, count);
        }
        let [planes, rows, columns] = states.first().map_or([0; 3], |state| state.shape());
        let array = PyArray4::<u8>::zeros(py, [count, planes, rows, columns], false);
        {
            let mut written = array.try_readwrite()?;
            let slice = written.as_slice_mut()?;
            let size = (planes * rows * columns).max(1);
            for (state, out) in states.iter().zip(slice.chunks_exact_mut(size)) {
                state.observe(out);
            }
        }
        estimates(&self.call.bind(py).call1((array,))?, count)
    }
}

impl Estimate for GivenEstimate {
    fn estimate(&self, state: Box<dyn AnyState>) -> Option<f64> {
        self.trouble.guard(|py| {
            if self.batched {
                return Ok(self.ask(py, vec![state])?.pop().flatten());
            }
            let seen = State::seen(py, &self.place, state)?;
            estimate(&self.call.bind(py).call1((seen,))?)
        })
    }

    fn estimate_all(&self, states: Vec<Box<dyn AnyState>>, out: &mut Vec<Option<f64>>) {
        if !self.batched {
            out.extend(states.into_iter().map(|state| self.estimate(state)));
            return;
        }
        let count = states.len();
        let mut found = self.trouble.guard(|py| self.ask(py, states));
        found.resize(count, None);
        out.append(&mut found);
    }

    fn one_thread(&self) -> bool {
        true
    }
}
