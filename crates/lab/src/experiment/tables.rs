use super::Row;
use super::matrix::Entry;
use super::plots::solved_within;
use super::study::{self, Study};
use crate::frame::{Column, Frame, Kind};
use crate::statistics::Spread;
use crate::units;

/// Words in a table: a head, and a row of cells for each line.
pub type Table = (Vec<&'static str>, Vec<Vec<String>>);

/// What each method with each heuristic did, in short: solved, length, states, time.
pub fn matrix_table(rows: &[Row]) -> Table {
    let study = Study::new(rows);
    let head = vec!["method", "heuristic", "solved", "length", "states", "time"];
    let line = |variant: usize| {
        let Entry { solved, length, states, time, .. } = Entry::new(&study, variant);
        let one = &study.variants[variant];
        let heuristic = one.heuristic.clone().unwrap_or_else(|| "–".to_owned());
        vec![one.family.clone(), heuristic, solved, length, states, time]
    };
    let body = (0..study.variants.len()).map(line).collect();
    (head, body)
}

/// The levels with each method and heuristic, seeds and repeats taken together: solved, moves, states, time, memory.
pub fn table(rows: &[Row]) -> Table {
    let study = Study::new(rows);
    let head = vec!["level", "method", "result", "length", "states", "time", "memory"];
    let mut body = Vec::new();
    for level in 0..study.levels.len() {
        for variant in 0..study.variants.len() {
            let runs = study.runs(variant, level);
            if runs.is_empty() {
                continue;
            }
            let spread = |value, words: fn(f64) -> String| {
                ranged(study.spread(variant, level, value), words)
            };
            body.push(vec![
                study.level_name(level),
                study.variants[variant].name(),
                result(runs),
                spread(study::length, units::count),
                spread(study::states, units::count),
                spread(study::time, units::seconds),
                spread(study::memory, units::bytes),
            ]);
        }
    }
    (head, body)
}

/// The middle of some numbers, with their ends where they differ enough to be seen.
fn ranged(spread: Option<Spread>, words: fn(f64) -> String) -> String {
    let Some(spread) = spread else { return "–".to_owned() };
    let (low, middle, high) = (words(spread.low), words(spread.median), words(spread.high));
    if low == high { middle } else { format!("{middle} ({low} … {high})") }
}

/// How runs of the same level and method ended.
fn result(runs: &[&Row]) -> String {
    let solved = runs.iter().filter(|row| row.is_solved()).count();
    let proven = if runs.iter().all(|row| row.optimal) { ", best" } else { "" };
    let failed = runs.iter().find(|row| !row.is_solved());
    let why = failed.map_or_else(String::new, |row| match &row.reason {
        Some(reason) => format!("{}: {reason}", row.status),
        None => row.status.to_string(),
    });
    match solved {
        0 => why,
        all if all == runs.len() => format!("solved{proven}"),
        some => format!("solved {some} of {}; {why}", runs.len()),
    }
}

/// What each method did over all levels, as rows of words: solved, how often shortest and proven so; states, time and
/// memory as middle, mean and ends of the levels it solved.
pub fn methods_table(rows: &[Row]) -> Table {
    let study = Study::new(rows);
    let head = vec![
        "method",
        "solved",
        "shortest",
        "proven",
        "length",
        "states",
        "mean states",
        "time",
        "mean time",
        "time from … to",
        "most memory",
    ];
    let line = |variant: usize| {
        let entry = Entry::new(&study, variant);
        let (best, proven) = study.best_and_proven(variant);
        let over = |value| study.over_levels(variant, value);
        let (states, time) = (over(study::states), over(study::time));
        let shown = |value: Option<f64>, words: fn(f64) -> String| {
            value.map_or_else(|| "–".to_owned(), words)
        };
        let ends = time
            .map(|time| format!("{} … {}", units::seconds(time.low), units::seconds(time.high)));
        let memory = study.all_runs(variant).filter_map(study::memory).reduce(f64::max);
        vec![
            study.variants[variant].name(),
            entry.solved,
            best.to_string(),
            proven.to_string(),
            entry.length,
            shown(states.map(|spread| spread.median), units::count),
            shown(states.map(|spread| spread.mean), units::count),
            shown(time.map(|spread| spread.median), units::seconds),
            shown(time.map(|spread| spread.mean), units::seconds),
            ends.unwrap_or_else(|| "–".to_owned()),
            shown(memory, units::bytes),
        ]
    };
    let body = (0..study.variants.len()).map(line).collect();
    (head, body)
}

const SOLVED: [Column; 8] = [
    Column::new("file", Kind::Text),
    Column::new("level", Kind::Whole),
    Column::new("title", Kind::Text),
    Column::new("method", Kind::Text),
    Column::new("heuristic", Kind::Text),
    Column::new("runs", Kind::Whole),
    Column::new("solved", Kind::Whole),
    Column::new("seconds", Kind::Decimal),
];

/// Which levels each method solved, as data: how many of its runs, and their middle time.
pub fn solved_set(rows: &[Row]) -> Frame {
    let study = Study::new(rows);
    let mut records = Vec::new();
    for (level, id) in study.levels.iter().enumerate() {
        for (variant, one) in study.variants.iter().enumerate() {
            let runs = study.runs(variant, level);
            if runs.is_empty() {
                continue;
            }
            records.push(vec![
                id.file.into(),
                id.number.into(),
                id.title.into(),
                one.name().into(),
                one.heuristic.clone().into(),
                runs.len().into(),
                runs.iter().filter(|row| row.is_solved()).count().into(),
                study.spread(variant, level, study::time).map(|spread| spread.median).into(),
            ]);
        }
    }
    Frame { columns: &SOLVED, records }
}

const CACTUS: [Column; 4] = [
    Column::new("method", Kind::Text),
    Column::new("heuristic", Kind::Text),
    Column::new("seconds", Kind::Decimal),
    Column::new("solved", Kind::Decimal),
];

/// How many levels each method has solved after a time, as data.
pub fn cactus(rows: &[Row]) -> Frame {
    let study = Study::new(rows);
    let records = study.variants.iter().enumerate().flat_map(|(variant, one)| {
        solved_within(&study, variant).into_iter().map(|(seconds, solved)| {
            vec![one.name().into(), one.heuristic.clone().into(), seconds.into(), solved.into()]
        })
    });
    Frame { columns: &CACTUS, records: records.collect() }
}
