//! Levels: looked at, solved, verified, optimised, drawn.

use std::collections::BTreeMap;

use plyground_catalog as catalog;
use plyground_catalog::{TraceEvent, Watcher};
use plyground_core::scene::svg::{self, Theme};
use plyground_core::scene::text::{self, Charset};
use plyground_core::{Progress, Scene, Spec, SpecError};
use plyground_lab::experiment::{Trace, TraceHead, tree_svg};
use plyground_picture::Timing;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::OrRaise;
use crate::run::{Job, Tell, limits, run};
use crate::state::State;
use crate::world::{Place, World, options};

/// A level.
#[pyclass(frozen, module = "plyground._plyground")]
pub struct Level {
    pub place: Place,
    pub level: catalog::Level,
}

/// Options of a world as Python gives them.
type Given = BTreeMap<String, String>;

#[pymethods]
impl Level {
    /// The world.
    fn world(&self) -> World {
        World(self.place.clone())
    }

    /// What is known of it, as JSON.
    fn info(&self) -> PyResult<String> {
        serde_json::to_string(&self.level.info()).or_raise()
    }

    /// A name for how its start looks.
    fn key(&self) -> String {
        catalog::level_key(&self.level)
    }

    /// The level in one of the world's formats; the usual one where none is named.
    fn text(&self, format: Option<&str>) -> PyResult<String> {
        match format {
            Some(format) => self.level.text(format).or_raise(),
            None => catalog::level_text(&self.level).or_raise(),
        }
    }

    /// The bare state at its beginning.
    fn state(&self, given: Given) -> PyResult<State> {
        Ok(State::new(self.place.clone(), self.level.state(&options(given)).or_raise()?))
    }

    /// The same level in a world with more heuristics.
    fn within(&self, world: &World) -> PyResult<Self> {
        let text = catalog::level_text(&self.level).or_raise()?;
        let levels = world.0.puzzles()?.parse("level", text.as_bytes()).or_raise()?;
        let Some(level) = levels.into_iter().next() else {
            return Err(SpecError("a level was lost".to_owned())).or_raise();
        };
        Ok(world.0.level(level))
    }

    /// Solves it; gives what was found as JSON.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn solve(
        &self,
        py: Python<'_>,
        spec: &str,
        given: Given,
        time: Option<f64>,
        states: Option<u64>,
        memory: Option<u64>,
        threads: Option<usize>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let spec: Spec = spec.parse().or_raise()?;
        let mut limits = limits(time, states, memory, threads)?;
        let troubles = self.place.troubles();
        if !troubles.is_empty() {
            limits.threads = Some(1);
        }
        let one_thread = !self.takes_threads(&spec);
        let job = Job { cancel: &limits.cancel, troubles, one_thread, listener };
        let given = options(given);
        let solved =
            run(py, &job, |tell| self.level.solve(&spec, &given, &limits, &mut Telling { tell }))?;
        serde_json::to_string(&solved.or_raise()?).or_raise()
    }

    /// Solves it and keeps the first events; gives the trace as JSON lines, and a picture of the tree.
    fn trace(
        &self,
        py: Python<'_>,
        spec: &str,
        given: Given,
        most: usize,
        time: Option<f64>,
        states: Option<u64>,
    ) -> PyResult<(String, Option<String>)> {
        let spec: Spec = spec.parse().or_raise()?;
        let mut limits = limits(time, states, None, None)?;
        let troubles = self.place.troubles();
        if !troubles.is_empty() {
            limits.threads = Some(1);
        }
        let given = options(given);
        let one_thread = !self.takes_threads(&spec);
        let job = Job { cancel: &limits.cancel, troubles, one_thread, listener: None };
        let traced = run(py, &job, |_| {
            let mut trace = Trace::new(most, limits.cancel.clone());
            let solved = self.level.solve(&spec, &given, &limits, &mut trace)?;
            let tree = tree_svg(&trace.events);
            let head = trace.head(&self.level, &given, solved)?;
            Result::<_, SpecError>::Ok((lines(&head, &trace.events), tree))
        })?;
        traced.or_raise()
    }

    /// Makes solutions shorter; gives what was found as JSON.
    fn optimise(
        &self,
        py: Python<'_>,
        solutions: Vec<String>,
        given: Given,
        time: Option<f64>,
        states: Option<u64>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let limits = limits(time, states, None, None)?;
        let troubles = self.place.troubles();
        let job = Job { cancel: &limits.cancel, troubles, one_thread: false, listener };
        let given = options(given);
        let solved = run(py, &job, |tell| {
            self.level.optimise(&solutions, &given, &limits, &mut Telling { tell })
        })?;
        serde_json::to_string(&solved.or_raise()?).or_raise()
    }

    /// Replays a line of moves; gives what it reaches as JSON.
    fn verify(&self, py: Python<'_>, moves: &str, given: Given) -> PyResult<String> {
        let verified = self.quickly(py, || self.level.verify(&options(given), moves))?;
        serde_json::to_string(&verified.or_raise()?).or_raise()
    }

    /// The positions along a line of moves as texts, the start first; or as SVG.
    fn frames(
        &self,
        py: Python<'_>,
        moves: &str,
        given: Given,
        draw: bool,
    ) -> PyResult<Vec<String>> {
        let scenes = self.scenes(py, moves, given)?;
        Ok(scenes
            .iter()
            .map(|scene| match draw {
                true => picture(scene),
                false => text::render(scene, Charset::Ascii),
            })
            .collect())
    }

    /// A picture of the level after a line of moves.
    fn png<'py>(
        &self,
        py: Python<'py>,
        moves: &str,
        given: Given,
        cell: u32,
        dark: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scenes = self.scenes(py, moves, given)?;
        let Some(last) = scenes.last() else { return Ok(PyBytes::new(py, &[])) };
        let drawn = py.detach(|| plyground_picture::png(last, cell.clamp(4, 400), theme(dark)));
        Ok(PyBytes::new(py, &drawn.or_raise()?))
    }

    /// An animation of a line of moves.
    fn gif<'py>(
        &self,
        py: Python<'py>,
        moves: &str,
        given: Given,
        cell: u32,
        dark: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scenes = self.scenes(py, moves, given)?;
        let cell = cell.clamp(4, 400);
        let draw = || plyground_picture::gif(&scenes, cell, theme(dark), Timing::default());
        Ok(PyBytes::new(py, &py.detach(draw).or_raise()?))
    }
}

