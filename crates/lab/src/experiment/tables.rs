use std::fmt::Write as _;

use super::Row;
use super::summary::{best_and_proven, methods, of};
use crate::report::values;

const HEAD: [&str; 19] = [
    "file",
    "level",
    "title",
    "method",
    "repeat",
    "status",
    "moves",
    "pushes",
    "optimal",
    "expanded",
    "generated",
    "evaluated",
    "reopened",
    "dead_ends",
    "peak_frontier",
    "peak_bytes",
    "seconds",
    "jobs",
    "solution",
];

/// The runs as comma-separated values with a head line.
pub fn csv(rows: &[Row]) -> String {
    let record = |row: &Row| {
        let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let measures = row.measures;
        let stats = &row.stats;
        vec![
            row.file.clone(),
            row.level.to_string(),
            row.title.clone(),
            row.method.clone(),
            row.repeat.to_string(),
            row.status.word().to_owned(),
            number(measures.map(|m| m.moves)),
            number(measures.and_then(|m| m.pushes)),
            row.optimal.to_string(),
            stats.expanded.to_string(),
            stats.generated.to_string(),
            stats.evaluated.to_string(),
            stats.reopened.to_string(),
            stats.dead_ends.to_string(),
            stats.peak_frontier.to_string(),
            stats.peak_bytes.to_string(),
            format!("{:.6}", stats.seconds),
            row.jobs.to_string(),
            row.solution.clone().unwrap_or_default(),
        ]
    };
    values(&HEAD, rows.iter().map(record))
}

/// The runs as JSON, one object a line.
pub fn json_lines(rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{}", serde_json::to_string(row).unwrap_or_default());
        text
    })
}

/// The runs as rows of words, for a terminal or a page: level, method, status, moves, pushes, expanded,
/// seconds, memory.
pub fn table(rows: &[Row]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let head = vec!["level", "method", "status", "moves", "pushes", "expanded", "seconds", "MB"];
    let number =
        |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    let body = rows
        .iter()
        .map(|row| {
            let status =
                if row.optimal { format!("{} (best)", row.status) } else { row.status.to_string() };
            vec![
                format!("{} {}", row.level, row.title),
                row.method.clone(),
                status,
                number(row.measures.map(|m| m.moves)),
                number(row.measures.and_then(|m| m.pushes)),
                row.stats.expanded.to_string(),
                format!("{:.3}", row.stats.seconds),
                format!("{:.1}", row.stats.peak_bytes as f64 / 1e6),
            ]
        })
        .collect();
    (head, body)
}

/// What each method did, as rows of words: solved, how often shortest and proven so, and the middle of its solved runs in
/// states, seconds and moves.
pub fn methods_table(rows: &[Row]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let head =
        vec!["method", "solved", "shortest", "proven", "states", "seconds", "moves", "most MB"];
    let body = methods(rows)
        .into_iter()
        .map(|method| {
            let solved: Vec<&Row> = of(rows, method).filter(|row| row.is_solved()).collect();
            let middle = |value: fn(&Row) -> f64, digits: usize| {
                let mut values: Vec<f64> = solved.iter().map(|row| value(row)).collect();
                values.sort_by(f64::total_cmp);
                let middle = values.get(values.len() / 2);
                middle.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
            };
            let (best, proven) = best_and_proven(rows, method);
            let bytes = of(rows, method).map(|row| row.stats.peak_bytes).max().unwrap_or(0);
            vec![
                method.to_owned(),
                format!("{} of {}", solved.len(), of(rows, method).count()),
                best.to_string(),
                proven.to_string(),
                middle(|row| row.stats.expanded as f64, 0),
                middle(|row| row.stats.seconds, 5),
                middle(|row| row.measures.map_or(0.0, |measures| measures.moves as f64), 0),
                format!("{:.1}", bytes as f64 / 1e6),
            ]
        })
        .collect();
    (head, body)
}
