//! Puzzles being played.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use plyground_catalog::{Catalog, PuzzleSession, level_key, level_text};
use plyground_core::Options;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Nothing, Times, picture};
use crate::App;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::openapi::Route;
use crate::rooms::{Room, Rooms, Shelf, lock};
use crate::sent::Sent;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/puzzle", "Opens a level to play", open).takes::<OpenRequest>(),
        Route::get("/api/puzzle/{id}", "How it stands, with the whole picture", show),
        Route::get("/api/puzzle/{id}/intents", "What a hand can do", intents),
        Route::post("/api/puzzle/{id}/play", "Plays a line of moves", play).takes::<PlayRequest>(),
        Route::post("/api/puzzle/{id}/undo", "Takes back", undo).takes::<Times>(),
        Route::post("/api/puzzle/{id}/redo", "Plays again what was taken back", redo)
            .takes::<Times>(),
        Route::post("/api/puzzle/{id}/reset", "Back to the start; can be undone", reset)
            .takes::<Nothing>(),
        Route::post(
            "/api/puzzle/{id}/load",
            "Puts a line from the start behind redo, to be stepped through",
            load,
        )
        .takes::<PlayRequest>(),
    ]
}

/// A level being played.
pub(crate) struct PuzzleRoom {
    pub world: String,
    pub level: LevelRef,
    pub session: Box<dyn PuzzleSession>,
}

/// What it takes to furnish the room again.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedPuzzle {
    world: String,
    level: LevelRef,
    text: String,
    options: BTreeMap<String, String>,
    moves: String,
}

impl PuzzleRoom {
    /// How it stands. `whole` sends the board too, not only what changes.
    fn view(&self, whole: bool) -> Value {
        let session = &self.session;
        let mut view = picture(&session.scene(), whole);
        view["moves"] = session.moves().into();
        view["measures"] = json!(session.measures());
        view["solved"] = session.is_solved().into();
        view["legal"] = json!(session.legal());
        view["can_undo"] = session.can_undo().into();
        view["can_redo"] = session.can_redo().into();
        view["warnings"] = json!(session.warnings());
        if whole {
            let level = session.level();
            view["world"] = self.world.clone().into();
            view["level"] = json!({ "pack": self.level.pack, "level": self.level.level, "own": self.level.own });
            view["info"] = json!(level.info());
            view["text"] = level_text(&level).unwrap_or_default().into();
        }
        view
    }
}

impl Room for PuzzleRoom {
    const KIND: &'static str = "puzzle/";
    type Saved = SavedPuzzle;

    fn save(&self) -> SavedPuzzle {
        let options = self.session.options();
        SavedPuzzle {
            world: self.world.clone(),
            level: LevelRef { text: None, ..self.level.clone() },
            text: level_text(&self.session.level()).unwrap_or_default(),
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            moves: self.session.moves(),
        }
    }

    fn furnish(catalog: &Catalog, saved: SavedPuzzle) -> Result<Self, ApiError> {
        let levels =
            catalog.puzzle_world(&saved.world)?.parse("the saved level", saved.text.as_bytes())?;
        let level = levels.into_iter().next().ok_or_else(|| ApiError::missing("the level"))?;
        let mut session = level.start(&to_options(&saved.options))?;
        session.play_each(&saved.moves)?;
        Ok(Self { world: saved.world, level: saved.level, session })
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.puzzles
    }
}

/// Options as they come in a request.
pub(crate) fn to_options(given: &BTreeMap<String, String>) -> Options {
    given.iter().fold(Options::new(), |options, (name, value)| options.with(name, value))
}

type Answer = Result<Json<Value>, ApiError>;

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
    let mut session = level.start(&to_options(&request.options))?;
    session.play_each(&request.moves)?;
    let room = PuzzleRoom { world: request.world, level: request.level, session };
    let mut view = room.view(true);
    let (id, _) = app.open(room)?;
    view["id"] = id.into();
    Ok(Json(view))
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<PuzzleRoom>(&id)?;
    let mut view = lock(&room).view(true);
    view["id"] = id.into();
    Ok(Json(view))
}

async fn intents(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<PuzzleRoom>(&id)?;
    // Copied out, so that a large level's intents do not hold up its moves.
    let session = lock(&room).session.clone();
    Ok(Json(json!(session.intents())))
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

async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PlayRequest>,
) -> Answer {
    let store = app.store();
    app.change(&id, |room: &mut PuzzleRoom| {
        if request.together {
            room.session.play(&request.moves)?;
        } else {
            room.session.play_each(&request.moves)?;
        }
        let mut view = room.view(false);
        if room.session.is_solved() {
            let key = level_key(&room.session.level());
            let (measures, moves) = (room.session.measures(), room.session.moves());
            view["record"] = store.keep_solution(&room.world, &key, measures, &moves)?.into();
        }
        Ok(Json(view))
    })
}

/// Takes back or plays again.
fn step(
    app: &App,
    id: &str,
    times: Times,
    action: fn(&mut (dyn PuzzleSession + 'static)) -> bool,
) -> Answer {
    app.change(id, |room: &mut PuzzleRoom| {
        times.repeat(|| action(room.session.as_mut()));
        Ok(Json(room.view(false)))
    })
}

async fn undo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, PuzzleSession::undo)
}

async fn redo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, PuzzleSession::redo)
}

async fn reset(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    app.change(&id, |room: &mut PuzzleRoom| {
        room.session.reset();
        Ok(Json(room.view(false)))
    })
}

async fn load(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PlayRequest>,
) -> Answer {
    app.change(&id, |room: &mut PuzzleRoom| {
        room.session.reset();
        let steps = room.session.play_each(&request.moves)?;
        Times::new(steps.max(1)).repeat(|| room.session.undo());
        let mut view = room.view(false);
        view["steps"] = steps.into();
        Ok(Json(view))
    })
}
