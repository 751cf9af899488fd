use plyground_catalog::Record;
use plyground_core::{Cancel, Outcome, Side, SpecError};

use super::{Fixture, Game, Plan, bout};
use crate::contestant::Contestant;
use crate::crew::Load;
use crate::machine::{load, machine};
use crate::order::{GameOrder, Order, written_options};
use crate::store::RunError;

/// Games of a plan, piece by piece.
pub struct Games<'a> {
    plan: &'a Plan,
    fixtures: Vec<&'a Fixture>,
    turn: &'a (dyn Fn() + Sync),
}

impl<'a> Games<'a> {
    /// These games of a plan.
    pub fn of(plan: &'a Plan, fixtures: impl IntoIterator<Item = &'a Fixture>) -> Self {
        Self { plan, fixtures: fixtures.into_iter().collect(), turn: &|| {} }
    }

    /// The same with somebody who hears of every turn.
    #[must_use]
    pub fn told(self, turn: &'a (dyn Fn() + Sync)) -> Self {
        Self { turn, ..self }
    }

    /// The turns before the players take over.
    fn opening(&self, fixture: &Fixture) -> Result<Vec<String>, SpecError> {
        let start = self.plan.world.start(&self.plan.options)?;
        let opened = self.plan.openings.open(&*start, self.plan.seed, fixture.round - 1)?;
        Ok(opened.turns().into_iter().map(|turn| turn.text).collect())
    }

    /// The record of a game after its opening, as it is when it ends.
    fn record(&self, fixture: &Fixture) -> Result<Record, SpecError> {
        let start = self.plan.world.start(&self.plan.options)?;
        let opened = self.plan.openings.open(&*start, self.plan.seed, fixture.round - 1)?;
        let names = fixture.players.map(|player| self.plan.players[player].to_string());
        let mut record = Record::of(&*opened, names);
        record.headers.push(("Round".to_owned(), fixture.round.to_string()));
        record.headers.push(("Game".to_owned(), fixture.number.to_string()));
        Ok(record)
    }
}

impl Load for Games<'_> {
    type Product = Game;

    fn count(&self) -> usize {
        self.fixtures.len()
    }

    fn id(&self, index: usize) -> &str {
        &self.fixtures[index].id
    }

    fn make(
        &self,
        index: usize,
        jobs: usize,
        cancel: &Cancel,
        stop: &Cancel,
    ) -> Result<Option<Game>, RunError> {
        let mut game = bout::play(self.plan, self.fixtures[index], cancel, stop, self.turn)?;
        if let Some(game) = &mut game {
            game.jobs = jobs as u32;
        }
        Ok(game)
    }

    fn order(&self, index: usize) -> Result<Order, SpecError> {
        let (plan, fixture) = (self.plan, self.fixtures[index]);
        Ok(Order::Game(GameOrder {
            id: fixture.id.clone(),
            world: plan.world.info().id.into_owned(),
            options: written_options(&plan.options),
            number: fixture.number,
            round: fixture.round,
            players: fixture.players.map(|player| plan.players[player].to_string()),
            seeds: fixture.seeds,
            opening: self.opening(fixture)?,
            seconds: plan.budget.time.map(|time| time.as_secs_f64()),
            nodes: plan.budget.nodes,
        }))
    }

    /// The record is played by the rules from the opening on; how it ended is what the rules say. Only a program can
    /// lose by what it did, for the players of a world make no forbidden moves.
    fn check(&self, index: usize, game: Game) -> Result<Game, String> {
        let (plan, fixture) = (self.plan, self.fixtures[index]);
        let expected = self.record(fixture).map_err(|error| error.to_string())?;
        let expected: Record = expected.to_string().parse().unwrap_or(expected);
        let record: Record =
            game.record.parse().map_err(|error| format!("the record cannot be read: {error}"))?;
        if (&record.world, &record.options, &record.players)
            != (&expected.world, &expected.options, &expected.players)
        {
            return Err("the record is of another game".to_owned());
        }
        let turns: Vec<&str> = record.turns().map(|node| &*node.turn).collect();
        let opening: Vec<&str> = expected.turns().map(|node| &*node.turn).collect();
        if !turns.starts_with(&opening) {
            return Err("the record begins with another opening".to_owned());
        }
        let end = record
            .replay_in(&*plan.world)
            .map_err(|error| format!("the rules refuse the record: {error}"))?;
        let loser = match game.outcome {
            Some(Outcome::Win(side)) => Some(&plan.players[fixture.players[side.other().index()]]),
            Some(Outcome::Draw) | None => None,
        };
        let reason = match end.ending() {
            Some(ending) if Some(ending.outcome) == game.outcome && !game.forfeit => ending.reason,
            None if game.forfeit && matches!(loser, Some(Contestant::Engine(_))) => game.reason,
            _ => return Err(format!("the record does not end in {}", game.result())),
        };
        let honest = |number: &f64| *number >= 0.0 && number.is_finite();
        if game.jobs == 0
            || !game.longest.iter().chain(&game.load).chain([&game.seconds]).all(honest)
        {
            return Err("the figures are none".to_owned());
        }
        Ok(Game {
            number: fixture.number,
            round: fixture.round,
            players: fixture.players,
            reason,
            scores: end.score(),
            turns: end.turns().len(),
            ..game
        })
    }

    /// A game that nobody could play has no result, and says why.
    fn failed(&self, index: usize, reason: &str) -> Game {
        let fixture = self.fixtures[index];
        let mut record = self.record(fixture).unwrap_or_default();
        record.result = None;
        record.headers.insert(0, ("Ending".to_owned(), reason.to_owned()));
        Game {
            number: fixture.number,
            round: fixture.round,
            players: fixture.players,
            outcome: None,
            reason: reason.to_owned(),
            forfeit: false,
            scores: Side::BOTH.map(|_| "0".to_owned()),
            turns: record.turns().count(),
            longest: [0.0; 2],
            seconds: 0.0,
            jobs: 1,
            record: record.to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine().to_owned(),
            load: load(),
        }
    }
}
