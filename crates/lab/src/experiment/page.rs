use plyground_catalog::Level;
use plyground_core::{Options, Scene};

use super::summary::levels;
use super::{Plan, Row, methods_table, plots, summary, table};
use crate::report::{self, Environment, Page, Replay, ShownAt};

/// The whole experiment as one page that needs nothing else: summary, plots, table, boards with replayable solutions,
/// environment. The same runs give the same page.
pub fn report(plan: &Plan, rows: &[Row]) -> String {
    let name = plan.world.info().name;
    let heading = format!("{name}: {} methods on {} levels", plan.methods.len(), plan.cases.len());
    let mut page = Page::new(&format!("{name}: comparison"), &heading);
    page.sentences("Summary", &summary(rows));
    let (head, body) = methods_table(rows);
    let words = "States, seconds and moves are the middle of the solved runs.";
    page.section("Methods", &format!("{}<p>{words}</p>", report::table(&head, &body, 1)));
    page.plots(&plots(rows));
    let (head, body) = table(rows);
    page.section("Runs", &report::table(&head, &body, 3));
    page.boards("Levels", "The shortest solution found, step by step.", &boards(plan, rows));
    let jobs = rows.iter().map(|row| row.jobs).max().unwrap_or(1);
    page.finish(&Environment::here(jobs, "run").with("Limits", plan.limits.words()))
}

/// A board for each level, with its shortest solution behind it.
fn boards(plan: &Plan, rows: &[Row]) -> String {
    let mut text = String::new();
    for (file, number) in levels(rows) {
        let case = plan.cases.iter().find(|case| case.file == file && case.number == number);
        let Some(case) = case else { continue };
        let best = rows
            .iter()
            .filter(|row| row.file == file && row.level == number && row.is_solved())
            .min_by_key(|row| row.measures.map(|measures| (measures.moves, measures.pushes)));
        let words = best.map_or_else(
            || "No solution found.".to_owned(),
            |row| {
                let moves = row.measures.map_or(0, |measures| measures.moves);
                format!("{moves} moves by {}", row.method)
            },
        );
        let scenes = scenes(&case.level, &plan.options, best);
        if let Some(replay) = Replay::new(&scenes) {
            text.push_str(&replay.html(
                &format!("{number}. {}", case.title),
                &words,
                ShownAt::Start,
            ));
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
