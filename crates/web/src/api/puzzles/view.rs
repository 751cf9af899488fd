//! How a puzzle stands, for the page.

use plyground_catalog::level_key;
use plyground_core::scene::svg::{self, Theme};
use plyground_core::{LegendEntry, LevelInfo, Measures, Motion, Tip, Warning};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::{Picture, picture};
use super::room::PuzzleRoom;
use crate::library::LevelRef;

/// Where a level comes from.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlaceView {
    /// The pack's name.
    pack: Option<String>,
    /// The number in the pack or in the text, from 1.
    level: Option<usize>,
    /// The number of an own level.
    own: Option<i64>,
    /// The day of which it is the level.
    day: Option<String>,
}

/// A piece that needs an explanation.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LegendView {
    /// How it looks.
    svg: String,
    /// What it does.
    text: String,
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
    /// The cells from which nothing ever gets to where it belongs.
    dead: Vec<usize>,
    /// Names the level's board, whatever its title.
    key: String,
    legend: Vec<LegendView>,
}

/// How a puzzle stands.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PuzzleView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How many changes there were.
    version: u64,
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
    /// What a newcomer should do now, in the first levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    tip: Option<Tip>,
    /// The way of the pieces in an action of several steps: for each step the cells that pieces leave and reach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Vec<[usize; 2]>>,
    /// Whether a solution that was just found is better than the one kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<bool>,
    /// How many steps a line has that was loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
}

/// How many levels of each pack have tips.
const EARLY: usize = 3;
/// A longer way is not shown step by step.
const LONGEST_WAY: usize = 200;

fn legend(entries: Vec<LegendEntry>) -> Vec<LegendView> {
    let view = |entry: LegendEntry| LegendView {
        svg: svg::render(&entry.picture, Theme::Css),
        text: entry.text.into_owned(),
    };
    entries.into_iter().map(view).collect()
}

impl PuzzleRoom {
    /// Whether it is one of the first levels of a pack.
    fn is_early(&self) -> bool {
        let LevelRef { own, day, text, level, .. } = &self.level;
        own.is_none() && day.is_none() && text.is_none() && level.unwrap_or(1) <= EARLY
    }

    /// The way of the pieces in the last action, where it has several steps.
    pub fn way(&self) -> Vec<Vec<[usize; 2]>> {
        let steps = self.session.last_motions();
        if !(2..=LONGEST_WAY).contains(&steps.len()) {
            return Vec::new();
        }
        let ends = |motion: Motion| Some([motion.from?, motion.to?]);
        steps.into_iter().map(|step| step.into_iter().filter_map(ends).collect()).collect()
    }

    /// How it stands. `whole` sends the board, the level and all moves too, not only what changes.
    pub fn view(&self, whole: bool) -> PuzzleView {
        let session = &self.session;
        let level = || LevelView {
            world: self.world.clone(),
            level: PlaceView {
                pack: self.level.pack.clone(),
                level: self.level.level,
                own: self.level.own,
                day: self.level.day.clone(),
            },
            info: session.level().info(),
            text: self.text.clone(),
            moves: session.moves(),
            dead: session.dead_cells(),
            key: level_key(&session.level()),
            legend: legend(session.level().legend()),
        };
        PuzzleView {
            id: None,
            version: self.version,
            picture: picture(&session.scene(), whole),
            level: whole.then(level),
            measures: session.result().unwrap_or_else(|| session.measures()),
            solved: session.result().is_some(),
            legal: session.legal(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            warnings: session.warnings(),
            tip: if self.is_early() { session.tip() } else { None },
            way: Vec::new(),
            record: None,
            steps: None,
        }
    }
}
