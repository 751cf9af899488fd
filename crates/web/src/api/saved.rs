//! What a person keeps: saved games, and where they were.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plyground_catalog::Record;
use plyground_data::SavedGame;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::Sent;

/// The longest note the page may keep.
const LONGEST_NOTE: usize = 16 * 1024;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/saved/{world}", "The saved games of a world, newest first", list)
            .answers::<Vec<SavedGame>>(),
        Route::post("/api/saved/{world}", "Saves a game record under a name", save)
            .takes::<SaveRequest>(),
        Route::post("/api/saved/{world}/drop", "Drops a saved game", drop_game)
            .takes::<DropRequest>(),
        Route::get("/api/note/{name}", "What the page keeps under a name", note),
        Route::post("/api/note/{name}", "Keeps something under a name", put_note)
            .takes::<NoteRequest>(),
    ]
}

type Answer = Result<Json<Value>, ApiError>;

async fn list(
    State(app): State<App>,
    Path(world): Path<String>,
) -> Result<Json<Vec<SavedGame>>, ApiError> {
    app.catalog().game_world(&world)?;
    Ok(Json(app.store().games(&world)?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveRequest {
    /// The name to save it under.
    name: String,
    /// The game record.
    record: String,
}

async fn save(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SaveRequest>,
) -> Answer {
    app.catalog().game_world(&world)?;
    let record = Record::parse("the record", &request.record)?;
    record.replay(app.catalog())?;
    let name: String = request.name.trim().chars().take(120).collect();
    let name = if name.is_empty() { "Untitled".to_owned() } else { name };
    let id = app.store().save_game(&world, &name, &request.record)?;
    Ok(Json(json!({ "id": id, "name": name })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DropRequest {
    /// The number of the saved game.
    id: i64,
}

async fn drop_game(
    State(app): State<App>,
    Path(_world): Path<String>,
    Sent(request): Sent<DropRequest>,
) -> Answer {
    Ok(Json(json!({ "dropped": app.store().drop_game(request.id)? })))
}

async fn note(State(app): State<App>, Path(name): Path<String>) -> Answer {
    let value: Option<Value> = app.store().note(&format!("page/{name}"))?;
    Ok(Json(value.unwrap_or(Value::Null)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoteRequest {
    /// Anything.
    value: Value,
}

async fn put_note(
    State(app): State<App>,
    Path(name): Path<String>,
    Sent(request): Sent<NoteRequest>,
) -> Answer {
    let size = request.value.to_string().len();
    if size > LONGEST_NOTE || name.len() > 100 {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a note holds at most {LONGEST_NOTE} bytes"),
        ));
    }
    app.store().put_note(&format!("page/{name}"), &request.value)?;
    app.store().trim_notes("page/", 1_000)?;
    Ok(Json(json!({ "kept": true })))
}
