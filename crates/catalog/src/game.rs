//! Worlds of two-player games without their types.

mod adapter;
mod player;
mod session;
mod state;

use std::any::Any;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use plyground_core::scene::Tone;
use plyground_core::{
    Budget, Edit, EvaluationInfo, Intent, Lesson, MethodInfo, MoveError, Opponent, Options,
    Outcome, Problem, Proof, Rng, Rules, Scene, SetupInfo, Side, Spec, SpecError, StateSpace, Text,
    Verdict, WorldInfo,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{AnyState, GivenEvaluation, GivenPlayer};
pub use adapter::Games;

/// A world of two-player games.
pub trait AnyGameWorld: Send + Sync {
    /// Holds the world to all that it promises, and to its golden playthrough; panics where it breaks a law.
    /// For tests.
    fn conform(&self, golden: &Path);
    /// What the world is, with its options.
    fn info(&self) -> WorldInfo;
    /// What the two sides are called, first one first.
    fn sides(&self) -> [Text; 2];
    /// What a side is called.
    fn side_name(&self, side: Side) -> Text {
        let [first, second] = self.sides();
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }
    /// Named starting positions, the usual one first; empty where size alone decides.
    fn setups(&self) -> Vec<SetupInfo>;
    /// The sizes the board comes in, with the usual one; `None` where there is but one.
    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)>;
    /// The colours of the two sides.
    fn tones(&self) -> [Tone; 2];
    /// The rules in words, with the options of a small board to try them on.
    fn rules(&self) -> Rules;
    /// A turn as people write it, as an example.
    fn turn_example(&self) -> Text;
    /// Opponents for people who know no methods, the weakest first.
    fn opponents(&self) -> Vec<Opponent>;
    /// Problems that ship, the easiest first.
    fn problems(&self) -> Vec<Problem>;
    /// What the last turn of a session, which began at the position of a problem, comes to; `left` turns were to be found
    /// before it.
    fn judge(
        &self,
        problem: &Problem,
        session: &dyn GameSession,
        left: usize,
    ) -> Result<Verdict<String>, SpecError>;
    /// Proves a problem again; an error says what does not hold.
    fn prove(&self, problem: &Problem) -> Result<(), String>;
    /// What a score counts, one and many.
    fn score_words(&self) -> [Text; 2];
    /// The value that is shown as one point.
    fn point(&self) -> i32;
    /// State-space files, where the world has them.
    fn state_space(&self) -> Option<&dyn StateSpace>;
    /// The evaluations, the best one first.
    fn evaluations(&self) -> Vec<EvaluationInfo>;
    /// Every player: the general ones, then the world's own.
    fn players(&self) -> Vec<MethodInfo>;
    /// The player used where none is asked for.
    fn default_player(&self) -> Spec;
    /// A new game. `setup`, `size` and `position` are options beside the world's own.
    fn start(&self, options: &Options) -> Result<Box<dyn GameSession>, SpecError>;
    /// The bare state at the start of a game, for programs.
    fn state(&self, options: &Options) -> Result<Box<dyn AnyState>, SpecError>;
    /// A player for games of this world. It keeps what it learned from move to move.
    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, SpecError>;
    /// The same where only so many bytes may be held: a table that would be larger is never made.
    fn player_within(
        &self,
        spec: &Spec,
        memory: Option<u64>,
    ) -> Result<Box<dyn AnyPlayer>, SpecError> {
        let mut players = self.players().into_iter();
        let info = players.find(|info| info.id == spec.name);
        let table = info
            .as_ref()
            .and_then(|info| info.options.iter().find(|option| Some(option.id) == info.table));
        let (Some(memory), Some(table)) = (memory, table) else { return self.player(spec) };
        let usual = table.default.parse().unwrap_or(u64::MAX);
        let asked = spec.options.number(table.id, usual, 1..=u64::MAX)?;
        // What is less than a megabyte is seen to when it thinks.
        self.player(&spec.clone().with(table.id, asked.min((memory >> 20).max(1))))
    }
    /// The same world with one more evaluation; it takes the place of one with the same name.
    fn with_evaluation(&self, evaluation: GivenEvaluation) -> Arc<dyn AnyGameWorld>;
    /// The same world with one more player; it takes the place of one with the same name.
    fn with_player(&self, player: GivenPlayer) -> Arc<dyn AnyGameWorld>;
}

/// A turn that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TurnText {
    /// Who played it.
    pub side: Side,
    /// The turn, or the part of it that was played, in the world's notation.
    pub text: String,
}

/// What playing did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayedTurn {
    /// What was played, in the world's own notation.
    pub text: String,
    /// Whether the turn is over; false where its second part is still to come.
    pub complete: bool,
}

