//! Players: who think about positions of games.

use std::sync::Mutex;

use plyground_catalog::AnyPlayer;
use plyground_core::{Budget, Spec};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::error::OrRaise;
use crate::run::{Job, limits, run};
use crate::state::State;
use crate::world::Place;

/// A player of one world; it keeps what it learned from move to move.
#[pyclass(frozen, module = "plyground._plyground")]
pub struct Player {
    place: Place,
    player: Mutex<Box<dyn AnyPlayer>>,
}

impl Player {
    /// The player that a spec names.
    pub fn new(place: Place, spec: &Spec) -> PyResult<Self> {
        let player = Mutex::new(place.games()?.player(spec).or_raise()?);
        Ok(Self { place, player })
    }

    fn with<T>(&self, act: impl FnOnce(&mut dyn AnyPlayer) -> T) -> PyResult<T> {
        // Another thread may hold it for long: waiting here would hold the interpreter.
        let mut player = self.player.try_lock().map_err(|_| {
            PyRuntimeError::new_err("this player is thinking on another thread; make one for each")
        })?;
        Ok(act(&mut **player))
    }
}

#[pymethods]
impl Player {
    /// The method with its options.
    fn spec(&self) -> PyResult<String> {
        self.with(|player| player.spec().to_string())
    }

    /// Thinks about a position; gives the thought as JSON.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn think(
        &self,
        py: Python<'_>,
        state: &State,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
        threads: Option<usize>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let session = state.bare().session();
        let Some(session) = session else {
            return Err(PyValueError::new_err("this is a position of a puzzle; expected a game"));
        };
        let mut limits = limits(time, nodes, None, threads)?;
        let mut troubles = self.place.troubles();
        troubles.extend(state.place().troubles());
        if !troubles.is_empty() {
            limits.threads = Some(1);
        }
        let budget = Budget { limits, depth, lines: lines.clamp(1, 1000) };
        let job = Job { cancel: &budget.limits.cancel, troubles, one_thread: false, listener };
        let thought = self.with(|player| {
            let budget = &budget;
            run(py, &job, move |tell| {
                player.think(&*session, budget, &mut |thought| {
                    if let Ok(text) = serde_json::to_string(thought) {
                        tell(text);
                    }
                })
            })
        })??;
        serde_json::to_string(&thought.or_raise()?).or_raise()
    }

    /// Forgets what it learned: a new game begins.
    fn new_game(&self) -> PyResult<()> {
        self.with(|player| player.new_game())
    }
}
