//! Levels: lists, pictures, import, export, and those of the person.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{Level, level_key, level_text};
use plyground_core::scene::svg::Theme;
use plyground_core::scene::thumbnail;
use plyground_core::{LevelInfo, Measures, Options};
use plyground_data::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Dropped, Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::openapi::Route;
use crate::sent::{Path, Query, Sent};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/levels/{world}", "The packs and own levels, with what you solved", list)
            .answers::<LevelList>(),
        Route::get(
            "/api/levels/{world}/{pack}/{level}",
            "A level's small picture as SVG",
            small_picture,
        )
        .gives("image/svg+xml"),
        Route::post(
            "/api/levels/{world}/read",
            "Reads levels of any format; the first as picture",
            read,
        )
        .takes::<LevelRef>()
        .answers::<ReadLevel>(),
        Route::post("/api/levels/{world}/write", "Writes a level in a format", write)
            .takes::<WriteRequest>()
            .answers::<LevelText>(),
        Route::post("/api/levels/{world}/save", "Keeps an own level", save)
            .takes::<SaveRequest>()
            .answers::<KeptLevel>(),
        Route::post("/api/levels/{world}/drop", "Drops an own level", drop_own)
            .takes::<DropRequest>()
            .answers::<Dropped>(),
    ]
}

type Answer<T> = Result<Json<T>, ApiError>;

/// A level as lists show it.
#[derive(Serialize, JsonSchema)]
struct ListedLevel {
    /// Its number in the pack, from 1.
    number: usize,
    title: String,
    author: String,
    width: usize,
    height: usize,
    /// What is known of it beside: names with what they say.
    notes: Vec<(String, String)>,
    /// What it is about; told once it is solved.
    idea: Option<String>,
    /// The best solution known.
    best: Option<BestKnown>,
    /// What your best solution takes.
    solved: Option<Measures>,
    /// The number of an own level.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<i64>,
}

/// What the best solution of a level takes, without telling it.
#[derive(Serialize, JsonSchema)]
struct BestKnown {
    measures: Measures,
    /// Whether it is proven that no solution is better in the world's first metric.
    proven: bool,
}

#[derive(Serialize, JsonSchema)]
struct ListedPack {
    name: String,
    levels: Vec<ListedLevel>,
}

/// All levels of a world.
#[derive(Serialize, JsonSchema)]
struct LevelList {
    /// The packs that ship.
    packs: Vec<ListedPack>,
    /// Levels of your own.
    own: Vec<ListedLevel>,
}

fn listed(number: usize, level: &Level, solved: &HashMap<String, Solution>) -> ListedLevel {
    let info = level.info();
    let mine = solved.get(&level_key(level));
    ListedLevel {
        number,
        title: info.title,
        author: info.author,
        width: info.width,
        height: info.height,
        notes: info.notes,
        idea: mine.and(info.idea),
        best: info.best.map(|best| BestKnown { measures: best.measures, proven: best.proven }),
        solved: mine.map(|solution| solution.measures),
        own: None,
    }
}

async fn list(State(app): State<App>, Path(world): Path<String>) -> Answer<LevelList> {
    let rules = app.catalog().puzzle_world(&world)?;
    let solved: HashMap<String, Solution> = app
        .store()
        .solutions(&world)?
        .into_iter()
        .map(|solution| (solution.level.clone(), solution))
        .collect();
    let packs = app.library().packs(&world).iter().map(|pack| ListedPack {
        name: pack.name.to_string(),
        levels: (1..)
            .zip(&pack.levels)
            .map(|(number, level)| listed(number, level, &solved))
            .collect(),
    });
    let mut own = Vec::new();
    for kept in app.store().levels(&world)? {
        // A level that was kept by an older version and no longer reads is not shown, but stays.
        if let Ok(levels) = rules.parse(&kept.title, kept.text.as_bytes()) {
            let level = listed(1, &levels[0], &solved);
            own.push(ListedLevel { own: Some(kept.id), title: kept.title, ..level });
        }
    }
    Ok(Json(LevelList { packs: packs.collect(), own }))
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ThumbnailRequest {
    /// Whether it is for a dark background.
    dark: bool,
}

async fn small_picture(
    State(app): State<App>,
    Path((world, pack, level)): Path<(String, String, String)>,
    Query(request): Query<ThumbnailRequest>,
) -> Result<Response, ApiError> {
    let level = level.parse().map_err(|_| ApiError::missing(&format!("level {level}")))?;
    let wanted = LevelRef { pack: Some(pack), level: Some(level), ..LevelRef::default() };
    let scene = wanted.find(&world, &app)?.start(&Options::new())?.scene();
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")];
    let theme = if request.dark { Theme::Dark } else { Theme::Light };
    Ok((headers, thumbnail::render(&scene, theme)).into_response())
}

/// A level that was read, the first of a text.
#[derive(Serialize, JsonSchema)]
struct ReadLevel {
    #[serde(flatten)]
    picture: Picture,
    info: LevelInfo,
    /// The level in its world's usual format.
    text: String,
    /// The titles of all levels of the text.
    levels: Vec<String>,
}

async fn read(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<LevelRef>,
) -> Answer<ReadLevel> {
    let rules = app.catalog().puzzle_world(&world)?;
    let level = request.find(&world, &app)?;
    let levels = match &request.text {
        Some(text) => {
            let levels = rules.parse("the text", text.as_bytes())?;
            levels.iter().map(|level| level.info().title).collect()
        }
        None => vec![level.info().title],
    };
    let picture = picture(&level.start(&Options::new())?.scene(), true);
    Ok(Json(ReadLevel { picture, info: level.info(), text: level_text(&level)?, levels }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WriteRequest {
    /// The level.
    level: LevelRef,
    /// One of the world's formats.
    format: String,
}

#[derive(Serialize, JsonSchema)]
struct LevelText {
    /// The level in the format that was asked for.
    text: String,
}

async fn write(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<WriteRequest>,
) -> Answer<LevelText> {
    let level = request.level.find(&world, &app)?;
    Ok(Json(LevelText { text: level.text(&request.format)? }))
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

/// An own level that was kept.
#[derive(Serialize, JsonSchema)]
struct KeptLevel {
    /// Its number.
    id: i64,
    /// The title it was kept under.
    title: String,
}

async fn save(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SaveRequest>,
) -> Answer<KeptLevel> {
    let rules = app.catalog().puzzle_world(&world)?;
    rules.parse(&request.title, request.text.as_bytes())?;
    let title: String = request.title.trim().chars().take(120).collect();
    let title = if title.is_empty() { "Untitled".to_owned() } else { title };
    let id = app.store().save_level(&world, request.id, &title, &request.text)?;
    Ok(Json(KeptLevel { id, title }))
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
) -> Answer<Dropped> {
    Ok(Json(Dropped { dropped: app.store().drop_level(&world, request.id)? }))
}
