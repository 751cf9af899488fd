//! Levels: lists, pictures, import, export, and those of the person.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{Level, level_key, level_text};
use plyground_core::Options;
use plyground_core::scene::svg::{self, Theme};
use plyground_data::Solution;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::picture;
use crate::App;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::openapi::Route;
use crate::sent::Sent;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/levels/{world}", "The packs and own levels, with what you solved", list),
        Route::get("/api/levels/{world}/{pack}/{level}", "A level's picture as SVG", thumbnail)
            .gives("image/svg+xml"),
        Route::post(
            "/api/levels/{world}/read",
            "Reads levels of any format; the first as picture",
            read,
        )
        .takes::<LevelRef>(),
        Route::post("/api/levels/{world}/write", "Writes a level in a format", write)
            .takes::<WriteRequest>(),
        Route::post("/api/levels/{world}/save", "Keeps an own level", save).takes::<SaveRequest>(),
        Route::post("/api/levels/{world}/drop", "Drops an own level", drop_own)
            .takes::<DropRequest>(),
    ]
}

type Answer = Result<Json<Value>, ApiError>;

fn entry(number: usize, level: &Level, solved: &HashMap<String, Solution>) -> Value {
    let info = level.info();
    let mine = solved.get(&level_key(level));
    json!({
        "number": number,
        "title": info.title,
        "author": info.author,
        "width": info.width,
        "height": info.height,
        "notes": info.notes,
        "idea": mine.and(info.idea),
        "best": info.best.map(|best| json!({ "measures": best.measures, "proven": best.proven })),
        "solved": mine.map(|solution| solution.measures),
    })
}

async fn list(State(app): State<App>, Path(world): Path<String>) -> Answer {
    let rules = app.catalog().puzzle_world(&world)?;
    let solved: HashMap<String, Solution> = app
        .store()
        .solutions(&world)?
        .into_iter()
        .map(|solution| (solution.level.clone(), solution))
        .collect();
    let shipped: Vec<Value> = app
        .library()
        .packs(&world)
        .iter()
        .map(|pack| {
            let levels = pack.levels.iter().enumerate();
            let levels: Vec<Value> =
                levels.map(|(index, level)| entry(index + 1, level, &solved)).collect();
            json!({ "name": pack.name, "levels": levels })
        })
        .collect();
    let mut own = Vec::new();
    for kept in app.store().levels(&world)? {
        // A level that was kept by an older version and no longer reads is not shown, but stays.
        if let Ok(levels) = rules.parse(&kept.title, kept.text.as_bytes()) {
            let mut entry = entry(1, &levels[0], &solved);
            entry["own"] = kept.id.into();
            entry["title"] = kept.title.into();
            own.push(entry);
        }
    }
    Ok(Json(json!({ "packs": shipped, "own": own })))
}

async fn thumbnail(
    State(app): State<App>,
    Path((world, pack, level)): Path<(String, String, String)>,
) -> Result<Response, ApiError> {
    let level = level.parse().map_err(|_| ApiError::missing(&format!("level {level}")))?;
    let wanted = LevelRef { pack: Some(pack), level: Some(level), ..LevelRef::default() };
    let scene = wanted.find(&world, &app)?.start(&Options::new())?.scene();
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, svg::render(&scene, Theme::Css)).into_response())
}

async fn read(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<LevelRef>,
) -> Answer {
    let rules = app.catalog().puzzle_world(&world)?;
    let level = request.find(&world, &app)?;
    let titles: Vec<String> = match &request.text {
        Some(text) => {
            let levels = rules.parse("the text", text.as_bytes())?;
            levels.iter().map(|level| level.info().title).collect()
        }
        None => vec![level.info().title],
    };
    let mut answer = json!(picture(&level.start(&Options::new())?.scene(), true));
    answer["info"] = json!(level.info());
    answer["text"] = level_text(&level)?.into();
    answer["levels"] = json!(titles);
    Ok(Json(answer))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WriteRequest {
    /// The level.
    level: LevelRef,
    /// One of the world's formats.
    format: String,
}

async fn write(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<WriteRequest>,
) -> Answer {
    let level = request.level.find(&world, &app)?;
    Ok(Json(json!({ "text": level.text(&request.format)? })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveRequest {
    /// The number of the own level it replaces.
    #[serde(default)]
    id: Option<i64>,
    /// Its title.
    title: String,
    /// The level in any format of the world.
    text: String,
}

async fn save(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SaveRequest>,
) -> Answer {
    let rules = app.catalog().puzzle_world(&world)?;
    rules.parse(&request.title, request.text.as_bytes())?;
    let title: String = request.title.trim().chars().take(120).collect();
    let title = if title.is_empty() { "Untitled".to_owned() } else { title };
    let id = app.store().save_level(&world, request.id, &title, &request.text)?;
    Ok(Json(json!({ "id": id, "title": title })))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DropRequest {
    /// The number of the own level.
    id: i64,
}

async fn drop_own(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<DropRequest>,
) -> Answer {
    Ok(Json(json!({ "dropped": app.store().drop_level(&world, request.id)? })))
}
