use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{
    Cancel, Evaluation, EvaluationEntry, Game, HeuristicInfo, HeuristicSource, Limits, MethodInfo,
    MoveError, OptionInfo, Options, ParseError, Player, Progress, Puzzle, Scene, Spec, SpecError,
    Stats, Status,
};

/// A name or a sentence that a world gives: written into the program, or made while it runs.
pub type Text = Cow<'static, str>;

/// A world in one line.
#[derive(Debug, Clone, Serialize)]
pub struct WorldInfo {
    /// The word people type.
    pub id: Text,
    /// The name people read.
    pub name: Text,
    /// What it is, in one sentence.
    pub summary: Text,
    /// Settings of the world (metric, variants, draw rules).
    pub options: Vec<OptionInfo>,
}

impl WorldInfo {
    /// A world without options.
    pub fn new(id: impl Into<Text>, name: impl Into<Text>, summary: impl Into<Text>) -> Self {
        let (id, name, summary) = (id.into(), name.into(), summary.into());
        Self { id, name, summary, options: Vec::new() }
    }

    /// The same world with options.
    #[must_use]
    pub fn with_options(self, options: Vec<OptionInfo>) -> Self {
        Self { options, ..self }
    }
}

/// What a solution takes, as people count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Measures {
    /// Steps of the player.
    pub moves: u64,
    /// Pushes, in worlds that count them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pushes: Option<u64>,
}

/// The best solution known of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Best {
    /// What it takes.
    #[serde(flatten)]
    pub measures: Measures,
    /// The solution's text.
    pub solution: String,
    /// Whether it is proven that no solution is better in the world's first metric.
    pub proven: bool,
}

/// A level as it is listed to people.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LevelInfo {
    /// Its title; empty where it has none.
    pub title: String,
    /// Who made it; empty where unknown.
    pub author: String,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// The best known solution.
    pub best: Option<Best>,
    /// What else is known, by name: chapter, formula, fact, difficulty.
    pub notes: Vec<(String, String)>,
}

/// A file of levels that ships with the program.
#[derive(Debug, Clone)]
pub struct Pack {
    /// The pack's name.
    pub name: Text,
    /// Its file, in one of the world's formats.
    pub text: Text,
}

impl Pack {
    /// A pack.
    pub fn new(name: impl Into<Text>, text: impl Into<Text>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Something a player of a puzzle should know about a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// In words.
    pub text: String,
    /// The cells concerned, as indices into the scene's cells.
    pub cells: Vec<usize>,
}

/// A legal thing to do, as a hand does it: select these, then point there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Intent {
    /// The move, or line of moves, in the world's notation.
    pub text: String,
    /// The cells to select first, as indices into the scene's cells; may be empty.
    pub select: Vec<usize>,
    /// The cell to point at.
    pub target: usize,
}

/// A piece that travels in a move: from one cell of the scene to another; `None` is off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// Where it was; `None` for a new piece.
    pub from: Option<usize>,
    /// Where it goes; `None` where it leaves the board.
    pub to: Option<usize>,
}

/// What a solver of a world's own found, in the world's notation.
#[derive(Debug, Clone)]
pub struct SolveSummary {
    /// How it ended.
    pub status: Status,
    /// The solution, if any was found.
    pub solution: Option<String>,
    /// Whether it is proven the best.
    pub optimal: bool,
    /// No solution is shorter than this, in the metric asked for.
    pub bound: Option<u64>,
    /// What it took.
    pub stats: Stats,
}

/// What to generate.
#[derive(Debug, Clone)]
pub struct Generation {
    /// How many levels.
    pub count: usize,
    /// The seed: the same one gives the same levels.
    pub seed: u64,
    /// The world's own settings.
    pub options: Options,
    /// Ends the work early.
    pub cancel: Cancel,
}

/// A generated level with what its making found out.
#[derive(Debug, Clone)]
pub struct Generated<L> {
    /// The level, its best solution included.
    pub level: L,
    /// How hard it is; comparable within a world.
    pub difficulty: f64,
}

/// Something to be done with a level's search space, whatever its type.
pub trait PuzzleVisitor {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Self::Output;
}

