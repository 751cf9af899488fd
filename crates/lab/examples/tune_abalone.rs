//! Tunes Abalone's weights by self-play, then lets the new ones play the old ones.
//!
//! `cargo run --release -p plyground-lab --example tune_abalone -- fit|climb GAMES NODES SEED`

use plyground_abalone::evaluation::{FEATURES, Full, WEIGHTS, features};
use plyground_abalone::{AbaloneGame, State, layouts};
use plyground_core::{Limits, Spec, SpecError};
use plyground_lab::ratings::Elo;
use plyground_lab::tune::{Plan, Subject, climb, contest, fit, self_play};

/// Openings on which equals do not simply draw.
const SETUPS: [&str; 2] = ["belgian-daisy", "german-daisy"];

/// How far weights are changed to see what happens; the first, a capture's, sets the scale.
const CHANGES: [i32; FEATURES] = [0, 40, 30, 40, 40, 15, 15, 20, 20, 60, 40, 40];

fn main() -> Result<(), SpecError> {
    let number = |place: usize, default: u64| -> Result<u64, SpecError> {
        std::env::args().nth(place).map_or(Ok(default), |text| {
            text.parse().map_err(|_| SpecError(format!("{text:?} is not a number")))
        })
    };
    let way = std::env::args().nth(1).unwrap_or_default();
    let (games, nodes, seed) = (number(2, 200)?, number(3, 3000)?, number(4, 1)?);
    let mut starts = Vec::new();
    for id in SETUPS {
        starts.push(AbaloneGame::new(layouts::find(id)?.start));
    }
    let subject = Subject {
        starts,
        features: &|state: &State| features(state).to_vec(),
        evaluation: &|weights: &[i32]| {
            let mut full = Full::default();
            full.weights[..FEATURES].copy_from_slice(weights);
            Box::new(full)
        },
    };
    let plan = Plan {
        games: games as usize,
        player: Spec::new("alphabeta").with("hash", 4),
        limits: Limits::states(nodes),
        opening: 6,
        seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let old = Full::default().weights;
    let new = match way.as_str() {
        "fit" => {
            let samples = self_play(&subject, &old, &plan)?;
            let found = fit(&samples, 0, old[0]).ok_or_else(|| {
                SpecError("the games say nothing about the weights; play more".to_owned())
            })?;
            let [before, after] = found.loss;
            println!("{} positions, log loss {before:.4} → {after:.4}", samples.len());
            found.weights
        }
        "climb" => climb(&subject, &old, &CHANGES, &plan, &mut |pairs, weights| {
            println!("after {pairs} pairs: {weights:?}");
        })?,
        _ => return Err(SpecError::unknown("way", &way, ["fit", "climb"])),
    };
    for ((name, old), new) in WEIGHTS.iter().zip(&new) {
        println!("{name:10} {old:6} → {new:6}");
    }
    let plan = Plan { seed: seed + 1, ..plan };
    let pairs = contest(&subject, [&new, &old], &plan)?;
    if let Some(elo) = Elo::of(&pairs) {
        println!("new against old: {:+.0} ± {:.0} Elo in {games} games", elo.difference, elo.error);
    }
    Ok(())
}
