//! Searches on puzzles: solve, hint, shorten, watch. Each is a stream of events and ends when its client goes away.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::{Hint, Solved, TraceEvent, Watcher, level_key};
use plyground_core::{Cancel, Limits, Options, Progress, Spec};
use plyground_lab::experiment::{Trace, TraceHead};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzles::{PuzzleRoom, checked, to_options};
use super::{Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::openapi::Route;
use crate::pool::{self, Teller};
use crate::rooms::lock;
use crate::sent::{Path, Sent};

/// What a search may use where the request says nothing, and at most.
const USUAL_SECONDS: f64 = 30.0;
const MOST_SECONDS: f64 = 600.0;
const MOST_MEMORY: u64 = 2 << 30;
/// The most solutions that are made shorter at once, and the most letters that they have together.
const MOST_SOLUTIONS: usize = 100;
const MOST_LETTERS: usize = 1_000_000;
/// The longest trace.
const MOST_EVENTS: usize = 200_000;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/puzzle/{id}/hint", "The next move and how many remain", hint)
            .takes::<LimitsRequest>()
            .tells::<Progress>()
            .answers::<Hint>()
            .streams(),
        Route::post("/api/puzzle/{id}/solve", "Solves a level from where it stands", solve_here)
            .takes::<SolveHereRequest>()
            .tells::<Progress>()
            .answers::<Solved>()
            .streams(),
        Route::post("/api/solve/{world}", "Solves a level with any method", solve)
            .takes::<SolveRequest>()
            .tells::<Progress>()
            .answers::<Solved>()
            .streams(),
        Route::post("/api/optimise/{world}", "Makes solutions of a level shorter", optimise)
            .takes::<OptimiseRequest>()
            .tells::<Progress>()
            .answers::<Solved>()
            .streams(),
        Route::post("/api/watch/{world}", "Records what a search does, event by event", watch)
            .takes::<SolveRequest>()
            .tells::<Progress>()
            .answers::<Watched>()
            .streams(),
        Route::post("/api/position/{world}", "How a level looks after a line of moves", position)
            .takes::<PositionRequest>()
            .answers::<Picture>(),
    ]
}

#[derive(Serialize, Deserialize, JsonSchema, Default, Clone, Copy)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LimitsRequest {
    /// Wall time in seconds.
    seconds: Option<f64>,
    /// States to expand.
    states: Option<u64>,
    /// Bytes to hold.
    memory: Option<u64>,
}

impl LimitsRequest {
    pub fn limits(self, cancel: &Cancel) -> Limits {
        let seconds = self.seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
        Limits {
            time: Some(Duration::from_secs_f64(
                seconds.unwrap_or(USUAL_SECONDS).clamp(0.001, MOST_SECONDS),
            )),
            states: self.states,
            memory: Some(self.memory.unwrap_or(MOST_MEMORY).min(MOST_MEMORY)),
            threads: None,
            cancel: cancel.clone(),
        }
    }
}

/// Passes progress on, and keeps events where somebody wants them.
struct Telling<'a> {
    teller: &'a Teller,
    trace: Option<&'a mut Trace>,
}

impl Watcher for Telling<'_> {
    fn wants_events(&self) -> bool {
        self.trace.is_some()
    }

    fn event(&mut self, event: TraceEvent) {
        if let Some(trace) = &mut self.trace {
            trace.event(event);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.teller.tell("progress", progress);
    }
}

type Stream = Result<pool::Answer, ApiError>;

