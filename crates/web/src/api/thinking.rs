//! Searches on games: an engine's move, an analysis, the review of a whole game.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plyground_catalog::{AnyGameWorld, AnyPlayer, ThoughtText};
use plyground_core::{Budget, Limits, Side, Spec};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::GameRoom;
use super::picture;
use super::puzzles::to_options;
use crate::App;
use crate::engines::{self, LONGEST, MOST_BYTES};
use crate::error::ApiError;
use crate::openapi::Route;
use crate::pool::{self, Teller};
use crate::rooms::lock;
use crate::sent::Sent;

const MOST_LINES: usize = 10;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/game/{id}/think", "A method plays for the side to move", think)
            .takes::<ThinkRequest>()
            .streams(),
        Route::post("/api/game/{id}/analyse", "The best lines from here", analyse)
            .takes::<ThinkRequest>()
            .streams(),
        Route::post("/api/game/{id}/review", "The value of every position of the game", review)
            .takes::<ThinkRequest>()
            .streams(),
        Route::post("/api/board/{world}", "How a game looks after a line of turns", board)
            .takes::<BoardRequest>(),
    ]
}

#[derive(Deserialize, JsonSchema, Clone, Default)]
#[serde(default, deny_unknown_fields)]
struct ThinkRequest {
    /// The method with its options; the world's best where empty.
    method: String,
    /// Milliseconds to think, for each position.
    milliseconds: Option<u64>,
    /// Positions to visit.
    nodes: Option<u64>,
    /// Plies to look ahead.
    depth: Option<u32>,
    /// How many lines.
    lines: Option<usize>,
}

impl ThinkRequest {
    fn spec(&self, room: &GameRoom) -> Result<Spec, ApiError> {
        let world = room.session.world();
        let spec = match self.method.trim() {
            "" => world.default_player(),
            text => text.parse()?,
        };
        engines::check(&*world, &spec)?;
        Ok(spec)
    }

    fn budget(&self, engine: &dyn AnyPlayer, world: &dyn AnyGameWorld, teller: &Teller) -> Budget {
        let asked = self.milliseconds.map(|ms| Duration::from_millis(ms.max(1)).min(LONGEST));
        let elsewhere = (self.nodes.is_some() || self.depth.is_some()).then_some(LONGEST);
        Budget {
            limits: Limits {
                time: asked.or(elsewhere).or_else(|| engines::longest(world, engine.spec())),
                states: self.nodes,
                threads: Some(1),
                memory: Some(MOST_BYTES),
                cancel: teller.cancel.clone(),
            },
            depth: self.depth,
            lines: self.lines.unwrap_or(1).clamp(1, MOST_LINES),
        }
    }
}

type Stream = Result<pool::Answer, ApiError>;

async fn think(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<ThinkRequest>,
) -> Stream {
    let room = app.room::<GameRoom>(&id)?;
    let (spec, session) = {
        let room = lock(&room);
        (request.spec(&room)?, room.session.clone())
    };
    let shared = app.clone();
    app.pool().run(move |teller| {
        let (before, side, world) = (session.position_text(), session.side(), session.world());
        let mut engine = match shared.engines().take(&id, side, &spec) {
            Some(engine) => engine,
            None => world.player(&spec)?,
        };
        let budget = request.budget(engine.as_ref(), &*world, teller);
        let thought = engine
            .think(session.as_ref(), &budget, &mut |thought| teller.tell("progress", thought))?;
        if teller.cancel.is_cancelled() {
            return Err(ApiError::new(StatusCode::CONFLICT, "the search was cancelled"));
        }
        shared
            .change(&id, |room: &mut GameRoom| {
                if room.session.position_text() != before {
                    return Err(ApiError::new(
                        StatusCode::CONFLICT,
                        "the position changed while the move was thought about",
                    ));
                }
                room.play(&thought.best[0])?;
                let mut view = room.view(false);
                view["thought"] = json!(thought);
                Ok(view)
            })
            .inspect(|_| shared.engines().keep(&id, side, engine))
    })
}

async fn analyse(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<ThinkRequest>,
) -> Stream {
    let room = app.room::<GameRoom>(&id)?;
    let (spec, session) = {
        let room = lock(&room);
        (request.spec(&room)?, room.session.clone())
    };
    app.pool().run(move |teller| {
        let world = session.world();
        let mut engine = world.player(&spec)?;
        let budget = request.budget(engine.as_ref(), &*world, teller);
        Ok(engine
            .think(session.as_ref(), &budget, &mut |thought| teller.tell("progress", thought))?)
    })
}

/// The value for the first side.
fn for_first(thought: &ThoughtText, side: Side) -> i32 {
    if side == Side::First { thought.score } else { -thought.score }
}

async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<ThinkRequest>,
) -> Stream {
    let room = app.room::<GameRoom>(&id)?;
    let (spec, mut session) = {
        let room = lock(&room);
        (request.spec(&room)?, room.session.clone())
    };
    app.pool().run(move |teller| {
        let world = session.world();
        let mut engine = world.player(&spec)?;
        let turns = session.turns();
        while session.undo() {}
        let budget = request.budget(engine.as_ref(), &*world, teller);
        let mut values = Vec::new();
        for number in 0..=turns.len() {
            if teller.cancel.is_cancelled() {
                break;
            }
            let value = if session.ending().is_some() {
                json!({ "number": number, "ending": session.ending() })
            } else {
                let thought = engine.think(session.as_ref(), &budget, &mut |_| {})?;
                json!({
                    "number": number,
                    "value": for_first(&thought, session.side()),
                    "best": thought.best.first(),
                    "proof": thought.proof,
                })
            };
            teller.tell("progress", &json!({ "done": number, "of": turns.len(), "entry": value }));
            values.push(value);
            if let Some(turn) = turns.get(number) {
                session.play(&turn.text)?;
            }
        }
        Ok(values)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BoardRequest {
    /// `setup`, `size`, `position` and the world's own options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Turns from the start.
    #[serde(default)]
    moves: Vec<String>,
}

async fn board(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<BoardRequest>,
) -> Result<Json<Value>, ApiError> {
    let mut session = app.catalog().game_world(&world)?.start(&to_options(&request.options))?;
    for turn in &request.moves {
        session.play(turn)?;
    }
    let mut answer = picture(&session.scene(), true);
    answer["position"] = session.position_text().into();
    answer["score"] = json!(session.score());
    answer["ending"] = json!(session.ending());
    Ok(Json(answer))
}
