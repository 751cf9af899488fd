//! What a world says of itself to people, so that no front end has to know it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scene::{Grid, Ground, Piece, Tone};
use crate::{Direction, Scene, Side, Text};

/// What a newcomer should know at a position, with the cells that are meant.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Lesson {
    /// A sentence or two.
    pub text: Text,
    /// The cells that it speaks of.
    pub spots: Vec<Spot>,
}

/// A cell that is pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spot {
    /// The cell of the scene.
    pub cell: usize,
    /// Its colour.
    pub tone: Tone,
}

impl Lesson {
    /// A lesson that speaks of no cell in particular.
    pub fn new(text: impl Into<Text>) -> Self {
        Self { text: text.into(), spots: Vec::new() }
    }

    /// The same with cells of a colour.
    #[must_use]
    pub fn with(mut self, tone: Tone, cells: impl IntoIterator<Item = usize>) -> Self {
        self.spots.extend(cells.into_iter().map(|cell| Spot { cell, tone }));
        self
    }
}

/// The rules of a world in words, and a board to try them on.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Rules {
    /// The rules, a sentence or two each.
    pub text: Vec<Text>,
    /// A small board to try them on: a level in the world's notation; for a game, the options it starts with,
    /// `name=value` separated by semicolons.
    pub trial: Text,
    /// A board that shows what the world looks like, written in the same way; the trial where it is empty.
    pub poster: Text,
    /// How moves are written; empty where nobody needs to be told.
    pub notation: Text,
}

impl Rules {
    /// Rules with a board to try them on.
    pub fn new<T: Into<Text>>(text: impl IntoIterator<Item = T>, trial: impl Into<Text>) -> Self {
        let text = text.into_iter().map(Into::into).collect();
        Self { text, trial: trial.into(), ..Self::default() }
    }

    /// The same with words on how moves are written.
    #[must_use]
    pub fn with_notation(self, notation: impl Into<Text>) -> Self {
        Self { notation: notation.into(), ..self }
    }

    /// The same with a board for the picture of the world.
    #[must_use]
    pub fn with_poster(self, poster: impl Into<Text>) -> Self {
        Self { poster: poster.into(), ..self }
    }
}

/// A single step that a key, a swipe or a button makes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
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

/// What to do now, for somebody who plays for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tip {
    /// A line of words.
    pub text: Text,
    /// The cells it speaks of, as indices into the scene's cells: those to point at first.
    pub cells: Vec<usize>,
}

impl Tip {
    /// A line with the cells it speaks of.
    pub fn new(text: impl Into<Text>, cells: impl IntoIterator<Item = usize>) -> Self {
        Self { text: text.into(), cells: cells.into_iter().collect() }
    }
}

/// A piece that needs an explanation, as it looks, and what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// How it looks.
    pub picture: Scene,
    /// What it does, in a few words.
    pub text: Text,
}

impl LegendEntry {
    /// A piece alone with what it does.
    pub fn new(piece: Piece, text: impl Into<Text>) -> Self {
        Self { picture: alone(Ground::Void, Some(piece)), text: text.into() }
    }
}

/// One cell of a ground, with a piece on it.
fn alone(ground: Ground, piece: Option<Piece>) -> Scene {
    let mut scene = Scene::squares(Grid::Square, (1, 1), |_, _| (String::new(), ground));
    if let Some(piece) = piece {
        scene.put(0, piece);
    }
    scene
}

/// Something to paint with in the editor of levels.
#[derive(Debug, Clone)]
pub struct Brush {
    /// Its name; also what [`paint`](crate::PuzzleWorld::paint) is told.
    pub name: Text,
    /// Whether it paints the corners between cells: the corner below and right of a cell.
    pub corners: bool,
    /// What it leaves, as it looks; `None` where a word must do.
    pub picture: Option<Scene>,
}

impl Brush {
    /// A brush for cells.
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), corners: false, picture: None }
    }

    /// A brush for the corners between cells.
    pub fn corner(name: impl Into<Text>) -> Self {
        Self { corners: true, ..Self::new(name) }
    }

    /// The same with a picture of what it leaves.
    #[must_use]
    pub fn showing(self, ground: Ground, piece: Option<Piece>) -> Self {
        Self { picture: Some(alone(ground, piece)), ..self }
    }
}

/// A change to the whole of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    /// Left becomes right.
    Mirror,
    /// A quarter turn clockwise.
    Rotate,
    /// What surrounds the level and does nothing goes.
    Trim,
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
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Opponent {
    /// The player and its options.
    pub spec: Text,
    /// How strong it is, in a word or two.
    pub name: Text,
    /// Its estimated strength, where somebody measured it: 1000 is who moves at random, and 400 more wins ten times
    /// of eleven.
    pub rating: Option<i32>,
}

impl Opponent {
    /// An opponent.
    pub fn new(spec: impl Into<Text>, name: impl Into<Text>) -> Self {
        Self { spec: spec.into(), name: name.into(), rating: None }
    }

    /// The same with a rating.
    #[must_use]
    pub fn rated(self, rating: i32) -> Self {
        Self { rating: Some(rating), ..self }
    }
}
