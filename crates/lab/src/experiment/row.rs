use plyground_catalog::{AnyPuzzleWorld, Solved};
use plyground_core::{Limits, Measures, Options, Stats, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Case;
use crate::frame::{Column, Frame, Kind};
use crate::machine::{load, machine};
use crate::solver::Solver;

/// The version of the data's columns and fields; it grows when one of them goes or means something else.
pub const DATA_VERSION: u32 = 1;

/// A finished run: what `solve --json` and `compare --json` print, and a record of the data files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The run's name in its store.
    #[serde(skip)]
    pub cell: String,
    /// The experiment it belongs to; none where a level was solved outside of any.
    pub experiment: Option<String>,
    /// The world's id.
    pub world: String,
    /// The file or pack.
    pub file: String,
    /// The level's number there, from 1.
    pub level: usize,
    /// The level's title.
    pub title: String,
    /// Boxes or atoms of the level.
    pub pieces: Option<usize>,
    /// The method with all its options, or the command of another program.
    pub method: String,
    /// The method's name alone; `exec` for another program.
    pub algorithm: String,
    /// The heuristic that was named.
    pub heuristic: Option<String>,
    /// The method's other options, without heuristic and seed.
    pub options: String,
    /// The seed that was named.
    pub seed: Option<u64>,
    /// Which repeat, from 0.
    pub repeat: u32,
    /// Seconds that it might take.
    pub time_limit: Option<f64>,
    /// States that it might expand.
    pub state_limit: Option<u64>,
    /// Bytes that it might hold.
    pub memory_limit: Option<u64>,
    /// What solutions are measured in.
    pub metric: Option<String>,
    /// The world's other options.
    pub settings: String,
    /// How it ended.
    pub status: Status,
    /// Why, where the status does not say it all.
    pub reason: Option<String>,
    /// The solution, replayed.
    pub solution: Option<String>,
    /// Steps of the player.
    pub moves: Option<u64>,
    /// Pushes, in worlds that count them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pushes: Option<u64>,
    /// Whether it is proven that no solution is better.
    pub optimal: bool,
    /// No solution is better than this.
    pub bound: Option<u64>,
    /// What the search took.
    pub stats: Stats,
    /// Threads that it might use.
    pub threads: Option<usize>,
    /// How many runs shared the machine.
    pub jobs: u32,
    /// The version of Plyground.
    pub version: String,
    /// The machine: its processor and cores.
    pub machine: String,
    /// How many processes wanted a core of it in the minute before this was written, where the system tells.
    pub load: Option<f64>,
}

/// What was run, for the row that tells of it.
pub struct Run<'a> {
    /// The world.
    pub world: &'a dyn AnyPuzzleWorld,
    /// The level.
    pub case: &'a Case,
    /// What solved it.
    pub solver: &'a Solver,
    /// The world's options.
    pub options: &'a Options,
    /// What it might use.
    pub limits: &'a Limits,
    /// How many runs shared the machine.
    pub jobs: usize,
}

impl Row {
    /// The row of a run that came to this.
    pub fn new(run: &Run<'_>, solved: Solved) -> Self {
        let Run { world, case, solver, options, limits, jobs } = *run;
        let info = world.info();
        let spec = solver.spec();
        let option = |name: &str| spec.and_then(|spec| spec.options.get(name));
        let usual = |id: &str| info.options.iter().find(|option| option.id == id);
        let metric = options.get("metric").or_else(|| usual("metric").map(|option| option.default));
        let joined = |options: &Options, without: &[&str]| {
            let others = options.iter().filter(|(name, _)| !without.contains(name));
            others.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
        };
        Self {
            cell: String::new(),
            experiment: None,
            world: info.id.clone().into_owned(),
            file: case.file.clone(),
            level: case.number,
            title: case.title.clone(),
            pieces: case.level.info().pieces,
            method: solver.to_string(),
            algorithm: solver.algorithm().to_owned(),
            heuristic: option("h").map(str::to_owned),
            options: spec.map(|spec| joined(&spec.options, &["h", "seed"])).unwrap_or_default(),
            seed: option("seed").and_then(|seed| seed.parse().ok()),
            repeat: 0,
            time_limit: limits.time.map(|time| time.as_secs_f64()),
            state_limit: limits.states,
            memory_limit: limits.memory,
            metric: metric.map(str::to_owned),
            settings: joined(options, &["metric"]),
            status: solved.status,
            reason: solved.reason,
            solution: solved.solution,
            moves: solved.measures.map(|measures| measures.moves),
            pushes: solved.measures.and_then(|measures| measures.pushes),
            optimal: solved.optimal,
            bound: solved.bound,
            stats: solved.stats,
            threads: limits.threads,
            jobs: jobs as u32,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine().to_owned(),
            load: load(),
        }
    }

    /// Whether a solution was found.
    pub const fn is_solved(&self) -> bool {
        self.moves.is_some()
    }

    /// What its solution takes.
    pub fn measures(&self) -> Option<Measures> {
        self.moves.map(|moves| Measures { moves, pushes: self.pushes })
    }

    /// Whether it says how many states it looked at; other programs do not.
    pub const fn counts_states(&self) -> bool {
        self.stats.expanded > 0 || self.stats.generated > 0
    }

