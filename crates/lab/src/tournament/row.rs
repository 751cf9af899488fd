use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Game, Plan};
use crate::frame::{Column, Frame, Kind};

/// A game as data: what `match --json` says of each, and a record of a tournament's data files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// The world's id.
    pub world: String,
    /// Its number, from 1.
    pub game: usize,
    /// The round, from 1.
    pub round: usize,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// How it ended: `1-0`, `0-1` or `1/2-1/2`; `*` where nobody could play it.
    pub result: String,
    /// Whether somebody lost by what they did, not by the rules.
    pub forfeit: bool,
    /// Turns played, those of the opening included.
    pub turns: usize,
    /// The score of who moved first.
    pub score_first: String,
    /// The score of who moved second.
    pub score_second: String,
    /// The longest thought of who moved first, in seconds.
    pub longest_first: f64,
    /// The longest thought of who moved second, in seconds.
    pub longest_second: f64,
    /// How long both thought together, in seconds.
    pub seconds: f64,
    /// How many games shared the machine.
    pub jobs: u32,
    /// Why it ended.
    pub reason: String,
    /// The seed of the openings and of chance.
    pub seed: u64,
    /// The world's options.
    pub settings: String,
    /// The version of Plyground.
    pub version: String,
    /// The machine: its processor and cores.
    pub machine: String,
    /// How many processes wanted a core of it in the minute before this was written, where the system tells.
    pub load: Option<f64>,
    /// The moves, with times, as a game record.
    pub record: String,
}

impl GameRow {
    /// The row of a game of a plan.
    pub fn new(plan: &Plan, game: &Game) -> Self {
        let names = plan.names();
        let [first, second] = game.players.map(|player| names[player].clone());
        let settings: Vec<String> =
            plan.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let [score_first, score_second] = game.scores.clone();
        let [longest_first, longest_second] = game.longest;
        Self {
            world: plan.world.info().id.into_owned(),
            game: game.number,
            round: game.round,
            first,
            second,
            result: game.result(),
            forfeit: game.forfeit,
            turns: game.turns,
            score_first,
            score_second,
            longest_first,
            longest_second,
            seconds: game.seconds,
            jobs: game.jobs,
            reason: game.reason.clone(),
            seed: plan.seed,
            settings: settings.join(","),
            version: game.version.clone(),
            machine: game.machine.clone(),
            load: game.load,
            record: game.record.clone(),
        }
    }
}

/// The games as data.
pub fn games(plan: &Plan, games: &[Game]) -> Frame {
    let record = |game: &Game| {
        let fields = serde_json::to_value(GameRow::new(plan, game)).unwrap_or_default();
        COLUMNS
            .iter()
            .map(|column| fields.get(column.name).cloned().unwrap_or(Value::Null))
            .collect()
    };
    Frame { columns: &COLUMNS, records: games.iter().map(record).collect() }
}

const COLUMNS: [Column; 21] = [
    Column::new("world", Kind::Text),
    Column::new("game", Kind::Whole),
    Column::new("round", Kind::Whole),
    Column::new("first", Kind::Text),
    Column::new("second", Kind::Text),
    Column::new("result", Kind::Text),
    Column::new("forfeit", Kind::Switch),
    Column::new("turns", Kind::Whole),
    Column::new("score_first", Kind::Text),
    Column::new("score_second", Kind::Text),
    Column::new("longest_first", Kind::Decimal),
    Column::new("longest_second", Kind::Decimal),
    Column::new("seconds", Kind::Decimal),
    Column::new("jobs", Kind::Whole),
    Column::new("reason", Kind::Text),
    Column::new("seed", Kind::Whole),
    Column::new("settings", Kind::Text),
    Column::new("version", Kind::Text),
    Column::new("machine", Kind::Text),
    Column::new("load", Kind::Decimal),
    Column::new("record", Kind::Text),
];
