//! Games being played.

mod room;
mod view;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::contest::Refusal;
use plyground_catalog::{Contest, NodeId, Record, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzles::to_options;
use super::{Nothing, Times};
use crate::App;
use crate::error::ApiError;
use crate::followers::{Changes, RoomChange};
use crate::openapi::Route;
use crate::rooms::lock;
use crate::sent::{Path, Sent};

pub(crate) use room::GameRoom;
use room::checked_players;
pub(crate) use view::GameView;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/game", "Opens a game", open).takes::<OpenRequest>().answers::<GameView>(),
        Route::post("/api/game/read", "Opens a game from its record", read)
            .takes::<ReadRequest>()
            .answers::<GameView>(),
        Route::get("/api/game/{id}", "How it stands, with the whole picture and all turns", show)
            .answers::<GameView>(),
        Route::get("/api/game/{id}/record", "The record of the game", record)
            .answers::<RecordView>(),
        Route::post(
            "/api/game/{id}/play",
            "Plays a turn, or a part of one: goes on with the game, or begins a variation",
            play,
        )
        .takes::<PlayRequest>()
        .answers::<GameView>(),
        Route::post(
            "/api/game/{id}/explore",
            "Plays a line as a variation, also where the game stands; the game stays as it is",
            explore,
        )
        .takes::<LineRequest>()
        .answers::<GameView>(),
        Route::post("/api/game/{id}/goto", "Looks at another position; nothing is lost", go_to)
            .takes::<NodeRequest>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/undo", "Takes turns back; they stay as a variation", undo)
            .takes::<Times>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/redo", "Plays again what was taken back", redo)
            .takes::<Times>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/continue", "The game goes on from this position", go_on)
            .takes::<NodeRequest>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/promote", "Makes a variation the main line", promote)
            .takes::<NodeRequest>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/delete", "Drops a variation from a turn on", delete)
            .takes::<NodeRequest>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/comment", "Writes a comment on a turn", comment)
            .takes::<CommentRequest>()
            .answers::<GameView>(),
        Route::post("/api/game/{id}/mark", "Marks a turn, or takes its mark away", mark)
            .takes::<MarkRequest>()
            .answers::<GameView>(),
        Route::post(
            "/api/game/{id}/pause",
            "Stops the clocks, or lets them run (and goes on with a stopped game)",
            pause,
        )
        .takes::<PauseRequest>()
        .answers::<GameView>(),
        Route::post(
            "/api/game/{id}/resign",
            "The person gives up; of two, the one to move",
            resign,
        )
        .takes::<Nothing>()
        .answers::<GameView>(),
        Route::post("/api/game/{id}/stop", "Ends it here, without a result", stop)
            .takes::<Nothing>()
            .answers::<GameView>(),
        Route::get("/api/game/{id}/events", "Tells when somebody changes it", follow)
            .tells::<RoomChange>()
            .answers::<RoomChange>()
            .streams(),
    ]
}

type Answer = Result<Json<GameView>, ApiError>;

/// The most turns that a game may have, with its variations.
const MOST_TURNS: usize = 20_000;

/// Refuses a game that is too long.
pub(super) fn check_turns(turns: usize) -> Result<(), ApiError> {
    if turns <= MOST_TURNS {
        return Ok(());
    }
    let message = format!("a game has at most {MOST_TURNS} turns, with its variations");
    Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message))
}

/// How much time the sides have.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct TimeRequest {
    /// Seconds for the whole game; 0 for no limit.
    game: f64,
    /// Seconds added with every turn.
    increment: f64,
    /// Seconds for one turn; 0 for no limit.
    turn: f64,
}

