//! Searches on games: an player's move, an analysis, the review of a whole game.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::contest::Refusal;
use plyground_catalog::tree::Assessment;
use plyground_catalog::{AnyGameWorld, AnyPlayer, Ending, NodeId, ThoughtText};
use plyground_core::{Budget, Limits, Outcome, Proof, Side, Spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::games::{self, GameRoom, GameView};
use super::puzzles::to_options;
use super::{Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::players::{self, LONGEST, MOST_BYTES};
use crate::pool::{self, Teller};
use crate::rooms::lock;
use crate::sent::{Path, Sent};

const MOST_LINES: usize = 10;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/game/{id}/think", "A method plays for the side to move", think)
            .takes::<ThinkRequest>()
            .tells::<ThoughtText>()
            .answers::<GameView>()
            .streams(),
        Route::post("/api/game/{id}/analyse", "The best lines from here", analyse)
            .takes::<ThinkRequest>()
            .tells::<ThoughtText>()
            .answers::<ThoughtText>()
            .streams(),
        Route::post("/api/game/{id}/review", "The value of every position of the game", review)
            .takes::<ThinkRequest>()
            .tells::<ReviewProgress<'_>>()
            .answers::<Vec<ReviewEntry>>()
            .streams(),
        Route::post("/api/board/{world}", "How a game looks after a line of turns", board)
            .takes::<BoardRequest>()
            .answers::<BoardView>(),
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
        let world = room.contest.session().world();
        let spec = match self.method.trim() {
            "" => world.default_player(),
            text => text.parse()?,
        };
        players::check(&*world, &spec)?;
        Ok(spec)
    }

    /// What a search may use; `allowance` is what the clock of the game leaves.
    fn budget(
        &self,
        player: &dyn AnyPlayer,
        world: &dyn AnyGameWorld,
        allowance: Option<Duration>,
        teller: &Teller,
    ) -> Budget {
        let asked = self.milliseconds.map(|ms| Duration::from_millis(ms.max(1)).min(LONGEST));
        let elsewhere = (self.nodes.is_some() || self.depth.is_some()).then_some(LONGEST);
        let time = asked.or(elsewhere).or_else(|| players::longest(world, player.spec()));
        Budget {
            limits: Limits {
                time: [time, allowance].into_iter().flatten().min(),
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
    let (spec, session, place, live) = {
        let room = lock(&room);
        let contest = &room.contest;
        let session = contest.session().clone_box();
        (request.spec(&room)?, session, contest.place(), contest.is_live())
    };
    let shared = app.clone();
    app.pool().run(move |teller| {
        let (side, world) = (session.side(), session.world());
        let mut player = match shared.players().take(&id, side, &spec) {
            Some(player) => player,
            None => world.player(&spec)?,
        };
        player.fit(session.as_ref())?;
        // Asked now, not before: the search may have waited for a core.
        let allowance = lock(&room).contest.allowance();
        let budget = request.budget(player.as_ref(), &*world, allowance, teller);
        let thought = player
            .think(session.as_ref(), &budget, &mut |thought| teller.tell("progress", thought))?;
        if teller.cancel.is_cancelled() {
            return Err(ApiError::new(StatusCode::CONFLICT, "the search was cancelled"));
        }
        let played = games::change(&shared, &id, |contest| {
            if contest.place() != place || contest.is_live() != live {
                return Err(ApiError::new(
                    StatusCode::CONFLICT,
                    "the position changed while the move was thought about",
                ));
            }
            let turn = &thought.best[0];
            let took = Duration::try_from_secs_f64(thought.seconds).unwrap_or_default();
            let played = if live { contest.answer(turn, took) } else { contest.play(turn) };
            match played {
                // It thought too long: that it lost is worth knowing, and to be kept.
                Err(Refusal::Over(_)) if live => Ok(()),
                played => Ok(played.map(drop)?),
            }
        });
        let mut view = played.inspect(|_| shared.players().keep(&id, side, player))?;
        view.thought = Some(thought);
        Ok(view)
    })
}

async fn analyse(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<ThinkRequest>,
) -> Stream {
    let room = app.room::<GameRoom>(&id)?;
    let (spec, session, place) = {
        let room = lock(&room);
        (request.spec(&room)?, room.contest.session().clone_box(), room.contest.place())
    };
    let shared = app.clone();
    app.pool().run(move |teller| {
        let world = session.world();
        let mut player = world.player(&spec)?;
        let budget = request.budget(player.as_ref(), &*world, None, teller);
        let thought = player
            .think(session.as_ref(), &budget, &mut |thought| teller.tell("progress", thought))?;
        if let (node, 0) = place {
            let value = assessment(&thought, session.side());
            keep_assessments(&shared, &id, vec![(node, value)])?;
        }
        Ok(thought)
    })
}

/// What a thought says of a position, for the first side.
fn assessment(thought: &ThoughtText, side: Side) -> Assessment {
    let sign = if side == Side::First { 1 } else { -1 };
    let proof = thought.proof.map(|proof| match proof {
        Proof::Win => Outcome::Win(side),
        Proof::Loss => Outcome::Win(side.other()),
        Proof::Draw => Outcome::Draw,
    });
    let best = thought.best.first().cloned().unwrap_or_default();
    Assessment { score: sign * thought.score, proof, best }
}

/// Writes values to the turns they belong to; those that are gone meanwhile need none.
fn keep_assessments(
    app: &App,
    id: &str,
    values: Vec<(NodeId, Assessment)>,
) -> Result<(), ApiError> {
    app.change(id, |room: &mut GameRoom| {
        for (node, value) in values {
            if room.contest.tree().get(node).is_some() {
                room.contest.assess(node, value)?;
            }
        }
        Ok(())
    })
}

/// What a review says of a position: its value for the first side and the best turn, or how the game ended there.
#[derive(Serialize, JsonSchema)]
struct ReviewEntry {
    /// How many turns led there.
    number: usize,
    /// The position.
    node: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
}

#[derive(Serialize, JsonSchema)]
struct ReviewProgress<'a> {
    done: usize,
    of: usize,
    entry: &'a ReviewEntry,
}

async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(request): Sent<ThinkRequest>,
) -> Stream {
    let room = app.room::<GameRoom>(&id)?;
    let (spec, world, options, line) = {
        let room = lock(&room);
        let (tree, cursor) = (room.contest.tree(), room.contest.cursor());
        let line = tree.path(cursor).into_iter().chain(tree.line(cursor));
        let line: Vec<(NodeId, String)> = line.map(|id| (id, tree[id].turn.clone())).collect();
        let session = room.contest.session();
        (request.spec(&room)?, session.world(), session.options().clone(), line)
    };
    let shared = app.clone();
    app.pool().run(move |teller| {
        let mut player = world.player(&spec)?;
        let budget = request.budget(player.as_ref(), &*world, None, teller);
        let mut session = world.start(&options)?;
        let (mut entries, mut values) = (Vec::new(), Vec::new());
        let mut node = NodeId::ROOT;
        for number in 0..=line.len() {
            if teller.cancel.is_cancelled() {
                break;
            }
            let (value, best, proof) = (None, None, None);
            let mut entry =
                ReviewEntry { number, node: node.0, value, best, proof, ending: session.ending() };
            if entry.ending.is_none() {
                let thought = player.think(session.as_ref(), &budget, &mut |_| {})?;
                let value = assessment(&thought, session.side());
                (entry.value, entry.proof) = (Some(value.score), value.proof);
                entry.best = Some(value.best.clone());
                values.push((node, value));
            }
            teller
                .tell("progress", &ReviewProgress { done: number, of: line.len(), entry: &entry });
            entries.push(entry);
            if let Some((next, turn)) = line.get(number) {
                session.play(turn)?;
                node = *next;
            }
        }
        keep_assessments(&shared, &id, values)?;
        Ok(entries)
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

/// How a position looks, and what it is worth by the rules.
#[derive(Serialize, JsonSchema)]
struct BoardView {
    #[serde(flatten)]
    picture: Picture,
    /// The position as text.
    position: String,
    /// What each side has, as people count it.
    score: [String; 2],
    /// How the game ended there; null where it goes on.
    ending: Option<Ending>,
}

async fn board(
    State(app): State<App>,
    Path(world): Path<String>,
    Sent(request): Sent<BoardRequest>,
) -> Result<Json<BoardView>, ApiError> {
    let mut session = app.catalog().game_world(&world)?.start(&to_options(&request.options))?;
    games::check_turns(request.moves.len())?;
    for turn in &request.moves {
        session.play(turn)?;
    }
    Ok(Json(BoardView {
        picture: picture(&session.scene(), true),
        position: session.position_text(),
        score: session.score(),
        ending: session.ending(),
    }))
}
