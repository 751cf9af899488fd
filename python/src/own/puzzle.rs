//! Puzzles that are Python objects. States are any hashable objects; a board names them by numbers, so that they
//! pack into four bytes.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyground_catalog::{Puzzles, World as AnyWorld};
use plyground_core::{
    Heuristic, HeuristicEntry, LevelInfo, MoveError, Options, Pack, ParseError, Plain, Properties,
    Puzzle, PuzzleWorld, Rules, Scene, SpecError, StepKey, Successors, Text, WorldInfo,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::drawing;
use super::estimate::{estimate, estimates, promise};
use super::states::States;
use crate::run::Trouble;
use crate::world::{Place, World};

/// Costs and estimates of Python have three decimals.
const UNIT: u32 = 1_000;

/// A Python puzzle as a world with one level.
#[pyfunction]
pub fn own_puzzle(object: &Bound<'_, PyAny>, about: OwnInfo) -> PyResult<World> {
    let trouble = Arc::new(Trouble::default());
    let mut heuristics = Vec::new();
    for (name, summary, promised, batched) in about.heuristics {
        let call = object.getattr(format!("h_{name}").as_str())?.unbind();
        let properties = promise(&promised)?;
        heuristics.push(OwnHeuristic { name, summary, properties, batched, call: Arc::new(call) });
    }
    let has = |name: &str| object.hasattr(name);
    let world = OwnWorld(Arc::new(Own {
        info: WorldInfo::new(about.id, about.name, about.summary),
        title: about.title,
        backward: has("goals")? && has("predecessors")?,
        finds_dead: has("is_dead")?,
        successors: object.getattr("successors")?.unbind(),
        is_solved: object.getattr("is_solved")?.unbind(),
        object: object.clone().unbind(),
        heuristics,
        trouble: Arc::clone(&trouble),
    }));
    let world = AnyWorld::from(Puzzles::new(world));
    Ok(World(Place { world, trouble: Some(trouble), own: true }))
}

/// What the Python side says of a puzzle or a game.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct OwnInfo {
    pub id: String,
    pub name: String,
    pub summary: String,
    pub title: String,
    /// Name, summary, promise, and whether it takes many states at once.
    pub heuristics: Vec<(String, String, String, bool)>,
}

struct OwnHeuristic {
    name: String,
    summary: String,
    properties: Properties,
    batched: bool,
    call: Arc<Py<PyAny>>,
}

/// The Python object and what is known of it.
struct Own {
    info: WorldInfo,
    title: String,
    object: Py<PyAny>,
    /// Its methods that are called most.
    successors: Py<PyAny>,
    is_solved: Py<PyAny>,
    heuristics: Vec<OwnHeuristic>,
    backward: bool,
    finds_dead: bool,
    trouble: Arc<Trouble>,
}

/// The world of one Python puzzle.
struct OwnWorld(Arc<Own>);

/// A step from a state: the action and its text, where it leads, what it costs.
struct Way {
    action: Py<PyAny>,
    next: u32,
    cost: u32,
}

/// The states of one search, named by numbers.
struct OwnBoard {
    own: Arc<Own>,
    states: States,
    last: Mutex<Last>,
}

/// The ways from the state that was asked for last.
#[derive(Default)]
struct Last {
    of: Option<u32>,
    ways: Vec<Way>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OwnBoard {
    fn new(own: Arc<Own>) -> Self {
        Self { own, states: States::default(), last: Mutex::default() }
    }

    fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.own.object.bind(py)
    }

    fn guard<T: Default>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        self.own.trouble.guard(call)
    }

    fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.states.number(state)
    }

    fn state<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.states.state(py, number)
    }

    /// Looks at the ways on from a state. Nothing is locked while Python runs, which may come back here.
    fn ways<T>(&self, state: u32, look: impl FnOnce(&[Way]) -> T) -> T {
        let mut last = lock(&self.last);
        if last.of != Some(state) {
            last.of = None;
            let mut ways = std::mem::take(&mut last.ways);
            drop(last);
            ways.clear();
            if !self.guard(|py| self.find_ways(py, state, &mut ways).map(|()| true)) {
                ways.clear();
            }
            last = lock(&self.last);
            *last = Last { of: Some(state), ways };
        }
        look(&last.ways)
    }

    fn find_ways(&self, py: Python<'_>, state: u32, ways: &mut Vec<Way>) -> PyResult<()> {
        let found = self.own.successors.bind(py).call1((self.state(py, state)?,))?;
        if let Ok(list) = found.cast::<PyList>() {
            // What most people write, without an iterator.
            for index in 0..list.len() {
                ways.push(self.way(&list.get_item(index)?)?);
            }
        } else {
            for way in found.try_iter()? {
                ways.push(self.way(&way?)?);
            }
        }
        Ok(())
    }

    /// The action of a way, if there is that way.
    fn action(&self, py: Python<'_>, state: u32, mv: u32) -> Option<Py<PyAny>> {
        self.ways(state, |ways| ways.get(mv as usize).map(|way| way.action.clone_ref(py)))
    }

    fn way(&self, way: &Bound<'_, PyAny>) -> PyResult<Way> {
        let wrong = || {
            PyTypeError::new_err("successors must give (action, state) or (action, state, cost)")
        };
        let way = way.cast::<PyTuple>().map_err(|_| wrong())?;
        let cost = match way.len() {
            2 => UNIT,
            3 => {
                let cost: f64 = way.get_item(2)?.extract()?;
                if !(0.0..=1e6).contains(&cost) {
                    let words = format!("a step costs {cost}; expected a number from 0 to 1000000");
                    return Err(PyValueError::new_err(words));
                }
                (cost * f64::from(UNIT)).round() as u32
            }
            _ => return Err(wrong()),
        };
        let state = way.get_borrowed_item(1)?;
        let next = self.number(&state)?;
        Ok(Way { action: way.get_item(0)?.unbind(), next, cost })
    }
}

