//! Worlds of puzzles without their types.

mod adapter;
mod batch;
mod hint;
mod optimising;
mod session;
mod solved;
mod solving;
mod state;

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use plyground_core::scene::text::{self, Charset};
use plyground_core::{
    Amendment, Brush, Census, CollectionInfo, DailyGrade, Generation, HeuristicInfo, Intent,
    LegendEntry, LevelInfo, Limits, Measures, MethodInfo, Motion, MoveError, OptionInfo, Options,
    Pack, PackedSpace, ParseError, Progress, PruneReason, Rules, Scene, Spec, SpecError, StepKey,
    Text, Tip, Transform, Warning, WorldInfo, fingerprint,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{AnyState, GivenHeuristic};
pub use adapter::Puzzles;
pub use batch::{BatchSetup, BatchStep, PuzzleBatch};
pub use hint::{Hint, NextMove};
pub use solved::{Solved, Verified};

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
    /// The same, with each level handed over when it is read, so that a large file need not be held as levels. An
    /// error may come after some of them.
    fn parse_with(
        &self,
        file: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Level),
    ) -> Result<(), ParseError>;
    /// Reads a file level by level, in order, so that one that is broken does not hide the others.
    fn parse_each(&self, file: &str, bytes: &[u8], each: &mut dyn FnMut(Result<Level, ParseError>));
    /// Writes levels of this world as one file.
    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError>;
    /// What a file says of its levels as a whole.
    fn collection_info(&self, bytes: &[u8]) -> CollectionInfo;
    /// Writes levels of this world as one file, with what is said of them as a whole.
    fn print_collection(
        &self,
        info: &CollectionInfo,
        levels: &[Level],
        format: &str,
    ) -> Result<String, SpecError>;
    /// What stands between two parts of a file in this format, where the levels may be printed part by part; `None` where
    /// a file is printed as a whole.
    fn joint(&self, format: &str) -> Option<&'static str>;
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
    /// The draft mirrored, turned or trimmed.
    fn transform(&self, draft: &str, change: Transform) -> Result<String, SpecError>;
    /// How a draft looks, whatever is missing.
    fn sketch(&self, draft: &str) -> Scene;
    /// The same world with one more heuristic; it takes the place of one with the same name.
    fn with_heuristic(&self, heuristic: GivenHeuristic) -> Arc<dyn AnyPuzzleWorld>;
    /// Many plays of levels of this world side by side, for programs that learn.
    fn batch(&self, setup: &BatchSetup) -> Result<Box<dyn PuzzleBatch>, SpecError>;
    /// The settings of [`generate`](AnyPuzzleWorld::generate).
    fn generator_options(&self) -> Vec<OptionInfo>;
    /// What the level of a day is like, by its grade: 0 on Monday to 6 on Sunday; `None` where there is none.
    fn daily(&self, grade: usize) -> Option<DailyGrade>;
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
    /// The level with something else told of it.
    fn amended(&self, amendment: &Amendment) -> Level;
    /// Its pieces that need an explanation.
    fn legend(&self) -> Vec<LegendEntry>;
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
    /// Hands all positions that the rules allow, packed, to `look`, which may count them.
    fn positions(
        &self,
        options: &Options,
        look: &mut dyn FnMut(&mut dyn PackedSpace),
    ) -> Result<(), SpecError>;
    /// Counts the positions that can be reached, and those that can still be solved.
    fn census(
        &self,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Census, SpecError> {
        let mut census = None;
        self.positions(options, &mut |space| {
            let tell = &mut |progress: &Progress| watcher.progress(progress);
            census = Some(plyground_search::census::count(space, limits, tell));
        })?;
        census.ok_or_else(|| SpecError("the level has no positions".to_owned()))
    }
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

/// Names a level up to turning and mirroring; `None` where its world cannot turn levels.
pub fn symmetric_key(level: &Level) -> Option<String> {
    let world = level.world();
    let mut draft = level_text(level).ok()?;
    let mut least = None;
    for turn in 0..8 {
        let parsed = world.parse("", draft.as_bytes()).ok()?;
        let key = level_key(parsed.first()?);
        least = Some(least.map_or(key.clone(), |least: String| least.min(key)));
        let change = if turn == 3 { Transform::Mirror } else { Transform::Rotate };
        draft = world.transform(&draft, change).ok()?;
    }
    least
}

/// A level that was generated.
#[derive(Clone)]
pub struct MadeLevel {
    /// The level, its best solution included.
    pub level: Level,
    /// How hard it is; comparable within a world.
    pub difficulty: f64,
}

/// Something a search did. `g`, `h` and `f` are in the units of the metric. Numbers name states:
/// the same state has the same number in all events.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
    /// Reads a line of moves from here, without playing it; gives the number of steps.
    fn line_length(&self, text: &str) -> Result<usize, MoveError>;
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
    /// The cells from which nothing ever gets to where it belongs.
    fn dead_cells(&self) -> Vec<usize>;
    /// What a newcomer should do here.
    fn tip(&self) -> Option<Tip>;
    /// What travelled in each step of the last action; nothing where that was a reset.
    fn last_motions(&self) -> Vec<Vec<Motion>>;
    /// How it looks. Pieces keep their ids from move to move, through undo and redo as well; the
    /// last move is marked.
    fn scene(&self) -> Scene;
    /// The position as a level of its own; `None` where the world cannot write it as one.
    fn level_here(&self) -> Option<Level>;
    /// Solves the rest of the level from here. Runs for long: call it on a clone.
    fn solve(
        &self,
        spec: &Spec,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError>;
    /// The next move towards a solution, or why there is none to tell. Runs for long: call it
    /// on a clone.
    fn hint(&self, limits: &Limits, watcher: &mut dyn Watcher) -> Result<Hint, SpecError>;
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
