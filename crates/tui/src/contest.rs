//! A game with its players and clocks; no screen.

use std::time::{Duration, Instant};

use plyground_catalog::{Catalog, Ending, GameSession, PlayedTurn, Record};
use plyground_core::{Outcome, ParseError, Side, Spec, Text};

/// How much time the sides have.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Clock {
    /// Seconds for the whole game; 0 for no limit.
    pub game: f64,
    /// Seconds added with every turn.
    pub increment: f64,
    /// Seconds for one turn; 0 for no limit.
    pub turn: f64,
}

/// A game being played.
pub(crate) struct Contest {
    /// The board and its history.
    pub session: Box<dyn GameSession>,
    /// The methods that play; `None` is a person.
    pub players: [Option<Spec>; 2],
    /// The time there is.
    pub clock: Clock,
    /// Seconds of each turn that was played.
    seconds: Vec<f64>,
    /// Since when the side to move thinks; `None` while the clock stands still.
    since: Option<Instant>,
    /// Seconds it has thought before that.
    thought: f64,
    /// An end that the board does not know: time, resignation.
    ended: Option<Ending>,
}

impl Contest {
    /// A game that stands at its beginning, its clock too.
    pub fn new(session: Box<dyn GameSession>, players: [Option<Spec>; 2], clock: Clock) -> Self {
        let (seconds, since, thought, ended) = (Vec::new(), None, 0.0, None);
        Self { session, players, clock, seconds, since, thought, ended }
    }

    /// A game as its record tells it. Methods that are known here play on.
    pub fn of_record(catalog: &Catalog, record: &Record) -> Result<Self, ParseError> {
        let session = record.replay(catalog)?;
        let world = session.world();
        let known = |name: &String| name.parse().ok().filter(|spec| world.player(spec).is_ok());
        let players = [known(&record.players[0]), known(&record.players[1])];
        let mut contest = Self::new(session, players, Clock::default());
        contest.seconds = record.moves.iter().map(|mv| mv.seconds.unwrap_or(0.0)).collect();
        contest.seconds.resize(contest.session.turns().len(), 0.0);
        if contest.session.ending().is_none()
            && let Some(outcome) = record.result
        {
            let reason = record.headers.iter().find(|(name, _)| name == "Ending");
            let reason = reason.map_or_else(|| "by agreement".to_owned(), |(_, why)| why.clone());
            contest.ended = Some(Ending { outcome, reason });
        }
        Ok(contest)
    }

    /// What the side to move is called.
    pub fn side_name(&self) -> Text {
        self.session.world().side_name(self.session.side())
    }

    /// The method whose turn it is; `None` for a person.
    pub fn player_to_move(&self) -> Option<&Spec> {
        self.players[self.session.side().index()].as_ref()
    }

    /// Whether the clock runs.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Lets the clock run, or stops it.
    pub fn run(&mut self, on: bool) {
        self.thought = self.thinking();
        self.since = (on && self.ending().is_none()).then(Instant::now);
    }

    /// The seconds that the side to move has thought.
    fn thinking(&self) -> f64 {
        self.thought + self.since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }

    /// The seconds that a side has used.
    pub fn used(&self, side: Side) -> f64 {
        let running = if self.session.side() == side { self.thinking() } else { 0.0 };
        self.turns_of(side).sum::<f64>() + running
    }

    fn turns_of(&self, side: Side) -> impl Iterator<Item = f64> {
        let turns = self.session.turns().into_iter();
        let times = turns.zip(&self.seconds).filter(move |(turn, _)| turn.side == side);
        times.map(|(_, &seconds)| seconds).collect::<Vec<_>>().into_iter()
    }

    /// The seconds that a side has left of the game's time; `None` where there is no limit.
    pub fn left(&self, side: Side) -> Option<f64> {
        let added = self.clock.increment * self.turns_of(side).count() as f64;
        (self.clock.game > 0.0).then(|| self.clock.game + added - self.used(side))
    }

    /// The time a method may take for this turn; `None` leaves it to the method.
    pub fn allowance(&self) -> Option<Duration> {
        let of_game = self.left(self.session.side());
        let of_game = of_game.map(|left| left / 25.0 + self.clock.increment * 0.8);
        let of_turn = (self.clock.turn > 0.0).then_some(self.clock.turn * 0.8);
        let least = [of_game, of_turn].into_iter().flatten().reduce(f64::min)?;
        Some(Duration::from_secs_f64(least.max(0.01)))
    }