    /// The method without heuristic and seed.
    pub fn family(&self) -> String {
        match (self.algorithm.as_str(), self.options.as_str()) {
            ("exec" | "reported", _) => self.method.clone(),
            (algorithm, "") => algorithm.to_owned(),
            (algorithm, options) => format!("{algorithm}({options})"),
        }
    }

    /// Its values by the names of the [columns](COLUMNS).
    pub(super) fn values(&self) -> Vec<Value> {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else { return Vec::new() };
        if let Some(Value::Object(stats)) = fields.remove("stats") {
            let known = |name: &str| self.counts_states() || TIMED.contains(&name);
            fields.extend(stats.into_iter().filter(|(name, _)| known(name)));
        }
        COLUMNS.iter().map(|column| fields.remove(column.name).unwrap_or(Value::Null)).collect()
    }

    /// The row of these values.
    pub(super) fn from_values(
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Self, serde_json::Error> {
        let mut fields = Map::new();
        let mut stats = Map::new();
        for (column, value) in COLUMNS.iter().zip(values) {
            match STATS.contains(&column.name) {
                true if value.is_null() => stats.insert(column.name.to_owned(), 0.into()),
                true => stats.insert(column.name.to_owned(), value),
                false => fields.insert(column.name.to_owned(), value),
            };
        }
        fields.insert("stats".to_owned(), stats.into());
        serde_json::from_value(fields.into())
    }
}

/// The runs as data.
pub fn runs(rows: &[Row]) -> Frame {
    Frame { columns: &COLUMNS, records: rows.iter().map(Row::values).collect() }
}

const STATS: [&str; 8] = [
    "expanded",
    "generated",
    "evaluated",
    "reopened",
    "dead_ends",
    "peak_frontier",
    "peak_bytes",
    "seconds",
];
/// What is known of a program that counts no states.
const TIMED: [&str; 2] = ["peak_bytes", "seconds"];

/// The columns of a run's data. New ones come last: that is where a store of an older version gets them.
pub const COLUMNS: [Column; 37] = [
    Column::new("experiment", Kind::Text),
    Column::new("world", Kind::Text),
    Column::new("file", Kind::Text),
    Column::new("level", Kind::Whole),
    Column::new("title", Kind::Text),
    Column::new("pieces", Kind::Whole),
    Column::new("method", Kind::Text),
    Column::new("algorithm", Kind::Text),
    Column::new("heuristic", Kind::Text),
    Column::new("options", Kind::Text),
    Column::new("seed", Kind::Whole),
    Column::new("repeat", Kind::Whole),
    Column::new("time_limit", Kind::Decimal),
    Column::new("state_limit", Kind::Whole),
    Column::new("memory_limit", Kind::Whole),
    Column::new("metric", Kind::Text),
    Column::new("settings", Kind::Text),
    Column::new("status", Kind::Text),
    Column::new("reason", Kind::Text),
    Column::new("moves", Kind::Whole),
    Column::new("pushes", Kind::Whole),
    Column::new("optimal", Kind::Switch),
    Column::new("bound", Kind::Whole),
    Column::new("expanded", Kind::Whole),
    Column::new("generated", Kind::Whole),
    Column::new("evaluated", Kind::Whole),
    Column::new("reopened", Kind::Whole),
    Column::new("dead_ends", Kind::Whole),
    Column::new("peak_frontier", Kind::Whole),
    Column::new("peak_bytes", Kind::Whole),
    Column::new("seconds", Kind::Decimal),
    Column::new("threads", Kind::Whole),
    Column::new("jobs", Kind::Whole),
    Column::new("version", Kind::Text),
    Column::new("machine", Kind::Text),
    Column::new("solution", Kind::Text),
    Column::new("load", Kind::Decimal),
];

#[cfg(test)]
impl Row {
    /// A solved run of a method, for tests; what it took is the same for the same `moves`.
    pub(super) fn sample(method: &str, moves: u64) -> Self {
        let spec: plyground_core::Spec = method.parse().unwrap();
        let joined: Vec<String> = spec
            .options
            .iter()
            .filter(|(name, _)| !["h", "seed"].contains(name))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Self {
            cell: String::new(),
            experiment: Some("test".to_owned()),
            world: "sokoban".to_owned(),
            file: "levels.xsb".to_owned(),
            level: 1,
            title: "A level".to_owned(),
            pieces: Some(2),
            method: method.to_owned(),
            algorithm: spec.name.clone(),
            heuristic: spec.options.get("h").map(str::to_owned),
            options: joined.join(","),
            seed: spec.options.get("seed").and_then(|seed| seed.parse().ok()),
            repeat: 0,
            time_limit: Some(60.0),
            state_limit: None,
            memory_limit: Some(4_000_000_000),
            metric: Some("moves".to_owned()),
            settings: String::new(),
            status: Status::Solved,
            reason: None,
            solution: None,
            moves: Some(moves),
            pushes: None,
            optimal: false,
            bound: None,
            stats: Stats {
                expanded: moves,
                generated: moves,
                seconds: 0.01,
                peak_bytes: 1000,
                ..Stats::default()
            },
            threads: Some(1),
            jobs: 1,
            version: "0".to_owned(),
            machine: "a machine, 2 cores".to_owned(),
            load: Some(0.5),
        }
    }
}
