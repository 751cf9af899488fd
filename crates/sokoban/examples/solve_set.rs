//! Solves the levels of a file with the default solver and prints what each took:
//! `solve_set FILE [SECONDS|STATESn] [FIRST-LAST] [METHOD] [THREADS] [METRIC]`. Times are of the processor where the system tells.
//! The last line is the curve to judge a search by: how many levels were solved within so many expansions.

use std::time::Duration;

use plyground_core::{Limits, Spec, Status};
use plyground_sokoban::{Board, Metric, notation, solver};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = arguments.first() else {
        eprintln!("usage: solve_set FILE [SECONDS] [FIRST-LAST] [METHOD] [THREADS]");
        return;
    };
    let limit = arguments.get(1).map_or("10", String::as_str);
    let states: Option<u64> = limit.strip_suffix('n').and_then(|text| text.parse().ok());
    let time = match states {
        Some(_) => None,
        None => Some(Duration::from_secs_f64(limit.parse().unwrap_or(10.0))),
    };
    let range = arguments.get(2).map_or("1-", String::as_str);
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let first: usize = first.parse().unwrap_or(1);
    let last: usize = last.parse().unwrap_or(usize::MAX);
    let spec: Spec = match arguments.get(3).map_or("auto", String::as_str).parse() {
        Ok(spec) => spec,
        Err(error) => return eprintln!("{error}"),
    };
    let threads: Option<usize> = arguments.get(4).and_then(|text| text.parse().ok());
    let metric = arguments.get(5).and_then(|word| Metric::from_word(word)).unwrap_or(Metric::Moves);
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return eprintln!("{file}: {error}"),
    };
    let levels = match notation::parse(file, &bytes) {
        Ok(levels) => levels,
        Err(error) => return eprintln!("{error}"),
    };
    let mut times = Vec::new();
    let mut solved = Vec::new();
    let mut expanded = Vec::new();
    for (index, level) in levels.iter().enumerate() {
        let number = index + 1;
        if number < first || number > last {
            continue;
        }
        let limits = Limits { memory: Some(4 << 30), time, states, threads, ..Limits::default() };
        let begun = processor_seconds();
        let mut note = String::new();
        let board = Board::new(&level.grid);
        let result = solver::solve(&board, &spec, metric, &limits, &mut |progress| {
            note.clone_from(&progress.note);
        });
        let report = match result {
            Ok(report) => report,
            Err(error) => return eprintln!("{error}"),
        };
        let text = report.solution.as_deref().unwrap_or("");
        let pushes = text.chars().filter(char::is_ascii_uppercase).count();
        let stats = report.stats;
        let seconds = match (begun, processor_seconds()) {
            (Some(begun), Some(ended)) => ended - begun,
            _ => stats.seconds,
        };
        println!(
            "{number:4} {:12} {:8.3} s {:9} expanded {:7} KiB {pushes:5} pushes {:5} moves  {}{}",
            report.status.word(),
            seconds,
            stats.expanded,
            stats.peak_bytes >> 10,
            text.len(),
            if report.status == Status::Solved { "" } else { &note },
            if report.optimal {
                "proven".into()
            } else {
                format!("at least {}", report.bound.unwrap_or(0))
            },
        );
        times.push(seconds);
        if report.status == Status::Solved {
            solved.push(number);
            expanded.push(stats.expanded);
        }
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    println!(
        "solved {} of {}; median {median:.4} s, total {:.2} s, worst {:.3} s",
        solved.len(),
        times.len(),
        times.iter().sum::<f64>(),
        times.last().copied().unwrap_or(0.0)
    );
    println!("{solved:?}");
    expanded.sort_unstable();
    let within = |most: u64| expanded.iter().filter(|&&count| count <= most).count();
    let curve = (0..).map(|power| 10_u64.pow(2 + power / 2) * [1, 3][power as usize % 2]);
    let curve: Vec<String> = curve
        .take_while(|&most| most == 100 || within(most / 3) < expanded.len())
        .map(|most| format!("{} within {most}", within(most)))
        .collect();
    println!("by expansions: {}", curve.join(", "));
}

/// The time this thread has run on a processor, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
