//! Tuning an evaluation by self-play, in two ways.
//!
//! [`fit`] finds good weights from few games (Texel's method): an evaluation that is a weighted sum
//! of features plays against itself; the quiet positions of these games, each with the result of its
//! game, are samples; the weights that predict the results best (logistic regression) are the new
//! ones. [`climb`] makes good weights better with many games (simultaneous perturbation): pairs of
//! games between two random changes of the weights show the way. Whether new weights are stronger, a
//! [`contest`] shows.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plyground_core::{
    Budget, Evaluation, Game, Limits, Outcome, Player, Position, Rng, Side, Spec, SpecError,
};
use plyground_search::play;

use crate::ratings::Pairs;

/// Makes an evaluation of weights.
pub type Weighing<'a, G> = dyn Fn(&[i32]) -> Box<dyn Evaluation<G>> + Sync + 'a;

/// A game whose evaluation can be tuned.
pub struct Subject<'a, G: Game> {
    /// The starts to play from, in turn.
    pub starts: Vec<G>,
    /// The features of a position, for the side to move.
    pub features: &'a (dyn Fn(&G::State) -> Vec<i32> + Sync),
    /// The evaluation with these weights.
    pub evaluation: &'a Weighing<'a, G>,
}

/// How games are played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many games.
    pub games: usize,
    /// Who plays; its evaluation is the one that is tuned.
    pub player: Spec,
    /// What it may use for a move.
    pub limits: Limits,
    /// Random plies before it takes over.
    pub opening: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
}

/// A position as the regression sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Its features, for the side to move.
    pub features: Vec<i32>,
    /// The points of the side to move: 0, ½ or 1.
    pub points: f64,
}

/// Plays games between equals and takes the quiet positions from them.
pub fn self_play<G: Game + 'static>(
    subject: &Subject<'_, G>,
    weights: &[i32],
    plan: &Plan,
) -> Result<Vec<Sample>, SpecError> {
    let samples = Mutex::new(vec![Vec::new(); plan.games]);
    each_game(plan, |index| {
        let game = subject.start(index);
        let mut players =
            [subject.player(&plan.player, weights)?, subject.player(&plan.player, weights)?];
        let mut visited = Vec::new();
        let outcome = play_game(game, plan, index, &mut players, &mut |state| {
            let mut loud = Vec::new();
            game.loud_moves(state, &mut loud);
            if loud.is_empty() {
                visited.push((game.to_move(state), (subject.features)(state)));
            }
        });
        let found = visited
            .into_iter()
            .map(|(side, features)| Sample { features, points: outcome.points(side) })
            .collect();
        samples.lock().unwrap_or_else(PoisonError::into_inner)[index] = found;
        Ok(())
    })?;
    let samples = samples.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(samples.into_iter().flatten().collect())
}

/// Plays pairs of games between two sets of weights; the points are those of the first.
pub fn contest<G: Game + 'static>(
    subject: &Subject<'_, G>,
    weights: [&[i32]; 2],
    plan: &Plan,
) -> Result<Pairs, SpecError> {
    let points = Mutex::new(vec![0; plan.games / 2]);
    each_game(plan, |index| {
        if index / 2 >= plan.games / 2 {
            return Ok(());
        }
        let first = index % 2;
        let mut players = [
            subject.player(&plan.player, weights[first])?,
            subject.player(&plan.player, weights[1 - first])?,
        ];
        let game = subject.start(index / 2);
        let outcome = play_game(game, plan, index / 2, &mut players, &mut |_| {});
        let side = if first == 0 { Side::First } else { Side::Second };
        let half_points = (outcome.points(side) * 2.0) as usize;
        points.lock().unwrap_or_else(PoisonError::into_inner)[index / 2] += half_points;
        Ok(())
    })?;
    let mut pairs = Pairs::default();
    for half_points in points.into_inner().unwrap_or_else(PoisonError::into_inner) {
        pairs.add(half_points);
    }
    Ok(pairs)
}

impl<G: Game + 'static> Subject<'_, G> {
    fn start(&self, index: usize) -> &G {
        &self.starts[index % self.starts.len()]
    }

    fn player(&self, spec: &Spec, weights: &[i32]) -> Result<Box<dyn Player<G>>, SpecError> {
        play::player(spec, (self.evaluation)(weights))
    }
}

/// Runs the games of a plan on its threads.
fn each_game(
    plan: &Plan,
    run: impl Fn(usize) -> Result<(), SpecError> + Sync,
) -> Result<(), SpecError> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= plan.games || plan.limits.cancel.is_cancelled() {
                    return Ok(());
                }
                run(index)?;
            }
        };
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

