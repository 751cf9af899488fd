//! Experiments: levels × methods × heuristics, run one after the other and kept run by run.

use std::collections::BTreeMap;
use std::path::Path as Folder;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plyground_catalog::{Catalog, Level, level_text};
use plyground_core::{Cancel, Spec};
use plyground_lab::experiment::{self, Case, PRESETS, Plan, Row, RunLimits, RunStore};
use plyground_lab::report::Plot;
use plyground_lab::solver::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Nothing;
use super::super::puzzles::to_options;
use super::super::solving::LimitsRequest;
use super::{Advance, Tally, aside, file};
use crate::App;
use crate::error::ApiError;
use crate::library::{LevelRef, collection};
use crate::openapi::Route;
use crate::pool::{self, Teller};
use crate::rooms::{Parts, Room, Rooms, Shelf, lock};
use crate::sent::{Path, Sent};

/// The most runs of one experiment.
const MOST_RUNS: usize = 5_000;
const MOST_REPEATS: u32 = 20;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/lab", "Ready-made experiments", presets).answers::<Vec<PresetView>>(),
        Route::post("/api/lab", "Opens an experiment; nothing runs yet", open)
            .takes::<ExperimentRequest>()
            .answers::<ExperimentView>(),
        Route::get("/api/lab/{id}", "What is done: runs, summary and plots", show)
            .answers::<ExperimentView>(),
        Route::post("/api/lab/{id}/run", "Runs what is not done yet, while you listen", run)
            .takes::<Nothing>()
            .tells::<ExperimentProgress>()
            .answers::<ExperimentView>()
            .streams(),
        Route::get("/api/lab/{id}/runs.csv", "The runs as comma-separated values", csv)
            .gives("text/csv"),
        Route::get("/api/lab/{id}/report.html", "The report as one page", report)
            .gives("text/html"),
    ]
}

type Answer = Result<Json<ExperimentView>, ApiError>;

/// Levels of a pack or of an own collection.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PackLevels {
    /// Its name.
    pack: String,
    /// Which of its levels: `1-5, 9`; all where empty.
    #[serde(default)]
    levels: String,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentRequest {
    /// The world's id.
    world: String,
    /// Levels of packs.
    #[serde(default)]
    packs: Vec<PackLevels>,
    /// Own levels, by their numbers.
    #[serde(default)]
    own: Vec<i64>,
    /// The methods with their options.
    methods: Vec<String>,
    /// Heuristics to cross them with.
    #[serde(default)]
    heuristics: Vec<String>,
    /// How often each run is made.
    #[serde(default)]
    repeats: u32,
    /// The world's options.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What each run may use.
    #[serde(default)]
    limits: LimitsRequest,
}

impl ExperimentRequest {
    /// The levels as they are now.
    fn cases(&self, app: &App) -> Result<Vec<Case>, ApiError> {
        let mut cases = Vec::new();
        for chosen in &self.packs {
            let (name, levels) = collection(app, &self.world, &chosen.pack)?;
            for number in numbers(&chosen.levels, levels.len())? {
                cases.push(case(&name, number, levels[number - 1].clone()));
            }
        }
        for &own in &self.own {
            let wanted = LevelRef { own: Some(own), ..LevelRef::default() };
            let number = usize::try_from(own).unwrap_or_default();
            cases.push(case("My levels", number, wanted.find(&self.world, app)?));
        }
        Ok(cases)
    }

    fn plan(&self, catalog: &Catalog, cases: Vec<Case>) -> Result<Plan, ApiError> {
        let world = catalog.puzzle_world(&self.world)?;
        // Methods of the world only: nobody far away starts programs here.
        let methods = self.methods.iter().map(|text| text.parse::<Spec>().map(Solver::from));
        let methods: Vec<Solver> = methods.collect::<Result<_, _>>()?;
        let limits = self.limits.limits(&Cancel::new());
        let usual = RunLimits::default();
        let plan = Plan {
            methods: experiment::cross(&*world, &methods, &self.heuristics, &[]),
            world,
            cases,
            options: to_options(&self.options),
            repeats: self.repeats.clamp(1, MOST_REPEATS),
            limits: RunLimits {
                time: limits.time.unwrap_or(usual.time),
                states: limits.states,
                memory: limits.memory.unwrap_or(usual.memory),
                threads: None,
            },
            title: None,
        };
        plan.check()?;
        let runs = plan.cases.len() * plan.methods.len() * plan.repeats as usize;
        if runs > MOST_RUNS {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("that makes {runs} runs; an experiment has at most {MOST_RUNS}"),
            ));
        }
        Ok(plan)
    }
}

