//! Tunes the weights of a game's evaluation by self-play, then lets the new ones play the old ones.
//!
//! `cargo run --release -p plyground-lab --example tune -- abalone|dropper fit|climb GAMES NODES SEED`

mod abalone;
mod dropper;

use plyground_core::{Game, Limits, Spec, SpecError};
use plyground_lab::ratings::Elo;
use plyground_lab::tune::{Plan, Subject, climb, contest, fit, self_play};

/// The weights of a world's evaluation, and how they may be changed.
struct Weights {
    names: Vec<String>,
    old: Vec<i32>,
    /// The weight that sets the scale of a fit.
    anchor: usize,
    /// How far a climb changes each to see what happens.
    changes: Vec<i32>,
}

fn main() -> Result<(), SpecError> {
    let word = |place: usize| std::env::args().nth(place).unwrap_or_default();
    match word(1).as_str() {
        "abalone" => abalone::tune(&word(2)),
        "dropper" => dropper::tune(&word(2)),
        other => Err(SpecError::unknown("world", other, ["abalone", "dropper"])),
    }
}

/// Games, nodes and seed as the command line has them.
fn plan(opening: u32) -> Result<Plan, SpecError> {
    let number = |place: usize, default: u64| -> Result<u64, SpecError> {
        std::env::args().nth(place).map_or(Ok(default), |text| {
            text.parse().map_err(|_| SpecError(format!("{text:?} is not a number")))
        })
    };
    Ok(Plan {
        games: number(3, 200)? as usize,
        player: Spec::new("alphabeta").with("hash", 4),
        limits: Limits::states(number(4, 3000)?),
        opening,
        seed: number(5, 1)?,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    })
}

fn tune<G: Game + 'static>(
    subject: &Subject<'_, G>,
    weights: &Weights,
    way: &str,
    plan: &Plan,
) -> Result<(), SpecError> {
    let Weights { names, old, anchor, changes } = weights;
    let new = match way {
        "fit" => {
            let samples = self_play(subject, old, plan)?;
            let found = fit(&samples, *anchor, old[*anchor]).ok_or_else(|| {
                SpecError("the games say nothing about the weights; play more".to_owned())
            })?;
            let [before, after] = found.loss;
            println!("{} positions, log loss {before:.4} → {after:.4}", samples.len());
            found.weights
        }
        "climb" => climb(subject, old, changes, plan, &mut |pairs, weights| {
            println!("after {pairs} pairs: {weights:?}");
        })?,
        _ => return Err(SpecError::unknown("way", way, ["fit", "climb"])),
    };
    for ((name, old), new) in names.iter().zip(old).zip(&new) {
        println!("{name:24} {old:6} → {new:6}");
    }
    let games = plan.games;
    let pairs = contest(subject, [&new, old], &Plan { seed: plan.seed + 1, ..plan.clone() })?;
    if let Some(elo) = Elo::of(&pairs) {
        println!("new against old: {:+.0} ± {:.0} Elo in {games} games", elo.difference, elo.error);
    }
    Ok(())
}
