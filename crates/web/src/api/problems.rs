//! Problems of a game, one by one: a turn is judged, a wrong one refuted, hints come in steps, and what is solved is kept.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::{AnyGameWorld, Attempt, Clue, NotPlayed};
use plyground_core::text::quoted;
use plyground_core::{Intent, Measures, Problem, Side, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Picture, picture};
use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::{Path, Sent};

/// Turns of a request at the most: no problem is so long.
const MOST_TURNS: usize = 32;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/problems/{world}", "The problems of a game, the easiest first", list)
            .answers::<ProblemList>(),
        Route::post(
            "/api/problems/{world}/{number}",
            "A problem with turns played: the last one is judged and answered",
            attempt,
        )
        .takes::<AttemptRequest>()
        .answers::<AttemptView>(),
        Route::post("/api/problems/{world}/{number}/hint", "What helps a little", hint)
            .takes::<HintRequest>()
            .answers::<HintView>(),
    ]
}

/// A problem as it is listed: nothing that gives it away.
#[derive(Serialize, JsonSchema)]
struct ProblemEntry {
    /// Its number, from 1.
    number: usize,
    /// The task in a sentence.
    goal: String,
    /// How many turns are to be found.
    turns: usize,
    /// From 1 to 10.
    difficulty: u32,
    /// Whether you have solved it.
    solved: bool,
}

/// The problems of a world.
#[derive(Serialize, JsonSchema)]
struct ProblemList {
    problems: Vec<ProblemEntry>,
    /// How many you have solved.
    solved: usize,
    /// The first that you have not.
    next: Option<usize>,
}

fn is_solved(app: &App, world: &str, problem: &Problem) -> Result<bool, ApiError> {
    Ok(app.store().solution(world, &problem.key())?.is_some())
}

async fn list(
    State(app): State<App>,
    Path(world): Path<String>,
) -> Result<Json<ProblemList>, ApiError> {
    let rules = app.catalog().game_world(&world)?;
    let kept = app.store().solutions(&rules.info().id)?;
    let entry = |(index, problem): (usize, Problem)| {
        let name = problem.key();
        ProblemEntry {
            number: index + 1,
            turns: problem.turns(),
            goal: problem.goal,
            difficulty: problem.difficulty,
            solved: kept.iter().any(|solution| solution.level == name),
        }
    };
    let problems: Vec<ProblemEntry> = rules.problems().into_iter().enumerate().map(entry).collect();
    let solved = problems.iter().filter(|problem| problem.solved).count();
    let next = problems.iter().find(|problem| !problem.solved).map(|problem| problem.number);
    Ok(Json(ProblemList { problems, solved, next }))
}

/// A game and one of its problems.
fn find(
    app: &App,
    world: &str,
    number: usize,
) -> Result<(Arc<dyn AnyGameWorld>, Problem), ApiError> {
    let rules = app.catalog().game_world(world)?;
    let problems = rules.problems();
    let count = problems.len();
    let found = number.checked_sub(1).and_then(|index| problems.into_iter().nth(index));
    let found = found.ok_or_else(|| {
        let name = rules.info().name;
        let message = match count {
            0 => format!("{name} has no problems"),
            _ => format!("{name} has no problem {number}; it has 1 to {count}"),
        };
        ApiError::new(StatusCode::NOT_FOUND, message)
    })?;
    Ok((rules, found))
}

impl From<NotPlayed> for ApiError {
    fn from(error: NotPlayed) -> Self {
        match error {
            NotPlayed::Move(error) => error.into(),
            NotPlayed::Spec(error) => error.into(),
        }
    }
}

/// The problem with your turns played.
fn replayed(app: &App, world: &str, number: usize, turns: &[String]) -> Result<Attempt, ApiError> {
    if turns.len() > MOST_TURNS {
        let message = format!("{} turns; a problem takes at most {MOST_TURNS}", turns.len());
        return Err(ApiError::new(StatusCode::BAD_REQUEST, message));
    }
    let (rules, problem) = find(app, world, number)?;
    let mut attempt = Attempt::new(&rules, &problem)?;
    for turn in turns {
        attempt.play(turn)?;
    }
    Ok(attempt)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AttemptRequest {
    /// Your turns so far, without the answers; a turn may come in its parts, one after the other.
    #[serde(default)]
    turns: Vec<String>,
}

/// What the last turn came to.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Judgement {
    /// Nothing was judged yet: it is your turn, or the rest of it.
    Open,
    /// It is right, and was answered so; go on.
    Right {
        /// The answer, in the world's notation.
        answer: String,
    },
    /// It is right, and all is found.
    Solved,
    /// It misses the task.
    Wrong {
        /// What comes of it.
        why: String,
        /// The position after each turn of the refutation.
        refutation: Vec<RefutationStep>,
    },
}

