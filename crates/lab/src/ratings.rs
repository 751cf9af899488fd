//! Elo differences with error bars, and the sequential probability ratio test.
//!
//! Games come in pairs with swapped colours from the same opening, so the pair is the unit of
//! chance: its points (0, ½, 1, 1½ or 2) are counted, and the variance comes from those counts.

use schemars::JsonSchema;
use serde::Serialize;

/// The half-width of a 95 % interval in standard deviations.
const SIGMAS: f64 = 1.96;

/// Points per game from pairs of games, for the first of two players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pub counts: [u32; 5],
}

impl Pairs {
    /// Counts a pair of games by its half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The mean score of a game and the variance of a pair's mean score. `prior` is added to each
    /// count, so that there is always some doubt.
    fn moments(&self, prior: f64) -> (f64, f64, f64) {
        let weights = self.counts.map(|count| f64::from(count) + prior);
        let total: f64 = weights.iter().sum();
        let score = |half_points: usize| half_points as f64 / 4.0;
        let mean = weights.iter().enumerate().map(|(i, w)| w * score(i)).sum::<f64>() / total;
        let variance =
            weights.iter().enumerate().map(|(i, w)| w * (score(i) - mean).powi(2)).sum::<f64>()
                / total;
        (total, mean, variance)
    }
}

/// A difference of strength with its 95 % error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    /// The difference; positive where the first player is stronger.
    pub difference: f64,
    /// The half-width of the 95 % interval.
    pub error: f64,
}

/// The score that a difference in Elo makes likely.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes a score likely; the score lies strictly between 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Elo {
    /// The difference that pairs of games show; `None` without games. A tenth of a pair of each
    /// kind is added, so that a clean sweep gives a finite number.
    pub fn of(pairs: &Pairs) -> Option<Self> {
        if pairs.total() == 0 {
            return None;
        }
        let (total, mean, variance) = pairs.moments(0.1);
        let margin = SIGMAS * (variance / total).sqrt();
        let inside = |score: f64| score.clamp(1e-4, 1.0 - 1e-4);
        let (low, high) = (elo_of(inside(mean - margin)), elo_of(inside(mean + margin)));
        Some(Self { difference: elo_of(inside(mean)), error: (high - low) / 2.0 })
    }
}

/// A test of two hypotheses about a difference in Elo, with 5 % risk of either error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The difference of the first hypothesis.
    pub elo0: f64,
    /// The difference of the second one, larger.
    pub elo1: f64,
}

/// What a test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The second hypothesis holds.
    Accepted,
    /// The first one does.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends: ln(0.95 / 0.05).
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// The log-likelihood ratio of the second hypothesis against the first (normal approximation).
    ///
    /// Half a pair of each kind is added for the variance alone: without it the first pairs, which
    /// may well be equal, would have none, and a single one would settle the test.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let (total, mean, _) = pairs.moments(0.0);
        let (_, _, variance) = pairs.moments(0.5);
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What the test says.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= Self::BOUND => Verdict::Accepted,
            llr if llr <= -Self::BOUND => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u32; 5]) -> Pairs {
        Pairs { counts }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -35.0, 0.0, 120.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn an_even_match_has_no_difference_and_swapping_players_flips_it() {
        let even = Elo::of(&pairs([5, 10, 20, 10, 5])).unwrap();
        assert!(even.difference.abs() < 1e-9 && even.error > 0.0);
        let (ahead, behind) = (pairs([1, 2, 3, 9, 5]), pairs([5, 9, 3, 2, 1]));
        let (ahead, behind) = (Elo::of(&ahead).unwrap(), Elo::of(&behind).unwrap());
        assert!(ahead.difference > 0.0);
        assert!((ahead.difference + behind.difference).abs() < 1e-9);
        assert!((ahead.error - behind.error).abs() < 1e-9);
    }

    #[test]
    fn more_games_make_the_error_smaller_and_a_sweep_stays_finite() {
        let few = Elo::of(&pairs([1, 2, 4, 3, 2])).unwrap();
        let many = Elo::of(&pairs([100, 200, 400, 300, 200])).unwrap();
        assert!(many.error < few.error / 5.0);
        let sweep = Elo::of(&pairs([0, 0, 0, 0, 10])).unwrap();
        assert!(
            sweep.difference > 200.0 && sweep.difference.is_finite() && sweep.error.is_finite()
        );
        assert_eq!(Elo::of(&pairs([0; 5])), None);
    }

    #[test]
    fn the_test_accepts_rejects_and_waits() {
        let test = Sprt { elo0: 0.0, elo1: 20.0 };
        assert_eq!(test.verdict(&pairs([10, 20, 100, 60, 40])), Verdict::Accepted);
        assert_eq!(test.verdict(&pairs([40, 60, 100, 20, 10])), Verdict::Rejected);
        assert_eq!(test.verdict(&pairs([1, 1, 2, 1, 1])), Verdict::Open);
        assert_eq!(test.llr(&pairs([0; 5])), 0.0);
    }

    #[test]
    fn a_few_equal_pairs_settle_nothing_and_a_long_sweep_does() {
        let test = Sprt { elo0: 0.0, elo1: 60.0 };
        for few in 1..=4 {
            assert_eq!(test.verdict(&pairs([0, 0, 0, 0, few])), Verdict::Open, "{few} swept");
            assert_eq!(test.verdict(&pairs([few, 0, 0, 0, 0])), Verdict::Open, "{few} lost");
            assert_eq!(test.verdict(&pairs([0, 0, few, 0, 0])), Verdict::Open, "{few} shared");
        }
        assert_eq!(test.verdict(&pairs([0, 0, 0, 0, 10])), Verdict::Accepted);
        assert_eq!(test.verdict(&pairs([10, 0, 0, 0, 0])), Verdict::Rejected);
    }

    /// The promise of the test: with either hypothesis true, it ends wrongly at most one time in
    /// twenty (a little more is allowed for the normal approximation and for chance).
    #[test]
    fn the_risks_are_what_they_say() {
        use plyground_core::Rng;
        let test = Sprt { elo0: 0.0, elo1: 60.0 };
        let mut rng = Rng::new(1);
        for (truth, wrong) in [(test.elo0, Verdict::Accepted), (test.elo1, Verdict::Rejected)] {
            let chance = expected_score(truth);
            let errors = (0..1000)
                .filter(|_| {
                    let mut played = Pairs::default();
                    loop {
                        let mut half_points = 0;
                        for _game in 0..2 {
                            half_points += if rng.unit() < chance { 2 } else { 0 };
                        }
                        played.add(half_points);
                        match test.verdict(&played) {
                            Verdict::Open => {}
                            verdict => break verdict == wrong,
                        }
                    }
                })
                .count();
            assert!(errors <= 70, "{errors} of 1000 wrong at {truth} Elo");
        }
    }
}