fn case(file: &str, number: usize, level: Level) -> Case {
    let title = level.info().title;
    let title = if title.is_empty() { format!("level {number}") } else { title };
    Case { file: file.to_owned(), number, title, level }
}

/// The numbers that a text such as `1-5, 9` names, in order; all up to `last` where it is empty.
fn numbers(text: &str, last: usize) -> Result<Vec<usize>, ApiError> {
    let refused = |part: &str| {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("“{part}” names no levels: write 1-5, 9 with numbers from 1 to {last}"),
        )
    };
    let mut chosen = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once(['-', '–']).unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| refused(part));
        let (from, to) = (number(from)?, number(to)?);
        if from < 1 || to > last || from > to {
            return Err(refused(part));
        }
        chosen.extend(from..=to);
    }
    if chosen.is_empty() {
        chosen.extend(1..=last);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// An experiment that somebody opened.
pub(crate) struct ExperimentRoom {
    request: ExperimentRequest,
    plan: Plan,
}

/// What it takes to furnish it again: own levels may have changed since, so that the texts are kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedExperiment {
    request: ExperimentRequest,
    cases: Vec<(String, usize, String)>,
}

impl Room for ExperimentRoom {
    const KIND: &'static str = "lab/";
    type Head = SavedExperiment;

    fn head(&self) -> SavedExperiment {
        let text = |case: &Case| level_text(&case.level).unwrap_or_default();
        let cases = self.plan.cases.iter();
        let cases = cases.map(|case| (case.file.clone(), case.number, text(case))).collect();
        SavedExperiment { request: self.request.clone(), cases }
    }

    fn furnish(catalog: &Catalog, saved: SavedExperiment, _: Parts) -> Result<Self, ApiError> {
        let world = catalog.puzzle_world(&saved.request.world)?;
        let mut cases = Vec::new();
        for (file, number, text) in &saved.cases {
            let level = world.parse(file, text.as_bytes())?.into_iter().next();
            let level = level.ok_or_else(|| ApiError::missing("a level of the experiment"))?;
            cases.push(case(file, *number, level));
        }
        Ok(Self { plan: saved.request.plan(catalog, cases)?, request: saved.request })
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.experiments
    }
}

/// A ready-made experiment.
#[derive(Serialize, JsonSchema)]
struct PresetView {
    id: &'static str,
    /// What it compares.
    summary: &'static str,
    /// The world's id.
    world: &'static str,
    /// The methods with their options.
    methods: Vec<String>,
    /// Which levels of the packs, counted through them: `21-40`.
    levels: &'static str,
    /// Seconds a run.
    seconds: u64,
}

async fn presets(State(app): State<App>) -> Json<Vec<PresetView>> {
    let list = PRESETS.iter().filter_map(|preset| {
        let methods = preset.specs(app.catalog()).ok()?;
        Some(PresetView {
            id: preset.id,
            summary: preset.summary,
            world: preset.world,
            methods: methods.iter().map(ToString::to_string).collect(),
            levels: preset.levels,
            seconds: preset.seconds,
        })
    });
    Json(list.collect())
}

async fn open(State(app): State<App>, Sent(request): Sent<ExperimentRequest>) -> Answer {
    let plan = request.plan(app.catalog(), request.cases(&app)?)?;
    let standing = standing(&request, &plan, &finished(&plan, app.lab())?)?;
    let (id, _) = app.open(ExperimentRoom { request, plan })?;
    Ok(Json(ExperimentView { id, standing }))
}

/// The runs of a plan that are done.
fn finished(plan: &Plan, folder: &Folder) -> Result<Vec<Row>, ApiError> {
    Ok(experiment::finished(plan, &RunStore::open(folder)?)?)
}

/// An experiment that is open.
#[derive(Serialize, JsonSchema)]
struct ExperimentView {
    /// The experiment.
    id: String,
    #[serde(flatten)]
    standing: ExperimentStanding,
}

/// How an experiment stands.
#[derive(Serialize, JsonSchema)]
struct ExperimentStanding {
    /// What was asked for.
    request: ExperimentRequest,
    /// How many runs it has.
    total: usize,
    /// The runs that are done.
    rows: Vec<Row>,
    /// What they show, in sentences.
    summary: Vec<String>,
    plots: Vec<Plot>,
}

