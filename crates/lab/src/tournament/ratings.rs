use std::str::FromStr;

use plyground_core::SpecError;
use schemars::JsonSchema;
use serde::Serialize;

use super::CrossTable;

/// Elo points in a natural logarithm of odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The half-width of a 95 % interval in standard deviations.
const SIGMAS: f64 = 1.96;
/// What is believed of ratings before the first game, in Elo points: their spread, and that of the first move's worth.
const SPREAD: f64 = 400.0;
const FIRST_MOVE_SPREAD: f64 = 100.0;
/// Where two players met, this many games are added as a draw, so that a clean sweep gives finite numbers.
const DOUBT: f64 = 1.0;

/// How strength is judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatingMethod {
    /// The ratings that make the points most likely (Bradley and Terry); a draw is half a win.
    #[default]
    Elo,
    /// The most believable ratings, by a prior that all are alike; the worth of the first move and the likelihood of
    /// draws are estimated as well (Rao and Kupper).
    Bayes,
}

impl FromStr for RatingMethod {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "elo" => Ok(Self::Elo),
            "bayes" => Ok(Self::Bayes),
            _ => Err(SpecError::unknown("rating", text, ["elo", "bayes"])),
        }
    }
}

/// A number in Elo points with its 95 % error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// The number.
    pub elo: f64,
    /// The half-width of the 95 % interval.
    pub error: f64,
}

/// The strength of every player; their mean is 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The players' ratings.
    pub players: Vec<Rating>,
    /// What the first move is worth, where the method estimates it.
    pub first_move: Option<Rating>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The ratings that a table of results shows.
    pub fn of(table: &CrossTable, method: RatingMethod) -> Self {
        let count = table.count();
        let mut fit = Fit::new(table, method);
        let covariance = fit.solve();
        let mean = fit.at[..count].iter().sum::<f64>() / count.max(1) as f64;
        let centred = centred(&covariance, count);
        let rating = |value: f64, variance: f64| Rating {
            elo: value * SCALE,
            error: SIGMAS * variance.max(0.0).sqrt() * SCALE,
        };
        Self {
            players: (0..count).map(|i| rating(fit.at[i] - mean, centred[i][i])).collect(),
            first_move: (method == RatingMethod::Bayes)
                .then(|| rating(fit.at[count], covariance[count][count])),
            covariance: centred,
        }
    }

    /// How likely it is that player `a` is stronger than player `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let difference = (self.players[a].elo - self.players[b].elo) / SCALE;
        let covariance = &self.covariance;
        let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
        normal(difference / variance.max(1e-12).sqrt())
    }
}

/// The covariance of the first `count` values minus their mean.
fn centred(covariance: &[Vec<f64>], count: usize) -> Vec<Vec<f64>> {
    let rows: Vec<f64> = (0..count)
        .map(|i| covariance[i][..count].iter().sum::<f64>() / count.max(1) as f64)
        .collect();
    let all = rows.iter().sum::<f64>() / count.max(1) as f64;
    (0..count)
        .map(|i| (0..count).map(|j| covariance[i][j] - rows[i] - rows[j] + all).collect())
        .collect()
}

/// The normal distribution function (Abramowitz and Stegun 7.1.26).
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = poly * (-x * x).exp() / 2.0;
    if z >= 0.0 { 1.0 - tail } else { tail }
}

/// Games of `first` against `second`: how often the two factors of the likelihood count, and the draws.
struct Term {
    first: usize,
    second: usize,
    ahead: f64,
    behind: f64,
    draws: f64,
}

/// The search for the most likely values: a rating for each player, then the worth of the first move, then the width
/// of draws, all as logarithms of odds. The logarithm of the likelihood is concave, so Newton's way finds them.
struct Fit {
    at: Vec<f64>,
    terms: Vec<Term>,
    /// How firmly each value is believed to be 0 before the first game.
    firmness: Vec<f64>,
    /// Values from here on are fixed at 0.
    free: usize,
}

impl Fit {
    fn new(table: &CrossTable, method: RatingMethod) -> Self {
        let count = table.count();
        let mut terms = Vec::new();
        for (first, second, meeting) in table.with_sides() {
            let [wins, draws, losses] =
                [meeting.wins, meeting.draws, meeting.losses].map(|games| games as f64);
            let games = wins + draws + losses;
            if games == 0.0 {
                continue;
            }
            let (ahead, behind, draws) = match method {
                RatingMethod::Elo => {
                    // Both sides of a pairing share the doubt by their games.
                    let other = table.side(second, first).games() as f64;
                    let doubt = DOUBT / 2.0 * games / (games + other);
                    (wins + draws / 2.0 + doubt, losses + draws / 2.0 + doubt, 0.0)
                }
                RatingMethod::Bayes => (wins + draws, losses + draws, draws),
            };
            terms.push(Term { first, second, ahead, behind, draws });
        }
        let firm = |spread: f64| (SCALE / spread).powi(2);
        match method {
            // A trace of firmness keeps players apart solvable who never met, even through others.
            RatingMethod::Elo => Self {
                at: vec![0.0; count + 2],
                terms,
                firmness: vec![1e-6; count + 2],
                free: count,
            },
            RatingMethod::Bayes => {
                let mut firmness = vec![firm(SPREAD); count];
                firmness.extend([firm(FIRST_MOVE_SPREAD), 0.0]);
                let mut at = vec![0.0; count + 2];
                at[count + 1] = 0.5;
                Self { at, terms, firmness, free: count + 2 }
            }
        }
    }

