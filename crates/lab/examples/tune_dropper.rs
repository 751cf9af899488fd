//! Tunes Dropper's weights by self-play, then lets the new ones play the old ones.
//!
//! `cargo run --release -p plyground-lab --example tune_dropper -- fit|climb GAMES NODES SEED [SIZE]`

use plyground_core::{Limits, Spec, SpecError};
use plyground_dropper::evaluation::{FEATURES, Full, NAMES, WEIGHTS, Weights, staged};
use plyground_dropper::{Dropper, State};
use plyground_lab::ratings::Elo;
use plyground_lab::tune::{Plan, Subject, climb, contest, fit, self_play};

/// The largest group on the full board sets the scale.
const ANCHOR: usize = 3;

/// How far weights are changed to see what happens.
const CHANGE: i32 = 10;

fn main() -> Result<(), SpecError> {
    let number = |place: usize, default: u64| -> Result<u64, SpecError> {
        std::env::args().nth(place).map_or(Ok(default), |text| {
            text.parse().map_err(|_| SpecError(format!("{text:?} is not a number")))
        })
    };
    let way = std::env::args().nth(1).unwrap_or_default();
    let (games, nodes, seed) = (number(2, 1000)?, number(3, 300)?, number(4, 1)?);
    let game = Dropper::new(number(5, 8)? as usize);
    let subject = Subject {
        starts: vec![game.clone()],
        features: &|state: &State| staged(&game, state).to_vec(),
        evaluation: &|weights: &[i32]| Box::new(Full { weights: paired(weights) }),
    };
    let plan = Plan {
        games: games as usize,
        player: Spec::new("alphabeta").with("hash", 1),
        limits: Limits::states(nodes),
        opening: 9,
        seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let old = WEIGHTS.as_flattened();
    let new = match way.as_str() {
        "fit" => {
            let samples = self_play(&subject, old, &plan)?;
            let found = fit(&samples, ANCHOR, old[ANCHOR]).ok_or_else(|| {
                SpecError("the games say nothing about the weights; play more".to_owned())
            })?;
            let [before, after] = found.loss;
            println!("{} positions, log loss {before:.4} → {after:.4}", samples.len());
            found.weights
        }
        "climb" => {
            let mut changes = [CHANGE; 2 * FEATURES];
            changes[ANCHOR] = 0;
            climb(&subject, old, &changes, &plan, &mut |pairs, weights| {
                println!("after {pairs} pairs: {weights:?}");
            })?
        }
        _ => return Err(SpecError::unknown("way", &way, ["fit", "climb"])),
    };
    for (name, [first, last]) in NAMES.iter().zip(paired(&new)) {
        println!("    [{first}, {last}], // {name}");
    }
    let plan = Plan { seed: seed + 1, ..plan };
    let pairs = contest(&subject, [&new, old], &plan)?;
    if let Some(elo) = Elo::of(&pairs) {
        println!("new against old: {:+.0} ± {:.0} Elo in {games} games", elo.difference, elo.error);
    }
    Ok(())
}

fn paired(weights: &[i32]) -> Weights {
    std::array::from_fn(|i| [weights[2 * i], weights[2 * i + 1]])
}