/// An action in a line of moves: its text without blanks.
fn word(py: Python<'_>, action: &Py<PyAny>) -> PyResult<String> {
    let text = action.bind(py).str()?.to_string();
    let text: Vec<&str> = text.split_whitespace().collect();
    Ok(if text.is_empty() { "-".to_owned() } else { text.join("_") })
}

impl Puzzle for OwnBoard {
    type State = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.guard(|py| {
            let start = self.object(py).call_method0(intern!(py, "start"))?;
            self.number(&start)
        })
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend(0..self.ways(*state, <[Way]>::len) as u32);
    }

    fn play(&self, state: &u32, mv: u32) -> u32 {
        self.ways(*state, |ways| ways.get(mv as usize).map_or(*state, |way| way.next))
    }

    fn is_solved(&self, state: &u32) -> bool {
        self.guard(|py| {
            let state = self.state(py, *state)?;
            self.own.is_solved.bind(py).call1((state,))?.is_truthy()
        })
    }

    fn is_dead(&self, state: &u32) -> bool {
        self.own.finds_dead
            && self.guard(|py| {
                let state = self.state(py, *state)?;
                self.object(py).call_method1(intern!(py, "is_dead"), (state,))?.is_truthy()
            })
    }

    fn cost(&self, state: &u32, mv: u32) -> u32 {
        self.ways(*state, |ways| ways.get(mv as usize).map_or(UNIT, |way| way.cost))
    }

    fn unit(&self) -> u32 {
        UNIT
    }

    fn packed_len(&self) -> usize {
        u32::LEN
    }

    fn pack(&self, state: &u32, out: &mut [u8]) {
        state.write(out);
    }

    fn unpack(&self, bytes: &[u8]) -> u32 {
        u32::read(bytes)
    }

    fn successors(&self, state: &u32, _packed: &[u8], out: &mut Successors<u32>) {
        self.ways(*state, |ways| {
            for (mv, way) in (0..).zip(ways) {
                way.next.write(out.add(mv, false));
            }
        });
    }

    fn step_text(&self, state: &u32, mv: u32) -> String {
        self.guard(|py| {
            self.action(py, *state, mv).map_or(Ok(String::new()), |action| word(py, &action))
        })
    }

    fn goals(&self) -> Option<Vec<u32>> {
        self.own.backward.then(|| {
            self.guard(|py| {
                let goals = self.object(py).call_method0(intern!(py, "goals"))?;
                goals.try_iter()?.map(|goal| self.number(&goal?)).collect()
            })
        })
    }

    fn backward(&self, state: &u32, out: &mut Vec<(u32, u32)>) {
        let before: Vec<u32> = self.guard(|py| {
            let state = self.state(py, *state)?;
            let before = self.object(py).call_method1(intern!(py, "predecessors"), (state,))?;
            before.try_iter()?.map(|one| self.number(&one?)).collect()
        });
        for previous in before {
            self.ways(previous, |ways| {
                let moves = (0..).zip(ways).filter(|(_, way)| way.next == *state);
                out.extend(moves.map(|(mv, _)| (previous, mv)));
            });
        }
    }

    fn line_text(&self, moves: &[u32]) -> String {
        let mut state = self.start();
        let mut words = Vec::with_capacity(moves.len());
        for &mv in moves {
            words.push(self.step_text(&state, mv));
            state = self.play(&state, mv);
        }
        words.join(" ")
    }
}

impl PuzzleWorld for OwnWorld {
    type Level = Arc<Own>;
    type Board = OwnBoard;

    fn info(&self) -> WorldInfo {
        self.0.info.clone()
    }