/// Plays one game from a random opening, and shows every position after it.
fn play_game<G: Game>(
    game: &G,
    plan: &Plan,
    opening: usize,
    players: &mut [Box<dyn Player<G>>; 2],
    visit: &mut dyn FnMut(&G::State),
) -> Outcome {
    let mut rng = Rng::new(plan.seed ^ (opening as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut position = Position::start(game);
    let mut scratch = Vec::new();
    let budget = Budget { limits: plan.limits.clone(), ..Budget::default() };
    loop {
        if let Some(outcome) = position.outcome(game) {
            return outcome;
        }
        let mv = if position.ply() < plan.opening {
            game.random_move(&position.state, &mut rng, &mut scratch)
        } else {
            visit(&position.state);
            let player = &mut players[game.to_move(&position.state).index()];
            player.choose(game, &position, &budget, &mut |_| {}).best.first().copied()
        };
        let Some(mv) = mv else { return Outcome::Draw };
        position.play(game, mv);
    }
}

/// Share of a change by which the weights move for a pair that was won twice, first and last.
const RATES: [f64; 2] = [0.3, 0.05];

/// Climbs from `weights`: each pair of a plan's games is played between two opposite random changes
/// of all weights, by `changes` up or down, and the weights move towards the winner. A change of 0
/// leaves a weight as it is. `seen` is told the pairs played and the weights, now and then.
pub fn climb<G: Game + 'static>(
    subject: &Subject<'_, G>,
    weights: &[i32],
    changes: &[i32],
    plan: &Plan,
    seen: &mut (dyn FnMut(usize, &[i32]) + Send),
) -> Result<Vec<i32>, SpecError> {
    let rounded = |weights: &[f64]| weights.iter().map(|w| w.round() as i32).collect::<Vec<_>>();
    let start: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
    let pairs = Plan { games: plan.games / 2, ..plan.clone() };
    let shared = Mutex::new((start, seen));
    each_game(&pairs, |index| {
        let mut rng = Rng::new(plan.seed.wrapping_add(1 + index as u64));
        let step: Vec<f64> = changes
            .iter()
            .map(|&change| f64::from(change) * if rng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let centre = shared.lock().unwrap_or_else(PoisonError::into_inner).0.clone();
        let moved = |sign: f64| {
            let moved: Vec<f64> = centre.iter().zip(&step).map(|(w, s)| w + sign * s).collect();
            rounded(&moved)
        };
        let (up, down) = (moved(1.0), moved(-1.0));
        let mut points = 0.0;
        for (first, side) in [([&up, &down], Side::First), ([&down, &up], Side::Second)] {
            let mut players =
                [subject.player(&plan.player, first[0])?, subject.player(&plan.player, first[1])?];
            let outcome = play_game(subject.start(index), plan, index, &mut players, &mut |_| {});
            points += outcome.points(side);
        }
        let progress = index as f64 / pairs.games as f64;
        let rate = RATES[0] + (RATES[1] - RATES[0]) * progress;
        let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (weights, seen) = &mut *guard;
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight += rate * (points - 1.0) * step;
        }
        if (index + 1).is_multiple_of(50) {
            seen(index + 1, &rounded(weights));
        }
        Ok(())
    })?;
    Ok(rounded(&shared.into_inner().unwrap_or_else(PoisonError::into_inner).0))
}

/// What the regression found.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The new weights, with the anchor's as it was.
    pub weights: Vec<i32>,
    /// The mean log loss of a constant guess, and that of the new weights.
    pub loss: [f64; 2],
}

/// Rounds of Newton's method; it converges in fewer.
const ROUNDS: usize = 12;
/// Keeps weights of features that never occur at zero.
const RIDGE: f64 = 1e-3;

