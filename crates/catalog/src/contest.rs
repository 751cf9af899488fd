//! A game with all that belongs to it: the turns with their variations, who plays, the clocks, how it ended.
//!
//! The game itself is the main line of a [`Tree`], from the start to the [tip](Contest::tip). A
//! [cursor](Contest::cursor) looks at any position, and nothing is lost by looking: a turn played at the tip
//! goes on with the game, a turn played anywhere else is a variation. Turns that are taken back stay as a
//! variation too.
//!
//! A person's clock runs until they have moved. A method is charged what it thought, not how long it waited for
//! a core or for somebody to look; its [allowance](Contest::allowance) keeps it from losing on time.

mod clock;
mod kept;
mod recorded;
mod turns;
mod variations;

use std::time::Duration;

use plyground_core::{MoveError, Outcome, Side, Spec, Text};
use thiserror::Error;

use crate::GameSession;
use crate::tree::{NodeId, Tree};

use clock::TurnClock;
pub use clock::{TimeControl, TimeSource};
pub use kept::KeptContest;
pub use turns::MOST_TURNS;
pub use variations::LONGEST_COMMENT;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The result; `None` where it was stopped and can go on.
    pub outcome: Option<Outcome>,
    /// The reason in words.
    pub reason: String,
}

/// Why something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// The rules forbid the turn.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There is no such turn.
    #[error("turn {} is not part of this game", .0.0)]
    Missing(NodeId),
    /// It makes no sense here.
    #[error("{0}")]
    Not(String),
}

/// What a side has used: time, and turns.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Spent {
    seconds: f64,
    turns: u32,
}

/// The part of a turn that was played from a node.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    node: NodeId,
    texts: Vec<String>,
}

/// A game being played, or looked at.
pub struct Contest {
    /// Stands at the cursor, after the part of a turn that was played there.
    session: Box<dyn GameSession>,
    tree: Tree,
    cursor: NodeId,
    tip: NodeId,
    part: Option<Part>,
    players: [Option<Spec>; 2],
    control: TimeControl,
    clock: TurnClock,
    spent: [Spent; 2],
    /// Who moves at the tip.
    side: Side,
    /// How the rules end the game at the tip.
    by_rule: Option<Over>,
    /// An end that the rules do not know, and the tip it belongs to: time, resignation, a stop.
    decided: Option<(NodeId, Over)>,
}

impl Contest {
    /// A game that stands at its beginning, its clock too.
    pub fn new(
        session: Box<dyn GameSession>,
        players: [Option<Spec>; 2],
        control: TimeControl,
    ) -> Self {
        let mut contest = Self {
            side: session.side(),
            session,
            tree: Tree::new(),
            cursor: NodeId::ROOT,
            tip: NodeId::ROOT,
            part: None,
            players,
            control,
            clock: TurnClock::new(TimeSource::machine(), 0.0),
            spent: Default::default(),
            by_rule: None,
            decided: None,
        };
        contest.settle();
        contest
    }

    /// The same with another time.
    #[must_use]
    pub fn with_time(mut self, source: TimeSource) -> Self {
        self.clock = TurnClock::new(source, self.clock.seconds());
        self
    }

    /// The position at the cursor.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }

    /// The position at the cursor, to go on with elsewhere.
    pub fn into_session(self) -> Box<dyn GameSession> {
        self.session
    }

    /// The turns.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The turns, for whoever keeps them; see [`Tree::take_changes`].
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Where somebody looks.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Where the game stands.
    pub fn tip(&self) -> NodeId {
        self.tip
    }

    /// The position at the cursor by name: the node, and how many parts of a turn were played from it.
    pub fn place(&self) -> (NodeId, usize) {
        let part = self.part.as_ref().filter(|part| part.node == self.cursor);
        (self.cursor, part.map_or(0, |part| part.texts.len()))
    }

    /// Whether the cursor is where the game stands, so that a turn goes on with it.
    pub fn is_live(&self) -> bool {
        self.cursor == self.tip
    }

    /// Whose turn it is in the game.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What a side is called.
    pub fn side_name(&self, side: Side) -> Text {
        self.session.world().side_name(side)
    }

    /// The methods that play; `None` is a person.
    pub fn players(&self) -> &[Option<Spec>; 2] {
        &self.players
    }

    /// Changes who plays.
    pub fn set_players(&mut self, players: [Option<Spec>; 2]) {
        self.players = players;
    }

    /// The method whose turn it is in the game; `None` for a person.
    pub fn player_to_move(&self) -> Option<&Spec> {
        self.players[self.side.index()].as_ref()
    }

    /// The time there is.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Changes the time there is.
    pub fn set_control(&mut self, control: TimeControl) {
        self.control = control;
    }
}

