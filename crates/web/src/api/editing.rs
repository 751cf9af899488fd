//! The editor: levels and positions in the making. The worlds paint; the page only says where and with what.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use plyground_catalog::{AnyGameWorld, GameSession};
use plyground_core::{Edit, Options, Side};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::picture;
use super::puzzles::to_options;
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::Sent;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/draft/{world}", "Paints a level in the making, and draws it", draft)
            .takes::<DraftRequest>(),
        Route::post("/api/setup/{world}", "Changes a position in the making, and draws it", setup)
            .takes::<SetupRequest>(),
    ]
}

type Answer = Result<Json<Value>, ApiError>;

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
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Stroke {
    /// The cell, as an index into those of the picture.
    cell: usize,
    /// The brush's name.
    brush: String,
}

/// No draft is larger.
const MOST: usize = 60;

async fn draft(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<DraftRequest>,
) -> Answer {
    let world = app.catalog().puzzle_world(&world)?;
    let mut text = request.text.unwrap_or_else(|| world.blank().into_owned());
    if let Some([width, height]) = request.size {
        text = world.resize(&text, width.clamp(1, MOST), height.clamp(1, MOST))?;
    }
    for stroke in &request.strokes {
        text = world.paint(&text, stroke.cell, &stroke.brush)?;
    }
    let read = world.parse("the level", text.as_bytes()).map_err(|error| error.to_string());
    let level = read.and_then(|levels| {
        let level = levels.into_iter().next().ok_or("there is no level here")?;
        let scene = level.start(&Options::new()).map_err(|error| error.to_string())?.scene();
        Ok((scene, level.info().title))
    });
    let (scene, title, error) = match level {
        Ok((scene, title)) => (scene, title, None),
        Err(error) => (world.sketch(&text), String::new(), Some(error)),
    };
    let mut answer = json!(picture(&scene, true));
    answer["text"] = text.into();
    answer["title"] = title.into();
    answer["error"] = json!(error);
    answer["size"] = json!([scene.width as usize, scene.height as usize]);
    Ok(Json(answer))
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

async fn setup(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SetupRequest>,
) -> Answer {
    let world = app.catalog().game_world(&world)?;
    let mut session = world.start(&to_options(&request.options))?;
    for edit in request.edits(&*world, &*session) {
        let position = session.edited(&edit)?;
        session = world.start(&Options::new().with("position", position))?;
    }
    let mut answer = json!(picture(&session.scene(), true));
    answer["position"] = session.position_text().into();
    answer["side"] = json!(session.side());
    answer["ending"] = json!(session.ending());
    Ok(Json(answer))
}
