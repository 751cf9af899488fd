//! The editor: levels and positions in the making. The worlds paint; the page only says where and with what.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::{AnyGameWorld, AnyPuzzleWorld, Ending, GameSession};
use plyground_core::{Edit, Options, Side, Transform};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzles::to_options;
use super::{Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::{Path, Sent};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/draft/{world}", "Paints a level in the making, and draws it", draft)
            .takes::<DraftRequest>()
            .answers::<DraftView>(),
        Route::post("/api/setup/{world}", "Changes a position in the making, and draws it", setup)
            .takes::<SetupRequest>()
            .answers::<SetupView>(),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DraftRequest {
    /// The draft as text; the world's blank one where there is none.
    #[serde(default)]
    text: Option<String>,
    /// Where to paint, and with which brushes.
    #[serde(default)]
    strokes: Vec<Stroke>,
    /// Another number of columns and rows.
    #[serde(default)]
    size: Option<[usize; 2]>,
    /// Rows and columns to add at the edges: top, right, bottom, left; to take away where negative.
    #[serde(default)]
    edges: [isize; 4],
    /// A change to the whole of it.
    #[serde(default)]
    transform: Option<Transform>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Stroke {
    /// The cell, as an index into those of the picture.
    cell: usize,
    /// The brush's name.
    brush: String,
}

/// A level in the making.
#[derive(Serialize, JsonSchema)]
struct DraftView {
    #[serde(flatten)]
    picture: Picture,
    /// The draft as text.
    text: String,
    /// The level's title.
    title: String,
    /// Why it is no level yet; null where it is one.
    error: Option<String>,
    /// Columns and rows.
    size: [usize; 2],
}

/// No draft is larger: columns and rows, letters, and strokes at once.
const MOST: usize = 60;
const MOST_LETTERS: usize = 100_000;
const MOST_STROKES: usize = 1_000;

async fn draft(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<DraftRequest>,
) -> Result<Json<DraftView>, ApiError> {
    let world = app.catalog().puzzle_world(&world)?;
    let mut text = request.text.unwrap_or_else(|| world.blank().into_owned());
    if text.len() > MOST_LETTERS || request.strokes.len() > MOST_STROKES {
        let reason = format!(
            "a draft has at most {MOST_LETTERS} letters and {MOST_STROKES} strokes at once"
        );
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
    }
    if let Some([width, height]) = request.size {
        text = world.resize(&text, width.clamp(1, MOST), height.clamp(1, MOST))?;
    }
    if request.edges != [0; 4] {
        text = with_edges(&*world, text, request.edges)?;
    }
    if let Some(change) = request.transform {
        text = world.transform(&text, change)?;
    }
    for stroke in &request.strokes {
        text = world.paint(&text, stroke.cell, &stroke.brush)?;
    }
    let read = world.parse("the level", text.as_bytes()).map_err(|error| error.to_string());
    let level = read.and_then(|levels| {
        let level = levels.into_iter().next().ok_or("there is no level here")?;
        level.start(&Options::new()).map_err(|error| error.to_string())?;
        Ok(level.info().title)
    });
    let (title, error) = match level {
        Ok(title) => (title, None),
        Err(error) => (String::new(), Some(error)),
    };
    // Always the sketch: its cells are the draft's, whatever the level makes of them.
    let scene = world.sketch(&text);
    let size = [scene.width as usize, scene.height as usize];
    Ok(Json(DraftView { picture: picture(&scene, true), text, title, error, size }))
}

/// The draft with rows and columns added or taken away at its edges. Drafts grow to the right and down: for the other
/// edges they are turned, and back.
fn with_edges(
    world: &dyn AnyPuzzleWorld,
    mut text: String,
    [top, right, bottom, left]: [isize; 4],
) -> Result<String, ApiError> {
    let most = isize::try_from(MOST).unwrap_or(isize::MAX);
    let grow = |text: &str, columns: isize, rows: isize| {
        let scene = world.sketch(text);
        let side = |now: f32, more: isize| {
            usize::try_from((now as isize).saturating_add(more).clamp(1, most)).unwrap_or(1)
        };
        world.resize(text, side(scene.width, columns), side(scene.height, rows))
    };
    text = grow(&text, right, bottom)?;
    if (top, left) != (0, 0) {
        for turn in 0..4 {
            text = world.transform(&text, Transform::Rotate)?;
            if turn == 1 {
                text = grow(&text, left, top)?;
            }
        }
    }
    Ok(text)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SetupRequest {
    /// `setup`, `size`, `position` and the world's own options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// A cell whose piece is to change: from none to the first side's, to the second's, to none.
    #[serde(default)]
    cell: Option<usize>,
    /// The side that is to move.
    #[serde(default)]
    turn: Option<Turn>,
    /// Takes all pieces off the board.
    #[serde(default)]
    clear: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Turn {
    First,
    Second,
}

impl SetupRequest {
    fn edits(&self, world: &dyn AnyGameWorld, session: &dyn GameSession) -> Vec<Edit> {
        let turn = self.turn.as_ref().map(|turn| match turn {
            Turn::First => Edit::Turn(Side::First),
            Turn::Second => Edit::Turn(Side::Second),
        });
        let put = self.cell.map(|cell| {
            let piece = match side_at(world, session, cell) {
                None => Some(Side::First),
                Some(Side::First) => Some(Side::Second),
                Some(Side::Second) => None,
            };
            Edit::Put { cell, piece }
        });
        self.clear.then_some(Edit::Clear).into_iter().chain(put).chain(turn).collect()
    }
}

/// Whose piece stands on a cell: the colours of the sides tell.
fn side_at(world: &dyn AnyGameWorld, session: &dyn GameSession, cell: usize) -> Option<Side> {
    let scene = session.scene();
    let piece = scene.pieces.iter().find(|piece| piece.cell == Some(cell))?;
    Side::BOTH.into_iter().find(|side| world.tones()[side.index()] == piece.tone)
}

/// A position in the making.
#[derive(Serialize, JsonSchema)]
struct SetupView {
    #[serde(flatten)]
    picture: Picture,
    /// The position as text.
    position: String,
    /// The side to move.
    side: Side,
    /// How the game is over there; null where it can go on.
    ending: Option<Ending>,
}

async fn setup(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SetupRequest>,
) -> Result<Json<SetupView>, ApiError> {
    let world = app.catalog().game_world(&world)?;
    let mut session = world.start(&to_options(&request.options))?;
    for edit in request.edits(&*world, &*session) {
        let position = session.edited(&edit)?;
        session = world.start(&Options::new().with("position", position))?;
    }
    Ok(Json(SetupView {
        picture: picture(&session.scene(), true),
        position: session.position_text(),
        side: session.side(),
        ending: session.ending(),
    }))
}