/// A trace as a file: JSON, the head and then one event a line.
fn lines(head: &TraceHead, events: &[TraceEvent]) -> String {
    let head = serde_json::to_string(head).unwrap_or_default();
    let events = events.iter().map(|event| serde_json::to_string(event).unwrap_or_default());
    std::iter::once(head).chain(events).map(|line| line + "\n").collect()
}

/// A picture that a notebook does not blow up to the width of its page.
pub fn picture(scene: &Scene) -> String {
    let size = |cells: f32| (cells * 40.0).round();
    let sized = format!(
        "<svg width=\"{}\" height=\"{}\" style=\"max-width:100%;height:auto\" ",
        size(scene.width),
        size(scene.height)
    );
    svg::render(scene, Theme::Light).replacen("<svg ", &sized, 1)
}

/// The colours.
pub fn theme(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

impl Level {
    /// Whether the method works on many threads.
    fn takes_threads(&self, spec: &Spec) -> bool {
        let methods = self.level.world().methods();
        methods.iter().any(|method| method.id == spec.name && method.threads)
    }

    /// Work that ends soon; exceptions of callbacks are raised.
    fn quickly<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let cancel = plyground_core::Cancel::new();
        let troubles = self.place.troubles();
        let job = Job { cancel: &cancel, troubles, one_thread: true, listener: None };
        run(py, &job, |_| work())
    }

    /// How it looks along a line of moves.
    fn scenes(&self, py: Python<'_>, moves: &str, given: Given) -> PyResult<Vec<Scene>> {
        let found = self.quickly(py, || {
            let mut session = self.level.start(&options(given))?;
            let mut back = Vec::new();
            if !moves.is_empty() {
                session
                    .play_each(moves)
                    .map_err(|error| SpecError(format!("the line cannot be drawn: {error}")))?;
            }
            back.push(session.scene());
            while session.undo() {
                back.push(session.scene());
            }
            back.reverse();
            Result::<_, SpecError>::Ok(back)
        })?;
        found.or_raise()
    }
}

/// Tells progress as JSON.
struct Telling<'a> {
    tell: Tell<'a>,
}

impl Watcher for Telling<'_> {
    fn progress(&mut self, progress: &Progress) {
        if let Ok(text) = serde_json::to_string(progress) {
            (self.tell)(text);
        }
    }
}
