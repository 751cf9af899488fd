//! Worlds.

use std::collections::BTreeMap;
use std::sync::Arc;

use plyground_catalog as catalog;
use plyground_catalog::{Catalog, GivenEvaluation, GivenHeuristic, GivenPlayer};
use plyground_core::{Generation, MethodInfo, Options, Spec};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::OrRaise;
use crate::level::Level;
use crate::own::{Bot, GivenEstimate, promise};
use crate::player::Player;
use crate::run::{Job, Trouble, run};
use crate::state::State;

/// A world with what Python gave beside it.
#[derive(Clone)]
pub struct Place {
    /// The world.
    pub world: catalog::World,
    /// Where exceptions of its callbacks wait; `None` where nothing of it is Python.
    pub trouble: Option<Arc<Trouble>>,
    /// Whether its rules are Python, and not only a heuristic beside them.
    pub own: bool,
}

impl Place {
    /// The world as one of puzzles.
    pub fn puzzles(&self) -> PyResult<&Arc<dyn catalog::AnyPuzzleWorld>> {
        match &self.world {
            catalog::World::Puzzle(world) => Ok(world),
            catalog::World::Game(world) => Err(wrong_kind(&world.info().id, "a game", "a puzzle")),
        }
    }

    /// The world as one of games.
    pub fn games(&self) -> PyResult<&Arc<dyn catalog::AnyGameWorld>> {
        match &self.world {
            catalog::World::Game(world) => Ok(world),
            catalog::World::Puzzle(world) => {
                Err(wrong_kind(&world.info().id, "a puzzle", "a game"))
            }
        }
    }

    /// Where exceptions of its callbacks wait.
    pub fn troubles(&self) -> Vec<Arc<Trouble>> {
        self.trouble.iter().cloned().collect()
    }

    /// A level of this world.
    pub fn level(&self, level: catalog::Level) -> Level {
        Level { place: self.clone(), level }
    }

    /// The same with callbacks beside it.
    fn with_trouble(&self) -> (Arc<Trouble>, Self) {
        let trouble = self.trouble.clone().unwrap_or_default();
        (Arc::clone(&trouble), Self { trouble: Some(trouble), ..self.clone() })
    }
}

fn wrong_kind(id: &str, what: &str, wanted: &str) -> PyErr {
    PyValueError::new_err(format!("{id} is {what}; expected {wanted}"))
}

/// Options as Python gives them: names and texts.
pub fn options(given: BTreeMap<String, String>) -> Options {
    given.iter().fold(Options::new(), |options, (name, value)| options.with(name, value))
}

/// A world by its name.
#[pyfunction]
pub fn world(name: &str) -> PyResult<World> {
    let world = Catalog::new().world(name).or_raise()?;
    Ok(World(Place { world, trouble: None, own: false }))
}

/// The names of the worlds.
#[pyfunction]
pub fn worlds() -> Vec<String> {
    Catalog::new().worlds().iter().map(|world| world.info().id.into_owned()).collect()
}

/// A world.
#[pyclass(frozen, module = "plyground._plyground")]
pub struct World(pub Place);

#[pymethods]
impl World {
    /// All that the world says of itself, as JSON.
    fn info(&self) -> PyResult<String> {
        let info = self.0.world.info();
        let mut all = serde_json::json!({
            "id": info.id, "name": info.name, "summary": info.summary, "options": info.options,
        });
        let (kind, more) = match &self.0.world {
            catalog::World::Puzzle(world) => (
                "puzzle",
                serde_json::json!({
                    "methods": world.methods(),
                    "heuristics": world.heuristics(),
                    "default": world.default_method().to_string(),
                    "packs": world.packs().iter().map(|pack| pack.name.clone()).collect::<Vec<_>>(),
                    "formats": world.formats(),
                    "generator": world.generator_options(),
                }),
            ),
            catalog::World::Game(world) => (
                "game",
                serde_json::json!({
                    "players": world.players(),
                    "evaluations": world.evaluations(),
                    "default": world.default_player().to_string(),
                    "setups": world.setups(),
                    "sizes": world.sizes().map(|(sizes, usual)| (*sizes.start(), *sizes.end(), usual)),
                    "sides": world.sides(),
                }),
            ),
        };
        all["kind"] = kind.into();
        if let (Some(all), serde_json::Value::Object(more)) = (all.as_object_mut(), more) {
            all.extend(more);
        }
        serde_json::to_string(&all).or_raise()
    }

    /// Whether the rules are written in Python.
    #[getter]
    fn is_own(&self) -> bool {
        self.0.own
    }

    /// Whether something of it is Python.
    #[getter]
    fn calls_python(&self) -> bool {
        self.0.trouble.is_some()
    }

    /// The rules in words, as JSON.
    fn rules(&self) -> PyResult<String> {
        let rules = match &self.0.world {
            catalog::World::Puzzle(world) => world.rules(),
            catalog::World::Game(world) => world.rules(),
        };
        serde_json::to_string(&rules).or_raise()
    }

    /// The levels of a pack that ships.
    fn pack(&self, name: &str) -> PyResult<Vec<Level>> {
        let world = self.0.puzzles()?;
        let packs = world.packs();
        let Some(pack) = packs.iter().find(|pack| pack.name == name) else {
            let known: Vec<&str> = packs.iter().map(|pack| &*pack.name).collect();
            return Err(plyground_core::SpecError::unknown("pack", name, known)).or_raise();
        };
        self.parse(&pack.name, pack.text.as_bytes())
    }

