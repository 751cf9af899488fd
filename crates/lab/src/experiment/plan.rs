use std::sync::Arc;
use std::time::Duration;

use plyground_catalog::{AnyPuzzleWorld, Level, level_text};
use plyground_core::{Options, Spec, SpecError, fingerprint};

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
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), states: None, memory: 4_000_000_000 }
    }
}

impl RunLimits {
    /// The limits in words.
    pub fn words(&self) -> String {
        let states = self.states.map_or_else(String::new, |states| format!(", {states} states"));
        format!("{} s{states}, {} MB a run", self.time.as_secs_f64(), self.memory / 1_000_000)
    }
}

/// An experiment: every level with every method, so often.
#[derive(Clone)]
pub struct Plan {
    /// The world.
    pub world: Arc<dyn AnyPuzzleWorld>,
    /// The levels.
    pub cases: Vec<Case>,
    /// The methods, heuristics and seeds included.
    pub methods: Vec<Spec>,
    /// The world's options.
    pub options: Options,
    /// How often each run is made.
    pub repeats: u32,
    /// What each run may use.
    pub limits: RunLimits,
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
    /// Refuses what cannot be run, before anything runs.
    pub fn check(&self) -> Result<(), SpecError> {
        if self.cases.is_empty() || self.methods.is_empty() {
            return Err(SpecError("an experiment needs a level and a method at least".to_owned()));
        }
        for method in &self.methods {
            self.world.check_method(method)?;
        }
        Ok(())
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
    methods: &[Spec],
    heuristics: &[String],
    seeds: &[u64],
) -> Vec<Spec> {
    let known = world.methods();
    let takes = |spec: &Spec, option: &str| {
        spec.options.get(option).is_none()
            && known.iter().any(|info| info.id == spec.name && info.takes(option))
    };
    let mut specs: Vec<Spec> = Vec::new();
    for method in methods {
        let with_heuristics: Vec<Spec> = if takes(method, "h") && !heuristics.is_empty() {
            heuristics.iter().map(|heuristic| method.clone().with("h", heuristic)).collect()
        } else {
            vec![method.clone()]
        };
        for spec in with_heuristics {
            if takes(&spec, "seed") && !seeds.is_empty() {
                specs.extend(seeds.iter().map(|seed| spec.clone().with("seed", seed)));
            } else {
                specs.push(spec);
            }
        }
    }
    let mut distinct = Vec::new();
    for spec in specs {
        if !distinct.contains(&spec) {
            distinct.push(spec);
        }
    }
    distinct
}
