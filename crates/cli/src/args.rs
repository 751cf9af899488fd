//! Arguments that several commands share.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use plyground_catalog::{AnyGameWorld, GameSession, Record};
use plyground_core::text::quoted;
use plyground_core::{Limits, Options};
use plyground_lab::openings::Openings;
use plyground_lab::ratings::Sprt;
use plyground_lab::tournament::MoveBudget;

use crate::failure::Failure;
use crate::{input, interrupt};

/// `NAME=VALUE`.
#[derive(Debug, Clone)]
pub struct Setting {
    name: String,
    value: String,
}

impl std::str::FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                Ok(Self { name: name.to_lowercase(), value: value.to_owned() })
            }
            _ => Err(format!("{text} is not a setting; expected NAME=VALUE", text = quoted(text))),
        }
    }
}

/// The settings as options.
pub fn options(settings: &[Setting]) -> Options {
    settings.iter().fold(Options::new(), |options, set| options.with(&set.name, &set.value))
}

/// No time is longer: thirty years.
const MOST_SECONDS: f64 = 1e9;

/// A time in seconds, fractions allowed.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= MOST_SECONDS)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| {
            format!(
                "{text} is not a time; expected seconds above 0, such as 2.5",
                text = quoted(text)
            )
        })
}

/// A time in milliseconds.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(ms) if ms > 0 => Ok(Duration::from_millis(ms)),
        _ => Err(format!(
            "{text} is not a time; expected milliseconds above 0, such as 200",
            text = quoted(text)
        )),
    }
}

/// Two differences in Elo to decide between.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    match text.split_once(',').map(|(elo0, elo1)| (number(elo0), number(elo1))) {
        Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err(format!(
            "{text} is not a test; expected two numbers, the smaller first: 0,20",
            text = quoted(text)
        )),
    }
}

/// What a search may use.
#[derive(Debug, Clone, Args)]
pub struct LimitArgs {
    /// Seconds for each search
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<Duration>,
    /// States to expand in each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub states: Option<u64>,
    /// Memory for each search, in MB
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub memory: Option<u64>,
    /// Threads to use; the method chooses where none is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl LimitArgs {
    /// The limits, with Ctrl-C as their flag.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            states: self.states,
            memory: self.memory.map(|mb| mb * 1_000_000),
            threads: self.threads.map(usize::from),
            cancel: interrupt::cancel(),
        }
    }
}

/// The rules of a puzzle.
#[derive(Debug, Clone, Args)]
pub struct PuzzleArgs {
    /// What a solution is measured in
    #[arg(long, value_name = "moves|pushes")]
    pub metric: Option<String>,
    /// The setting `pull`, in worlds that have it: boxes may also be pulled
    #[arg(long)]
    pub pull: bool,
    /// A setting of the world; `plyground worlds` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<Setting>,
}

impl PuzzleArgs {
    /// The world's options.
    pub fn options(&self) -> Options {
        let mut options = options(&self.settings);
        if let Some(metric) = &self.metric {
            options.set("metric", metric.to_lowercase());
        }
        if self.pull {
            options.set("pull", true);
        }
        options
    }
}

/// Where a game starts.
#[derive(Debug, Clone, Args)]
pub struct GameArgs {
    /// A named starting position
    #[arg(long, value_name = "NAME")]
    pub setup: Option<String>,
    /// Cells along a side of the board
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,
    /// A position as text
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A setting of the world; `plyground worlds` lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<Setting>,
}

impl GameArgs {
    /// The world's options.
    pub fn options(&self) -> Options {
        let mut options = options(&self.settings);
        if let Some(setup) = &self.setup {
            options.set("setup", setup);
        }
        if let Some(size) = self.size {
            options.set("size", size);
        }
        if let Some(position) = &self.position {
            options.set("position", position);
        }
        options
    }

    /// The game, after the moves of a list.
    pub fn session(
        &self,
        world: &dyn AnyGameWorld,
        moves: Option<&str>,
    ) -> Result<Box<dyn GameSession>, Failure> {
        let mut session = world.start(&self.options())?;
        play_list(&mut *session, moves.unwrap_or_default())?;
        Ok(session)
    }
}

/// What a player may use for a move.
#[derive(Debug, Clone, Args)]
pub struct BudgetArgs {
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub time_per_move: Option<Duration>,
    /// Positions for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl BudgetArgs {
    /// The budget, where a player's own options do not say less.
    pub fn budget(&self) -> MoveBudget {
        MoveBudget { time: self.time_per_move, nodes: self.nodes }
    }
}

/// Openings: a number of random turns, or a file.
pub fn openings(
    text: &str,
    world: &dyn AnyGameWorld,
    options: &Options,
) -> Result<Openings, Failure> {
    match text.parse() {
        Ok(turns) if turns <= 1000 => Ok(Openings::Random(turns)),
        Ok(turns) => Err(Failure::input(format!("--openings {turns}: expected 0 to 1000 turns"))),
        Err(_) => {
            let file = input::read_text(Path::new(text))?;
            Ok(Openings::parse(text, &file, world, options)?)
        }
    }
}

/// Plays moves that are separated by blanks, commas or semicolons; brackets keep theirs.
pub fn play_list(session: &mut dyn GameSession, moves: &str) -> Result<(), Failure> {
    // A turn may be written with blanks around its plus.
    let moves = moves.split('+').map(str::trim).collect::<Vec<_>>().join("+");
    let mut depth = 0_usize;
    let between = |c: char| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(c, ' ' | ',' | ';' | '\n' | '\t')
    };
    let words = moves.split(between).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        session.play(word).map_err(|error| error.at(index + 1))?;
    }
    Ok(())
}

/// A game of a record file, at its end. Games are numbered from 1.
pub fn replay(
    path: &Path,
    world: &dyn AnyGameWorld,
    number: usize,
) -> Result<Box<dyn GameSession>, Failure> {
    let name = path.to_string_lossy();
    let records = Record::parse_all(&name, &input::read_text(path)?)?;
    let Some(record) = number.checked_sub(1).and_then(|index| records.get(index)) else {
        let count = records.len();
        return Err(Failure::input(format!(
            "{name}: there is no game {number}; the games go from 1 to {count}"
        )));
    };
    let id = world.info().id;
    if record.world != id {
        let theirs = &record.world;
        return Err(Failure::input(format!("{name}: a game of {theirs}; expected {id}")));
    }
    Ok(record.replay_in(world).map_err(|error| error.in_file(&name))?)
}
