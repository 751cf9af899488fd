//! How a puzzle stands, for the page.

use plyground_core::{LevelInfo, Measures, Warning};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::{Picture, picture};
use super::room::PuzzleRoom;

/// Where a level comes from.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlaceView {
    /// The pack's name.
    pack: Option<String>,
    /// The number in the pack or in the text, from 1.
    level: Option<usize>,
    /// The number of an own level.
    own: Option<i64>,
}

/// What comes with the whole picture only: the level, and all moves so far.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LevelView {
    /// The world's id.
    world: String,
    level: PlaceView,
    info: LevelInfo,
    /// The level in the world's usual format.
    text: String,
    /// The moves so far, in the world's notation.
    moves: String,
}

/// How a puzzle stands.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PuzzleView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(flatten)]
    picture: Picture,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    level: Option<LevelView>,
    /// What was done so far, as people count; once solved, what the solution took.
    measures: Measures,
    /// Whether it was solved on the way here.
    solved: bool,
    /// The legal moves.
    legal: Vec<String>,
    can_undo: bool,
    can_redo: bool,
    /// What the player should know.
    warnings: Vec<Warning>,
    /// Whether a solution that was just found is better than the one kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<bool>,
    /// How many steps a line has that was loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
}

impl PuzzleRoom {
    /// How it stands. `whole` sends the board, the level and all moves too, not only what changes.
    pub fn view(&self, whole: bool) -> PuzzleView {
        let session = &self.session;
        let level = || LevelView {
            world: self.world.clone(),
            level: PlaceView {
                pack: self.level.pack.clone(),
                level: self.level.level,
                own: self.level.own,
            },
            info: session.level().info(),
            text: self.text.clone(),
            moves: session.moves(),
        };
        PuzzleView {
            id: None,
            picture: picture(&session.scene(), whole),
            level: whole.then(level),
            measures: session.result().unwrap_or_else(|| session.measures()),
            solved: session.result().is_some(),
            legal: session.legal(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            warnings: session.warnings(),
            record: None,
            steps: None,
        }
    }
}