/// How a game ended, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The reason in words.
    pub reason: String,
}

/// A game being played.
///
/// ```
/// use plyground_catalog::Catalog;
/// use plyground_core::{Budget, Options, Spec};
///
/// let world = Catalog::new().game_world("dropper")?;
/// let mut session = world.start(&Options::new().with("size", 4))?;
/// session.play("B2")?;
/// let mut player = world.player(&"alphabeta(depth=3)".parse::<Spec>()?)?;
/// let thought = player.think(&*session, &Budget::default(), &mut |_| {})?;
/// session.play(&thought.best[0])?;
/// assert_eq!(session.turns().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait GameSession: Any + Send {
    /// The world.
    fn world(&self) -> Arc<dyn AnyGameWorld>;
    /// The options that are in force.
    fn options(&self) -> &Options;

    /// Plays a turn, or a part of one.
    fn play(&mut self, text: &str) -> Result<PlayedTurn, MoveError>;
    /// Plays a legal turn at random; `None` where the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> Option<PlayedTurn>;
    /// Takes the last turn back, or the part of one that was played; false where there is none.
    fn undo(&mut self) -> bool;
    /// Plays again what was taken back last; false where there is nothing.
    fn redo(&mut self) -> bool;
    /// Whether there is something to redo.
    fn can_redo(&self) -> bool;

    /// The turns so far; the last may be half done.
    fn turns(&self) -> Vec<TurnText>;
    /// The last of them.
    fn last_turn(&self) -> Option<TurnText>;
    /// Whether a turn begins here (and is not half done).
    fn is_turn_start(&self) -> bool;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// Plies so far.
    fn ply(&self) -> u32;
    /// The legal plies, as the part of a turn they are; empty where the game is over.
    fn legal(&self) -> Vec<String>;
    /// The legal turns, whole.
    fn legal_turns(&self) -> Vec<String>;
    /// What a hand can do here: each legal ply; empty where the game is over.
    fn intents(&self) -> Vec<Intent>;
    /// What a newcomer should know here.
    fn lesson(&self) -> Option<Lesson>;
    /// How it looks. Pieces keep their ids from ply to ply, through undo and redo as well; the last
    /// turn is marked.
    fn scene(&self) -> Scene;
    /// What each side has, as people count it.
    fn score(&self) -> [String; 2];
    /// How it ended; `None` while it goes on.
    fn ending(&self) -> Option<Ending>;
    /// The position as text, side to move included.
    fn position_text(&self) -> String;
    /// The position after a change to it, as text; it need not be one that can be played.
    fn edited(&self, edit: &Edit) -> Result<String, SpecError>;
    /// The static value for the side to move, by the evaluation of that name.
    fn evaluate(&self, evaluation: &str) -> Result<i32, SpecError>;
    /// The position with its history as a bare state, for programs.
    fn state(&self) -> Box<dyn AnyState>;
    /// The number of sequences of `depth` turns from here.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each first turn.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// A copy, to go on with elsewhere.
    fn clone_box(&self) -> Box<dyn GameSession>;
}

impl Clone for Box<dyn GameSession> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// A continuation and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineText {
    /// The value for the side to move at the root.
    pub score: i32,
    /// The turns, first one first; the last may be a part.
    pub moves: Vec<String>,
}

/// What a player thinks of a position.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ThoughtText {
    /// The chosen move first; then those proven equally good, where the method is exact.
    pub best: Vec<String>,
    /// The value for the side to move.
    pub score: i32,
    /// The proven value for the side to move, if there is a proof.
    pub proof: Option<Proof>,
    /// Plies looked ahead (completed).
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The best lines, best first.
    pub lines: Vec<LineText>,
    /// Time since it began.
    pub seconds: f64,
}

/// Somebody who plays a game. Give it to another thread to think there.
pub trait AnyPlayer: Send {
    /// The method with its options.
    fn spec(&self) -> &Spec;
    /// Makes itself ready for the board of a session of the same world: tables take a while, which a
    /// clock should not count. [`think`](Self::think) does so too where it was not done before.
    fn fit(&mut self, session: &dyn GameSession) -> Result<(), SpecError>;
    /// Thinks about the position of a session of the same world, and tells `info` now and then what
    /// it has so far. `best[0]` is a whole turn (or the rest of one that is half done).
    /// An error where the game is over or the session belongs to another world.
    fn think(
        &mut self,
        session: &dyn GameSession,
        budget: &Budget,
        info: &mut dyn FnMut(&ThoughtText),
    ) -> Result<ThoughtText, SpecError>;
    /// Forgets what it learned: a new game begins.
    fn new_game(&mut self);
}
