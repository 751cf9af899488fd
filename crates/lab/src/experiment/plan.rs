use std::sync::Arc;
use std::time::Duration;

use plyground_catalog::{AnyPuzzleWorld, Level, level_text};
use plyground_core::{Options, Spec, SpecError, fingerprint};

use crate::solver::Solver;

/// A level of an experiment.
#[derive(Clone)]
pub struct Case {
    /// The file or pack it comes from.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
    /// Its title, or its number where it has none.
    pub title: String,
    /// The level.
    pub level: Level,
}

/// What each run may use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunLimits {
    /// Wall time.
    pub time: Duration,
    /// States to expand.
    pub states: Option<u64>,
    /// Bytes to hold.
    pub memory: u64,
    /// Threads for methods that take more than one; the cores are shared between the runs where none is given.
    pub threads: Option<usize>,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), states: None, memory: 4_000_000_000, threads: None }
    }
}

impl RunLimits {
    /// The limits in words.
    pub fn words(&self) -> String {
        let states = self.states.map_or_else(String::new, |states| format!(", {states} states"));
        let threads =
            self.threads.map_or_else(String::new, |threads| format!(", {threads} threads"));
        let (seconds, megabytes) = (self.time.as_secs_f64(), self.memory / 1_000_000);
        format!("{seconds} s{states}, {megabytes} MB{threads} a run")
    }
}

/// An experiment: every level with every method, so often.
#[derive(Clone)]
pub struct Plan {
    /// The world.
    pub world: Arc<dyn AnyPuzzleWorld>,
    /// The levels.
    pub cases: Vec<Case>,
    /// The methods, heuristics and seeds included, and other programs.
    pub methods: Vec<Solver>,
    /// The world's options.
    pub options: Options,
    /// How often each run is made.
    pub repeats: u32,
    /// What each run may use.
    pub limits: RunLimits,
    /// What people call the experiment; its cells name it where nobody does.
    pub title: Option<String>,
}

/// One run that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Names the run: the same level, method, limits and version have the same name.
    pub id: String,
    /// The level's index.
    pub case: usize,
    /// The method's index.
    pub method: usize,
    /// Which repeat, from 0.
    pub repeat: u32,
}

impl Plan {
    /// Every level with every method once, by the usual rules and limits.
    pub fn new(world: Arc<dyn AnyPuzzleWorld>, cases: Vec<Case>, methods: Vec<Solver>) -> Self {
        let (options, limits) = (Options::new(), RunLimits::default());
        Self { world, cases, methods, options, repeats: 1, limits, title: None }
    }

    /// Refuses what cannot be run, before anything runs.
    pub fn check(&self) -> Result<(), SpecError> {
        if self.cases.is_empty() || self.methods.is_empty() {
            return Err(SpecError("an experiment needs a level and a method at least".to_owned()));
        }
        for method in &self.methods {
            method.check(&*self.world)?;
        }
        Ok(())
    }

    /// Names the experiment: what people call it, or by what it is about.
    pub fn name(&self) -> String {
        let named = || fingerprint(&self.words())[..12].to_owned();
        self.title.clone().unwrap_or_else(named)
    }

    /// What the experiment is about: the same levels, methods, repeats and limits have the same words.
    pub fn words(&self) -> String {
        let listed = |parts: Vec<String>| parts.join(", ");
        let levels = self.cases.iter().map(|case| format!("{} {}", case.file, case.number));
        format!(
            "{}: {} on {}; repeats {}; {}; {}",
            self.world.info().id,
            listed(self.methods.iter().map(ToString::to_string).collect()),
            listed(levels.collect()),
            self.repeats.max(1),
            self.limits.words(),
            listed(self.options.iter().map(|(name, value)| format!("{name}={value}")).collect()),
        )
    }

    /// Every run, levels first, in order.
    pub fn cells(&self) -> Result<Vec<Cell>, SpecError> {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut cells = Vec::new();
        for (case, level) in self.cases.iter().enumerate() {
            let text = level_text(&level.level)?;
            for (method, spec) in self.methods.iter().enumerate() {
                for repeat in 0..self.repeats.max(1) {
                    let key = format!(
                        "{}\n{text}\n{spec}\n{}\n{:?}\n{repeat}\n{}\n{}\n{}",
                        self.world.info().id,
                        options.join(","),
                        self.limits,
                        env!("CARGO_PKG_VERSION"),
                        level.file,
                        level.number,
                    );
                    cells.push(Cell { id: fingerprint(&key), case, method, repeat });
                }
            }
        }
        Ok(cells)
    }
}

/// Crosses methods with heuristics and seeds: a method that takes one gets each, others stay as they are.
/// A heuristic or seed that a method already names is kept.
pub fn cross(
    world: &dyn AnyPuzzleWorld,
    methods: &[Solver],
    heuristics: &[String],
    seeds: &[u64],
) -> Vec<Solver> {
    let known = world.methods();
    let takes = |spec: &Spec, option: &str| {
        spec.options.get(option).is_none()
            && known.iter().any(|info| info.id == spec.name && info.takes(option))
    };
    let mut crossed: Vec<Solver> = Vec::new();
    for method in methods {
        let Solver::Method(spec) = method else {
            crossed.push(method.clone());
            continue;
        };
        let with_heuristics: Vec<Spec> = if takes(spec, "h") && !heuristics.is_empty() {
            heuristics.iter().map(|heuristic| spec.clone().with("h", heuristic)).collect()
        } else {
            vec![spec.clone()]
        };
        for spec in with_heuristics {
            if takes(&spec, "seed") && !seeds.is_empty() {
                crossed.extend(seeds.iter().map(|seed| spec.clone().with("seed", seed).into()));
            } else {
                crossed.push(spec.into());
            }
        }
    }
    let mut distinct = Vec::new();
    for method in crossed {
        if !distinct.contains(&method) {
            distinct.push(method);
        }
    }
    distinct
}