    /// How it ended, by the board, the clock or a resignation.
    pub fn ending(&self) -> Option<Ending> {
        self.ended.clone().or_else(|| self.session.ending())
    }

    /// Ends the game where the side to move is out of time; true where it did so now.
    pub fn check_clock(&mut self) -> bool {
        let side = self.session.side();
        let over = self.left(side).is_some_and(|left| left < 0.0)
            || (self.clock.turn > 0.0 && self.thinking() > self.clock.turn);
        let ends = over && self.is_running() && self.ending().is_none();
        if ends {
            self.lose(side, "is out of time");
        }
        ends
    }

    /// The side to move gives up.
    pub fn resign(&mut self) {
        if self.ending().is_none() {
            self.lose(self.session.side(), "resigned");
        }
    }

    fn lose(&mut self, side: Side, why: &str) {
        let name = self.session.world().side_name(side);
        let reason = format!("{name} {why}");
        self.ended = Some(Ending { outcome: Outcome::Win(side.other()), reason });
        self.run(false);
    }

    /// Plays a turn or a part of one; the clock goes over to the other side.
    pub fn play(&mut self, text: &str) -> Result<PlayedTurn, String> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {}", ending.reason));
        }
        let played = self.session.play(text).map_err(|refused| refused.reason)?;
        if played.complete {
            self.seconds.push(self.thinking());
            self.thought = 0.0;
            self.since = self.since.map(|_| Instant::now());
        }
        if self.ending().is_some() {
            self.run(false);
        }
        Ok(played)
    }

    /// Takes a turn back, or plays one again; the clock stands still. False where there is none.
    pub fn step(&mut self, back: bool) -> bool {
        let stepped = if back { self.session.undo() } else { self.session.redo() };
        if stepped {
            self.run(false);
            self.ended = None;
            self.thought = 0.0;
            self.seconds.resize(self.session.turns().len(), 0.0);
        }
        stepped
    }

    /// The record of the game.
    pub fn record(&self) -> Record {
        let name = |spec: &Option<Spec>| spec.as_ref().map_or("human".to_owned(), Spec::to_string);
        let names = [name(&self.players[0]), name(&self.players[1])];
        let mut record = Record::of(self.session.as_ref(), names);
        for (mv, seconds) in record.moves.iter_mut().zip(&self.seconds) {
            mv.seconds = Some(*seconds);
        }
        if let Some(ended) = &self.ended {
            record.result = Some(ended.outcome);
            record.headers.push(("Ending".to_owned(), ended.reason.clone()));
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Options;

    fn contest(clock: Clock) -> Contest {
        let session =
            Catalog::new().game_world("dropper").unwrap().start(&Options::new().with("size", 3));
        Contest::new(session.unwrap(), [None, Some(Spec::new("random"))], clock)
    }

    #[test]
    fn a_side_that_is_out_of_time_loses() {
        let mut contest = contest(Clock { turn: 1e-9, ..Clock::default() });
        assert!(!contest.check_clock(), "the clock stands still");
        contest.run(true);
        assert!(contest.check_clock());
        let ending = contest.ending().unwrap();
        assert_eq!(ending.outcome, Outcome::Win(Side::Second));
        assert!(ending.reason.ends_with("is out of time"));
        assert!(contest.play("A1").unwrap_err().contains("over"));
    }

    #[test]
    fn who_resigns_loses_and_a_turn_taken_back_takes_that_back() {
        let mut contest = contest(Clock::default());
        contest.play("A1").unwrap();
        contest.resign();
        assert_eq!(contest.ending().unwrap().outcome, Outcome::Win(Side::First));
        assert!(contest.step(true));
        assert_eq!(contest.ending(), None);
    }

    #[test]
    fn a_record_brings_the_game_back() {
        let mut before = contest(Clock::default());
        before.play("B2").unwrap();
        let text = before.record().to_string();
        let after = Contest::of_record(&Catalog::new(), &text.parse().unwrap()).unwrap();
        assert_eq!(after.session.position_text(), before.session.position_text());
        assert_eq!(after.players, before.players);
    }

    #[test]
    fn a_method_gets_a_share_of_the_time_left() {
        let limited = contest(Clock { game: 100.0, increment: 1.0, turn: 3.0 });
        assert_eq!(limited.allowance(), Some(Duration::from_secs_f64(2.4)));
        assert_eq!(contest(Clock::default()).allowance(), None);
    }
}
