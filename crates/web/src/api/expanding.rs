//! State-space files: an input in, its moves and boards out, with pictures of them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_core::text::excerpt;
use plyground_core::{Expansion, Intent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::{Path, Sent};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/expand/{world}", "The moves and boards of a state-space input", expand)
            .takes::<ExpandRequest>()
            .answers::<ExpandView>(),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExpandRequest {
    /// The text of the `.input` file.
    input: String,
    /// Its name, for what is said of it.
    #[serde(default)]
    name: String,
    /// Only the picture after this move, from 0.
    #[serde(default)]
    after: Option<usize>,
}

/// What an input gives.
#[derive(Serialize, JsonSchema)]
struct ExpandView {
    /// The board of the input, or that after the move that was asked for.
    #[serde(flatten)]
    picture: Picture,
    /// The `.move` file; empty where one picture was asked for.
    moves: String,
    /// The `.board` file, line for line.
    boards: String,
    /// The moves as a hand makes them, line for line.
    intents: Vec<Intent>,
}

async fn expand(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<ExpandRequest>,
) -> Result<Json<ExpandView>, ApiError> {
    let world = app.catalog().game_world(&world)?;
    let Some(space) = world.state_space() else {
        let reason = format!("{} has no state-space files", world.info().name);
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason));
    };
    let name = if request.name.is_empty() { "the input" } else { &excerpt(&request.name) };
    let input = request.input.as_bytes();
    let pictures = space.pictures(name, input)?;
    let Some(after) = request.after else {
        let Expansion { moves, boards } = space.expansion(name, input)?;
        return Ok(Json(ExpandView {
            picture: picture(&pictures.start, true),
            moves,
            boards,
            intents: pictures.moves.into_iter().map(|(mv, _)| mv).collect(),
        }));
    };
    let (_, scene) = pictures.moves.get(after).ok_or_else(|| {
        let moves = pictures.moves.len();
        let reason = format!("there is no move {after}; expected a number below {moves}");
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
    })?;
    let (moves, boards) = Default::default();
    Ok(Json(ExpandView { picture: picture(scene, true), moves, boards, intents: Vec::new() }))
}
