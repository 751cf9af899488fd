use std::time::Instant;

use plyground_catalog::{AnyPlayer, GameSession, Record};
use plyground_core::{Budget, Cancel, Limits, Outcome, Side, SpecError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Fixture, Plan};
use crate::contestant::{self, Contestant};
use crate::engine::{Effort, Fault, SeatedEngine};
use crate::machine::{load, machine};

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Game {
    /// Its number, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The players' indices, the one who moved first in front.
    pub players: [usize; 2],
    /// How it ended: `1-0`, `0-1` or `1/2-1/2`; `*` where nobody could play it: then it counts for nobody.
    #[serde(serialize_with = "plain", deserialize_with = "from_plain")]
    #[schemars(with = "String")]
    pub outcome: Option<Outcome>,
    /// Why, in words.
    pub reason: String,
    /// Whether a player lost by what it did, not by the rules: a crash, a forbidden move, too much time.
    pub forfeit: bool,
    /// The score of each side as people count it.
    pub scores: [String; 2],
    /// Turns played, those of the opening included.
    pub turns: usize,
    /// The longest thought of each side in seconds.
    pub longest: [f64; 2],
    /// How long both thought together.
    pub seconds: f64,
    /// How many games shared the machine.
    pub jobs: u32,
    /// The moves, with times, as text.
    pub record: String,
    /// The version of Plyground.
    pub version: String,
    /// The machine: its processor and cores.
    pub machine: String,
    /// How many processes wanted a core of it in the minute before this was written, where the system tells.
    pub load: Option<f64>,
}

/// What stands for a result where there is none.
const NONE: &str = "*";

/// A result as it is written.
pub(super) fn result_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| NONE.to_owned(), |outcome| outcome.to_string())
}

/// A result as it is read.
pub(super) fn read_result(text: &str) -> Result<Option<Outcome>, SpecError> {
    if text == NONE { Ok(None) } else { text.parse().map(Some) }
}

fn plain<S: serde::Serializer>(
    outcome: &Option<Outcome>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&result_text(*outcome))
}

