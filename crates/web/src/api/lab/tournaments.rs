//! Tournaments: every player against every other, game by game.

use std::collections::BTreeMap;
use std::path::Path as Folder;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plyground_catalog::Catalog;
use plyground_core::Spec;
use plyground_lab::openings::Openings;
use plyground_lab::tournament::{
    self, CrossTable, Form, Game, GameStore, MoveBudget, Plan, RatingMethod, Standing, Tournament,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Nothing;
use super::super::puzzles::to_options;
use super::{Advance, Tally, aside, file};
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::players::{self, LONGEST};
use crate::pool::{self, Teller};
use crate::rooms::{Parts, Room, Rooms, Shelf, lock};
use crate::sent::{Path, Sent};

const MOST_GAMES: usize = 2_000;
const MOST_PLAYERS: usize = 16;
const MOST_OPENING_TURNS: u32 = 40;
/// Milliseconds for a move where the request says nothing.
const USUAL_MILLISECONDS: u64 = 200;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/tournament", "Opens a tournament; nothing is played yet", open)
            .takes::<TournamentRequest>()
            .answers::<TournamentView>(),
        Route::get("/api/tournament/{id}", "Standings, cross table and games so far", show)
            .answers::<TournamentView>(),
        Route::post("/api/tournament/{id}/run", "Plays what is left, while you listen", run)
            .takes::<Nothing>()
            .tells::<TournamentProgress>()
            .answers::<TournamentView>()
            .streams(),
        Route::get("/api/tournament/{id}/games.txt", "The records of all games", games)
            .gives("text/plain"),
    ]
}

type Answer = Result<Json<TournamentView>, ApiError>;

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentRequest {
    /// The world's id.
    world: String,
    /// Who takes part: methods with their options.
    players: Vec<String>,
    /// In a round every pairing plays one opening twice, with swapped sides.
    rounds: usize,
    /// Whether only the first player meets the others.
    #[serde(default)]
    gauntlet: bool,
    /// Turns at random with which the games of a round begin.
    #[serde(default)]
    opening_turns: u32,
    /// Milliseconds for a move at most.
    #[serde(default)]
    milliseconds: Option<u64>,
    /// `elo` or `bayes`.
    #[serde(default)]
    ratings: String,
    /// The seed of openings and of players that use chance.
    #[serde(default)]
    seed: u64,
    /// `setup`, `size`, `position` and the world's own options.
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl TournamentRequest {
    fn plan(&self, catalog: &Catalog) -> Result<Plan, ApiError> {
        let refused = |reason: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason);
        let world = catalog.game_world(&self.world)?;
        if self.players.len() > MOST_PLAYERS {
            return Err(refused(format!("a tournament has at most {MOST_PLAYERS} players")));
        }
        let mut players = Vec::new();
        for text in &self.players {
            let spec: Spec = text.parse()?;
            players::check(&*world, &spec)?;
            // Never read as a contestant: that could name a program of this machine.
            players.push(spec.into());
        }
        let milliseconds = self.milliseconds.unwrap_or(USUAL_MILLISECONDS).max(1);
        let time = Duration::from_millis(milliseconds).min(LONGEST);
        let ratings = match self.ratings.as_str() {
            "" => RatingMethod::default(),
            word => word.parse()?,
        };
        let pairings = match (self.gauntlet, players.len()) {
            (true, count) => count.saturating_sub(1),
            (false, count) => count * count.saturating_sub(1) / 2,
        };
        let count = self.rounds.saturating_mul(pairings).saturating_mul(2);
        if count > MOST_GAMES || self.rounds == 0 {
            let reason = format!("that makes {count} games; a tournament has 1 to {MOST_GAMES}");
            return Err(refused(reason));
        }
        let plan = Plan {
            form: if self.gauntlet { Form::Gauntlet } else { Form::RoundRobin },
            rounds: self.rounds,
            options: to_options(&self.options),
            seed: self.seed,
            openings: Openings::Random(self.opening_turns.min(MOST_OPENING_TURNS)),
            budget: MoveBudget { time: Some(time), nodes: None },
            ratings,
            ..Plan::new(world, players)
        };
        plan.check()?;
        Ok(plan)
    }
}

/// A tournament that somebody opened.
pub(crate) struct TournamentRoom {
    request: TournamentRequest,
    plan: Plan,
}

