//! What a person keeps: saved games, and where they were.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::Record;
use plyground_data::{SavedGame, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Dropped;
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::rooms;
use crate::sent::{Path, Sent};
use crate::serve::LARGEST_BODY;

/// The longest note the page may keep.
const LONGEST_NOTE: usize = 16 * 1024;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/saved/{world}", "The saved games of a world, newest first", list)
            .answers::<Vec<SavedGame>>(),
        Route::post("/api/saved/{world}", "Saves a game record under a name", save)
            .takes::<SaveRequest>()
            .answers::<KeptGame>(),
        Route::post("/api/saved/{world}/drop", "Drops a saved game", drop_game)
            .takes::<DropRequest>()
            .answers::<Dropped>(),
        Route::get("/api/storage", "How much is kept, and how much may be", storage)
            .answers::<StorageView>(),
        Route::get("/api/note/{name}", "What the page keeps under a name", note).answers::<Value>(),
        Route::post("/api/note/{name}", "Keeps something under a name", put_note)
            .takes::<NoteRequest>()
            .answers::<KeptNote>(),
    ]
}

type Answer<T> = Result<Json<T>, ApiError>;

async fn list(State(app): State<App>, Path(world): Path<String>) -> Answer<Vec<SavedGame>> {
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

/// A game that was kept.
#[derive(Serialize, JsonSchema)]
struct KeptGame {
    /// Its number.
    id: i64,
    /// The name it was kept under.
    name: String,
}

async fn save(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SaveRequest>,
) -> Answer<KeptGame> {
    app.catalog().game_world(&world)?;
    let record = Record::parse("the record", &request.record)?;
    super::games::check_turns(record.tree.len())?;
    record.replay(app.catalog())?;
    let name: String = request.name.trim().chars().take(120).collect();
    let name = if name.is_empty() { "Untitled".to_owned() } else { name };
    let id = app.store().save_game(&world, &name, &request.record)?;
    Ok(Json(KeptGame { id, name }))
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
) -> Answer<Dropped> {
    Ok(Json(Dropped { dropped: app.store().drop_game(request.id)? }))
}

/// What the store holds.
#[derive(Serialize, JsonSchema)]
struct StorageView {
    #[serde(flatten)]
    usage: Usage,
    /// How many rooms are kept at most; the oldest go first.
    most_rooms: usize,
    /// The most bytes of one request.
    largest_request: usize,
    /// What a person should know: of a damaged store, of entries that cannot be read.
    remarks: Vec<String>,
}

async fn storage(State(app): State<App>) -> Result<Json<StorageView>, ApiError> {
    Ok(Json(StorageView {
        usage: app.store().usage()?,
        most_rooms: rooms::KEPT,
        largest_request: LARGEST_BODY,
        remarks: app.store().remarks(),
    }))
}

async fn note(State(app): State<App>, Path(name): Path<String>) -> Answer<Value> {
    let value: Option<Value> = app.store().note(&format!("page/{name}"))?;
    Ok(Json(value.unwrap_or(Value::Null)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoteRequest {
    /// Anything.
    value: Value,
}

#[derive(Serialize, JsonSchema)]
struct KeptNote {
    kept: bool,
}

async fn put_note(
    State(app): State<App>,
    Path(name): Path<String>,
    Sent(request): Sent<NoteRequest>,
) -> Answer<KeptNote> {
    let size = request.value.to_string().len();
    if size > LONGEST_NOTE || name.len() > 100 {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a note holds at most {LONGEST_NOTE} bytes"),
        ));
    }
    app.store().put_note(&format!("page/{name}"), &request.value)?;
    app.store().trim_notes("page/", 1_000)?;
    Ok(Json(KeptNote { kept: true }))
}
