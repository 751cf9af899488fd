use std::collections::BTreeMap;
use std::path::Path;

use plyground_core::text::abridged;
use plyground_core::{ParseError, SpecError};
use serde::Deserialize;

/// An experiment as people write it down: in a file, or with flags, which say the same by the same names.
///
/// ```toml
/// world = "sokoban"
/// files = ["levels.xsb"]
/// level = "1-20"
/// with = ["astar", "beam(width=450)", "exec:./my-solver {file}"]
/// heuristics = ["manhattan", "pushes"]
/// seeds = [1, 2, 3]
/// repeats = 2
/// time = 30
/// out = "results"
/// ```
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// What people call the experiment; what it is about names it where nobody does.
    pub name: Option<String>,
    /// The world.
    pub world: Option<String>,
    /// Files of levels, from where the experiment's file is; the packs that ship where there are none.
    pub files: Vec<String>,
    /// Which levels of each: `N`, `A-B` or `all`.
    pub level: Option<String>,
    /// The methods, and other programs as `exec:CMD`.
    pub with: Vec<String>,
    /// Heuristics to cross them with.
    pub heuristics: Vec<String>,
    /// Seeds to cross them with.
    pub seeds: Vec<u64>,
    /// How often each run is made.
    pub repeats: Option<u32>,
    /// `moves` or `pushes`.
    pub metric: Option<String>,
    /// The setting `pull`, in worlds that have it.
    pub pull: Option<bool>,
    /// Levels that are broken are left out, and named.
    pub skip_bad: Option<bool>,
    /// Settings of the world by name.
    pub set: BTreeMap<String, Setting>,
    /// Seconds a run.
    pub time: Option<f64>,
    /// States a run.
    pub states: Option<u64>,
    /// Megabytes a run.
    pub memory: Option<u64>,
    /// Threads a run.
    pub threads: Option<u16>,
    /// How many runs at the same time.
    pub jobs: Option<usize>,
    /// Events of each search to record.
    pub trace: Option<Trace>,
    /// Files of results that other programs gave.
    pub import: Vec<String>,
    /// Formats of the data files: `csv`, `jsonl`, `parquet`.
    pub format: Vec<String>,
    /// The folder for the results.
    pub out: Option<String>,
}

/// A setting's value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// Words.
    Word(String),
    /// A switch.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Decimal(f64),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => word.fmt(f),
            Self::Switch(on) => on.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
        }
    }
}

/// Whether searches are recorded, and how much of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Trace {
    /// The usual number of events, or none.
    Usual(bool),
    /// So many events.
    Events(usize),
}

impl Trace {
    /// How many events; `None` where nothing is recorded.
    pub const fn events(self) -> Option<usize> {
        match self {
            Self::Usual(true) => Some(20_000),
            Self::Usual(false) => None,
            Self::Events(events) => Some(events),
        }
    }
}

impl Config {
    /// Reads the file's text; an error names the line. Names of files are from where this file is.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        let mut config: Self = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = &text[..start.min(text.len())];
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
            ParseError::new(line, column, abridged(error.message().trim())).in_file(file)
        })?;
        if let Some((name, expected)) = config.out_of_bounds() {
            let is_it = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == name);
            let line = text.lines().position(is_it).map_or(0, |index| index + 1);
            return Err(ParseError::new(line, 0, refusal(name, expected)).in_file(file));
        }
        let here = Path::new(file).parent().unwrap_or(Path::new(""));
        let names = config.files.iter_mut().chain(&mut config.import).chain(&mut config.out);
        for name in names {
            *name = here.join(&*name).to_string_lossy().into_owned();
        }
        Ok(config)
    }

    /// The same, with what is not said taken from another.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        fn list<T>(ours: Vec<T>, theirs: Vec<T>) -> Vec<T> {
            if ours.is_empty() { theirs } else { ours }
        }
        let mut set = other.set;
        set.extend(self.set);
        Self {
            name: self.name.or(other.name),
            world: self.world.or(other.world),
            files: list(self.files, other.files),
            level: self.level.or(other.level),
            with: list(self.with, other.with),
            heuristics: list(self.heuristics, other.heuristics),
            seeds: list(self.seeds, other.seeds),
            repeats: self.repeats.or(other.repeats),
            metric: self.metric.or(other.metric),
            pull: self.pull.or(other.pull),
            skip_bad: self.skip_bad.or(other.skip_bad),
            set,
            time: self.time.or(other.time),
            states: self.states.or(other.states),
            memory: self.memory.or(other.memory),
            threads: self.threads.or(other.threads),
            jobs: self.jobs.or(other.jobs),
            trace: self.trace.or(other.trace),
            import: list(self.import, other.import),
            format: list(self.format, other.format),
            out: self.out.or(other.out),
        }
    }

    /// Refuses numbers that are not possible: what flags say is held to the same as what a file says.
    pub fn check(&self) -> Result<(), SpecError> {
        self.out_of_bounds().map_or(Ok(()), |(name, expected)| {
            Err(SpecError(refusal(&format!("--{name}"), expected)))
        })
    }

    /// The first number that is not possible, and what would be.
    fn out_of_bounds(&self) -> Option<(&'static str, &'static str)> {
        let most = MOST_SECONDS;
        let seconds = |time: f64| time > 0.0 && time <= most;
        [
            (self.time.is_none_or(seconds), "time", "seconds, more than 0 and up to 1000000000"),
            (self.states != Some(0), "states", "1 or more"),
            (
                self.memory.is_none_or(|mb| (1..=MOST_MEGABYTES).contains(&mb)),
                "memory",
                "megabytes, from 1 to 1048576",
            ),
            (
                self.repeats.is_none_or(|repeats| (1..=MOST_REPEATS).contains(&repeats)),
                "repeats",
                "a number from 1 to 10000",
            ),
            (
                self.jobs.is_none_or(|jobs| (1..=MOST_JOBS).contains(&jobs)),
                "jobs",
                "a number from 1 to 1024",
            ),
            (
                self.threads.is_none_or(|threads| (1..=MOST_THREADS).contains(&threads)),
                "threads",
                "a number from 1 to 1024",
            ),
            (
                self.trace.and_then(Trace::events) != Some(0),
                "trace",
                "true, false or a number of events",
            ),
        ]
        .into_iter()
        .find_map(|(good, name, expected)| (!good).then_some((name, expected)))
    }
}

