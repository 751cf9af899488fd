//! A piece of work as it travels: all that another process needs, and nothing of this one.

use std::collections::BTreeMap;
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_core::{Cancel, Options, SpecError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contestant::Contestant;
use crate::crew::Load;
use crate::experiment::{self, Case, Cell, RunLimits, Runs};
use crate::openings::Openings;
use crate::solver::Solver;
use crate::store::RunError;
use crate::tournament::{self, Fixture, Games, MoveBudget};

/// A piece of an experiment or a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// A run.
    Run(RunOrder),
    /// A game.
    Game(GameOrder),
}

/// A level with a method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunOrder {
    /// The experiment's name.
    pub experiment: String,
    /// The run's name.
    pub cell: String,
    /// The world's id.
    pub world: String,
    /// The world's options.
    pub options: BTreeMap<String, String>,
    /// The file or pack of the level.
    pub file: String,
    /// The level's number there.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// The level itself, in the world's usual format.
    pub level: String,
    /// What solves it.
    pub method: String,
    /// Which repeat, from 0.
    pub repeat: u32,
    /// Seconds that it may take.
    pub seconds: f64,
    /// States that it may expand.
    pub states: Option<u64>,
    /// Bytes that it may hold.
    pub memory: u64,
    /// Threads that it may use.
    pub threads: Option<usize>,
}

/// Two players with an opening.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameOrder {
    /// The game's name.
    pub id: String,
    /// The world's id.
    pub world: String,
    /// The world's options.
    pub options: BTreeMap<String, String>,
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The players, the one who moves first in front.
    pub players: [String; 2],
    /// What chance they use.
    pub seeds: [u64; 2],
    /// The turns before they take over.
    pub opening: Vec<String>,
    /// Seconds for a move.
    pub seconds: Option<f64>,
    /// Positions for a move.
    pub nodes: Option<u64>,
}

impl Order {
    /// The name of the piece.
    pub fn id(&self) -> &str {
        match self {
            Self::Run(run) => &run.cell,
            Self::Game(game) => &game.id,
        }
    }

    /// The other programs that it would start, as commands.
    pub fn programs(&self) -> Result<Vec<String>, SpecError> {
        let mut programs = Vec::new();
        match self {
            Self::Run(run) => {
                if let solver @ Solver::Program(_) = run.method.parse::<Solver>()? {
                    programs.push(solver.to_string());
                }
            }
            Self::Game(game) => {
                for player in &game.players {
                    if let engine @ Contestant::Engine(_) = player.parse::<Contestant>()? {
                        programs.push(engine.to_string());
                    }
                }
            }
        }
        Ok(programs)
    }

    /// How long the piece may take by its own limits, a game for each turn; `None` where nobody says.
    pub fn patience(&self) -> Option<Duration> {
        match self {
            Self::Run(run) => Duration::try_from_secs_f64(run.seconds).ok(),
            Self::Game(game) => {
                // A player may bring a budget of its own. Other programs are held to theirs where they are spoken to.
                let of = |player: &String| match player.parse() {
                    Ok(Contestant::Player(spec)) => {
                        let own =
                            spec.options.get("time").and_then(|time| time.parse::<f64>().ok());
                        own.map(|milliseconds| milliseconds / 1e3).or(game.seconds)
                    }
                    _ => None,
                };
                let [first, second] = game.players.each_ref().map(of);
                Duration::try_from_secs_f64(first?.max(second?)).ok()
            }
        }
    }

    /// Bytes that the piece may hold; `None` where nobody says.
    pub const fn memory(&self) -> Option<u64> {
        match self {
            Self::Run(run) => Some(run.memory),
            Self::Game(_) => None,
        }
    }

    /// Does the piece with what this catalog has, as one of `jobs` on this machine; what it gives, or `None` where it
    /// was cut off. `turn` hears of every turn of a game.
    pub fn perform(
        &self,
        catalog: &Catalog,
        jobs: usize,
        cancel: &Cancel,
        turn: &(dyn Fn() + Sync),
    ) -> Result<Option<Value>, RunError> {
        match self {
            Self::Run(run) => {
                let (plan, cells) = run.plan(catalog)?;
                made(&Runs::of(&plan, &cells), jobs, cancel)
            }
            Self::Game(game) => {
                let (plan, fixtures) = game.plan(catalog)?;
                made(&Games::of(&plan, &fixtures).told(turn), jobs, cancel)
            }
        }
    }
}

fn made<L: Load>(load: &L, jobs: usize, cancel: &Cancel) -> Result<Option<Value>, RunError> {
    let product = load.make(0, jobs, cancel, &Cancel::new())?;
    let value = product.map(serde_json::to_value).transpose();
    value.map_err(|error| RunError::Spec(SpecError(error.to_string())))
}

fn read_options(options: &BTreeMap<String, String>) -> Options {
    options.iter().fold(Options::new(), |options, (name, value)| options.with(name, value))
}

/// Options as they travel.
pub(crate) fn written_options(options: &Options) -> BTreeMap<String, String> {
    options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn duration(seconds: f64) -> Result<Duration, SpecError> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| SpecError(format!("{seconds} seconds are not a time")))
}

impl RunOrder {
    /// An experiment of this run alone.
    fn plan(&self, catalog: &Catalog) -> Result<(experiment::Plan, [Cell; 1]), SpecError> {
        let world = catalog.puzzle_world(&self.world)?;
        let levels = world.parse(&self.file, self.level.as_bytes());
        let levels = levels.map_err(|error| SpecError(error.to_string()))?;
        let [level] = &levels[..] else {
            let count = levels.len();
            return Err(SpecError(format!("{}: {count} levels; expected one", self.file)));
        };
        let (file, number, title) = (self.file.clone(), self.number, self.title.clone());
        let plan = experiment::Plan {
            world,
            cases: vec![Case { file, number, title, level: level.clone() }],
            methods: vec![self.method.parse()?],
            options: read_options(&self.options),
            repeats: 1,
            limits: RunLimits {
                time: duration(self.seconds)?,
                states: self.states,
                memory: self.memory,
                threads: self.threads,
            },
            title: Some(self.experiment.clone()),
        };
        plan.check()?;
        let cell = Cell { id: self.cell.clone(), case: 0, method: 0, repeat: self.repeat };
        Ok((plan, [cell]))
    }
}

impl GameOrder {
    /// A tournament of this game alone.
    fn plan(&self, catalog: &Catalog) -> Result<(tournament::Plan, [Fixture; 1]), SpecError> {
        let players = self.players.iter().map(|player| player.parse());
        let players: Vec<Contestant> = players.collect::<Result<_, _>>()?;
        let plan = tournament::Plan {
            options: read_options(&self.options),
            openings: Openings::Set(vec![self.opening.clone()]),
            budget: MoveBudget { time: self.seconds.map(duration).transpose()?, nodes: self.nodes },
            ..tournament::Plan::new(catalog.game_world(&self.world)?, players)
        };
        plan.check()?;
        let fixture = Fixture {
            id: self.id.clone(),
            number: self.number,
            round: self.round,
            players: [0, 1],
            seeds: self.seeds,
        };
        Ok((plan, [fixture]))
    }
}
