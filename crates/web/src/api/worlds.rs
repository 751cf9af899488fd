//! What there is.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plyground_catalog::{Kind, World};
use serde_json::{Value, json};

use crate::App;
use crate::openapi::Route;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::get(
        "/api/worlds",
        "The worlds with their methods, heuristics, layouts and packs",
        list,
    )]
}

async fn list(State(app): State<App>) -> Json<Value> {
    let worlds = app.catalog().worlds().iter();
    let worlds: Vec<Value> = worlds.map(|world| describe(&app, world)).collect();
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "worlds": worlds }))
}

fn describe(app: &App, world: &World) -> Value {
    let info = world.info();
    let id = info.id;
    let mut entry =
        json!({ "id": id, "name": info.name, "summary": info.summary, "options": info.options });
    match world {
        World::Puzzle(world) => {
            entry["kind"] = json!(Kind::Puzzle);
            entry["methods"] = json!(world.methods());
            entry["quick_methods"] =
                json!(world.quick_methods().iter().map(|method| method.id).collect::<Vec<_>>());
            entry["default_method"] = world.default_method().to_string().into();
            entry["heuristics"] = json!(world.heuristics());
            entry["formats"] = json!(world.formats());
            entry["generator_options"] = json!(world.generator_options());
            entry["rules"] = json!(world.rules());
            entry["steps"] = json!(world.steps());
            entry["counts_pushes"] = world.counts_pushes().into();
            entry["brushes"] = json!(world.brushes());
            let list = app
                .library()
                .packs(&id)
                .iter()
                .map(|pack| json!({ "name": pack.name, "levels": pack.levels.len() }));
            entry["packs"] = list.collect();
        }
        World::Game(world) => {
            entry["kind"] = json!(Kind::Game);
            entry["players"] = json!(world.players());
            entry["default_player"] = world.default_player().to_string().into();
            entry["evaluations"] = json!(world.evaluations());
            entry["opponents"] = json!(world.opponents());
            entry["point"] = world.point().into();
            entry["turn_example"] = json!(world.turn_example());
            entry["tones"] = json!(world.tones());
            let rules = world.rules();
            entry["rules"] = json!({
                "text": rules.text,
                "trial": options_of(&rules.trial),
                "poster": options_of(if rules.poster.is_empty() { &rules.trial } else { &rules.poster }),
            });
            entry["setups"] = json!(world.setups());
            entry["sides"] = json!(world.sides());
            entry["sizes"] = world.sizes().map_or(Value::Null, |(sizes, usual)| {
                json!({ "from": sizes.start(), "to": sizes.end(), "usual": usual })
            });
        }
    }
    entry
}

/// Options that are written `name=value`, separated by semicolons.
fn options_of(text: &str) -> BTreeMap<&str, &str> {
    text.split(';').filter_map(|part| part.split_once('=')).collect()
}