fn refusal(name: &str, expected: &str) -> String {
    format!("{name} is out of bounds; expected {expected}")
}

const MOST_SECONDS: f64 = 1e9;
const MOST_MEGABYTES: u64 = 1 << 20;
const MOST_REPEATS: u32 = 10_000;
const MOST_JOBS: usize = 1_024;
const MOST_THREADS: u16 = 1_024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_reads_from_a_file() {
        let config =
            Config::parse("lab.toml", "world = \"sokoban\"\nwith = [\"bfs\"]\ntime = 3\n").unwrap();
        assert_eq!((config.world.as_deref(), config.time), (Some("sokoban"), Some(3.0)));
    }

    #[test]
    fn a_wrong_word_is_named_with_its_line() {
        let error =
            Config::parse("lab.toml", "world = \"sokoban\"\nwhit = [\"bfs\"]\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.to_string().contains("lab.toml, line 2"), "{error}");
    }

    #[test]
    fn files_are_found_from_where_the_file_is_and_settings_are_of_any_kind() {
        let text = "files = [\"a.xsb\", \"/b.xsb\"]\nout = \"r\"\ntrace = true\n[set]\nplies = 60\nwrap = true\nmode = \"x\"\n";
        let config = Config::parse("study/lab.toml", text).unwrap();
        assert_eq!(config.files, ["study/a.xsb", "/b.xsb"]);
        assert_eq!(config.out.as_deref(), Some("study/r"));
        assert_eq!(config.trace.and_then(Trace::events), Some(20_000));
        let set: Vec<String> = config.set.values().map(ToString::to_string).collect();
        assert_eq!(set, ["x", "60", "true"]);
    }

    #[test]
    fn what_is_said_first_counts() {
        let flags = Config { time: Some(1.0), ..Config::default() };
        let file = Config { time: Some(9.0), states: Some(5), ..Config::default() };
        let both = flags.or(file);
        assert_eq!((both.time, both.states), (Some(1.0), Some(5)));
    }

    #[test]
    fn numbers_that_the_flags_would_refuse_are_refused_here_too() {
        for bad in [
            "time = 0",
            "time = -1",
            "time = 1e300",
            "time = nan",
            "states = 0",
            "memory = 0",
            "memory = 18446744073709551615",
            "repeats = 0",
            "jobs = 0",
            "jobs = 99999",
            "repeats = 4000000000",
            "threads = 0",
            "threads = 60000",
            "threads = 99999999999",
            "memory = 99999999999999999999999",
            "trace = 0",
        ] {
            let error =
                Config::parse("lab.toml", &format!("world = \"sokoban\"\n{bad}\n")).unwrap_err();
            let text = error.to_string();
            assert!(text.contains("lab.toml, line 2"), "{bad}: {text}");
        }
        let flags = Config { threads: Some(0), ..Config::default() };
        assert!(flags.check().unwrap_err().0.starts_with("--threads is out of bounds"));
        assert_eq!(Config::default().check(), Ok(()));
    }
}
