//! Puzzles being played.

mod room;
mod view;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plyground_catalog::level_key;
use plyground_core::{Intent, Options};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Nothing, Times};
use crate::App;
use crate::error::ApiError;
use crate::followers::{Changes, RoomChange};
use crate::library::LevelRef;
use crate::openapi::Route;
use crate::rooms::lock;
use crate::sent::{Path, Sent};

pub(crate) use room::{PuzzleRoom, checked};
use view::PuzzleView;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/puzzle", "Opens a level to play", open)
            .takes::<OpenRequest>()
            .answers::<PuzzleView>(),
        Route::get("/api/puzzle/{id}", "How it stands, with the whole picture", show)
            .answers::<PuzzleView>(),
        Route::get("/api/puzzle/{id}/intents", "What a hand can do", intents)
            .answers::<Vec<Intent>>(),
        Route::post("/api/puzzle/{id}/play", "Plays a line of moves", play)
            .takes::<PlayRequest>()
            .answers::<PuzzleView>(),
        Route::post("/api/puzzle/{id}/undo", "Takes back", undo)
            .takes::<Times>()
            .answers::<PuzzleView>(),
        Route::post("/api/puzzle/{id}/redo", "Plays again what was taken back", redo)
            .takes::<Times>()
            .answers::<PuzzleView>(),
        Route::post("/api/puzzle/{id}/reset", "Back to the start; can be undone", reset)
            .takes::<Nothing>()
            .answers::<PuzzleView>(),
        Route::post(
            "/api/puzzle/{id}/load",
            "Puts a line behind redo, from the start or from here, to be stepped through",
            load,
        )
        .takes::<LoadRequest>()
        .answers::<PuzzleView>(),
        Route::get("/api/puzzle/{id}/events", "Tells when somebody changes it", follow)
            .tells::<RoomChange>()
            .answers::<RoomChange>()
            .streams(),
    ]
}

/// Options as they come in a request.
pub(crate) fn to_options(given: &BTreeMap<String, String>) -> Options {
    given.iter().fold(Options::new(), |options, (name, value)| options.with(name, value))
}

type Answer = Result<Json<PuzzleView>, ApiError>;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OpenRequest {
    /// The world's id.
    world: String,
    /// The level.
    #[serde(default)]
    level: LevelRef,
    /// The world's options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Moves to play at once.
    #[serde(default)]
    moves: String,
}

async fn open(State(app): State<App>, Sent(request): Sent<OpenRequest>) -> Answer {
    let level = request.level.find(&request.world, &app)?;
    let session = level.start(&to_options(&request.options))?;
    let mut room = PuzzleRoom::new(request.world, request.level, session);
    room.play(&request.moves, false)?;
    let mut view = room.view(true);
    let (id, _) = app.open(room)?;
    view.id = Some(id);
    Ok(Json(view))
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<PuzzleRoom>(&id)?;
    let mut view = lock(&room).view(true);
    view.id = Some(id);
    Ok(Json(view))
}

async fn follow(State(app): State<App>, Path(id): Path<String>) -> Result<Changes, ApiError> {
    app.follow::<PuzzleRoom>(&id)
}

async fn intents(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Intent>>, ApiError> {
    let room = app.room::<PuzzleRoom>(&id)?;
    // Copied out, so that a large level's intents do not hold up its moves.
    let session = lock(&room).session.still();
    Ok(Json(session.intents()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    /// Moves in the world's notation.
    moves: String,
    /// Whether all of them are one action for undo.
    #[serde(default)]
    together: bool,
}

/// Changes a room and shows what changed.
fn change(app: &App, id: &str, change: impl FnOnce(&mut PuzzleRoom) -> Answer) -> Answer {
    app.change(id, |room: &mut PuzzleRoom| {
        room.version += 1;
        change(room).inspect_err(|_| room.version -= 1)
    })
}

async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PlayRequest>,
) -> Answer {
    let store = app.store();
    change(&app, &id, |room| {
        let solved_before = room.session.result().is_some();
        room.play(&request.moves, request.together)?;
        let mut view = room.view(false);
        view.way = room.way();
        if let (false, Some(measures)) = (solved_before, room.session.result()) {
            let key = level_key(&room.session.level());
            let moves = room.session.solution().unwrap_or_default();
            view.record = Some(store.keep_solution(&room.world, &key, measures, &moves)?);
        }
        Ok(Json(view))
    })
}

async fn undo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    change(&app, &id, |room| {
        let way = if times.is_once() { room.way() } else { Vec::new() };
        times.repeat(|| room.undo());
        let mut view = room.view(false);
        // The same way, backwards.
        view.way = way
            .into_iter()
            .rev()
            .map(|step| step.into_iter().map(|[from, to]| [to, from]).collect())
            .collect();
        Ok(Json(view))
    })
}

async fn redo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    change(&app, &id, |room| {
        let once = times.is_once();
        times.repeat(|| room.redo());
        let mut view = room.view(false);
        view.way = if once { room.way() } else { Vec::new() };
        Ok(Json(view))
    })
}

async fn reset(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    change(&app, &id, |room| {
        room.reset();
        Ok(Json(room.view(false)))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LoadRequest {
    /// Moves in the world's notation.
    moves: String,
    /// Whether they go on from here, and not from the start.
    #[serde(default)]
    from_here: bool,
}

async fn load(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<LoadRequest>,
) -> Answer {
    change(&app, &id, |room| {
        let steps = room.load(&request.moves, request.from_here)?;
        let mut view = room.view(false);
        view.steps = Some(steps);
        Ok(Json(view))
    })
}
