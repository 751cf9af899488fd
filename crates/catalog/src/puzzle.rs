//! Worlds of puzzles without their types.

mod adapter;
mod optimising;
mod session;
mod solving;
mod state;

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use plyground_core::scene::text::{self, Charset};
use plyground_core::{
    Brush, Generation, HeuristicInfo, Intent, LevelInfo, Limits, Measures, MethodInfo, MoveError,
    OptionInfo, Options, Pack, ParseError, Progress, PruneReason, Rules, Scene, Spec, SpecError,
    Stats, Status, StepKey, Text, Warning, WorldInfo, fingerprint,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::AnyState;
pub use adapter::Puzzles;

/// A level of any world; cheap to clone and to share.
pub type Level = Arc<dyn AnyLevel>;

/// A world of puzzles.
pub trait AnyPuzzleWorld: Send + Sync {
    /// Holds the world to all that it promises, and to its golden playthrough; panics where it breaks a law.
    /// For tests.
    fn conform(&self, golden: &Path);
    /// What the world is, with its options.
    fn info(&self) -> WorldInfo;
    /// Its heuristics.
    fn heuristics(&self) -> Vec<HeuristicInfo>;
    /// Every method that solves its levels: the world's own first, then the general ones.
    fn methods(&self) -> Vec<MethodInfo>;
    /// The methods that single keys stand for, first one first: the usual one, then those that people reach
    /// for. At most nine.
    fn quick_methods(&self) -> Vec<MethodInfo>;
    /// The method used where none is asked for.
    fn default_method(&self) -> Spec;
    /// Refuses a method that is not known here, or options that it does not take.
    fn check_method(&self, spec: &Spec) -> Result<(), SpecError>;
    /// The packs that ship.
    fn packs(&self) -> Vec<Pack>;
    /// The names of the formats that [`print`](AnyPuzzleWorld::print) writes, the usual one first.
    fn formats(&self) -> Vec<Text>;
    /// Reads a file of any of the world's formats; at least one level or an error.
    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError>;
    /// Writes levels of this world as one file.
    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError>;
    /// The rules in words, with a small level to try them on.
    fn rules(&self) -> Rules;
    /// The single steps that keys make; none where moves have no direction.
    fn steps(&self) -> Vec<StepKey>;
    /// Whether pushes are counted beside moves.
    fn counts_pushes(&self) -> bool;
    /// What the editor paints with; none where a level is edited as text alone.
    fn brushes(&self) -> Vec<Brush>;
    /// The draft with which the editor begins.
    fn blank(&self) -> Text;
    /// The draft after a stroke. A draft is a level that is being made: it may not be one yet.
    fn paint(&self, draft: &str, cell: usize, brush: &str) -> Result<String, SpecError>;
    /// The draft with other columns and rows.
    fn resize(&self, draft: &str, width: usize, height: usize) -> Result<String, SpecError>;
    /// How a draft looks that is no level yet.
    fn sketch(&self, draft: &str) -> Scene;
    /// The settings of [`generate`](AnyPuzzleWorld::generate).
    fn generator_options(&self) -> Vec<OptionInfo>;
    /// Makes levels that are proven solvable, and hands each over as soon as it is made.
    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(MadeLevel),
    ) -> Result<(), SpecError>;
}

