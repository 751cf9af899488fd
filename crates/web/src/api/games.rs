//! Games being played.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plyground_catalog::{Catalog, Ending, GameSession, Record};
use plyground_core::{Outcome, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::puzzles::to_options;
use super::{Nothing, Times, picture};
use crate::App;
use crate::engines;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::rooms::{Room, Rooms, Shelf, lock};
use crate::sent::Sent;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/game", "Opens a game", open).takes::<OpenRequest>(),
        Route::post("/api/game/read", "Opens a game from its record", read).takes::<ReadRequest>(),
        Route::get("/api/game/{id}", "How it stands, with the whole picture", show),
        Route::get("/api/game/{id}/record", "The record of the game", record),
        Route::post("/api/game/{id}/play", "Plays a turn, or a part of one", play)
            .takes::<PlayRequest>(),
        Route::post("/api/game/{id}/undo", "Takes turns back", undo).takes::<Times>(),
        Route::post("/api/game/{id}/redo", "Plays again what was taken back", redo)
            .takes::<Times>(),
        Route::post(
            "/api/game/{id}/pause",
            "Stops the clocks, or lets them run (and goes on with a stopped game)",
            pause,
        )
        .takes::<PauseRequest>(),
        Route::post("/api/game/{id}/resign", "The side to move gives up", resign)
            .takes::<Nothing>(),
        Route::post("/api/game/{id}/stop", "Ends it here, without a result", stop)
            .takes::<Nothing>(),
        Route::post("/api/game/{id}/players", "Changes who plays", players)
            .takes::<PlayersRequest>(),
    ]
}

/// How much time a side has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Clock {
    /// Seconds for the whole game; 0 for no limit.
    game: f64,
    /// Seconds added with every turn.
    increment: f64,
    /// Seconds for one turn; 0 for no limit.
    turn: f64,
}

/// A game being played.
pub(crate) struct GameRoom {
    world: String,
    pub session: Box<dyn GameSession>,
    /// The methods that play; `None` is a person.
    players: [Option<String>; 2],
    clock: Clock,
    /// Seconds of each turn that was played.
    seconds: Vec<f64>,
    /// Since when the side to move thinks; `None` while the clock stands still.
    since: Option<Instant>,
    /// Seconds it has thought before that.
    thought: f64,
    /// An end that the rules of the board do not know: time, resignation, a stop.
    ended: Option<Over>,
}

/// How a game ended.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Over {
    /// The result; `None` where it was stopped, and can go on.
    outcome: Option<Outcome>,
    /// The reason in words.
    reason: String,
}

/// What it takes to furnish the room again.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGame {
    world: String,
    options: BTreeMap<String, String>,
    players: [Option<String>; 2],
    clock: Clock,
    turns: Vec<String>,
    seconds: Vec<f64>,
    thought: f64,
    /// Who lost (nobody where it was stopped), and why, where the board does not say it.
    ended: Option<(Option<usize>, String)>,
}

impl GameRoom {
    fn new(
        world: &str,
        session: Box<dyn GameSession>,
        players: [Option<String>; 2],
        clock: Clock,
    ) -> Result<Self, ApiError> {
        let rules = session.world();
        for player in players.iter().flatten() {
            engines::check(&*rules, &player.parse()?)?;
        }
        Ok(Self {
            world: world.to_owned(),
            session,
            players,
            clock,
            seconds: Vec::new(),
            since: None,
            thought: 0.0,
            ended: None,
        })
    }

    /// The seconds that the side to move has thought.
    fn thinking(&self) -> f64 {
        self.thought + self.since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }

    /// The seconds that a side has used in finished turns.
    fn used(&self, side: Side) -> f64 {
        let turns = self.session.turns();
        turns.iter().zip(&self.seconds).filter(|(turn, _)| turn.side == side).map(|(_, s)| s).sum()
    }

    /// The seconds that a side has left of the game's time.
    fn left(&self, side: Side) -> Option<f64> {
        if self.clock.game <= 0.0 {
            return None;
        }
        let turns = self.session.turns();
        let played = turns.iter().zip(&self.seconds).filter(|(turn, _)| turn.side == side).count();
        let running = if self.session.side() == side { self.thinking() } else { 0.0 };
        Some(self.clock.game + self.clock.increment * played as f64 - self.used(side) - running)
    }

    /// How it ended, by the board, the clock or what somebody decided.
    fn ending(&self) -> Option<Over> {
        let board = || {
            let Ending { outcome, reason } = self.session.ending()?;
            Some(Over { outcome: Some(outcome), reason })
        };
        self.ended.clone().or_else(board)
    }