/// What is done of an experiment that runs.
#[derive(Serialize, JsonSchema)]
struct ExperimentProgress {
    #[serde(flatten)]
    advance: Advance,
    /// The runs that were just done.
    rows: Vec<Row>,
}

fn standing(
    request: &ExperimentRequest,
    plan: &Plan,
    rows: &[Row],
) -> Result<ExperimentStanding, ApiError> {
    let (summary, plots) = if rows.is_empty() {
        (Vec::new(), Vec::new())
    } else {
        (experiment::summary(rows), experiment::plots(rows))
    };
    let (request, total) = (request.clone(), plan.cells()?.len());
    Ok(ExperimentStanding { request, total, rows: rows.to_vec(), summary, plots })
}

/// Looks at an experiment and its runs, away from the threads that answer quick requests.
async fn looked<T: Send + 'static>(
    app: App,
    id: String,
    look: impl FnOnce(&ExperimentRequest, &Plan, &[Row]) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let room = app.room::<ExperimentRoom>(&id)?;
    let (request, plan) = {
        let room = lock(&room);
        (room.request.clone(), room.plan.clone())
    };
    aside(move || look(&request, &plan, &finished(&plan, app.lab())?)).await
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let standing = looked(app, id.clone(), standing).await?;
    Ok(Json(ExperimentView { id, standing }))
}

async fn csv(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    looked(app, id, |request, _, rows| {
        let name = format!("plyground-{}.csv", request.world);
        Ok(file("text/csv; charset=utf-8", &name, experiment::runs(rows).csv()))
    })
    .await
}

async fn report(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    looked(app, id, |request, plan, rows| {
        let name = format!("plyground-{}.html", request.world);
        let text = experiment::report(plan, rows);
        Ok(file("text/html; charset=utf-8", &name, text))
    })
    .await
}

async fn run(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(_): Sent<Nothing>,
) -> Result<pool::Answer, ApiError> {
    let room = app.room::<ExperimentRoom>(&id)?;
    let (request, plan) = {
        let room = lock(&room);
        (room.request.clone(), room.plan.clone())
    };
    let shared = app.clone();
    app.pool().run(move |teller| {
        run_all(&plan, shared.lab(), teller)?;
        let standing = standing(&request, &plan, &finished(&plan, shared.lab())?)?;
        Ok(ExperimentView { id, standing })
    })
}

/// Makes the runs one by one, so that times are comparable, and lets other searches go first between them.
fn run_all(plan: &Plan, folder: &Folder, teller: &Teller) -> Result<(), ApiError> {
    let store = RunStore::open(folder)?;
    let cells = plan.cells()?;
    store.enrol(plan, &cells)?;
    let mut tally = Tally::new(cells.len(), finished(plan, folder)?.len());
    let title = Some(plan.name());
    for case in &plan.cases {
        for method in &plan.methods {
            let part = Plan {
                cases: vec![case.clone()],
                methods: vec![method.clone()],
                title: title.clone(),
                ..plan.clone()
            };
            let open = store.rows(&part.cells()?)?.iter().filter(|row| row.is_none()).count();
            if open == 0 {
                continue;
            }
            teller.step_aside();
            let under_way = format!("{method} on {}. {}", case.number, case.title);
            let tell = |tally: &Tally, rows| {
                let advance = tally.advance(&under_way);
                teller.tell("progress", &ExperimentProgress { advance, rows });
            };
            tell(&tally, Vec::new());
            let rows = experiment::run(&part, &store, 1, &teller.cancel, &mut |_, _| {})?;
            if teller.cancel.is_cancelled() {
                return Ok(());
            }
            tally.fresh += open;
            tell(&tally, rows);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn a_text_names_single_levels_and_ranges() {
        assert_eq!(numbers("3, 1-2,2", 9).unwrap(), [1, 2, 3]);
        assert_eq!(numbers(" ", 3).unwrap(), [1, 2, 3]);
    }

    #[test]
    fn levels_that_do_not_exist_are_refused_with_what_there_is() {
        for text in ["0", "4", "2-1", "1-4", "x", "1-", "99999999999999999999"] {
            let error = numbers(text, 3).unwrap_err();
            assert!(error.message.contains("from 1 to 3"), "{}", error.message);
        }
    }
}