    /// Reads levels.
    fn parse(&self, file: &str, bytes: &[u8]) -> PyResult<Vec<Level>> {
        let levels = self.0.puzzles()?.parse(file, bytes).or_raise()?;
        Ok(levels.into_iter().map(|level| self.0.level(level)).collect())
    }

    /// Writes levels as one file.
    fn print(&self, levels: Vec<PyRef<'_, Level>>, format: &str) -> PyResult<String> {
        let levels: Vec<_> = levels.iter().map(|level| Arc::clone(&level.level)).collect();
        self.0.puzzles()?.print(&levels, format).or_raise()
    }

    /// Makes levels; gives each with its difficulty.
    fn generate(
        &self,
        py: Python<'_>,
        count: usize,
        seed: u64,
        given: BTreeMap<String, String>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(Level, f64)>> {
        let world = self.0.puzzles()?;
        let wanted = Generation {
            count,
            seed,
            options: options(given),
            states: None,
            cancel: plyground_core::Cancel::new(),
        };
        let troubles = self.0.troubles();
        let job = Job { cancel: &wanted.cancel, troubles, one_thread: false, listener };
        let mut made = Vec::new();
        run(py, &job, |tell| {
            world.generate(&wanted, &mut |level| {
                made.push(level);
                tell(made.len().to_string());
            })
        })?
        .or_raise()?;
        Ok(made.into_iter().map(|made| (self.0.level(made.level), made.difficulty)).collect())
    }

    /// The start of a game.
    fn state(&self, given: BTreeMap<String, String>) -> PyResult<State> {
        let state = self.0.games()?.state(&options(given)).or_raise()?;
        Ok(State::new(self.0.clone(), state))
    }

    /// A player of this game.
    fn player(&self, spec: &str) -> PyResult<Player> {
        let spec: Spec = spec.parse().or_raise()?;
        Player::new(self.0.clone(), &spec)
    }

    /// Refuses a method that is not known here, or options that it does not take.
    fn check_method(&self, spec: &str) -> PyResult<()> {
        let spec: Spec = spec.parse().or_raise()?;
        self.0.puzzles()?.check_method(&spec).or_raise()
    }

    /// The same world with a heuristic that is a Python callable.
    fn with_heuristic(
        &self,
        id: String,
        call: Py<PyAny>,
        batched: bool,
        promised: &str,
    ) -> PyResult<Self> {
        let (trouble, mut place) = self.0.with_trouble();
        let estimate = Arc::new(GivenEstimate { call, batched, trouble, place: self.0.clone() });
        let world = self.0.puzzles()?.with_heuristic(GivenHeuristic {
            id: id.into(),
            summary: "given by a Python program".into(),
            properties: promise(promised)?,
            estimate,
        });
        place.world = catalog::World::Puzzle(world);
        Ok(Self(place))
    }

    /// The same world with an evaluation that is a Python callable.
    fn with_evaluation(&self, id: String, call: Py<PyAny>) -> PyResult<Self> {
        let (trouble, mut place) = self.0.with_trouble();
        let here = self.0.clone();
        let world = self.0.games()?.with_evaluation(GivenEvaluation {
            id: id.into(),
            summary: "given by a Python program".into(),
            one_thread: true,
            judge: Arc::new(move |state| {
                trouble.guard(|py| {
                    let value: f64 =
                        call.call1(py, (State::seen(py, &here, state)?,))?.extract(py)?;
                    Ok(value.clamp(-1e6, 1e6) as i32)
                })
            }),
        });
        place.world = catalog::World::Game(world);
        Ok(Self(place))
    }

    /// The same world with a player that is a Python object.
    fn with_player(&self, id: String, summary: String, bot: Py<PyAny>) -> PyResult<Self> {
        let (trouble, mut place) = self.0.with_trouble();
        // The listing of methods holds names that last as long as the program.
        let (id, summary) =
            (&*Box::leak(id.into_boxed_str()), &*Box::leak(summary.into_boxed_str()));
        let bot = Arc::new(bot);
        let here = self.0.clone();
        let make = move || -> Box<dyn catalog::AnyPlayer> {
            Box::new(Bot::new(id, Arc::clone(&bot), Arc::clone(&trouble), here.clone()))
        };
        let info = MethodInfo::new(summary).named(id);
        let world = self.0.games()?.with_player(GivenPlayer { info, make: Arc::new(make) });
        place.world = catalog::World::Game(world);
        Ok(Self(place))
    }

    /// Writes the state-space files of an input: all moves and the boards they give, or the boards of each depth.
    fn expand(
        &self,
        py: Python<'_>,
        input: std::path::PathBuf,
        folder: Option<std::path::PathBuf>,
        board_only: bool,
        depth: Option<u32>,
    ) -> PyResult<(Vec<u64>, Vec<std::path::PathBuf>)> {
        let world = self.0.games()?;
        let Some(space) = world.state_space() else {
            let name = world.info().name;
            return Err(PyValueError::new_err(format!("{name} has no state-space files")));
        };
        let limits = crate::run::limits(None, None, None, None)?;
        let job =
            Job { cancel: &limits.cancel, troubles: Vec::new(), one_thread: false, listener: None };
        let folder = folder.as_deref();
        run(py, &job, |_| match depth {
            Some(depth) => {
                let (found, files) = space.layers(&input, folder, depth, &limits, &mut |_| {})?;
                Ok((found.counts, files))
            }
            None => {
                let count = space.read(&input)? as u64;
                Ok((vec![count], space.expand(&input, folder, board_only)?))
            }
        })?
        .map_err(|error: plyground_core::ExpandError| crate::error::Refusal::into_py(error))
    }
}