impl TimeRequest {
    fn control(&self) -> Result<TimeControl, ApiError> {
        let known = |seconds: f64| seconds.is_finite() && (0.0..=1e7).contains(&seconds);
        if [self.game, self.increment, self.turn].into_iter().all(known) {
            return Ok(TimeControl { game: self.game, increment: self.increment, turn: self.turn });
        }
        Err(ApiError::new(StatusCode::BAD_REQUEST, "expected a time from 0 to 10000000 seconds"))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OpenRequest {
    /// The world's id.
    world: String,
    /// `setup`, `size`, `position` and the world's own options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Who plays, first side first: a method, or null for a person.
    #[serde(default)]
    players: [Option<String>; 2],
    /// The time each side has.
    #[serde(default)]
    clock: TimeRequest,
    /// Turns to play at once.
    #[serde(default)]
    moves: Vec<String>,
}

fn opened(app: &App, contest: Contest) -> Answer {
    let mut room = GameRoom::new(contest);
    let mut view = room.view(true);
    let (id, _) = app.open(room)?;
    view.id = Some(id);
    Ok(Json(view))
}

async fn open(State(app): State<App>, Sent(request): Sent<OpenRequest>) -> Answer {
    let world = app.catalog().game_world(&request.world)?;
    let players = checked_players(&*world, &request.players)?;
    let session = world.start(&to_options(&request.options))?;
    let mut contest = Contest::new(session, players, request.clock.control()?);
    check_turns(request.moves.len())?;
    for turn in &request.moves {
        contest.play(turn)?;
    }
    contest.run(false);
    opened(&app, contest)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadRequest {
    /// The record.
    record: String,
}

async fn read(State(app): State<App>, Sent(request): Sent<ReadRequest>) -> Answer {
    let record = Record::parse("the record", &request.record)?;
    check_turns(record.tree.len())?;
    let mut contest = Contest::of_record(app.catalog(), &record)?;
    contest.set_players([None, None]);
    opened(&app, contest)
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<GameRoom>(&id)?;
    let mut view = lock(&room).view(true);
    view.id = Some(id);
    Ok(Json(view))
}

async fn follow(State(app): State<App>, Path(id): Path<String>) -> Result<Changes, ApiError> {
    app.follow::<GameRoom>(&id)
}

/// A game as text.
#[derive(Serialize, JsonSchema)]
struct RecordView {
    /// The record.
    record: String,
}

async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<RecordView>, ApiError> {
    let room = app.room::<GameRoom>(&id)?;
    let record = lock(&room).contest.record();
    Ok(Json(RecordView { record: record.to_string() }))
}

/// Changes the contest of a room and shows what changed.
pub(super) fn change(
    app: &App,
    id: &str,
    change: impl FnOnce(&mut Contest) -> Result<(), ApiError>,
) -> Result<GameView, ApiError> {
    app.change(id, |room: &mut GameRoom| {
        change(&mut room.contest)?;
        room.version += 1;
        Ok(room.view(false))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    /// A turn, or a part of one, in the world's notation.
    turn: String,
}

async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PlayRequest>,
) -> Answer {
    let played = |contest: &mut Contest| {
        check_turns(contest.tree().len())?;
        Ok(contest.play(&request.turn).map(drop)?)
    };
    change(&app, &id, played).map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LineRequest {
    /// Turns in the world's notation; the first may be the rest of one.
    turns: Vec<String>,
}

async fn explore(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<LineRequest>,
) -> Answer {
    let explored = |contest: &mut Contest| Ok(contest.explore(&request.turns)?);
    change(&app, &id, explored).map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NodeRequest {
    /// The turn's number; 0 is the start.
    node: u32,
}

/// Does something with a turn.
fn with_node(
    app: &App,
    id: &str,
    request: &NodeRequest,
    action: fn(&mut Contest, NodeId) -> Result<(), Refusal>,
) -> Answer {
    change(app, id, |contest| Ok(action(contest, NodeId(request.node))?)).map(Json)
}

async fn go_to(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<NodeRequest>,
) -> Answer {
    with_node(&app, &id, &request, Contest::go_to)
}

async fn go_on(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<NodeRequest>,
) -> Answer {
    with_node(&app, &id, &request, Contest::go_on_from)
}

async fn promote(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<NodeRequest>,
) -> Answer {
    with_node(&app, &id, &request, Contest::promote)
}

async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<NodeRequest>,
) -> Answer {
    with_node(&app, &id, &request, Contest::delete)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CommentRequest {
    /// The turn's number; 0 is the start.
    node: u32,
    /// The comment; an empty one takes it away.
    text: String,
}

async fn comment(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<CommentRequest>,
) -> Answer {
    let node = NodeId(request.node);
    change(&app, &id, |contest| Ok(contest.comment(node, &request.text)?)).map(Json)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MarkRequest {
    /// The turn's number.
    node: u32,
    /// One of `!`, `?`, `!!`, `??`, `!?`, `?!`; null takes the mark away.
    mark: Option<String>,
}

async fn mark(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<MarkRequest>,
) -> Answer {
    let mark = request.mark.as_deref().map(str::parse).transpose()?;
    change(&app, &id, |contest| Ok(contest.mark(NodeId(request.node), mark)?)).map(Json)
}

/// Takes turns back or plays them again.
fn step(app: &App, id: &str, times: Times, action: fn(&mut Contest) -> bool) -> Answer {
    let steps = |contest: &mut Contest| {
        times.repeat(|| action(contest));
        Ok(())
    };
    change(app, id, steps).map(Json)
}

async fn undo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, Contest::take_back)
}

async fn redo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, Contest::play_again)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PauseRequest {
    /// Whether the clocks stand still.
    paused: bool,
}

/// Does something that is never refused.
fn settle(app: &App, id: &str, action: impl FnOnce(&mut Contest)) -> Answer {
    let done = |contest: &mut Contest| {
        action(contest);
        Ok(())
    };
    change(app, id, done).map(Json)
}

async fn pause(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PauseRequest>,
) -> Answer {
    settle(&app, &id, |contest| contest.run(!request.paused))
}

async fn resign(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    settle(&app, &id, Contest::resign)
}

async fn stop(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    settle(&app, &id, Contest::stop)
}
