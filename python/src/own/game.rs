//! Games that are Python objects. A state is any hashable object; what the object says of it is asked once.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use plyground_catalog::{Games, World as AnyWorld};
use plyground_core::{
    Evaluation, EvaluationEntry, Game, GameWorld, Options, Outcome, Scene, Side, SpecError, Text,
    WorldInfo, evaluation_fn, mix,
};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use super::drawing;
use super::puzzle::OwnInfo;
use crate::run::Trouble;
use crate::world::{Place, World};

/// A Python game as a world.
#[pyfunction]
pub fn own_game(
    object: &Bound<'_, PyAny>,
    about: OwnInfo,
    sides: [String; 2],
    repetition: u32,
    max_plies: Option<u32>,
) -> PyResult<World> {
    let trouble = Arc::new(Trouble::default());
    let mut evaluations = Vec::new();
    for (name, summary, _, _) in about.heuristics {
        let call = object.getattr(format!("eval_{name}").as_str())?.unbind();
        evaluations.push((name, summary, Arc::new(call)));
    }
    let world = OwnGames(Arc::new(Own {
        info: WorldInfo::new(about.id, about.name, about.summary),
        object: object.clone().unbind(),
        sides,
        repetition,
        max_plies,
        evaluations,
        trouble: Arc::clone(&trouble),
    }));
    let world = AnyWorld::from(Games::new(world));
    Ok(World(Place { world, trouble: Some(trouble), own: true }))
}

/// The Python object and what is known of it.
struct Own {
    info: WorldInfo,
    object: Py<PyAny>,
    sides: [String; 2],
    repetition: u32,
    max_plies: Option<u32>,
    evaluations: Vec<(String, String, Arc<Py<PyAny>>)>,
    trouble: Arc<Trouble>,
}

/// The world of one Python game.
struct OwnGames(Arc<Own>);

/// The game.
struct OwnGame(Arc<Own>);

/// A state with what the game says of it.
struct Node {
    /// `None` where a callback raised and there is no state.
    object: Option<Py<PyAny>>,
    hash: i64,
    known: OnceLock<Known>,
}

#[derive(Default)]
struct Known {
    second: bool,
    outcome: Option<Outcome>,
    actions: Vec<Py<PyAny>>,
}

/// A position; copies share it.
#[derive(Clone)]
struct OwnState(Arc<Node>);

impl PartialEq for OwnState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.hash == other.0.hash
                && Python::attach(|py| match (&self.0.object, &other.0.object) {
                    (Some(a), Some(b)) => a.bind(py).eq(b).unwrap_or(false),
                    (a, b) => a.is_none() && b.is_none(),
                })
    }
}

impl Eq for OwnState {}

impl Hash for OwnState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OwnState({})", self.0.hash)
    }
}

impl OwnGame {
    fn state(&self, make: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>>) -> OwnState {
        let made = self.0.trouble.guard(|py| {
            let object = make(py)?;
            let hash = object.bind(py).hash()? as i64;
            Ok(Some((object, hash)))
        });
        let (object, hash) = match made {
            Some((object, hash)) => (Some(object), hash),
            None => (None, 0),
        };
        OwnState(Arc::new(Node { object, hash, known: OnceLock::new() }))
    }

    fn known<'s>(&self, state: &'s OwnState) -> &'s Known {
        state.0.known.get_or_init(|| {
            let Some(object) = &state.0.object else { return Known::ended() };
            self.0.trouble.guard(|py| self.ask(py, object).map(Some)).unwrap_or_else(Known::ended)
        })
    }

    fn ask(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<Known> {
        let game = self.0.object.bind(py);
        let winner = game.call_method1(intern!(py, "winner"), (state,))?;
        let outcome = outcome(&winner)?;
        let second = match game.call_method1(intern!(py, "to_move"), (state,))?.extract()? {
            0i64 => false,
            1 => true,
            other => {
                let words = format!("to_move gave {other}; expected 0 or 1");
                return Err(PyValueError::new_err(words));
            }
        };
        let mut actions = Vec::new();
        if outcome.is_none() {
            for action in game.call_method1(intern!(py, "moves"), (state,))?.try_iter()? {
                actions.push(action?.unbind());
            }
            if actions.is_empty() {
                let words = "there is neither a move nor a winner; expected one of the two";
                return Err(PyValueError::new_err(words));
            }
        }
        Ok(Known { second, outcome, actions })
    }

    fn text(&self, state: &OwnState, mv: u32) -> String {
        self.0.trouble.guard(|py| match self.known(state).actions.get(mv as usize) {
            Some(action) => {
                let text = action.bind(py).str()?.to_string();
                Ok(text.split_whitespace().collect::<Vec<_>>().join("_"))
            }
            None => Ok(String::new()),
        })
    }
}

impl Known {
    /// What stands for a state that callbacks could not say anything of: nothing goes on from there.
    fn ended() -> Self {
        Self { outcome: Some(Outcome::Draw), ..Self::default() }
    }
}

