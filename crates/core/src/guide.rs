//! What a world says of itself to people, so that no front end has to know it.

use serde::Serialize;

use crate::{Direction, Side, Text};

/// The rules of a world in words, and a board to try them on.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Rules {
    /// The rules, a sentence or two each.
    pub text: Vec<Text>,
    /// A small board to try them on: a level in the world's notation; for a game, the options it starts with,
    /// `name=value` separated by semicolons.
    pub trial: Text,
    /// A board that shows what the world looks like, written in the same way; the trial where it is empty.
    pub poster: Text,
}

impl Rules {
    /// Rules with a board to try them on.
    pub fn new<T: Into<Text>>(text: impl IntoIterator<Item = T>, trial: impl Into<Text>) -> Self {
        let text = text.into_iter().map(Into::into).collect();
        Self { text, trial: trial.into(), poster: Text::default() }
    }

    /// The same with a board for the picture of the world.
    #[must_use]
    pub fn with_poster(self, poster: impl Into<Text>) -> Self {
        Self { poster: poster.into(), ..self }
    }
}

/// A single step that a key, a swipe or a button makes.
#[derive(Debug, Clone, Serialize)]
pub struct StepKey {
    /// The step in the world's notation; case does not matter.
    pub text: Text,
    /// The arrow that makes it.
    pub arrow: Direction,
    /// What it does, in a word: `up`.
    pub word: Text,
}

impl StepKey {
    /// Steps in the four directions, by their letters.
    pub fn directions() -> Vec<Self> {
        let key = |arrow: Direction| Self {
            text: arrow.letter().to_string().into(),
            arrow,
            word: arrow.word().into(),
        };
        Direction::ALL.map(key).to_vec()
    }
}

/// Something to paint with in the editor of levels.
#[derive(Debug, Clone, Serialize)]
pub struct Brush {
    /// Its name; also what [`paint`](crate::PuzzleWorld::paint) is told.
    pub name: Text,
    /// Whether it paints the corners between cells: the corner below and right of a cell.
    pub corners: bool,
}

impl Brush {
    /// A brush for cells.
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), corners: false }
    }

    /// A brush for the corners between cells.
    pub fn corner(name: impl Into<Text>) -> Self {
        Self { name: name.into(), corners: true }
    }
}

/// A change to a position that is being set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// A piece of this side on a cell of the scene, or nothing.
    Put {
        /// The cell.
        cell: usize,
        /// Whose piece; `None` empties the cell.
        piece: Option<Side>,
    },
    /// This side is to move.
    Turn(Side),
    /// All pieces off the board.
    Clear,
}

/// Somebody to play against, for people who do not know methods.
#[derive(Debug, Clone, Serialize)]
pub struct Opponent {
    /// The player and its options.
    pub spec: Text,
    /// How strong it is, in a word or two.
    pub name: Text,
}

impl Opponent {
    /// An opponent.
    pub fn new(spec: impl Into<Text>, name: impl Into<Text>) -> Self {
        Self { spec: spec.into(), name: name.into() }
    }
}
