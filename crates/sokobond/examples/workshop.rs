//! Looks for levels worth keeping: `cargo run --release -p plyground-sokobond --example workshop -- CHAPTER SIZE LEAST MOST
//! SECONDS SEED [MOLECULE …]`.
//!
//! For each molecule it makes tight levels until its time is up and prints the best, by how easily it is lost, how long it
//! is and how little room it takes. What ships in `crates/sokobond/levels` was picked from its output by eye.

use std::time::{Duration, Instant};

use plyground_core::{Cancel, Generation, Options};
use plyground_sokobond::generator::{self, MOLECULES};
use plyground_sokobond::{Board, Level, notation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [chapter, size, least, most, seconds, seed, molecules @ ..] = &words[..] else {
        return Err("expected CHAPTER SIZE LEAST MOST SECONDS SEED [MOLECULE …]".into());
    };
    let all: Vec<String> = MOLECULES.iter().map(|molecule| molecule.name.to_owned()).collect();
    for molecule in if molecules.is_empty() { &all[..] } else { molecules } {
        let options = Options::new()
            .with("chapter", chapter)
            .with("size", size)
            .with("least", least)
            .with("most", most)
            .with("molecule", molecule);
        let best = search(&options, seed.parse()?, Duration::from_secs_f64(seconds.parse()?));
        for (score, level) in best {
            println!("; score {score:.1}");
            println!("{}", notation::text::print(&[level]));
        }
    }
    Ok(())
}

/// The best two levels that are found in time.
fn search(options: &Options, seed: u64, time: Duration) -> Vec<(f64, Level)> {
    let end = Instant::now() + time;
    let mut best: Vec<(f64, Level)> = Vec::new();
    for round in 0.. {
        if Instant::now() >= end {
            break;
        }
        let seed = seed * 100_000 + round;
        let wanted = Generation {
            count: 1,
            seed,
            options: options.clone(),
            states: None,
            cancel: Cancel::new(),
        };
        // A round that finds nothing is an error to others; here the next one is tried.
        let _ = generator::generate(&wanted, &mut |found| {
            if let Some(score) = score(&found.level) {
                best.push((score, found.level));
                best.sort_by(|a, b| b.0.total_cmp(&a.0));
                best.truncate(2);
            }
        });
    }
    best
}

/// Long and easily lost in a small room is good.
fn score(level: &Level) -> Option<f64> {
    let board = Board::new(level, false).ok()?;
    let moves =
        notation::moves::parse(&board, &board.start_state(), level.notes.solution.as_ref()?);
    let moves = moves.ok()?;
    let traps = generator::traps(&board, &moves)?;
    let floor = level.floor.iter().filter(|&&floor| floor).count();
    Some(moves.len() as f64 + 20.0 * traps - 0.4 * floor as f64)
}
