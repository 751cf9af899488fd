//! The addresses of the server, by what they are about.

mod editing;
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
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{App, openapi};

/// Every route, and the description of all.
pub(crate) fn router() -> Router<App> {
    let routes = [
        worlds::routes(),
        levels::routes(),
        editing::routes(),
        puzzles::routes(),
        solving::routes(),
        games::routes(),
        thinking::routes(),
        saved::routes(),
        lab::routes(),
    ];
    openapi::router(routes.into_iter().flatten().collect())
        .method_not_allowed_fallback(crate::serve::wrong_way)
        .route("/api/{*rest}", any(crate::serve::nothing_here))
}

/// A request that says nothing more than its address.
#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Times {
    /// How often; as often as possible where it is 0.
    #[serde(default = "Times::once")]
    times: usize,
}

impl Times {
    const fn new(times: usize) -> Self {
        Self { times }
    }

    const fn once() -> usize {
        1
    }

    /// Does it so often, or until it can no longer be done.
    fn repeat(self, mut action: impl FnMut() -> bool) {
        let times = if self.times == 0 { usize::MAX } else { self.times };
        for _ in 0..times {
            if !action() {
                break;
            }
        }
    }
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