/// How the game ended: nobody yet, a side, or a draw.
fn outcome(winner: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if winner.is_none() {
        return Ok(None);
    }
    if let Ok(word) = winner.extract::<String>() {
        return match word.as_str() {
            "draw" => Ok(Some(Outcome::Draw)),
            _ => Err(PyValueError::new_err(format!(
                "winner gave {word:?}; expected None, 0, 1 or \"draw\""
            ))),
        };
    }
    match winner.extract::<i64>()? {
        0 => Ok(Some(Outcome::Win(Side::First))),
        1 => Ok(Some(Outcome::Win(Side::Second))),
        other => Err(PyValueError::new_err(format!(
            "winner gave {other}; expected None, 0, 1 or \"draw\""
        ))),
    }
}

impl Game for OwnGame {
    type State = OwnState;
    type Move = u32;

    fn start(&self) -> OwnState {
        self.state(|py| Ok(self.0.object.bind(py).call_method0("start")?.unbind()))
    }

    fn to_move(&self, state: &OwnState) -> Side {
        if self.known(state).second { Side::Second } else { Side::First }
    }

    fn moves(&self, state: &OwnState, out: &mut Vec<u32>) {
        out.extend(0..self.known(state).actions.len() as u32);
    }

    fn play(&self, state: &mut OwnState, mv: u32) {
        let next = self.state(|py| {
            let actions = &self.known(state).actions;
            let (Some(object), Some(action)) = (&state.0.object, actions.get(mv as usize)) else {
                return Err(PyValueError::new_err("there is no such move"));
            };
            let game = self.0.object.bind(py);
            Ok(game.call_method1(intern!(py, "play"), (object, action))?.unbind())
        });
        *state = next;
    }

    fn outcome(&self, state: &OwnState) -> Option<Outcome> {
        self.known(state).outcome
    }

    fn key(&self, state: &OwnState) -> u64 {
        mix(&[state.0.hash as u64])
    }

    fn repetition_limit(&self) -> u32 {
        self.0.repetition
    }

    fn ply_cap(&self) -> Option<u32> {
        self.0.max_plies
    }
}

impl GameWorld for OwnGames {
    type Game = OwnGame;

    fn info(&self) -> WorldInfo {
        self.0.info.clone()
    }

    fn game(&self, options: &Options) -> Result<OwnGame, SpecError> {
        if options.get("position").is_some() {
            let name = &self.0.info.name;
            return Err(SpecError(format!("positions of {name} cannot be read from text")));
        }
        Ok(OwnGame(Arc::clone(&self.0)))
    }

    fn position_text(&self, game: &OwnGame, state: &OwnState) -> String {
        game.0.trouble.guard(|py| match &state.0.object {
            Some(object) => Ok(object.bind(py).repr()?.to_string()),
            None => Ok(String::new()),
        })
    }

    fn turn_text(&self, game: &OwnGame, state: &OwnState, turn: &[u32]) -> String {
        turn.first().map_or_else(String::new, |&mv| game.text(state, mv))
    }

    fn scene(&self, game: &OwnGame, state: &OwnState) -> Scene {
        let text = game.0.trouble.guard(|py| match &state.0.object {
            Some(object) => drawing::drawn(game.0.object.bind(py), object.bind(py)),
            None => Ok(String::new()),
        });
        drawing::scene(&text)
    }

    fn sides(&self) -> [Text; 2] {
        self.0.sides.clone().map(Into::into)
    }

    fn planes(&self) -> Vec<Text> {
        Vec::new()
    }

    fn own_state(&self, _game: &OwnGame, state: &OwnState) -> Option<Box<dyn Any>> {
        let object = state.0.object.as_ref()?;
        let object: Py<PyAny> = Python::attach(|py| object.clone_ref(py));
        Some(Box::new(object))
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<OwnGame>> {
        let entry = |(name, summary, call): &(String, String, Arc<Py<PyAny>>)| {
            let (call, own) = (Arc::clone(call), Arc::clone(&self.0));
            EvaluationEntry::new(name.clone(), summary.clone(), move |_| {
                let (call, own) = (Arc::clone(&call), Arc::clone(&own));
                let value = move |_: &OwnGame, state: &OwnState| {
                    own.trouble.guard(|py| {
                        let Some(object) = &state.0.object else { return Ok(0) };
                        let value: f64 = call.bind(py).call1((object,))?.extract()?;
                        Ok(value.clamp(-1e6, 1e6) as i32)
                    })
                };
                Box::new(evaluation_fn(100, value)) as Box<dyn Evaluation<OwnGame>>
            })
        };
        if self.0.evaluations.is_empty() {
            let even = |_: &OwnGame| {
                Box::new(evaluation_fn(100, |_: &OwnGame, _: &OwnState| 0))
                    as Box<dyn Evaluation<_>>
            };
            return vec![EvaluationEntry::new("even", "nothing: all positions are alike", even)];
        }
        self.0.evaluations.iter().map(entry).collect()
    }

    fn one_thread(&self) -> bool {
        true
    }
}