    fn parse(&self, _file: &str, _bytes: &[u8]) -> Result<Vec<Arc<Own>>, ParseError> {
        Ok(vec![Arc::clone(&self.0)])
    }

    fn print(&self, levels: &[Arc<Own>], _format: &str) -> Result<String, SpecError> {
        let text = |own: &Arc<Own>| {
            own.trouble.guard(|py| {
                let start = own.object.bind(py).call_method0("start")?;
                Ok(format!("{}\n{}\n", own.title, start.repr()?))
            })
        };
        Ok(levels.iter().map(text).collect())
    }

    fn board(&self, level: &Arc<Own>, _options: &Options) -> Result<OwnBoard, SpecError> {
        Ok(OwnBoard::new(Arc::clone(level)))
    }

    fn scene(&self, board: &OwnBoard, state: &u32) -> Scene {
        let text = board.guard(|py| drawing::drawn(board.object(py), &board.state(py, *state)?));
        drawing::scene(&text)
    }

    fn packs(&self) -> Vec<Pack> {
        Vec::new()
    }

    fn level_info(&self, level: &Arc<Own>) -> LevelInfo {
        LevelInfo { title: level.title.clone(), ..LevelInfo::default() }
    }

    fn rules(&self) -> Rules {
        Rules::default()
    }

    fn steps(&self) -> Vec<StepKey> {
        Vec::new()
    }

    fn parse_moves(&self, board: &OwnBoard, from: &u32, text: &str) -> Result<Vec<u32>, MoveError> {
        let mut state = *from;
        let mut line = Vec::new();
        for wanted in text.split_whitespace() {
            let count = board.ways(state, <[Way]>::len) as u32;
            let words: Vec<String> = (0..count).map(|mv| board.step_text(&state, mv)).collect();
            let Some(index) = words.iter().position(|word| word == wanted) else {
                let reason = format!("this is no move here; expected one of {}", words.join(" "));
                return Err(MoveError::new(wanted, reason).at(line.len() + 1));
            };
            state = board.play(&state, index as u32);
            line.push(index as u32);
        }
        Ok(line)
    }

    fn planes(&self) -> Vec<Text> {
        Vec::new()
    }

    fn own_state(&self, board: &OwnBoard, state: &u32) -> Option<Box<dyn Any>> {
        Python::attach(|py| {
            let object: Py<PyAny> = board.state(py, *state).ok()?.unbind();
            Some(Box::new(object) as Box<dyn Any>)
        })
    }

    fn heuristic_table(&self) -> Vec<HeuristicEntry<OwnBoard>> {
        let entry = |own: &OwnHeuristic| {
            let (call, batched, properties) = (Arc::clone(&own.call), own.batched, own.properties);
            HeuristicEntry::new(own.name.clone(), own.summary.clone(), own.properties, move |_| {
                Box::new(ByMethod { call: Arc::clone(&call), batched, properties })
            })
        };
        self.0.heuristics.iter().map(entry).collect()
    }

    fn goes_backward(&self) -> bool {
        self.0.backward
    }

    fn one_thread(&self) -> bool {
        true
    }
}

/// A heuristic that is a method of the Python puzzle.
struct ByMethod {
    call: Arc<Py<PyAny>>,
    batched: bool,
    properties: Properties,
}

/// An estimate in units of cost; a hair is added so that what decimals cut off is not missed.
fn cost(estimate: Option<f64>) -> Option<u32> {
    Some((estimate?.max(0.0) * f64::from(UNIT) + 1e-6) as u32)
}

impl ByMethod {
    fn ask(&self, board: &OwnBoard, states: &[u32]) -> Vec<Option<f64>> {
        let mut found = board.guard(|py| {
            let seen: PyResult<Vec<_>> =
                states.iter().map(|&state| board.state(py, state)).collect();
            let list = PyList::new(py, seen?)?;
            estimates(&self.call.bind(py).call1((list,))?, states.len())
        });
        found.resize(states.len(), None);
        found
    }
}

impl Heuristic<OwnBoard> for ByMethod {
    fn estimate(&self, board: &OwnBoard, state: &u32) -> Option<u32> {
        if self.batched {
            return cost(self.ask(board, &[*state]).pop().flatten());
        }
        cost(board.guard(|py| {
            let state = board.state(py, *state)?;
            estimate(&self.call.bind(py).call1((state,))?)
        }))
    }

    fn estimate_all(
        &self,
        board: &OwnBoard,
        states: &[u32],
        _is_over: &dyn Fn() -> bool,
        out: &mut Vec<Option<u32>>,
    ) {
        if self.batched {
            out.extend(self.ask(board, states).into_iter().map(cost));
        } else {
            out.extend(states.iter().map(|state| self.estimate(board, state)));
        }
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}