/// A level, to be looked at, played or solved. `options` are the world's (metric, variants).
///
/// ```
/// use plyground_catalog::{Catalog, Unwatched};
/// use plyground_core::{Limits, Options};
///
/// let world = Catalog::new().puzzle_world("sokoban")?;
/// let level = &world.parse("mine", b"#####\n#@$.#\n#####\nTitle: One push\n")?[0];
/// assert_eq!(level.info().title, "One push");
/// let solved = level.solve(&"bfs".parse()?, &Options::new(), &Limits::default(), &mut Unwatched)?;
/// assert_eq!(solved.solution.as_deref(), Some("R"));
/// assert!(level.verify(&Options::new(), "R")?.solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyLevel: Any + Send + Sync {
    /// The world it belongs to.
    fn world(&self) -> Arc<dyn AnyPuzzleWorld>;
    /// What is known of it.
    fn info(&self) -> LevelInfo;
    /// The level in one of the world's formats.
    fn text(&self, format: &str) -> Result<String, SpecError>;
    /// A session that starts at its beginning.
    fn start(&self, options: &Options) -> Result<Box<dyn PuzzleSession>, SpecError>;
    /// The bare state at its beginning, for programs.
    fn state(&self, options: &Options) -> Result<Box<dyn AnyState>, SpecError>;
    /// Solves it. A solution has been replayed through the rules of play.
    fn solve(
        &self,
        spec: &Spec,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError>;
    /// Makes solutions shorter, by the world's own way or a general one. Refuses what does not solve the
    /// level; gives nothing worse than the best of them, and replays it.
    fn optimise(
        &self,
        solutions: &[String],
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError>;
    /// Replays a line of moves from the start.
    fn verify(&self, options: &Options, moves: &str) -> Result<Verified, SpecError>;
}

/// The level in its world's usual format.
pub fn level_text(level: &Level) -> Result<String, SpecError> {
    level.text(level.world().formats().first().map_or("", |format| format))
}

/// Names a level by how its start looks, whatever its title, number, file or format.
pub fn level_key(level: &Level) -> String {
    match level.start(&Options::new()) {
        Ok(session) => fingerprint(&text::render(&session.scene(), Charset::Ascii)),
        Err(_) => fingerprint(&level.info().title),
    }
}

/// A level that was generated.
#[derive(Clone)]
pub struct MadeLevel {
    /// The level, its best solution included.
    pub level: Level,
    /// How hard it is; comparable within a world.
    pub difficulty: f64,
}

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Solved {
    /// The method, with its options.
    pub method: String,
    /// How it ended.
    pub status: Status,
    /// The solution in the world's notation. Also present where a limit came before the proof.
    pub solution: Option<String>,
    /// What the solution takes.
    pub measures: Option<Measures>,
    /// Whether it is proven that no solution is better.
    pub optimal: bool,
    /// No solution is better than this, in the metric asked for.
    pub bound: Option<u64>,
    /// What it took.
    pub stats: Stats,
}

/// What a line of moves reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Whether every move is legal.
    pub valid: bool,
    /// Whether the end is solved.
    pub solved: bool,
    /// What the line takes, as far as it is legal.
    #[serde(flatten)]
    pub measures: Measures,
    /// The move that was refused, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The next move towards a solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The next move, in the world's notation.
    #[serde(rename = "move")]
    pub step: String,
    /// How many moves the solution has from here, this one included.
    pub remaining: u64,
    /// The whole way.
    #[serde(skip)]
    pub line: String,
    /// The piece that moves first: the cell where it stands, and the one it goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrow: Option<[usize; 2]>,
}

/// Something a search did. `g`, `h` and `f` are in the units of the metric. Numbers name states:
/// the same state has the same number in all events.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TraceEvent {
    /// A state's successors are about to be generated.
    Expanded {
        /// The state.
        id: u32,
        /// Cost from the start.
        g: f64,
        /// Estimate of the rest.
        h: f64,
        /// Their sum.
        f: f64,
        /// States waiting.
        frontier: usize,
    },
    /// A new state, or a cheaper way to a known one.
    Generated {
        /// The state.
        id: u32,
        /// The state it came from.
        parent: u32,
        /// The step between the two, in the world's notation.
        step: String,
        /// Cost from the start.
        g: f64,
        /// Estimate of the rest.
        h: f64,
        /// Their sum.
        f: f64,
    },
    /// A successor that was dropped.
    Pruned {
        /// The state it came from.
        parent: u32,
        /// The step to it, in the world's notation.
        step: String,
        /// Why.
        why: PruneReason,
    },
    /// The search starts over (next depth, next bound, next trial).
    Iteration {
        /// The new bound, or the number of the trial.
        bound: u32,
    },
}

