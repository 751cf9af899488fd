//! Solves the levels of a file and prints what each took:
//! `solve_set FILE [SECONDS|STATESn] [FIRST-LAST] [METHOD] [GIGABYTES] [THREADS]`. With one thread times are
//! of the processor where the system tells, else of the wall.

use std::time::Duration;

use plyground_core::{Limits, Silent, Spec, SpecError, Status};
use plyground_search::solve::solve;
use plyground_sokobond::heuristics;
use plyground_sokobond::{Board, notation, solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &'static str| arguments.get(at).map_or(default, String::as_str);
    let file = arguments.first().ok_or("expected a file of levels")?;
    let (mut limits, limit) = (Limits::default(), word(1, "10"));
    match limit.strip_suffix('n') {
        Some(states) => limits.states = Some(states.parse()?),
        None => limits.time = Some(Duration::from_secs_f64(limit.parse()?)),
    }
    let range = word(2, "1-");
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (first, last) = (first.parse().unwrap_or(1), last.parse().unwrap_or(usize::MAX));
    let spec: Spec = word(3, "auto").parse()?;
    limits.memory = Some(word(4, "4").parse::<u64>()? << 30);
    let threads = word(5, "1").parse()?;
    limits.threads = Some(threads);
    let levels = notation::parse(&std::fs::read(file)?)?;
    let (mut times, mut proven) = (Vec::new(), 0);
    for (number, level) in (1..).zip(&levels).filter(|(number, _)| (first..=last).contains(number))
    {
        let board = Board::new(level, false).map_err(|flaw| flaw.to_string())?;
        let begun = processor_seconds();
        let ran = run(&board, &spec, &limits)?;
        let seconds = match (begun, processor_seconds()) {
            (Some(begun), Some(ended)) if threads == 1 => ended - begun,
            _ => ran.stats.seconds,
        };
        let number_or_dash = |number: Option<u64>| number.map_or("-".into(), |n| n.to_string());
        println!(
            "{number:3} {:22} {:12} {:>4} moves, at least {:>3} {seconds:8.3} s {:10} expanded {:8} KiB",
            level.notes.title,
            ran.status.word(),
            number_or_dash(ran.solution.as_ref().map(|moves| moves.len() as u64)),
            number_or_dash(ran.least_steps()),
            ran.stats.expanded,
            ran.stats.peak_bytes >> 10,
        );
        times.push(seconds);
        proven += u32::from(ran.status == Status::Solved);
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let total: f64 = times.iter().sum();
    println!("{proven} of {} ended; median {median:.3} s, total {total:.2} s", times.len());
    Ok(())
}

fn run(board: &Board, spec: &Spec, limits: &Limits) -> Result<solver::Found, SpecError> {
    if spec.name == "auto" {
        return Ok(solver::solve(board, limits, &mut |_| {}));
    }
    solve(board, &heuristics::of(board), spec, limits, &mut Silent)
}

/// The time this thread has run on a processor, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