impl Room for TournamentRoom {
    const KIND: &'static str = "tournament/";
    type Head = TournamentRequest;

    fn head(&self) -> TournamentRequest {
        self.request.clone()
    }

    fn furnish(catalog: &Catalog, request: TournamentRequest, _: Parts) -> Result<Self, ApiError> {
        Ok(Self { plan: request.plan(catalog)?, request })
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.tournaments
    }
}

/// The games that are played, and what they show.
fn played(plan: &Plan, folder: &Folder) -> Result<Tournament, ApiError> {
    let fixtures = plan.fixtures();
    let games = GameStore::open(folder)?.games(&fixtures)?.into_iter().flatten().collect();
    Ok(Tournament::new(plan, games, fixtures.len()))
}

/// A tournament that is open, and how it stands.
#[derive(Serialize, JsonSchema)]
struct TournamentView {
    /// The tournament.
    id: String,
    /// What was asked for.
    request: TournamentRequest,
    /// The games so far, and what they show.
    result: Tournament,
}

/// What is done of a tournament that is played.
#[derive(Serialize, JsonSchema)]
struct TournamentProgress {
    #[serde(flatten)]
    advance: Advance,
    /// What a game that was just played changed.
    #[serde(flatten)]
    news: Option<TournamentNews>,
}

/// A game that was just played, and how the players stand after it.
#[derive(Serialize, JsonSchema)]
struct TournamentNews {
    standings: Vec<Standing>,
    cross_table: CrossTable,
    game: Game,
}

async fn open(State(app): State<App>, Sent(request): Sent<TournamentRequest>) -> Answer {
    let plan = request.plan(app.catalog())?;
    let result = played(&plan, app.lab())?;
    let (id, _) = app.open(TournamentRoom { request: request.clone(), plan })?;
    Ok(Json(TournamentView { id, request, result }))
}

/// The request and the plan of a tournament.
fn planned(app: &App, id: &str) -> Result<(TournamentRequest, Plan), ApiError> {
    let room = app.room::<TournamentRoom>(id)?;
    let room = lock(&room);
    Ok((room.request.clone(), room.plan.clone()))
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let (request, plan) = planned(&app, &id)?;
    let result = aside(move || played(&plan, app.lab())).await?;
    Ok(Json(TournamentView { id, request, result }))
}

async fn games(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let (request, plan) = planned(&app, &id)?;
    let result = aside(move || played(&plan, app.lab())).await?;
    let records: Vec<String> = result.games.into_iter().map(|game| game.record).collect();
    let name = format!("plyground-{}.txt", request.world);
    Ok(file("text/plain; charset=utf-8", &name, records.join("\n")))
}

async fn run(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(_): Sent<Nothing>,
) -> Result<pool::Answer, ApiError> {
    let (request, plan) = planned(&app, &id)?;
    let shared = app.clone();
    app.pool().run(move |teller| {
        play_all(&plan, shared.lab(), teller)?;
        let result = played(&plan, shared.lab())?;
        Ok(TournamentView { id, request, result })
    })
}

/// Plays game by game, and lets other searches go first between them.
fn play_all(plan: &Plan, folder: &Folder, teller: &Teller) -> Result<(), ApiError> {
    let store = GameStore::open(folder)?;
    let (fixtures, names) = (plan.fixtures(), plan.names());
    let known = store.games(&fixtures)?;
    let mut tally = Tally::new(fixtures.len(), known.iter().flatten().count());
    for (fixture, known) in fixtures.iter().zip(known) {
        if known.is_some() {
            continue;
        }
        teller.step_aside();
        let [first, second] = fixture.players.map(|player| &names[player]);
        let advance = tally.advance(&format!("{first} against {second}"));
        teller.tell("progress", &TournamentProgress { advance, news: None });
        // The schedule up to here: all before it is played, so that this makes one game.
        let upto = Plan { most: Some(fixture.number), ..plan.clone() };
        let mut result = tournament::run(&upto, &store, 1, &teller.cancel, &mut |_, _| {})?;
        if teller.cancel.is_cancelled() {
            break;
        }
        tally.fresh += 1;
        let news = result.games.pop().map(|game| {
            let Tournament { standings, cross_table, .. } = result;
            TournamentNews { standings, cross_table, game }
        });
        teller.tell("progress", &TournamentProgress { advance: tally.advance(""), news });
    }
    Ok(())
}
