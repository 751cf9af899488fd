//! The addresses of the server, by what they are about.

mod collections;
pub(crate) mod daily;
mod editing;
mod expanding;
pub(crate) mod games;
pub(crate) mod lab;
mod levels;
mod problems;
pub(crate) mod puzzles;
mod saved;
mod solutions;
mod solving;
mod thinking;
mod worlds;

use axum::Router;
use axum::routing::any;
use plyground_core::Scene;
use plyground_core::scene::svg::{self, Layers, Theme};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, openapi};

/// Every route, and the description of all.
pub(crate) fn router() -> Router<App> {
    let routes = [
        worlds::routes(),
        levels::routes(),
        collections::routes(),
        solutions::routes(),
        editing::routes(),
        expanding::routes(),
        puzzles::routes(),
        solving::routes(),
        games::routes(),
        thinking::routes(),
        problems::routes(),
        daily::routes(),
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
    const fn once() -> usize {
        1
    }

    const fn is_once(&self) -> bool {
        self.times == 1
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

/// What came of the wish to drop something.
#[derive(Serialize, JsonSchema)]
struct Dropped {
    /// Whether it was there.
    dropped: bool,
}

/// The layers of a picture that change from move to move, as SVG.
#[derive(Serialize, JsonSchema)]
struct LayersView {
    marks: String,
    links: String,
    pieces: String,
    arrows: String,
}

/// How a position looks: all of it (`svg`), or only what changes from move to move (`layers`).
#[derive(Serialize, JsonSchema)]
struct Picture {
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<LayersView>,
    /// The position in one sentence.
    caption: String,
}

fn picture(scene: &Scene, whole: bool) -> Picture {
    let caption = scene.caption.clone();
    if whole {
        return Picture { svg: Some(svg::render(scene, Theme::Css)), layers: None, caption };
    }
    let Layers { marks, links, pieces, arrows } = svg::layers(scene, Theme::Css);
    Picture { svg: None, layers: Some(LayersView { marks, links, pieces, arrows }), caption }
}