/// Somebody who watches a search.
pub trait Watcher {
    /// Whether [`event`](Watcher::event) is to be called at all; asked once, at the start.
    fn wants_events(&self) -> bool {
        false
    }
    /// Called for everything the search does, in order. Solvers of a world's own send no events.
    fn event(&mut self, _event: TraceEvent) {}
    /// Called a few times a second.
    fn progress(&mut self, _progress: &Progress) {}
}

/// A watcher that does not look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// A level being played by hand.
///
/// ```
/// # use plyground_catalog::Catalog;
/// # use plyground_core::Options;
/// let world = Catalog::new().puzzle_world("sokoban")?;
/// let level = &world.parse("mine", b"######\n#@ $.#\n######\n")?[0];
/// let mut session = level.start(&Options::new())?;
/// session.play("r")?;
/// assert_eq!(session.legal(), ["R", "l"]);
/// session.play("R")?;
/// assert!(session.is_solved() && session.undo() && !session.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PuzzleSession: Send {
    /// The level.
    fn level(&self) -> Level;
    /// The world's options that are in force.
    fn options(&self) -> &Options;

    /// Plays a line of moves as one action: all of it, or nothing and the reason. Gives the number
    /// of steps.
    fn play(&mut self, text: &str) -> Result<usize, MoveError>;
    /// Plays a line of moves with each step its own action, so that each can be undone.
    fn play_each(&mut self, text: &str) -> Result<usize, MoveError>;
    /// Takes the last action back; false where there is none.
    fn undo(&mut self) -> bool;
    /// Plays again what was taken back last; false where there is nothing.
    fn redo(&mut self) -> bool;
    /// Back to the start; this is an action too, and can be undone.
    fn reset(&mut self);
    /// Whether it is not at the start of its line.
    fn has_moved(&self) -> bool;
    /// Reads a line of moves from the start, without playing it; gives the number of steps.
    fn check_line(&self, text: &str) -> Result<usize, MoveError>;
    /// The moves of each of the last actions that were played, oldest first; those before a reset are not told.
    fn last_actions(&self, count: usize) -> Vec<String>;
    /// Whether there is something to undo.
    fn can_undo(&self) -> bool;
    /// Whether there is something to redo.
    fn can_redo(&self) -> bool;

    /// The moves from the start to here, in the world's notation.
    fn moves(&self) -> String;
    /// What they take.
    fn measures(&self) -> Measures;
    /// Whether the goal is reached.
    fn is_solved(&self) -> bool;
    /// What the solution took, once the level was solved on the way here; what follows is free.
    fn result(&self) -> Option<Measures>;
    /// That solution.
    fn solution(&self) -> Option<String>;
    /// The legal moves, in the world's notation.
    fn legal(&self) -> Vec<String>;
    /// What a hand can do here.
    fn intents(&self) -> Vec<Intent>;
    /// What the player should know.
    fn warnings(&self) -> Vec<Warning>;
    /// How it looks. Pieces keep their ids from move to move, through undo and redo as well; the
    /// last move is marked.
    fn scene(&self) -> Scene;
    /// The position as a level of its own; `None` where the world cannot write it as one.
    fn level_here(&self) -> Option<Level>;
    /// The next move towards a solution, or how the search for one ended. Runs for long: call it
    /// on a clone.
    fn hint(
        &self,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Result<Hint, Solved>, SpecError>;
    /// A copy, to go on with elsewhere.
    fn clone_box(&self) -> Box<dyn PuzzleSession>;
    /// The position alone, without the moves that led there.
    fn still(&self) -> Box<dyn PuzzleSession>;
}

impl Clone for Box<dyn PuzzleSession> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
