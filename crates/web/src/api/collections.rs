//! Collections of levels: the packs that ship and those of the person, which look the same.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::{AnyPuzzleWorld, Level, level_key, level_text};
use plyground_core::text::quoted;
use plyground_core::{Amendment, Best, CollectionInfo, Measures, decode};
use plyground_data::{Collection, NewLevel, OwnLevel, Solution};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Dropped;
use crate::App;
use crate::error::ApiError;
use crate::library::read_own;
use crate::openapi::Route;
use crate::sent::{Path, Sent};

/// The longest name.
const LONGEST_NAME: usize = 120;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/collections/{world}", "The packs and own collections", list)
            .answers::<Vec<CollectionView>>(),
        Route::get("/api/collections/{world}/{name}", "A collection with its levels", show)
            .answers::<CollectionPage>(),
        Route::post("/api/collections/{world}", "Imports a file of levels as a collection", import)
            .takes::<ImportRequest>()
            .answers::<Imported>(),
        Route::post("/api/collections/{world}/{name}/export", "A collection as one file", export)
            .takes::<ExportRequest>()
            .answers::<Exported>(),
        Route::post("/api/collections/{world}/{name}/rename", "Gives it another name", rename)
            .takes::<RenameRequest>()
            .answers::<CollectionView>(),
        Route::post("/api/collections/{world}/{name}/drop", "Drops an own collection", drop)
            .takes::<super::Nothing>()
            .answers::<Dropped>(),
    ]
}

/// A collection in short.
#[derive(Serialize, JsonSchema)]
struct CollectionView {
    /// Its name; no other of the world has it.
    name: String,
    /// Who made it; empty where unknown.
    author: String,
    /// What is said of its levels as a whole.
    introduction: String,
    /// Whether it ships with the program, and so stays as it is.
    shipped: bool,
    /// How many levels it has.
    levels: usize,
    /// How many of them you solved.
    solved: usize,
}

/// A level of a collection.
#[derive(Serialize, JsonSchema)]
struct LevelEntry {
    /// Its number, from 1.
    number: usize,
    /// Its number among the own levels.
    own: Option<i64>,
    title: String,
    author: String,
    width: usize,
    height: usize,
    notes: Vec<(String, String)>,
    /// What it is about, once it is solved.
    idea: Option<String>,
    /// What the best known solution takes.
    best: Option<Measures>,
    /// What your best solution takes.
    solved: Option<Measures>,
}

/// A collection with its levels.
#[derive(Serialize, JsonSchema)]
struct CollectionPage {
    #[serde(flatten)]
    about: CollectionView,
    entries: Vec<LevelEntry>,
}

/// A collection as it is found by its name.
struct Found {
    about: Collection,
    shipped: bool,
    /// The levels, with their numbers among the own ones.
    levels: Vec<(Option<i64>, Level)>,
}

fn refused(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
}

/// All collections: the packs first.
fn all(app: &App, world: &str) -> Result<Vec<Found>, ApiError> {
    let rules = app.catalog().puzzle_world(world)?;
    let mut found = Vec::new();
    for pack in app.library().packs(world) {
        let author = pack.levels.first().map(|level| level.info().author).unwrap_or_default();
        let about = Collection {
            id: 0,
            name: pack.name.clone().into_owned(),
            author,
            introduction: String::new(),
            levels: pack.levels.len(),
        };
        let levels = pack.levels.iter().map(|level| (None, level.clone())).collect();
        found.push(Found { about, shipped: true, levels });
    }
    for about in app.store().collections(world)? {
        found.push(own(app, &*rules, about)?);
    }
    Ok(found)
}

fn own(app: &App, rules: &dyn AnyPuzzleWorld, about: Collection) -> Result<Found, ApiError> {
    let kept = app.store().collection_levels(about.id)?;
    // A level that was kept by an older version and no longer reads is not shown, but stays.
    let read = |level: &OwnLevel| Some((Some(level.id), read_own(rules, level).ok()?));
    let levels = kept.iter().filter_map(read).collect();
    Ok(Found { about, shipped: false, levels })
}

