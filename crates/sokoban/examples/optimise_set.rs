//! Makes the solutions of a file shorter and prints what came of it:
//! `optimise_set LEVELS SOLUTIONS METRIC SECONDS|STATESn [NUMBERS]`. SOLUTIONS has one object a line, as
//! `plyground solve --json` prints them. With `solve` for SOLUTIONS the default solver finds them first, within the
//! same limit. Times are of the wall.

use std::sync::Arc;
use std::time::Duration;

use plyground_core::{Limits, Options, Puzzle, PuzzleWorld, Spec};
use plyground_sokoban::{Board, Level, Metric, MoveSpace, Sokoban, notation, solver};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [levels, solutions, metric, limit, rest @ ..] = &arguments[..] else {
        eprintln!("usage: optimise_set LEVELS SOLUTIONS METRIC SECONDS|STATESn [NUMBERS]");
        return;
    };
    let Some(metric) = Metric::from_word(metric) else { return eprintln!("moves or pushes?") };
    let states: Option<u64> = limit.strip_suffix('n').and_then(|text| text.parse().ok());
    let seconds: f64 = limit.parse().unwrap_or(60.0);
    let time = states.is_none().then(|| Duration::from_secs_f64(seconds));
    let limits = Limits { time, states, ..Limits::default() };
    let wanted: Option<Vec<usize>> =
        rest.first().map(|list| list.split(',').filter_map(|word| word.parse().ok()).collect());
    let read = |file: &str| std::fs::read(file).unwrap_or_default();
    let all = match notation::parse(levels, &read(levels)) {
        Ok(all) => all,
        Err(error) => return eprintln!("{error}"),
    };
    let given = String::from_utf8(read(solutions)).unwrap_or_default();
    let known: Vec<(usize, String)> = given
        .lines()
        .filter_map(|line| {
            let object: Value = serde_json::from_str(line).ok()?;
            let number = usize::try_from(object["level"].as_u64()?).ok()?;
            Some((number, object["solution"].as_str()?.to_owned()))
        })
        .collect();
    for (index, level) in all.iter().enumerate() {
        let number = index + 1;
        if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&number)) {
            continue;
        }
        let texts: Vec<String> = if solutions == "solve" {
            first(level, metric, &limits).into_iter().collect()
        } else {
            known.iter().filter(|(of, _)| *of == number).map(|(_, text)| text.clone()).collect()
        };
        if !texts.is_empty() {
            shorten(number, level, metric, &texts, &limits);
        }
    }
}

/// The solution that the default solver finds first.
fn first(level: &Level, metric: Metric, limits: &Limits) -> Option<String> {
    let board = Board::new(&level.grid);
    let spec = Spec::new("auto");
    solver::solve(&board, &spec, metric, limits, &mut |_| {}).ok()?.solution
}

fn shorten(number: usize, level: &Level, metric: Metric, texts: &[String], limits: &Limits) {
    let space = MoveSpace::new(Arc::new(Board::new(&level.grid)));
    let lines: Vec<_> = texts
        .iter()
        .filter_map(|text| Sokoban.parse_moves(&space, &space.start(), text).ok())
        .collect();
    let options = Options::new().with("metric", metric.word());
    let pushes = |text: &str| text.chars().filter(char::is_ascii_uppercase).count();
    match Sokoban.optimise(level, &options, &lines, limits, &mut |_| {}) {
        Ok(Some(found)) => {
            let text = found.solution.unwrap_or_default();
            println!(
                "{number:4} {:5} moves {:4} pushes from {:5} {:4}  {} {:12} {:8.2} s {:12} states {:5} MB",
                text.len(),
                pushes(&text),
                texts[0].len(),
                pushes(&texts[0]),
                if found.optimal { "proven" } else { "      " },
                found.status.word(),
                found.stats.seconds,
                found.stats.expanded,
                found.stats.peak_bytes >> 20,
            );
        }
        Ok(None) => eprintln!("{number}: no solution"),
        Err(error) => eprintln!("{number}: {error}"),
    }
}
