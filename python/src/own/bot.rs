//! Players that are Python objects.

use std::sync::Arc;
use std::time::Instant;

use plyground_catalog::{AnyPlayer, GameSession, LineText, ThoughtText};
use plyground_core::{Budget, Spec, SpecError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::run::Trouble;
use crate::state::State;
use crate::world::Place;

/// A Python object whose `choose` answers a position with an action, by number or by text.
pub struct Bot {
    spec: Spec,
    object: Arc<Py<PyAny>>,
    trouble: Arc<Trouble>,
    place: Place,
}

impl Bot {
    /// The player of that name.
    pub fn new(id: &str, object: Arc<Py<PyAny>>, trouble: Arc<Trouble>, place: Place) -> Self {
        Self { spec: Spec::new(id), object, trouble, place }
    }

    /// The ply that it chooses, as text.
    fn choose(&self, py: Python<'_>, session: &dyn GameSession) -> PyResult<String> {
        let state = session.state();
        let seen = Bound::new(py, State::new(self.place.clone(), state))?;
        let answer = self.object.bind(py).call_method1(intern!(py, "choose"), (seen.clone(),))?;
        if let Ok(text) = answer.extract::<String>() {
            return Ok(text);
        }
        seen.call_method1(intern!(py, "action_to_string"), (answer,))?.extract()
    }
}

impl AnyPlayer for Bot {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn fit(&mut self, _session: &dyn GameSession) -> Result<(), SpecError> {
        Ok(())
    }

    fn think(
        &mut self,
        session: &dyn GameSession,
        _budget: &Budget,
        _info: &mut dyn FnMut(&ThoughtText),
    ) -> Result<ThoughtText, SpecError> {
        let began = Instant::now();
        let mut session = session.clone_box();
        let mut nodes = 0;
        let turn = loop {
            let chosen = self.trouble.guard(|py| self.choose(py, &*session).map(Some));
            let Some(text) = chosen else {
                return Err(SpecError(format!("{} raised an exception", self.spec)));
            };
            nodes += 1;
            let played = session
                .play(&text)
                .map_err(|error| SpecError(format!("{} chose badly: {error}", self.spec)))?;
            if played.complete {
                break session.last_turn().map_or(played.text, |turn| turn.text);
            }
        };
        Ok(ThoughtText {
            best: vec![turn.clone()],
            score: 0,
            proof: None,
            depth: 0,
            nodes,
            lines: vec![LineText { score: 0, moves: vec![turn] }],
            seconds: began.elapsed().as_secs_f64(),
        })
    }

    fn new_game(&mut self) {
        self.trouble.guard(|py| {
            let object = self.object.bind(py);
            match object.hasattr(intern!(py, "new_game"))? {
                true => object.call_method0(intern!(py, "new_game")).map(drop),
                false => Ok(()),
            }
        });
    }
}