    /// Moves to the best values and gives their covariance.
    fn solve(&mut self) -> Vec<Vec<f64>> {
        for _ in 0..200 {
            let (gradient, curvature) = self.slopes();
            let inverse = inverse(curvature);
            let step: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum())
                .collect();
            let (here, before) = (self.at.clone(), self.likelihood());
            let mut share = 1.0;
            loop {
                for ((value, start), step) in self.at.iter_mut().zip(&here).zip(&step) {
                    *value = start + share * step;
                }
                if self.likelihood() >= before || share < 1e-9 {
                    break;
                }
                share /= 2.0;
            }
            if step.iter().all(|step| (step * share).abs() < 1e-10) {
                break;
            }
        }
        inverse(self.slopes().1)
    }

    /// Every term, and half a game of each result between equals, which keeps the width of draws above 0.
    fn each(&self, mut see: impl FnMut(Option<(usize, usize)>, f64, [f64; 3])) {
        let count = self.at.len() - 2;
        for term in &self.terms {
            let x = self.at[term.first] - self.at[term.second] + self.at[count];
            let weights = [term.ahead, term.behind, term.draws];
            see(Some((term.first, term.second)), x, weights);
        }
        if self.free > count {
            see(None, 0.0, [1.0, 1.0, 0.5]);
        }
    }

    fn likelihood(&self) -> f64 {
        let width = self.at[self.at.len() - 1];
        if width < 0.0 {
            return f64::NEG_INFINITY;
        }
        let log_share = |x: f64| -(1.0 + (-x).exp()).ln();
        let mut sum = 0.0;
        self.each(|_, x, [ahead, behind, draws]| {
            sum += ahead * log_share(x - width) + behind * log_share(-x - width);
            if draws > 0.0 {
                sum += draws * (2.0 * width).exp_m1().ln();
            }
        });
        let belief = self.at.iter().zip(&self.firmness).map(|(value, firm)| firm * value * value);
        sum - belief.sum::<f64>() / 2.0
    }

    /// The gradient, and the curvature downwards.
    fn slopes(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (size, count) = (self.at.len(), self.at.len() - 2);
        let (advantage, draw) = (count, count + 1);
        let width = self.at[draw];
        let mut gradient: Vec<f64> =
            self.at.iter().zip(&self.firmness).map(|(value, firm)| -firm * value).collect();
        let mut curvature = vec![vec![0.0; size]; size];
        for (i, firm) in self.firmness.iter().enumerate() {
            curvature[i][i] = *firm;
        }
        self.each(|pair, x, [ahead, behind, draws]| {
            let share = |x: f64| 1.0 / (1.0 + (-x).exp());
            let (p, q) = (share(x - width), share(-x - width));
            let slope = ahead * (1.0 - p) - behind * (1.0 - q);
            let (bend_p, bend_q) = (ahead * p * (1.0 - p), behind * q * (1.0 - q));
            let places: Vec<(usize, f64)> = match pair {
                Some((first, second)) => vec![(first, 1.0), (second, -1.0), (advantage, 1.0)],
                None => Vec::new(),
            };
            for &(i, sign) in &places {
                gradient[i] += sign * slope;
                for &(j, other) in &places {
                    curvature[i][j] += sign * other * (bend_p + bend_q);
                }
                curvature[i][draw] -= sign * (bend_p - bend_q);
                curvature[draw][i] -= sign * (bend_p - bend_q);
            }
            gradient[draw] -= ahead * (1.0 - p) + behind * (1.0 - q);
            curvature[draw][draw] += bend_p + bend_q;
            if draws > 0.0 {
                let odds = (2.0 * width).exp();
                gradient[draw] += draws * 2.0 * odds / (odds - 1.0);
                curvature[draw][draw] += draws * 4.0 * odds / (odds - 1.0).powi(2);
            }
        });
        for i in self.free..size {
            gradient[i] = 0.0;
            curvature[i].fill(0.0);
            for row in &mut curvature {
                row[i] = 0.0;
            }
            curvature[i][i] = 1.0;
        }
        (gradient, curvature)
    }
}

