//! Fits the weights of the evaluation to the results of games that the evaluation plays against itself.
//!
//! `cargo run --release -p plyground-dropper --example fit -- GAMES SIZE SEED` prints a table for
//! `src/evaluation/weights.rs`. Repeat until the weights settle.

#![expect(clippy::needless_range_loop, reason = "matrices are written with their indices")]

use plyground_core::{Evaluation, Game, Outcome, Rng, Side};
use plyground_dropper::evaluation::{FEATURES, Full, NAMES, features};
use plyground_dropper::{Dropper, Ply, State};

/// Every feature counts twice: for the empty board and for the full one.
const INPUTS: usize = 2 * FEATURES;
/// The evaluation at which the chances are e to 1.
const SCALE: f64 = 200.0;
/// Pulls weights that the games say little about towards 0.
const DECAY: f64 = 1e-4;

struct Sample {
    inputs: [f64; INPUTS],
    points: f64,
}

fn number(index: usize, default: u64) -> u64 {
    std::env::args().nth(index).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let (games, size, seed) = (number(1, 1000), number(2, 8) as usize, number(3, 1));
    let game = Dropper::new(size);
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    for _ in 0..games {
        record(&game, &mut rng, &mut samples);
    }
    let weights = fit(&samples);
    println!(
        "// {games} games on {size}×{size}, {} positions, loss {:.4}",
        samples.len(),
        loss(&samples, &weights)
    );
    for (name, pair) in NAMES.iter().zip(weights.chunks(2)) {
        println!("    [{:.0}, {:.0}], // {name}", pair[0] * SCALE, pair[1] * SCALE);
    }
}

/// Plays one game, after a random opening, and keeps its positions with the result.
fn record(game: &Dropper, rng: &mut Rng, samples: &mut Vec<Sample>) {
    let mut state = game.start();
    let mut seen: Vec<(Side, [f64; INPUTS])> = Vec::new();
    let opening = 2 + rng.below(16);
    for ply in 0.. {
        let mut plies = Vec::new();
        game.moves(&state, &mut plies);
        if plies.is_empty() {
            break;
        }
        let at_random = ply < opening || rng.below(16) == 0;
        let chosen = if at_random { rng.pick(&plies).copied() } else { best(game, &state, &plies) };
        let Some(chosen) = chosen else { break };
        game.play(&mut state, chosen);
        if ply >= opening && rng.below(3) == 0 {
            seen.push(inputs(game, &state));
        }
    }
    let Some(outcome) = game.outcome(&state) else { return };
    let points = |side| if outcome == Outcome::Draw { 0.5 } else { outcome.points(side) };
    samples.extend(seen.into_iter().map(|(side, inputs)| Sample { inputs, points: points(side) }));
}

fn best(game: &Dropper, state: &State, plies: &[Ply]) -> Option<Ply> {
    let side = game.to_move(state);
    plies.iter().copied().max_by_key(|&ply| {
        let mut next = *state;
        game.play(&mut next, ply);
        let value = Full.evaluate(game, &next);
        if game.to_move(&next) == side { value } else { -value }
    })
}

/// The side that drops next, and what it sees.
fn inputs(game: &Dropper, state: &State) -> (Side, [f64; INPUTS]) {
    let (seen, free_due) = match (game, state) {
        (Dropper::Small(rules), State::Small(stones)) => (features(rules, stones), stones.free_due),
        (Dropper::Large(rules), State::Large(stones)) => (features(rules, stones), stones.free_due),
        _ => unreachable!("a state belongs to the game that made it"),
    };
    let early = f64::from(game.empties(state)) / (game.size() * game.size()) as f64;
    let mut inputs = [0.0; INPUTS];
    for (pair, feature) in inputs.chunks_mut(2).zip(seen) {
        pair[0] = f64::from(feature) * early;
        pair[1] = f64::from(feature) * (1.0 - early);
    }
    let mover = game.to_move(state);
    (if free_due { mover.other() } else { mover }, inputs)
}

fn chance(inputs: &[f64; INPUTS], weights: &[f64; INPUTS]) -> f64 {
    let value: f64 = inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum();
    1.0 / (1.0 + (-value).exp())
}

fn loss(samples: &[Sample], weights: &[f64; INPUTS]) -> f64 {
    let of = |sample: &Sample| {
        let p = chance(&sample.inputs, weights).clamp(1e-9, 1.0 - 1e-9);
        -(sample.points * p.ln() + (1.0 - sample.points) * (1.0 - p).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Logistic regression by Newton's method.
fn fit(samples: &[Sample]) -> [f64; INPUTS] {
    let mut weights = [0.0; INPUTS];
    for _ in 0..12 {
        let mut gradient = [0.0; INPUTS];
        let mut curvature = vec![[0.0; INPUTS]; INPUTS];
        for sample in samples {
            let p = chance(&sample.inputs, &weights);
            for i in 0..INPUTS {
                gradient[i] += (sample.points - p) * sample.inputs[i];
                for j in 0..=i {
                    curvature[i][j] += p * (1.0 - p) * sample.inputs[i] * sample.inputs[j];
                }
            }
        }
        let decay = DECAY * samples.len() as f64;
        for i in 0..INPUTS {
            gradient[i] -= decay * weights[i];
            curvature[i][i] += decay;
            for j in i + 1..INPUTS {
                curvature[i][j] = curvature[j][i];
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight += step;
        }
    }
    weights
}

/// Solves a system of linear equations with a positive definite matrix.
fn solve(mut matrix: Vec<[f64; INPUTS]>, mut right: [f64; INPUTS]) -> [f64; INPUTS] {
    for i in 0..INPUTS {
        for row in i + 1..INPUTS {
            let factor = matrix[row][i] / matrix[i][i];
            for column in i..INPUTS {
                matrix[row][column] -= factor * matrix[i][column];
            }
            right[row] -= factor * right[i];
        }
    }
    for i in (0..INPUTS).rev() {
        let known: f64 = (i + 1..INPUTS).map(|column| matrix[i][column] * right[column]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