fn find(app: &App, world: &str, name: &str) -> Result<Found, ApiError> {
    let found = all(app, world)?.into_iter().find(|one| one.about.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| ApiError::missing(&format!("the collection {name}", name = quoted(name))))
}

type Solved = HashMap<String, Solution>;

fn solved(app: &App, world: &str) -> Result<Solved, ApiError> {
    let solutions = app.store().solutions(world)?.into_iter();
    Ok(solutions.map(|solution| (solution.level.clone(), solution)).collect())
}

impl Found {
    fn view(&self, solved: &Solved) -> CollectionView {
        let Collection { name, author, introduction, .. } = self.about.clone();
        let is_solved = |(_, level): &&(_, Level)| solved.contains_key(&level_key(level));
        CollectionView {
            name,
            author,
            introduction,
            shipped: self.shipped,
            levels: self.levels.len(),
            solved: self.levels.iter().filter(is_solved).count(),
        }
    }

    fn page(&self, solved: &Solved) -> CollectionPage {
        let entry = |(index, (own, level)): (usize, &(Option<i64>, Level))| {
            let info = level.info();
            let mine = solved.get(&level_key(level));
            LevelEntry {
                number: index + 1,
                own: *own,
                title: info.title,
                author: info.author,
                width: info.width,
                height: info.height,
                notes: info.notes,
                idea: mine.and(info.idea),
                best: info.best.map(|best: Best| best.measures),
                solved: mine.map(|solution| solution.measures),
            }
        };
        let entries = self.levels.iter().enumerate().map(entry).collect();
        CollectionPage { about: self.view(solved), entries }
    }
}

async fn list(
    State(app): State<App>,
    Path(world): Path<String>,
) -> Result<Json<Vec<CollectionView>>, ApiError> {
    let solved = solved(&app, &world)?;
    Ok(Json(all(&app, &world)?.iter().map(|found| found.view(&solved)).collect()))
}