async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<LimitsRequest>,
) -> Stream {
    let room = app.room::<PuzzleRoom>(&id)?;
    let session = lock(&room).session.clone();
    app.pool().run(move |teller| {
        let mut telling = Telling { teller, trace: None };
        Ok(session.hint(&request.limits(&teller.cancel), &mut telling)?)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    /// The level.
    #[serde(default)]
    level: LevelRef,
    /// The method with its options; the world's best where empty.
    #[serde(default)]
    method: String,
    /// The world's options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What it may use.
    #[serde(default)]
    limits: LimitsRequest,
    /// How many events to record at most, where it is watched.
    #[serde(default)]
    events: Option<usize>,
}

impl SolveRequest {
    fn spec(&self, app: &App, world: &str) -> Result<Spec, ApiError> {
        method(app, world, &self.method)
    }
}

/// A method of a world; its best where none is named.
fn method(app: &App, world: &str, text: &str) -> Result<Spec, ApiError> {
    let rules = app.catalog().puzzle_world(world)?;
    let spec = match text.trim() {
        "" => rules.default_method(),
        text => text.parse()?,
    };
    rules.check_method(&spec)?;
    Ok(spec)
}

async fn solve(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SolveRequest>,
) -> Stream {
    let spec = request.spec(&app, &world)?;
    let level = request.level.find(&world, &app)?;
    app.pool().run(move |teller| {
        let mut telling = Telling { teller, trace: None };
        let limits = request.limits.limits(&teller.cancel);
        Ok(level.solve(&spec, &to_options(&request.options), &limits, &mut telling)?)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveHereRequest {
    /// The method with its options; the world's best where empty.
    #[serde(default)]
    method: String,
    /// The world's options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What it may use.
    #[serde(default)]
    limits: LimitsRequest,
    /// Whether the moves made so far do not count.
    #[serde(default)]
    from_start: bool,
}

/// A solution from the start is kept with the level, under the method's name.
async fn solve_here(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<SolveHereRequest>,
) -> Stream {
    let room = app.room::<PuzzleRoom>(&id)?;
    let (session, world, made) = {
        let room = lock(&room);
        (room.session.still(), room.world.clone(), room.session.moves())
    };
    let spec = method(&app, &world, &request.method)?;
    let store = app.clone();
    app.pool().run(move |teller| {
        let mut telling = Telling { teller, trace: None };
        let limits = request.limits.limits(&teller.cancel);
        let options = to_options(&request.options);
        let level = session.level();
        let (solved, before) = if request.from_start {
            (level.solve(&spec, &options, &limits, &mut telling)?, String::new())
        } else {
            (session.solve(&spec, &options, &limits, &mut telling)?, made)
        };
        if let Some(rest) = &solved.solution {
            let whole = before + rest;
            let verified = level.verify(&Options::new(), &whole)?;
            if verified.solved {
                let by = spec.to_string();
                let key = level_key(&level);
                store.store().keep_found(&world, &key, &by, verified.measures, &whole)?;
            }
        }
        Ok(solved)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OptimiseRequest {
    /// The level.
    #[serde(default)]
    level: LevelRef,
    /// One or more lines of moves that solve it.
    solutions: Vec<String>,
    /// The world's options: `metric` says what is to be saved.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What it may use.
    #[serde(default)]
    limits: LimitsRequest,
}

async fn optimise(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<OptimiseRequest>,
) -> Stream {
    let level = request.level.find(&world, &app)?;
    let letters: usize = request.solutions.iter().map(String::len).sum();
    if request.solutions.len() > MOST_SOLUTIONS || letters > MOST_LETTERS {
        let reason = format!(
            "expected at most {MOST_SOLUTIONS} solutions of {MOST_LETTERS} letters together"
        );
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
    }
    app.pool().run(move |teller| {
        let mut telling = Telling { teller, trace: None };
        let limits = request.limits.limits(&teller.cancel);
        let options = to_options(&request.options);
        Ok(level.optimise(&request.solutions, &options, &limits, &mut telling)?)
    })
}

/// What a search did.
#[derive(Serialize, JsonSchema)]
struct Watched {
    head: TraceHead,
    /// Everything it did, in order.
    events: Vec<TraceEvent>,
}

async fn watch(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<SolveRequest>,
) -> Stream {
    let spec = request.spec(&app, &world)?;
    let level = request.level.find(&world, &app)?;
    app.pool().run(move |teller| {
        let most = request.events.unwrap_or(20_000).min(MOST_EVENTS);
        let mut trace = Trace::new(most, teller.cancel.clone());
        let mut telling = Telling { teller, trace: Some(&mut trace) };
        let limits = request.limits.limits(&teller.cancel);
        let options = to_options(&request.options);
        let solved = level.solve(&spec, &options, &limits, &mut telling)?;
        let head = trace.head(&level, &options, solved)?;
        Ok(Watched { head, events: trace.events })
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PositionRequest {
    /// The level.
    #[serde(default)]
    level: LevelRef,
    /// Moves from its start.
    #[serde(default)]
    moves: String,
    /// The world's options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Whether the board is wanted too, not only what changes.
    #[serde(default)]
    whole: bool,
}

async fn position(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<PositionRequest>,
) -> Result<Json<Picture>, ApiError> {
    let options = to_options(&request.options);
    let mut session = request.level.find(&world, &app)?.start(&options)?;
    checked(&request.moves, || session.line_length(&request.moves))?;
    session.play_each(&request.moves)?;
    Ok(Json(picture(&session.scene(), request.whole)))
}
