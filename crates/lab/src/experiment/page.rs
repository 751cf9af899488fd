use plyground_catalog::Level;
use plyground_core::{Options, Scene};

use super::matrix::{WORDS, matrix};
use super::study::Study;
use super::{Plan, Row, methods_table, plots, summary, table};
use crate::report::{self, Environment, Page, Replay, ShownAt, load_words};

/// The whole experiment as one page that needs nothing else: matrix, plots, findings, tables, boards with replayable
/// solutions, environment. The same runs give the same page.
pub fn report(plan: &Plan, rows: &[Row]) -> String {
    let study = Study::new(rows);
    let name = plan.world.info().name;
    let heading = format!("{name}: {}", about(&study, rows));
    let mut page = Page::new(&format!("{name}: comparison"), &heading);
    page.section(
        "Methods and heuristics",
        &format!("{}<p class=\"dim\">{WORDS}</p>", matrix(&study)),
    );
    let mut plots = plots(rows);
    let rest = plots.split_off(1);
    page.figures(&plots);
    page.sentences("Findings", &summary(rows));
    page.section("Plots", "");
    page.figures(&rest);
    let (head, body) = methods_table(rows);
    let words = "States, time and memory are of the levels that were solved: the middle one, the mean, the ends.";
    page.section(
        "Methods",
        &format!("{}<p class=\"dim\">{words}</p>", report::table(&head, &body, 1)),
    );
    let (head, body) = table(rows);
    let words = "The middle of the seeds and repeats, with the lowest and the highest. Every single run is in the data files.";
    page.section(
        "Levels",
        &format!("{}<p class=\"dim\">{words}</p>", report::table(&head, &body, 3)),
    );
    page.boards(
        "Boards",
        "The shortest solution found, step by step.",
        &boards(plan, &study, rows),
    );
    let jobs = rows.iter().map(|row| row.jobs).max().unwrap_or(1);
    let mut machines: Vec<&str> = rows.iter().map(|row| row.machine.as_str()).collect();
    machines.sort_unstable();
    machines.dedup();
    page.finish(
        &Environment::of(jobs, "run", &machines.join("; "))
            .with("Load", load_words(rows.iter().filter_map(|row| row.load)))
            .with("Limits", plan.limits.words())
            .with("Experiment", plan.name()),
    )
}

/// What was compared, in one line.
fn about(study: &Study<'_>, rows: &[Row]) -> String {
    let counted =
        |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let methods = counted(study.families().len(), "method");
    let heuristics = match study.heuristics().iter().flatten().count() {
        0 | 1 => String::new(),
        count => format!(" × {}", counted(count, "heuristic")),
    };
    let levels = counted(study.levels.len(), "level");
    format!("{methods}{heuristics} on {levels}, {}", counted(rows.len(), "run"))
}

/// A board for each level, with its shortest solution behind it.
fn boards(plan: &Plan, study: &Study<'_>, rows: &[Row]) -> String {
    let mut text = String::new();
    for (index, level) in study.levels.iter().enumerate() {
        let case =
            plan.cases.iter().find(|case| case.file == level.file && case.number == level.number);
        let Some(case) = case else { continue };
        let best = rows
            .iter()
            .filter(|row| row.file == level.file && row.level == level.number && row.is_solved())
            .min_by_key(|row| (row.moves, row.pushes));
        let words = best.map_or_else(
            || "No solution found.".to_owned(),
            |row| format!("{} moves by {}", row.moves.unwrap_or(0), row.method),
        );
        let scenes = scenes(&case.level, &plan.options, best);
        if let Some(replay) = Replay::new(&scenes) {
            text.push_str(&replay.html(&study.level_name(index), &words, ShownAt::Start));
        }
    }
    text
}

/// The positions of a solution from the start on.
fn scenes(level: &Level, options: &Options, best: Option<&Row>) -> Vec<Scene> {
    let Ok(mut session) = level.start(options) else { return Vec::new() };
    let moves = best.and_then(|row| row.solution.as_deref()).unwrap_or_default();
    let _ = session.play_each(moves);
    while session.undo() {}
    let mut scenes = vec![session.scene()];
    while session.redo() {
        scenes.push(session.scene());
    }
    scenes
}