/// Fits weights to samples, in the scale in which the feature `anchor` weighs `anchor_weight`.
/// `None` where the samples say nothing, or that the anchor does not matter.
pub fn fit(samples: &[Sample], anchor: usize, anchor_weight: i32) -> Option<Fit> {
    let n = samples.first()?.features.len();
    let mut weights = vec![0.0; n];
    for _ in 0..ROUNDS {
        let mut gradient = vec![0.0; n];
        let mut hessian = vec![vec![0.0; n]; n];
        for sample in samples {
            let guess = sigmoid(dot(&sample.features, &weights));
            let (error, slope) = (sample.points - guess, guess * (1.0 - guess));
            for (i, &a) in sample.features.iter().enumerate().filter(|&(_, &a)| a != 0) {
                gradient[i] += error * f64::from(a);
                for (j, &b) in sample.features.iter().enumerate() {
                    hessian[i][j] += slope * f64::from(a) * f64::from(b);
                }
            }
        }
        for i in 0..n {
            gradient[i] -= RIDGE * weights[i];
            hessian[i][i] += RIDGE;
        }
        let step = solve(hessian, gradient)?;
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    let loss = [loss(samples, &vec![0.0; n]), loss(samples, &weights)];
    let scale = f64::from(anchor_weight) / weights[anchor];
    (scale.is_finite() && scale > 0.0).then(|| Fit {
        weights: weights.iter().map(|weight| (weight * scale).round() as i32).collect(),
        loss,
    })
}

fn dot(features: &[i32], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |sample: &Sample| {
        let guess = sigmoid(dot(&sample.features, weights)).clamp(1e-9, 1.0 - 1e-9);
        -sample.points * guess.ln() - (1.0 - sample.points) * (1.0 - guess).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// Solves linear equations by elimination; `None` where there is no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut values: Vec<f64>) -> Option<Vec<f64>> {
    let n = values.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        values.swap(column, pivot);
        for row in column + 1..n {
            let (above, below) = matrix.split_at_mut(row);
            let factor = below[0][column] / above[column][column];
            for (value, pivot) in below[0].iter_mut().zip(&above[column]) {
                *value -= factor * pivot;
            }
            values[row] -= factor * values[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row][k] * values[k]).sum();
        values[row] = (values[row] - known) / matrix[row][row];
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_the_weights_that_made_the_samples() {
        let mut rng = Rng::new(1);
        let truth = [0.9, 0.2, -0.4];
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let features: Vec<i32> = (0..3).map(|_| rng.below(7) as i32 - 3).collect();
                let won = rng.unit() < sigmoid(dot(&features, &truth));
                Sample { features, points: f64::from(u8::from(won)) }
            })
            .collect();
        let fit = fit(&samples, 0, 900).unwrap();
        assert!(fit.loss[1] < fit.loss[0]);
        for (weight, expected) in fit.weights.iter().zip([900, 200, -400]) {
            assert!((weight - expected).abs() < 40, "{:?}", fit.weights);
        }
    }

    /// Each side adds one or two to its total, six times in all; the larger total wins.
    struct Adding;

    impl Game for Adding {
        type State = (Side, [i32; 2], u32);
        type Move = i32;

        fn start(&self) -> Self::State {
            (Side::First, [0; 2], 6)
        }
        fn to_move(&self, state: &Self::State) -> Side {
            state.0
        }
        fn moves(&self, state: &Self::State, out: &mut Vec<i32>) {
            if state.2 > 0 {
                out.extend([1, 2]);
            }
        }
        fn play(&self, (side, totals, left): &mut Self::State, mv: i32) {
            totals[side.index()] += mv;
            *side = side.other();
            *left -= 1;
        }
        fn outcome(&self, &(_, [first, second], left): &Self::State) -> Option<Outcome> {
            (left == 0).then(|| match first.cmp(&second) {
                std::cmp::Ordering::Greater => Outcome::Win(Side::First),
                std::cmp::Ordering::Less => Outcome::Win(Side::Second),
                std::cmp::Ordering::Equal => Outcome::Draw,
            })
        }
        fn key(&self, &(side, [first, second], left): &Self::State) -> u64 {
            side as u64 | (first as u64) << 8 | (second as u64) << 16 | u64::from(left) << 24
        }
    }

    struct Weighted(i32);

    impl Evaluation<Adding> for Weighted {
        fn evaluate(&self, _game: &Adding, state: &<Adding as Game>::State) -> i32 {
            self.0 * lead(state)
        }
    }

    fn lead(&(side, totals, _): &<Adding as Game>::State) -> i32 {
        totals[side.index()] - totals[side.other().index()]
    }

    #[test]
    fn games_show_which_weights_are_better() {
        let subject = Subject {
            starts: vec![Adding],
            features: &|state| vec![lead(state)],
            evaluation: &|weights| Box::new(Weighted(weights[0])),
        };
        let plan = Plan {
            games: 200,
            player: Spec::new("greedy"),
            limits: Limits::default(),
            opening: 2,
            seed: 1,
            threads: 2,
        };
        let pairs = contest(&subject, [&[1], &[-1]], &plan).unwrap();
        assert_eq!(pairs.total(), 100);
        assert!(crate::ratings::Elo::of(&pairs).unwrap().difference > 200.0);
        let climbed = climb(&subject, &[0], &[10], &plan, &mut |_, _| {}).unwrap();
        assert!(climbed[0] > 10, "{climbed:?}");
        let samples = self_play(&subject, &[1], &plan).unwrap();
        assert!(fit(&samples, 0, 100).is_some());
    }

    #[test]
    fn samples_that_say_nothing_give_no_fit() {
        assert_eq!(fit(&[], 0, 100), None);
        let sample = Sample { features: vec![0, 0], points: 0.5 };
        assert_eq!(fit(&[sample], 0, 100), None);
    }

    #[test]
    fn linear_equations_are_solved() {
        let matrix = vec![vec![0.0, 2.0], vec![4.0, 1.0]];
        assert_eq!(solve(matrix, vec![6.0, 11.0]), Some(vec![2.0, 3.0]));
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 2.0]), None);
    }
}
