//! The addresses of the server, by what they are about.

pub(crate) mod games;
pub(crate) mod lab;
mod levels;
pub(crate) mod puzzles;
mod saved;
mod solving;
mod thinking;
mod worlds;

use axum::Router;
use axum::routing::any;
use plyground_core::Scene;
use plyground_core::scene::svg::{self, Theme};
use serde_json::{Value, json};

use crate::{App, openapi};

/// Every route, and the description of all.
pub(crate) fn router() -> Router<App> {
    let routes = [
        worlds::routes(),
        levels::routes(),
        puzzles::routes(),
        solving::routes(),
        games::routes(),
        thinking::routes(),
        saved::routes(),
        lab::routes(),
    ];
    openapi::router(routes.into_iter().flatten().collect())
        .route("/api/{*rest}", any(crate::serve::nothing_here))
}

/// How a position looks: all of it, or only what changes from move to move.
fn picture(scene: &Scene, whole: bool) -> Value {
    if whole {
        return json!({ "svg": svg::render(scene, Theme::Css), "caption": scene.caption });
    }
    let layers = svg::layers(scene, Theme::Css);
    json!({
        "layers": {
            "marks": layers.marks,
            "links": layers.links,
            "pieces": layers.pieces,
            "arrows": layers.arrows,
        },
        "caption": scene.caption,
    })
}