    /// Ends the game where the side to move is out of time.
    fn check_clock(&mut self) {
        let side = self.session.side();
        let over = self.left(side).is_some_and(|left| left < 0.0)
            || (self.clock.turn > 0.0 && self.thinking() > self.clock.turn);
        if over && self.ending().is_none() {
            self.lose(side, "is out of time");
        }
    }

    fn lose(&mut self, side: Side, why: &str) {
        let name = self.session.world().side_name(side);
        let outcome = Some(Outcome::Win(side.other()));
        self.ended = Some(Over { outcome, reason: format!("{name} {why}") });
        self.stop();
    }

    /// Stops the clock.
    fn stop(&mut self) {
        self.thought = self.thinking();
        self.since = None;
    }

    /// Plays a turn or a part of one, on the clock.
    pub fn play(&mut self, text: &str) -> Result<(), ApiError> {
        self.check_clock();
        if let Some(ending) = self.ending() {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                format!("the game is over: {}", ending.reason),
            ));
        }
        let played = self.session.play(text)?;
        if played.complete {
            self.seconds.push(self.thinking());
            self.thought = 0.0;
            self.since = Some(Instant::now());
        }
        if self.ending().is_some() {
            self.stop();
        }
        Ok(())
    }

    /// After turns were taken back or played again, times exist for those that stand.
    fn fit_times(&mut self) {
        let turns = self.session.turns().len();
        self.seconds.resize(turns, 0.0);
        self.ended = None;
        self.thought = 0.0;
        self.since = self.since.map(|_| Instant::now());
    }

    pub fn record(&self) -> Record {
        let names = [0, 1].map(|side| self.players[side].clone().unwrap_or_else(|| "human".into()));
        let mut record = Record::of(self.session.as_ref(), names);
        for (id, seconds) in record.line().into_iter().zip(&self.seconds) {
            if let Some(node) = record.tree.get_mut(id) {
                node.seconds = Some(*seconds);
            }
        }
        if let Some(ended) = &self.ended {
            record.result = ended.outcome;
            record.headers.push(("Ending".to_owned(), ended.reason.clone()));
        }
        record
    }

    /// How it stands. `whole` sends the board too, not only what changes.
    pub fn view(&mut self, whole: bool) -> Value {
        self.check_clock();
        let session = &self.session;
        let ending = self.ending();
        let mut view = picture(&session.scene(), whole);
        let turns = session.turns();
        view["turns"] = turns
            .iter()
            .enumerate()
            .map(|(i, turn)| {
                json!({ "side": turn.side, "text": turn.text, "seconds": self.seconds.get(i) })
            })
            .collect();
        view["side"] = json!(session.side());
        view["turn_start"] = session.is_turn_start().into();
        view["score"] = json!(session.score());
        view["position"] = session.position_text().into();
        view["intents"] = if ending.is_some() { json!([]) } else { json!(session.intents()) };
        view["can_redo"] = session.can_redo().into();
        view["ending"] = json!(ending);
        view["players"] = json!(self.players);
        view["clock"] = json!({
            "settings": self.clock,
            "left": Side::BOTH.map(|side| self.left(side)),
            "used": Side::BOTH.map(|side| {
                self.used(side) + if session.side() == side { self.thinking() } else { 0.0 }
            }),
            "thinking": self.thinking(),
            "running": self.since.is_some() && ending.is_none(),
        });
        if whole {
            view["world"] = self.world.clone().into();
            view["sides"] = json!(session.world().sides());
            view["options"] = session
                .options()
                .iter()
                .collect::<BTreeMap<_, _>>()
                .into_iter()
                .map(|(k, v)| (k.to_owned(), Value::from(v)))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        view
    }
}

impl Room for GameRoom {
    const KIND: &'static str = "game/";
    type Saved = SavedGame;

    fn save(&self) -> SavedGame {
        let options = self.session.options();
        SavedGame {
            world: self.world.clone(),
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            players: self.players.clone(),
            clock: self.clock,
            turns: self.session.turns().into_iter().map(|turn| turn.text).collect(),
            seconds: self.seconds.clone(),
            thought: self.thinking(),
            ended: self.ended.as_ref().map(|over| {
                let loser = match over.outcome {
                    Some(Outcome::Win(winner)) => Some(winner.other().index()),
                    _ => None,
                };
                (loser, over.reason.clone())
            }),
        }
    }