async fn show(
    State(app): State<App>,
    Path((world, name)): Path<(String, String)>,
) -> Result<Json<CollectionPage>, ApiError> {
    let solved = solved(&app, &world)?;
    Ok(Json(find(&app, &world, &name)?.page(&solved)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    /// The file: each character is one of its bytes, so that any encoding can be sent.
    bytes: String,
    /// The name of the file, or of the collection; what the file says of itself comes first.
    #[serde(default)]
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Imported {
    /// The collection that holds the levels.
    name: String,
    /// How many levels the file has.
    levels: usize,
    /// How many of them were new.
    added: usize,
    /// The first of them, by its number in the collection.
    first: usize,
    /// What a person should know of how the file was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

async fn import(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<ImportRequest>,
) -> Result<Json<Imported>, ApiError> {
    let rules = app.catalog().puzzle_world(&world)?;
    let bytes: Option<Vec<u8>> =
        request.bytes.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let bytes = bytes.ok_or_else(|| refused("a character of the file is no byte"))?;
    {
        let levels = rules.parse("the text", &bytes)?;
        let info = rules.collection_info(&bytes);
        let stem = request.name.rsplit_once('.').map_or(&*request.name, |(stem, _)| stem);
        let wanted = [&*info.title, stem, "Imported levels"];
        let name = wanted.into_iter().map(str::trim).find(|name| !name.is_empty());
        let mut name: String = name.unwrap_or_default().chars().take(LONGEST_NAME).collect();
        if app.library().packs(&world).iter().any(|pack| pack.name.eq_ignore_ascii_case(&name)) {
            name += " (own)";
        }
        let new_level = |(index, level): (usize, &Level)| {
            let title = level.info().title;
            let title = if title.is_empty() { format!("Level {}", index + 1) } else { title };
            Ok(NewLevel { key: level_key(level), title, text: level_text(level)? })
        };
        let new: Vec<NewLevel> =
            levels.iter().enumerate().map(new_level).collect::<Result<_, ApiError>>()?;
        let introduction = info.introduction.join("\n");
        let about = Collection { id: 0, name, author: info.author, introduction, levels: 0 };
        let added = app.store().add_levels(&world, &about, &new)?;
        let kept = app.store().collection(&world, &about.name)?;
        let kept = kept.ok_or_else(|| ApiError::missing("the collection"))?;
        let first = own(&app, &*rules, kept)?
            .levels
            .iter()
            .position(|(_, level)| new.first().is_some_and(|first| first.key == level_key(level)));
        Ok(Json(Imported {
            name: about.name,
            levels: new.len(),
            added,
            first: first.unwrap_or(0) + 1,
            note: decode(&bytes).note,
        }))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExportRequest {
    /// One of the world's formats.
    format: String,
}

#[derive(Serialize, JsonSchema)]
struct Exported {
    /// The file.
    text: String,
}

/// Levels go out with the best solution that is known of them, the person's or the level's own.
async fn export(
    State(app): State<App>,
    Path((world, name)): Path<(String, String)>,
    Sent(request): Sent<ExportRequest>,
) -> Result<Json<Exported>, ApiError> {
    let rules = app.catalog().puzzle_world(&world)?;
    let found = find(&app, &world, &name)?;
    let solved = solved(&app, &world)?;
    let with_solution = |(_, level): &(Option<i64>, Level)| {
        let best = level.info().best.map(|best| best.measures.moves);
        let mine = solved.get(&level_key(level));
        let mine = mine.filter(|mine| best.is_none_or(|best| mine.measures.moves < best));
        let solution = mine.map(|mine| mine.solution.clone());
        level.amended(&Amendment { solution, ..Amendment::default() })
    };
    let levels: Vec<Level> = found.levels.iter().map(with_solution).collect();
    let Collection { name, author, introduction, .. } = found.about;
    let introduction = introduction.lines().map(str::to_owned).collect();
    let info = CollectionInfo { title: name, author, introduction };
    Ok(Json(Exported { text: rules.print_collection(&info, &levels, &request.format)? }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RenameRequest {
    /// The new name.
    name: String,
    /// Who made it.
    #[serde(default)]
    author: String,
}

/// An own collection, to be changed.
fn mine(app: &App, world: &str, name: &str) -> Result<Found, ApiError> {
    let found = find(app, world, name)?;
    if found.shipped {
        return Err(refused(format!("{name} ships with the program and stays as it is")));
    }
    Ok(found)
}

async fn rename(
    State(app): State<App>,
    Path((world, name)): Path<(String, String)>,
    Sent(request): Sent<RenameRequest>,
) -> Result<Json<CollectionView>, ApiError> {
    let found = mine(&app, &world, &name)?;
    let wanted: String = request.name.trim().chars().take(LONGEST_NAME).collect();
    if wanted.is_empty() {
        return Err(refused("a collection needs a name"));
    }
    let taken =
        app.library().packs(&world).iter().any(|pack| pack.name.eq_ignore_ascii_case(&wanted));
    let author = request.author.trim();
    if taken || !app.store().rename_collection(&world, found.about.id, &wanted, author)? {
        return Err(refused(format!(
            "another collection is called {wanted}",
            wanted = quoted(&wanted)
        )));
    }
    Ok(Json(find(&app, &world, &wanted)?.view(&solved(&app, &world)?)))
}

async fn drop(
    State(app): State<App>,
    Path((world, name)): Path<(String, String)>,
    Sent(_): Sent<super::Nothing>,
) -> Result<Json<Dropped>, ApiError> {
    let found = mine(&app, &world, &name)?;
    Ok(Json(Dropped { dropped: app.store().drop_collection(&world, found.about.id)? }))
}
