//! What is kept of a level beside its best: several solutions, and positions within it.

use axum::Json;
use axum::extract::State;
use plyground_catalog::level_key;
use plyground_core::Measures;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzles::PuzzleRoom;
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::rooms::lock;
use crate::sent::{Path, Sent};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/puzzle/{id}/kept", "Solutions and positions kept of the level", kept)
            .answers::<KeptView>(),
        Route::post("/api/puzzle/{id}/keep", "Keeps a solution that was found or shortened", keep)
            .takes::<KeepRequest>()
            .answers::<KeptView>(),
        Route::post("/api/puzzle/{id}/position", "Saves the position as it stands", save)
            .takes::<SavePositionRequest>()
            .answers::<KeptView>(),
        Route::post("/api/puzzle/{id}/position/drop", "Drops a saved position", drop)
            .takes::<DropPositionRequest>()
            .answers::<KeptView>(),
    ]
}

/// A solution that is kept.
#[derive(Serialize, JsonSchema)]
struct SolutionView {
    /// The method that found it; empty for you.
    by: String,
    measures: Measures,
    /// The solution, in the world's notation.
    moves: String,
}

/// A position that was saved.
#[derive(Serialize, JsonSchema)]
struct PositionView {
    id: i64,
    name: String,
    /// The moves from the start of the level to it.
    moves: String,
}

/// What is kept of a level.
#[derive(Serialize, JsonSchema)]
struct KeptView {
    /// Fewest moves first.
    solutions: Vec<SolutionView>,
    positions: Vec<PositionView>,
}

type Answer = Result<Json<KeptView>, ApiError>;

/// The world, the level's key and the moves so far of a room.
fn place(app: &App, id: &str) -> Result<(String, String, String), ApiError> {
    let room = app.room::<PuzzleRoom>(id)?;
    let room = lock(&room);
    Ok((room.world.clone(), level_key(&room.session.level()), room.session.moves()))
}

fn view(app: &App, world: &str, key: &str) -> Answer {
    let solutions = app.store().solutions_of(world, key)?.into_iter();
    let positions = app.store().positions(world, key)?.into_iter();
    Ok(Json(KeptView {
        solutions: solutions
            .map(|kept| SolutionView { by: kept.by, measures: kept.measures, moves: kept.solution })
            .collect(),
        positions: positions
            .map(|kept| PositionView { id: kept.id, name: kept.name, moves: kept.moves })
            .collect(),
    }))
}

async fn kept(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let (world, key, _) = place(&app, &id)?;
    view(&app, &world, &key)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct KeepRequest {
    /// The solution, from the start.
    moves: String,
    /// What found it.
    by: String,
}

async fn keep(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<KeepRequest>,
) -> Answer {
    let (level, options) = {
        let room = app.room::<PuzzleRoom>(&id)?;
        let room = lock(&room);
        (room.session.level(), room.session.options().clone())
    };
    let verified = level.verify(&options, &request.moves)?;
    if !verified.solved {
        let reason = verified.error.unwrap_or_else(|| "it does not solve the level".into());
        return Err(ApiError::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, reason));
    }
    let (world, key, _) = place(&app, &id)?;
    let by: String = request.by.chars().take(120).collect();
    app.store().keep_found(&world, &key, &by, verified.measures, &request.moves)?;
    view(&app, &world, &key)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SavePositionRequest {
    /// The name to save it under.
    #[serde(default)]
    name: String,
}

async fn save(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<SavePositionRequest>,
) -> Answer {
    let (world, key, moves) = place(&app, &id)?;
    let name: String = request.name.trim().chars().take(120).collect();
    let number = app.store().positions(&world, &key)?.len() + 1;
    let name = if name.is_empty() { format!("Position {number}") } else { name };
    app.store().save_position(&world, &key, &name, &moves)?;
    view(&app, &world, &key)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DropPositionRequest {
    /// The position's number.
    id: i64,
}

async fn drop(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<DropPositionRequest>,
) -> Answer {
    let (world, key, _) = place(&app, &id)?;
    app.store().drop_position(&world, request.id)?;
    view(&app, &world, &key)
}
