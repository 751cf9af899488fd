//! Many plays of levels side by side, in arrays that Python sees.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use plyground_catalog::{BatchSetup, BatchStep, PuzzleBatch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::OrRaise;
use crate::level::Level;
use crate::world::{World, options};

/// The most bytes of all arrays together.
const MOST: usize = 4 << 30;

/// Many plays of levels side by side. The arrays are made once; a call writes what it changes.
#[pyclass(module = "plyground._plyground")]
pub struct Batch {
    batch: Mutex<Box<dyn PuzzleBatch>>,
    #[pyo3(get)]
    observations: Py<PyArray4<u8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    levels: Py<PyArray1<u32>>,
    #[pyo3(get)]
    steps: Py<PyArray1<u32>>,
    count: usize,
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        world: &World,
        levels: Vec<PyRef<'_, Level>>,
        count: usize,
        given: BTreeMap<String, String>,
        max_steps: Option<u32>,
        step_reward: f64,
        part_reward: f64,
        solved_reward: f64,
    ) -> PyResult<Self> {
        let setup = BatchSetup {
            levels: levels.iter().map(|level| Arc::clone(&level.level)).collect(),
            options: options(given),
            count: count.min(1 << 24),
            max_steps,
            step_reward,
            part_reward,
            solved_reward,
        };
        let mut batch = world
            .0
            .puzzles()?
            .batch(&BatchSetup { count: count.min(1), ..setup.clone() })
            .or_raise()?;
        let ([planes, rows, columns], actions) = (batch.shape(), batch.action_count());
        let bytes = (planes * rows * columns + actions + 100).checked_mul(count);
        if bytes.is_none_or(|bytes| bytes > MOST) {
            let words = "so many plays need too much memory; expected fewer, or smaller levels";
            return Err(PyValueError::new_err(words));
        }
        if count != 1 {
            batch = world.0.puzzles()?.batch(&setup).or_raise()?;
        }
        for play in 0..count {
            batch.seed(play, play as u64);
        }
        Ok(Self {
            batch: Mutex::new(batch),
            observations: PyArray4::zeros(py, [count, planes, rows, columns], false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            levels: PyArray1::zeros(py, count, false).unbind(),
            steps: PyArray1::zeros(py, count, false).unbind(),
            count,
        })
    }

    /// Planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3] {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner).shape()
    }

    /// All actions are below this.
    fn action_count(&self) -> usize {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner).action_count()
    }

    /// Seeds the choice of levels of one play.
    fn seed(&mut self, play: usize, seed: u64) -> PyResult<()> {
        self.check(play)?;
        self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).seed(play, seed);
        Ok(())
    }

    /// Begins one play anew.
    #[pyo3(signature = (play, level=None))]
    fn reset(&mut self, py: Python<'_>, play: usize, level: Option<usize>) -> PyResult<()> {
        self.check(play)?;
        self.write(py, |batch, out| batch.reset(play, level, out))
    }

    /// Begins all plays anew, or those of a mask.
    #[pyo3(signature = (mask=None))]
    fn reset_all(
        &mut self,
        py: Python<'_>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let mask = mask.map(|mask| mask.as_array().to_vec());
        if mask.as_ref().is_some_and(|mask| mask.len() != self.count) {
            return Err(PyValueError::new_err("the mask needs one entry for each play"));
        }
        self.write(py, |batch, out| {
            for play in 0..batch.count() {
                if mask.as_ref().is_none_or(|mask| mask[play]) {
                    batch.reset(play, None, out);
                }
            }
        })
    }

    /// Plays one action in one play; gives the reward, whether it is over or cut off, and the steps so far.
    fn step(
        &mut self,
        py: Python<'_>,
        play: usize,
        action: i64,
    ) -> PyResult<(f64, bool, bool, u32)> {
        self.check(play)?;
        let action = usize::try_from(action).unwrap_or(usize::MAX);
        self.write(py, |batch, out| {
            batch.step(play, action, out);
            (out.rewards[play], out.terminated[play], out.truncated[play], out.steps[play])
        })
    }

    /// Plays one action in each play. Plays that the call before ended are begun anew instead where `next_step`.
    fn step_all(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        next_step: bool,
    ) -> PyResult<()> {
        let owned;
        let actions = match actions.as_slice() {
            Ok(actions) => actions,
            Err(_) => {
                owned = actions.as_array().to_vec();
                &owned
            }
        };
        if actions.len() != self.count {
            let (given, wanted) = (actions.len(), self.count);
            let words = format!("{given} actions were given; expected {wanted}, one for each play");
            return Err(PyValueError::new_err(words));
        }
        self.write(py, |batch, out| match next_step {
            true => batch.step_or_reset(actions, out),
            false => batch.step_all(actions, out),
        })
    }
}

impl Batch {
    fn check(&self, play: usize) -> PyResult<()> {
        let count = self.count;
        match play < count {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "there is no play {play}; expected 0 to {}",
                count - 1
            ))),
        }
    }

    /// Hands the arrays to the batch; an exception where Python code holds one of them.
    fn write<T>(
        &mut self,
        py: Python<'_>,
        act: impl FnOnce(&mut dyn PuzzleBatch, &mut BatchStep<'_>) -> T,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut levels = self.levels.bind(py).try_readwrite()?;
        let mut steps = self.steps.bind(py).try_readwrite()?;
        let mut out = BatchStep {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            levels: levels.as_slice_mut()?,
            steps: steps.as_slice_mut()?,
        };
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok(act(&mut **batch, &mut out))
    }
}
