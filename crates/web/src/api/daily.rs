//! The levels of a day: one of each puzzle, made when they are first asked for and then kept.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plyground_catalog::{AnyPuzzleWorld, Date, Level, daily, level_key, level_text};
use plyground_core::{Cancel, Measures, SpecError, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::ApiError;
use crate::openapi::Route;
use crate::sent::Path;

/// So many days back levels are made, and streaks counted.
const DAYS_BACK: u32 = 400;
/// So many levels are kept at the most.
const KEPT: usize = 2_000;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get(
            "/api/daily/{date}",
            "The levels of a day (2026-11-18, or today), one of each puzzle, the same for everybody",
            day,
        )
        .answers::<DayView>(),
    ]
}

/// The level of a day as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct KeptDaily {
    text: String,
    key: String,
    difficulty: f64,
}

impl KeptDaily {
    /// The level, read.
    pub fn level(&self, world: &dyn AnyPuzzleWorld) -> Result<Level, ApiError> {
        let levels = world.parse("the level of the day", self.text.as_bytes())?;
        levels.into_iter().next().ok_or_else(|| ApiError::missing("the level of the day"))
    }
}

/// The day that is meant, which is not in the future nor too long ago.
pub(crate) fn past(text: &str) -> Result<Date, ApiError> {
    let today = Date::today();
    let date = if text == "today" { today } else { text.parse()? };
    let refused = |reason: String| Err(ApiError::new(StatusCode::NOT_FOUND, reason));
    if date > today {
        return refused(format!("the levels of {date} come on that day; today is {today}"));
    }
    match today.days_before(DAYS_BACK) {
        Some(first) if date < first => refused(format!("there are levels from {first} on")),
        _ => Ok(date),
    }
}

fn note(world: &str, date: Date) -> String {
    format!("daily/{world}/{date}")
}

/// The level of a day, made where it is not kept yet.
pub(crate) fn kept(
    app: &App,
    world: &dyn AnyPuzzleWorld,
    date: Date,
) -> Result<KeptDaily, ApiError> {
    let info = world.info();
    let name = note(&info.id, date);
    if let Some(kept) = app.store().note(&name)? {
        return Ok(kept);
    }
    let made = daily::level_of(world, date, &Cancel::new())?;
    let made = made.ok_or_else(|| SpecError(format!("{} has no daily level", info.name)))?;
    let text = level_text(&made.level)?;
    let kept = KeptDaily { text, key: level_key(&made.level), difficulty: made.difficulty };
    app.store().put_note(&name, &kept)?;
    app.store().trim_notes("daily/", KEPT)?;
    Ok(kept)
}

/// The level of a day in one world.
#[derive(Serialize, JsonSchema)]
struct DailyLevel {
    /// The world's id and name.
    world: Text,
    name: Text,
    /// How hard it is; comparable within a world.
    difficulty: f64,
    /// What your best solution takes; nothing where you have none.
    solved: Option<Measures>,
}

/// The levels of a day.
#[derive(Serialize, JsonSchema)]
struct DayView {
    /// Such as 2026-11-18.
    date: String,
    weekday: Text,
    /// How hard the day is: 1 on Monday to 7 on Sunday.
    grade: usize,
    /// Whether it is the present one.
    today: bool,
    /// The days before and after, where there are levels.
    previous: Option<String>,
    next: Option<String>,
    levels: Vec<DailyLevel>,
    /// Days in a row up to today on which you solved at least one level; a day that goes on breaks nothing.
    streak: usize,
}

async fn day(State(app): State<App>, Path(text): Path<String>) -> Result<Json<DayView>, ApiError> {
    let (date, today) = (past(&text)?, Date::today());
    let mut levels = Vec::new();
    for world in app.catalog().puzzle_worlds() {
        if world.daily(date.grade()).is_none() {
            continue;
        }
        let info = world.info();
        let kept = kept(&app, &**world, date)?;
        let solved = app.store().solution(&info.id, &kept.key)?.map(|best| best.measures);
        let (world, name, difficulty) = (info.id, info.name, kept.difficulty);
        levels.push(DailyLevel { world, name, difficulty, solved });
    }
    let near = |date: Option<Date>| date.filter(|date| past(&date.to_string()).is_ok());
    Ok(Json(DayView {
        date: date.to_string(),
        weekday: date.weekday().into(),
        grade: date.grade() + 1,
        today: date == today,
        previous: near(date.days_before(1)).map(|date| date.to_string()),
        next: near(Some(date.next())).map(|date| date.to_string()),
        levels,
        streak: streak(&app, today)?,
    }))
}

/// Days in a row on which a level was solved; today may still come.
fn streak(app: &App, today: Date) -> Result<usize, ApiError> {
    let mut days = 0;
    for back in 0..DAYS_BACK {
        let Some(date) = today.days_before(back) else { break };
        let solved = is_solved(app, date)?;
        if !solved && back > 0 {
            break;
        }
        days += usize::from(solved);
    }
    Ok(days)
}

/// Whether a level of the day is solved; what was never asked for is not.
fn is_solved(app: &App, date: Date) -> Result<bool, ApiError> {
    for world in app.catalog().puzzle_worlds() {
        let id = world.info().id;
        let kept: Option<KeptDaily> = app.store().note(&note(&id, date))?;
        if let Some(kept) = kept
            && app.store().solution(&id, &kept.key)?.is_some()
        {
            return Ok(true);
        }
    }
    Ok(false)
}
