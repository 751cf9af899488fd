//! Experiments and tournaments.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use plyground_core::Cancel;
use plyground_lab::contestant::Contestant;
use plyground_lab::experiment::{self, Case, RunLimits, RunStore};
use plyground_lab::solver::Solver;
use plyground_lab::tournament::{self as games, GameStore, MoveBudget};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::OrRaise;
use crate::level::Level;
use crate::run::{Job, run, seconds};
use crate::world::{World, options};

/// Runs every method on every level; gives the rows as JSON lines, and sentences on them.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn compare(
    py: Python<'_>,
    levels: Vec<(String, usize, PyRef<'_, Level>)>,
    methods: Vec<String>,
    heuristics: Vec<String>,
    seeds: Vec<u64>,
    repeats: u32,
    given: BTreeMap<String, String>,
    time: f64,
    states: Option<u64>,
    jobs: usize,
    store: Option<PathBuf>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let Some((_, _, first)) = levels.first() else {
        return Err(PyValueError::new_err("there is nothing to compare; expected a level"));
    };
    let place = first.place.clone();
    let world = Arc::clone(place.puzzles()?);
    let solvers: Result<Vec<Solver>, _> = methods.iter().map(|method| method.parse()).collect();
    let defaults = RunLimits::default();
    let plan = experiment::Plan {
        methods: experiment::cross(&*world, &solvers.or_raise()?, &heuristics, &seeds),
        world,
        cases: levels
            .iter()
            .map(|(file, number, level)| Case {
                file: file.clone(),
                number: *number,
                title: level.level.info().title,
                level: Arc::clone(&level.level),
            })
            .collect(),
        options: options(given),
        repeats,
        limits: RunLimits {
            time: seconds(Some(time))?.unwrap_or(defaults.time),
            states,
            ..defaults
        },
        title: None,
    };
    let troubles: Vec<_> = levels.iter().flat_map(|(_, _, level)| level.place.troubles()).collect();
    drop(levels);
    let store = match store {
        Some(folder) => RunStore::open(&folder),
        None => RunStore::in_memory(),
    };
    let store = store.or_raise()?;
    let cancel = Cancel::new();
    let jobs = if troubles.is_empty() { jobs.clamp(1, 256) } else { 1 };
    let job = Job { cancel: &cancel, troubles, one_thread: false, listener };
    let (plan, cancel) = (&plan, &cancel);
    let rows = run(py, &job, move |tell| {
        experiment::run(plan, &store, jobs, cancel, &mut |progress, _| {
            tell(format!("[{},{}]", progress.done + progress.kept, progress.total));
        })
    })?
    .or_raise()?;
    Ok((experiment::runs(&rows).json_lines(), experiment::summary(&rows)))
}

/// Plays a tournament; gives the result as JSON, sentences on it, and the games as records.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn tournament(
    py: Python<'_>,
    world: &World,
    players: Vec<String>,
    rounds: usize,
    given: BTreeMap<String, String>,
    seed: u64,
    gauntlet: bool,
    ratings: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    jobs: usize,
    store: Option<PathBuf>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<String>, String)> {
    let players: Result<Vec<Contestant>, _> = players.iter().map(|player| player.parse()).collect();
    let mut plan = games::Plan::new(Arc::clone(world.0.games()?), players.or_raise()?);
    plan.rounds = rounds.clamp(1, 1_000_000);
    plan.options = options(given);
    plan.seed = seed;
    plan.ratings = ratings.parse().or_raise()?;
    plan.budget = MoveBudget { time: seconds(time)?, nodes };
    if gauntlet {
        plan.form = games::Form::Gauntlet;
    }
    let store = match store {
        Some(folder) => GameStore::open(&folder),
        None => GameStore::in_memory(),
    };
    let store = store.or_raise()?;
    let cancel = Cancel::new();
    let troubles = world.0.troubles();
    let jobs = if troubles.is_empty() { jobs.clamp(1, 256) } else { 1 };
    let job = Job { cancel: &cancel, troubles, one_thread: false, listener };
    let (plan, cancel) = (&plan, &cancel);
    let result = run(py, &job, move |tell| {
        games::run(plan, &store, jobs, cancel, &mut |progress, _| {
            tell(format!("[{},{}]", progress.done + progress.kept, progress.total));
        })
    })?
    .or_raise()?;
    let all = serde_json::to_string(&result).or_raise()?;
    Ok((all, games::summary(&result), games::records(&result.games)))
}