fn from_plain<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Outcome>, D::Error> {
    read_result(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

impl Game {
    /// The points of a player (an index) in half points; `None` where it did not take part, or nobody could.
    pub fn half_points(&self, player: usize) -> Option<usize> {
        let seat = self.players.iter().position(|&seated| seated == player)?;
        Some((self.outcome?.points(Side::BOTH[seat]) * 2.0) as usize)
    }

    /// The result in a word: `1-0`, `0-1`, `1/2-1/2`, or `*` for none.
    pub fn result(&self) -> String {
        result_text(self.outcome)
    }
}

/// Somebody at the board.
enum Seat {
    Player(Box<dyn AnyPlayer>),
    Engine(SeatedEngine),
}

impl Seat {
    fn choose(&mut self, session: &dyn GameSession, budget: &Budget) -> Result<String, Fault> {
        match self {
            Self::Player(player) => {
                let thought = player.think(session, budget, &mut |_| {})?;
                Ok(thought.best.into_iter().next().unwrap_or_default())
            }
            Self::Engine(opponent) => opponent.choose(session, &budget.limits.cancel),
        }
    }
}

/// A game under way.
struct Bout<'a> {
    plan: &'a Plan,
    fixture: &'a Fixture,
    budget: Budget,
    session: Box<dyn GameSession>,
    /// Seconds for each turn after the opening.
    times: Vec<f64>,
}

/// How a game ended: the outcome, the reason, whether it was forfeited.
type End = (Outcome, String, bool);

/// Plays one game; `None` where it was cut off by either flag. `told` hears of every turn.
pub(super) fn play(
    plan: &Plan,
    fixture: &Fixture,
    cancel: &Cancel,
    stop: &Cancel,
    told: &dyn Fn(),
) -> Result<Option<Game>, SpecError> {
    let start = plan.world.start(&plan.options)?;
    let session = plan.openings.open(&*start, plan.seed, fixture.round - 1)?;
    let limits = Limits {
        time: plan.budget.time,
        states: plan.budget.nodes,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let budget = Budget { limits, ..Budget::default() };
    let opening = session.turns().len();
    let mut bout = Bout { plan, fixture, budget, session, times: Vec::new() };
    let end = match bout.play(stop, told) {
        Ok(end) => end,
        Err((side, Fault::Loss(reason))) => {
            let (name, loser) = (&plan.players[fixture.players[side.index()]], side.index());
            let reason = format!("{} loses: {name} {reason}", plan.world.sides()[loser]);
            (Outcome::Win(side.other()), reason, true)
        }
        Err((_, Fault::Cancelled)) => return Ok(None),
        Err((_, Fault::Spec(error))) => return Err(error),
    };
    Ok(Some(bout.game(opening, end)))
}

impl Bout<'_> {
    /// Plays to the end, or to what goes wrong, and with whom.
    fn play(&mut self, stop: &Cancel, told: &dyn Fn()) -> Result<End, (Side, Fault)> {
        // Before any clock runs, for tables and programs take a while to start.
        let [first, second] = Side::BOTH.map(|side| self.sit(side).map_err(|fault| (side, fault)));
        let mut seats = [first?, second?];
        let mut seconds = 0.0;
        loop {
            if let Some(ending) = self.session.ending() {
                return Ok((ending.outcome, ending.reason, false));
            }
            let side = self.session.side();
            if stop.is_cancelled() || self.budget.limits.cancel.is_cancelled() {
                return Err((side, Fault::Cancelled));
            }
            let began = Instant::now();
            let complete = self.turn(&mut seats[side.index()]).map_err(|fault| (side, fault))?;
            seconds += began.elapsed().as_secs_f64();
            told();
            if complete {
                self.times.push(std::mem::take(&mut seconds));
            }
        }
    }

    fn sit(&self, side: Side) -> Result<Seat, Fault> {
        Ok(match &self.plan.players[self.fixture.players[side.index()]] {
            Contestant::Engine(engine) => {
                let Limits { time, states: nodes, cancel, .. } = &self.budget.limits;
                let effort = Effort { time: *time, nodes: *nodes, depth: None };
                Seat::Engine(engine.start(&*self.session, effort, cancel)?)
            }
            Contestant::Player(spec) => {
                let seed = self.fixture.seeds[side.index()];
                let mut player = contestant::player(&*self.plan.world, spec, seed)?;
                player.fit(&*self.session)?;
                Seat::Player(player)
            }
        })
    }

    /// Plays a turn, or a part of one; says whether it is complete.
    fn turn(&mut self, seat: &mut Seat) -> Result<bool, Fault> {
        let turn = seat.choose(&*self.session, &self.budget)?;
        match self.session.play(&turn) {
            Ok(played) => Ok(played.complete),
            Err(error) => Err(Fault::Loss(format!("chose what is refused: {error}"))),
        }
    }

    fn game(self, opening: usize, (outcome, reason, forfeit): End) -> Game {
        let Self { plan, fixture, session, times, .. } = self;
        let turns = session.turns();
        let names = fixture.players.map(|player| plan.players[player].to_string());
        let mut record = Record::of(&*session, names);
        record.result = Some(outcome);
        if forfeit {
            record.headers.push(("Ending".to_owned(), reason.clone()));
        }
        record.headers.push(("Round".to_owned(), fixture.round.to_string()));
        record.headers.push(("Game".to_owned(), fixture.number.to_string()));
        let mut longest = [0f64; 2];
        let line = record.line();
        for (index, &seconds) in times.iter().enumerate() {
            let node = line.get(opening + index).and_then(|&id| record.tree.get_mut(id));
            if let (Some(node), Some(turn)) = (node, turns.get(opening + index)) {
                node.seconds = Some(seconds);
                let longest = &mut longest[turn.side.index()];
                *longest = longest.max(seconds);
            }
        }
        Game {
            number: fixture.number,
            round: fixture.round,
            players: fixture.players,
            outcome: Some(outcome),
            reason,
            forfeit,
            scores: session.score(),
            turns: turns.len(),
            longest,
            seconds: times.iter().sum(),
            jobs: 1,
            record: record.to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine().to_owned(),
            load: load(),
        }
    }
}
