use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cancel, HeuristicSource, OptionInfo, Options, Puzzle};

/// A name or a sentence that a world gives: written into the program, or made while it runs.
pub type Text = Cow<'static, str>;

/// A world in one line.
#[derive(Debug, Clone, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema, Deserialize)]
pub struct Measures {
    /// Steps of the player.
    pub moves: u64,
    /// Pushes, in worlds that count them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pushes: Option<u64>,
}

impl std::ops::AddAssign for Measures {
    fn add_assign(&mut self, more: Self) {
        self.moves += more.moves;
        if let Some(pushes) = more.pushes {
            *self.pushes.get_or_insert(0) += pushes;
        }
    }
}

/// The best solution known of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct LevelInfo {
    /// Its title; empty where it has none.
    pub title: String,
    /// Who made it; empty where unknown.
    pub author: String,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// How many things are to be brought home: boxes, atoms. `None` where a world does not count any.
    pub pieces: Option<usize>,
    /// The best known solution.
    pub best: Option<Best>,
    /// What else is known, by name: chapter, formula, fact, difficulty.
    pub notes: Vec<(String, String)>,
    /// What makes it worth playing, in numbers, by name; empty where it was not measured.
    pub measures: Vec<(String, f64)>,
    /// The one thing it is about: for authors, and for players who have solved it.
    pub idea: Option<String>,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// In words.
    pub text: String,
    /// The cells concerned, as indices into the scene's cells.
    pub cells: Vec<usize>,
}

/// A legal thing to do, as a hand does it: select these, then point there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Intent {
    /// The move, or line of moves, in the world's notation.
    pub text: String,
    /// The cells to select first, as indices into the scene's cells; may be empty.
    pub select: Vec<usize>,
    /// The cell to point at.
    pub target: usize,
}

impl Intent {
    /// The hand's way to make a move in which this travels first: select the piece, point at where it goes; for a
    /// new piece point at its place, for one that leaves the board at itself.
    pub fn of(text: String, motions: &[Motion]) -> Option<Self> {
        let first = motions.first()?;
        let (select, target) = match (first.from, first.to) {
            (Some(from), Some(to)) => (vec![from], to),
            (None, Some(cell)) | (Some(cell), None) => (Vec::new(), cell),
            (None, None) => return None,
        };
        Some(Self { text, select, target })
    }
}

/// A piece that travels in a move: from one cell of the scene to another; `None` is off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// Where it was; `None` for a new piece.
    pub from: Option<usize>,
    /// Where it goes; `None` where it leaves the board.
    pub to: Option<usize>,
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
    /// Positions looked at before the work ends, however many levels were made; as many as it takes where `None`.
    pub states: Option<u64>,
    /// Ends the work early.
    pub cancel: Cancel,
}

/// How hard the level of a day is, and what to ask the generator for.
#[derive(Debug, Clone)]
pub struct DailyGrade {
    /// The settings of the generator.
    pub wishes: Options,
    /// Of several levels the one nearest to this difficulty is taken.
    pub difficulty: f64,
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

/// A starting position with a name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SetupInfo {
    /// The word people type.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// The one to offer first to people who have no wish of their own.
    pub recommended: bool,
}