/// A turn that shows why another was wrong.
#[derive(Serialize, JsonSchema)]
struct RefutationStep {
    /// The turn, in the world's notation.
    turn: String,
    #[serde(flatten)]
    picture: Picture,
}

/// A problem as it stands.
#[derive(Serialize, JsonSchema)]
struct AttemptView {
    number: usize,
    goal: String,
    difficulty: u32,
    /// How many turns are to be found in all, and yet.
    turns: usize,
    left: usize,
    /// Whether you have solved it, now or before.
    solved: bool,
    /// Who is to move, and solves it.
    side: Side,
    /// The idea of the solution, where the problem is solved.
    theme: Option<String>,
    judgement: Judgement,
    /// What a hand can do; nothing where the problem is over.
    intents: Vec<Intent>,
    #[serde(flatten)]
    picture: Picture,
}

/// The number of a problem, as an address gives it.
fn numbered(text: &str) -> Result<usize, ApiError> {
    text.parse().map_err(|_| {
        let words = format!("{} is no problem; expected its number", quoted(text));
        ApiError::new(StatusCode::NOT_FOUND, words)
    })
}

async fn attempt(
    State(app): State<App>,
    Path((world, number)): Path<(String, String)>,
    Sent(request): Sent<AttemptRequest>,
) -> Result<Json<AttemptView>, ApiError> {
    let number = numbered(&number)?;
    let attempt = replayed(&app, &world, number, &request.turns)?;
    let problem = attempt.problem();
    if attempt.is_solved() {
        let measures = Measures { moves: problem.turns() as u64, pushes: None };
        let line = request.turns.join(" ");
        let id = attempt.session().world().info().id;
        app.store().keep_solution(&id, &problem.key(), measures, &line)?;
    }
    let judgement = judgement(&attempt);
    let over = matches!(judgement, Judgement::Solved | Judgement::Wrong { .. });
    Ok(Json(AttemptView {
        number,
        goal: problem.goal.clone(),
        difficulty: problem.difficulty,
        turns: problem.turns(),
        left: attempt.left(),
        solved: is_solved(&app, &attempt.session().world().info().id, problem)?,
        side: attempt.session().side(),
        theme: attempt.is_solved().then(|| problem.theme.clone()),
        judgement,
        intents: if over { Vec::new() } else { attempt.session().intents() },
        picture: picture(&attempt.session().scene(), true),
    }))
}

fn judgement(attempt: &Attempt) -> Judgement {
    match attempt.verdict() {
        None => Judgement::Open,
        Some(Verdict::Solved) => Judgement::Solved,
        Some(Verdict::Right(answer)) => Judgement::Right { answer: answer.clone() },
        Some(Verdict::Wrong { refutation, why }) => {
            let mut session = attempt.session().clone_box();
            let step = |turn: &String| {
                session.play(turn).ok()?;
                let picture = picture(&session.scene(), true);
                Some(RefutationStep { turn: turn.clone(), picture })
            };
            let refutation = refutation.iter().map_while(step).collect();
            Judgement::Wrong { why: why.clone(), refutation }
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HintRequest {
    /// Your turns so far.
    #[serde(default)]
    turns: Vec<String>,
    /// 1 for the idea, 2 for the pieces, 3 for the turn.
    step: usize,
}

/// What helps a little.
#[derive(Serialize, JsonSchema)]
struct HintView {
    /// In words.
    text: String,
    /// The cells that are meant: pieces, and for the last hint where they go.
    cells: Vec<usize>,
    /// Where the piece goes, for the last hint.
    target: Option<usize>,
    /// Whether there is more to tell.
    more: bool,
}

async fn hint(
    State(app): State<App>,
    Path((world, number)): Path<(String, String)>,
    Sent(request): Sent<HintRequest>,
) -> Result<Json<HintView>, ApiError> {
    let attempt = replayed(&app, &world, numbered(&number)?, &request.turns)?;
    let Clue { text, cells, target } = attempt.clue(request.step).ok_or_else(|| {
        ApiError::new(StatusCode::CONFLICT, "there is nothing to find from here; begin again")
    })?;
    Ok(Json(HintView { text, cells, target, more: request.step < Attempt::CLUES }))
}