    fn furnish(catalog: &Catalog, saved: SavedGame) -> Result<Self, ApiError> {
        let session = catalog.game_world(&saved.world)?.start(&to_options(&saved.options))?;
        let mut room = Self::new(&saved.world, session, saved.players, saved.clock)?;
        for turn in &saved.turns {
            room.session.play(turn)?;
        }
        room.seconds = saved.seconds;
        room.thought = saved.thought;
        room.ended = saved.ended.map(|(loser, reason)| Over {
            outcome: loser.map(|loser| Outcome::Win(Side::BOTH[loser.min(1)].other())),
            reason,
        });
        Ok(room)
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.games
    }
}

type Answer = Result<Json<Value>, ApiError>;

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
    clock: Clock,
    /// Turns to play at once.
    #[serde(default)]
    moves: Vec<String>,
}

fn opened(app: &App, mut room: GameRoom) -> Answer {
    let mut view = room.view(true);
    let (id, _) = app.open(room)?;
    view["id"] = id.into();
    Ok(Json(view))
}

async fn open(State(app): State<App>, Sent(request): Sent<OpenRequest>) -> Answer {
    let session = app.catalog().game_world(&request.world)?.start(&to_options(&request.options))?;
    let mut room = GameRoom::new(&request.world, session, request.players, request.clock)?;
    for turn in &request.moves {
        room.play(turn)?;
    }
    room.stop();
    opened(&app, room)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadRequest {
    /// The record.
    record: String,
}

async fn read(State(app): State<App>, Sent(request): Sent<ReadRequest>) -> Answer {
    let record = Record::parse("the record", &request.record)?;
    let session = record.replay(app.catalog())?;
    let mut room = GameRoom::new(&record.world, session, [None, None], Clock::default())?;
    room.seconds = record.turns().map(|node| node.seconds.unwrap_or(0.0)).collect();
    room.seconds.resize(room.session.turns().len(), 0.0);
    opened(&app, room)
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<GameRoom>(&id)?;
    let mut view = lock(&room).view(true);
    view["id"] = id.into();
    Ok(Json(view))
}

async fn record(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let room = app.room::<GameRoom>(&id)?;
    let text = lock(&room).record().to_string();
    Ok(Json(json!({ "record": text })))
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
    app.change(&id, |room: &mut GameRoom| {
        room.play(&request.turn)?;
        Ok(Json(room.view(false)))
    })
}

/// Takes turns back or plays them again.
fn step(
    app: &App,
    id: &str,
    times: Times,
    action: fn(&mut (dyn GameSession + 'static)) -> bool,
) -> Answer {
    app.change(id, |room: &mut GameRoom| {
        times.repeat(|| action(room.session.as_mut()));
        room.fit_times();
        Ok(Json(room.view(false)))
    })
}

async fn undo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, GameSession::undo)
}

async fn redo(State(app): State<App>, Path(id): Path<String>, Sent(times): Sent<Times>) -> Answer {
    step(&app, &id, times, GameSession::redo)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PauseRequest {
    /// Whether the clocks stand still.
    paused: bool,
}

async fn pause(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PauseRequest>,
) -> Answer {
    app.change(&id, |room: &mut GameRoom| {
        room.check_clock();
        room.stop();
        if !request.paused && room.ended.as_ref().is_some_and(|over| over.outcome.is_none()) {
            room.ended = None;
        }
        if !request.paused && room.ending().is_none() {
            room.since = Some(Instant::now());
        }
        Ok(Json(room.view(false)))
    })
}

async fn resign(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    app.change(&id, |room: &mut GameRoom| {
        if room.ending().is_none() {
            room.lose(room.session.side(), "resigned");
        }
        Ok(Json(room.view(false)))
    })
}

async fn stop(State(app): State<App>, Path(id): Path<String>, Sent(_): Sent<Nothing>) -> Answer {
    app.change(&id, |room: &mut GameRoom| {
        room.check_clock();
        if room.ending().is_none() {
            room.ended = Some(Over { outcome: None, reason: "stopped".to_owned() });
            room.stop();
        }
        Ok(Json(room.view(false)))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayersRequest {
    /// Who plays from now on, first side first: a method, or null for a person.
    players: [Option<String>; 2],
}

async fn players(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<PlayersRequest>,
) -> Answer {
    app.change(&id, |room: &mut GameRoom| {
        let rules = room.session.world();
        for player in request.players.iter().flatten() {
            engines::check(&*rules, &player.parse()?)?;
        }
        room.players = request.players;
        Ok(Json(room.view(false)))
    })
}