/// A world of puzzles, as the catalog sees it.
pub trait PuzzleWorld: Send + Sync + 'static {
    /// A level as it was read, with title and all.
    type Level: Clone + Send + Sync;
    /// The space people play in, move by move.
    type Board: Puzzle;

    /// What the world is, with its options.
    fn info(&self) -> WorldInfo;
    /// Its heuristics, the usual one first.
    fn heuristics(&self) -> Vec<HeuristicInfo>;
    /// The packs that ship.
    fn packs(&self) -> Vec<Pack>;
    /// Reads a file of any of the world's formats; at least one level or an error.
    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Self::Level>, ParseError>;
    /// The names of the formats that [`print`](PuzzleWorld::print) writes, the usual one first.
    fn formats(&self) -> Vec<Text>;
    /// Writes levels as one file.
    fn print(&self, levels: &[Self::Level], format: &str) -> Result<String, SpecError>;
    /// What is known of a level.
    fn level_info(&self, level: &Self::Level) -> LevelInfo;

    /// The board of a level under the world's options.
    fn board(&self, level: &Self::Level, options: &Options) -> Result<Self::Board, SpecError>;
    /// Reads a line of moves from a position; refuses what the rules forbid.
    fn parse_moves(
        &self,
        board: &Self::Board,
        from: &<Self::Board as Puzzle>::State,
        text: &str,
    ) -> Result<Vec<<Self::Board as Puzzle>::Move>, MoveError>;
    /// Counts a line of moves from the start.
    fn measure(&self, board: &Self::Board, moves: &[<Self::Board as Puzzle>::Move]) -> Measures;
    /// How a position looks.
    fn scene(&self, board: &Self::Board, state: &<Self::Board as Puzzle>::State) -> Scene;
    /// What travels in a move.
    fn motions(
        &self,
        board: &Self::Board,
        state: &<Self::Board as Puzzle>::State,
        mv: <Self::Board as Puzzle>::Move,
    ) -> Vec<Motion>;
    /// What a hand can do here.
    fn intents(&self, board: &Self::Board, state: &<Self::Board as Puzzle>::State) -> Vec<Intent>;
    /// What the player should know (a box that can no longer reach a goal).
    fn warnings(&self, board: &Self::Board, state: &<Self::Board as Puzzle>::State)
    -> Vec<Warning>;

    /// The level that starts at this position, so that any solver can go on from here;
    /// `None` where the world cannot say.
    fn level_at(
        &self,
        _level: &Self::Level,
        _board: &Self::Board,
        _state: &<Self::Board as Puzzle>::State,
    ) -> Option<Self::Level> {
        None
    }
    /// Whether some search space of the world has [goals](Puzzle::goals) to go backwards from.
    fn goes_backward(&self) -> bool {
        false
    }
    /// Hands the space in which `method` searches this level to a visitor.
    fn visit<V: PuzzleVisitor>(
        &self,
        level: &Self::Level,
        options: &Options,
        method: &MethodInfo,
        visitor: V,
    ) -> Result<V::Output, SpecError>;
    /// Solvers of the world's own; the first is the default solver.
    fn own_methods(&self) -> Vec<MethodInfo>;
    /// Runs one of them.
    fn solve_own(
        &self,
        level: &Self::Level,
        options: &Options,
        spec: &Spec,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveSummary, SpecError>;

    /// The settings of [`generate`](PuzzleWorld::generate).
    fn generator_options(&self) -> Vec<OptionInfo>;
    /// Makes levels that are proven solvable, and hands each over as soon as it is made.
    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(Generated<Self::Level>),
    ) -> Result<(), SpecError>;
}

/// A starting position with a name.
#[derive(Debug, Clone, Serialize)]
pub struct SetupInfo {
    /// The word people type.
    pub id: String,
    /// The name people read.
    pub name: String,
}

/// The plies of one side's turn.
pub type Turn<G> = Vec<<G as Game>::Move>;

/// A player of a world's own.
pub type OwnPlayer<G> = Box<dyn Player<G>>;

/// A world of two-player games, as the catalog sees it.
pub trait GameWorld: Send + Sync + 'static {
    /// The game.
    type Game: Game;

    /// What the world is, with its options (draw rules, variants).
    fn info(&self) -> WorldInfo;
    /// What the two sides are called, first one first.
    fn sides(&self) -> [Text; 2];
    /// Named starting positions, the usual one first; empty where size alone decides.
    fn setups(&self) -> Vec<SetupInfo>;
    /// The sizes the board comes in, with the usual one; `None` where there is but one.
    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)>;
    /// The game from a start: `setup`, `size` and `position` are options beside the world's own.
    fn game(&self, options: &Options) -> Result<Self::Game, SpecError>;

    /// A position as text, side to move included.
    fn position_text(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> String;
    /// Reads one turn, or the part of it that was typed.
    fn parse_turn(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        text: &str,
    ) -> Result<Turn<Self::Game>, MoveError>;
    /// Writes the plies of one turn, or of the part of it that was played.
    fn turn_text(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        turn: &[<Self::Game as Game>::Move],
    ) -> String;
    /// Whether a turn begins here (and is not half done).
    fn is_turn_start(&self, _game: &Self::Game, _state: &<Self::Game as Game>::State) -> bool {
        true
    }
    /// What each side has, as people count it (captures, group sizes).
    fn score(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> [String; 2];
    /// How a position looks.
    fn scene(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Scene;
    /// What travels in a ply.
    fn motions(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        mv: <Self::Game as Game>::Move,
    ) -> Vec<Motion>;
    /// What a hand can do here: each legal ply.
    fn intents(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<Intent>;

    /// The table of evaluations, the best one first.
    fn evaluations(&self) -> Vec<EvaluationEntry<Self::Game>>;
    /// The evaluation of that name; an error lists the known ones.
    fn evaluation(
        &self,
        game: &Self::Game,
        name: &str,
    ) -> Result<Box<dyn Evaluation<Self::Game>>, SpecError> {
        EvaluationEntry::find(&self.evaluations(), game, name)
    }
    /// The evaluation a player judges by where none is asked for; `None` for the best one.
    fn usual_evaluation(&self, _player: &MethodInfo) -> Option<Text> {
        None
    }
    /// Players of the world's own.
    fn own_players(&self) -> Vec<MethodInfo> {
        Vec::new()
    }
    /// One of them.
    fn own_player(
        &self,
        _game: &Self::Game,
        spec: &Spec,
    ) -> Result<OwnPlayer<Self::Game>, SpecError> {
        Err(SpecError::unknown("player", &spec.name, std::iter::empty::<&str>()))
    }
    /// An exact player to hand over to where the rest of the game is small enough for it.
    fn endgame(
        &self,
        _game: &Self::Game,
        _state: &<Self::Game as Game>::State,
    ) -> Option<OwnPlayer<Self::Game>> {
        None
    }
}