/// The inverse of a symmetric matrix that curves downwards everywhere (Gauss and Jordan).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        result.swap(column, pivot);
        let factor = 1.0 / matrix[column][column];
        for j in 0..size {
            matrix[column][j] *= factor;
            result[column][j] *= factor;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..size {
                matrix[row][j] -= factor * matrix[column][j];
                result[row][j] -= factor * result[column][j];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::super::Meeting;
    use super::*;
    use crate::ratings::{elo_of, expected_score};

    fn table(count: usize, results: &[(usize, usize, [usize; 3])]) -> CrossTable {
        let mut table = CrossTable::new(count);
        for &(first, second, [wins, draws, losses]) in results {
            table.add(first, second, Meeting { wins, draws, losses });
        }
        table
    }

    #[test]
    fn two_players_get_the_difference_that_their_score_shows() {
        let table = table(2, &[(0, 1, [300, 200, 100]), (1, 0, [100, 200, 300])]);
        let ratings = Ratings::of(&table, RatingMethod::Elo);
        let difference = ratings.players[0].elo - ratings.players[1].elo;
        let wanted = elo_of((800.0 + 0.5) / 1201.0);
        assert!((difference - wanted).abs() < 1e-3, "{difference} {wanted}");
        assert!((ratings.players[0].elo + ratings.players[1].elo).abs() < 1e-6);
    }

    #[test]
    fn the_error_of_two_players_is_that_of_a_coin() {
        // A score of one half in 400 games has a deviation of 1/40: 17.4 Elo between the two, half of that each.
        let table = table(2, &[(0, 1, [100, 0, 100]), (1, 0, [100, 0, 100])]);
        let ratings = Ratings::of(&table, RatingMethod::Elo);
        assert!((ratings.players[0].error - SIGMAS * 17.37 / 2.0).abs() < 0.1);
        assert!((ratings.superiority(0, 1) - 0.5).abs() < 1e-6);
    }

    /// Games between players of known strength.
    fn simulated(truth: &[f64], games: usize, seed: u64) -> CrossTable {
        let mut rng = Rng::new(seed);
        let mut table = CrossTable::new(truth.len());
        for first in 0..truth.len() {
            for second in (0..truth.len()).filter(|&second| second != first) {
                for _ in 0..games {
                    let won = rng.unit() < expected_score(truth[first] - truth[second]);
                    let (wins, losses) = (usize::from(won), usize::from(!won));
                    table.add(first, second, Meeting { wins, draws: 0, losses });
                }
            }
        }
        table
    }

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let truth = [150.0, 50.0, -50.0, -150.0];
        for method in [RatingMethod::Elo, RatingMethod::Bayes] {
            let mut held = 0;
            for seed in 0..100 {
                let ratings = Ratings::of(&simulated(&truth, 40, seed), method);
                held += ratings
                    .players
                    .iter()
                    .zip(truth)
                    .filter(|(rating, truth)| (rating.elo - truth).abs() < rating.error)
                    .count();
            }
            assert!((365..=395).contains(&held), "{method:?}: {held} of 400");
        }
    }

    #[test]
    fn the_worth_of_the_first_move_is_found() {
        let table = table(2, &[(0, 1, [150, 0, 50]), (1, 0, [150, 0, 50])]);
        let ratings = Ratings::of(&table, RatingMethod::Bayes);
        let first = ratings.first_move.unwrap();
        assert!(first.elo > 140.0 && first.elo < 191.0, "{first:?}");
        assert!(ratings.players[0].elo.abs() < 1e-6);
    }

    #[test]
    fn a_clean_sweep_and_players_who_never_met_give_finite_numbers() {
        let sweep = table(4, &[(0, 1, [10, 0, 0]), (1, 0, [0, 0, 10]), (2, 3, [0, 3, 0])]);
        for method in [RatingMethod::Elo, RatingMethod::Bayes] {
            let ratings = Ratings::of(&sweep, method);
            assert!(ratings.players.iter().all(|r| r.elo.is_finite() && r.error.is_finite()));
            assert!(ratings.players[0].elo > ratings.players[1].elo + 100.0, "{ratings:?}");
            assert!(ratings.superiority(0, 1) > 0.95);
        }
    }

    #[test]
    fn the_slopes_agree_with_small_differences() {
        let results = [(0, 1, [5, 3, 2]), (1, 2, [4, 1, 4]), (2, 0, [1, 2, 6])];
        let mut fit = Fit::new(&table(3, &results), RatingMethod::Bayes);
        fit.at = vec![0.3, -0.2, 0.1, 0.15, 0.4];
        let (gradient, curvature) = fit.slopes();
        for i in 0..fit.at.len() {
            let mut at = |shift: f64| {
                fit.at[i] += shift;
                let seen = (fit.likelihood(), fit.slopes().0);
                fit.at[i] -= shift;
                seen
            };
            let ((low, slopes_low), (high, slopes_high)) = (at(-1e-5), at(1e-5));
            assert!(((high - low) / 2e-5 - gradient[i]).abs() < 1e-5);
            for j in 0..gradient.len() {
                let bend = (slopes_low[j] - slopes_high[j]) / 2e-5;
                assert!((bend - curvature[i][j]).abs() < 1e-4, "{i} {j}");
            }
        }
    }
}