/// The clocks.
impl Contest {
    /// Whether the clock runs.
    pub fn is_running(&self) -> bool {
        self.clock.is_running()
    }

    /// Stops the clock, or lets it run; then the cursor is where the game stands, and a game that was stopped
    /// goes on.
    pub fn run(&mut self, on: bool) {
        self.check_clock();
        if on && self.decided.as_ref().is_some_and(|(_, over)| over.outcome.is_none()) {
            self.decided = None;
        }
        let on = on && self.ending().is_none() && self.stand_at(self.tip).is_ok();
        self.clock.run(on);
    }

    /// The seconds that the side to move has thought.
    pub fn thinking(&self) -> f64 {
        self.clock.seconds()
    }

    /// The seconds that a side has used.
    pub fn used(&self, side: Side) -> f64 {
        let running = if self.side == side { self.thinking() } else { 0.0 };
        self.spent[side.index()].seconds + running
    }

    /// The seconds that a side has left of the game's time; `None` where there is no limit.
    pub fn left(&self, side: Side) -> Option<f64> {
        let running = if self.side == side { self.thinking() } else { 0.0 };
        self.left_after(side, running)
    }

    /// What a side has left after so many seconds of thought about this turn.
    fn left_after(&self, side: Side, thought: f64) -> Option<f64> {
        let spent = self.spent[side.index()];
        let added = self.control.increment * f64::from(spent.turns);
        (self.control.game > 0.0).then_some(self.control.game + added - spent.seconds - thought)
    }

    /// The time a method may take for the turn at the cursor; `None` leaves it to the method.
    pub fn allowance(&self) -> Option<Duration> {
        if !self.is_live() {
            return None;
        }
        // A person who lets a method move has used what they have used.
        let thought = if self.player_to_move().is_some() { 0.0 } else { self.thinking() };
        self.control.allowance(self.left_after(self.side, thought))
    }

    /// Whether so much thought is too much.
    fn is_out_of_time(&self, thought: f64) -> bool {
        self.left_after(self.side, thought).is_some_and(|left| left < 0.0)
            || (self.control.turn > 0.0 && thought > self.control.turn)
    }

    /// Ends the game where a person is out of time; true where it did so now. A method is judged by what it
    /// thought, when it has moved.
    pub fn check_clock(&mut self) -> bool {
        let over = self.player_to_move().is_none()
            && self.is_running()
            && self.ending().is_none()
            && self.is_out_of_time(self.thinking());
        if over {
            self.lose(self.side, "is out of time");
        }
        over
    }
}

/// How it ends.
impl Contest {
    /// How the game ended, by the rules, the clock or what somebody decided.
    pub fn ending(&self) -> Option<Over> {
        let decided = self.decided.as_ref().filter(|(tip, _)| *tip == self.tip);
        decided.map(|(_, over)| over.clone()).or_else(|| self.by_rule.clone())
    }

    /// How it ended at the cursor: the game's end where it stands, else what the rules say.
    pub fn ending_here(&self) -> Option<Over> {
        if self.is_live() { self.ending() } else { ended_by_rule(&*self.session) }
    }

    /// Who would give up: the only person, whoever is to move; otherwise the side to move.
    pub fn resigner(&self) -> Side {
        match &self.players {
            [None, Some(_)] => Side::First,
            [Some(_), None] => Side::Second,
            _ => self.side,
        }
    }

    /// The [`resigner`](Self::resigner) gives up.
    pub fn resign(&mut self) {
        if self.ending().is_none() {
            self.lose(self.resigner(), "resigned");
        }
    }

    /// Ends the game without a result; [`run`](Self::run) goes on with it.
    pub fn stop(&mut self) {
        self.check_clock();
        if self.ending().is_none() {
            self.decided = Some((self.tip, Over { outcome: None, reason: "stopped".to_owned() }));
            self.clock.run(false);
        }
    }

    /// Brings back that a side lost, and why.
    pub fn recall_loss(&mut self, loser: Side, reason: &str) {
        let over = Over { outcome: Some(Outcome::Win(loser.other())), reason: reason.to_owned() };
        self.decided = Some((self.tip, over));
        self.clock.run(false);
    }

    fn lose(&mut self, side: Side, why: &str) {
        let reason = format!("{} {why}", self.side_name(side));
        let outcome = Some(Outcome::Win(side.other()));
        self.decided = Some((self.tip, Over { outcome, reason }));
        self.clock.run(false);
    }
}

fn ended_by_rule(session: &dyn GameSession) -> Option<Over> {
    let ending = session.ending()?;
    Some(Over { outcome: Some(ending.outcome), reason: ending.reason })
}
