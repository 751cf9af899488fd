//! Whether differences are beyond chance.

/// The middle of some numbers, and how far they go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The smallest.
    pub low: f64,
    /// The middle one.
    pub median: f64,
    /// Their mean.
    pub mean: f64,
    /// The largest.
    pub high: f64,
}

impl Spread {
    /// Of these numbers; `None` where there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (&low, &high) = (values.first()?, values.last()?);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let (lower, upper) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        Some(Self { low, median: f64::midpoint(lower, upper), mean, high })
    }

    /// How far they go, as a share of the middle.
    pub fn width(&self) -> f64 {
        if self.median > 0.0 { (self.high - self.low) / self.median } else { 0.0 }
    }
}

/// The most differences that are counted out exactly; beyond, the normal distribution is close enough.
const EXACT: usize = 60;

/// How likely differences so one-sided are by chance (two-sided signed-rank test of Wilcoxon); those that are nothing do
/// not count. Up to 60 of them every assignment of signs is counted, ties included.
pub fn signed_rank(differences: &[f64]) -> f64 {
    let mut sizes: Vec<(f64, bool)> = differences
        .iter()
        .filter(|difference| difference.abs() > 1e-12)
        .map(|difference| (difference.abs(), *difference > 0.0))
        .collect();
    if sizes.is_empty() {
        return 1.0;
    }
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Twice the ranks, so that the middle rank of equal ones is whole.
    let mut ranks = vec![0usize; sizes.len()];
    let mut first = 0;
    while first < sizes.len() {
        let same = sizes[first..].iter().take_while(|size| size.0 - sizes[first].0 <= 1e-12);
        let next = first + same.count();
        ranks[first..next].fill(first + 1 + next);
        first = next;
    }
    let total: usize = ranks.iter().sum();
    let up: usize = ranks.iter().zip(&sizes).filter(|(_, size)| size.1).map(|(rank, _)| rank).sum();
    let least = up.min(total - up);
    if ranks.len() > EXACT {
        let variance: f64 = ranks.iter().map(|&rank| (rank * rank) as f64 / 4.0).sum();
        return (2.0 * normal_tail((total as f64 / 2.0 - least as f64 - 1.0) / variance.sqrt()))
            .min(1.0);
    }
    // How many assignments of signs give each sum.
    let mut ways = vec![0f64; total + 1];
    ways[0] = 1.0;
    for &rank in &ranks {
        for sum in (rank..=total).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let share = ways[..=least].iter().sum::<f64>() / 2f64.powi(ranks.len() as i32);
    (2.0 * share).min(1.0)
}

/// How likely a normal number is above this one.
fn normal_tail(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - normal_tail(-z);
    }
    // Abramowitz and Stegun 26.2.17, good to 1e-7.
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let sum = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

/// The same probabilities corrected for being many (Holm): below 5 % in all of them together, chance finds anything at
/// all in one experiment of twenty at most.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut least = 0f64;
    for (place, &index) in order.iter().enumerate() {
        let times = (probabilities.len() - place) as f64;
        least = least.max((probabilities[index] * times).min(1.0));
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;

    /// The same by trying every assignment of signs.
    fn signed_rank_slowly(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> = differences.iter().filter(|d| **d != 0.0).map(|d| d.abs()).collect();
        let rank = |size: f64| {
            let below = sizes.iter().filter(|other| **other < size).count() as f64;
            let same = sizes.iter().filter(|other| **other == size).count() as f64;
            below + (same + 1.0) / 2.0
        };
        let ranks: Vec<f64> = sizes.iter().map(|&size| rank(size)).collect();
        let total: f64 = ranks.iter().sum();
        let sum = |signs: u32| -> f64 {
            let up = (0..ranks.len()).filter(|i| signs >> i & 1 == 1);
            up.map(|i| ranks[i]).sum::<f64>()
        };
        let signs = differences.iter().filter(|d| **d != 0.0).enumerate();
        let seen = signs.fold(0u32, |signs, (i, d)| signs | u32::from(*d > 0.0) << i);
        let least = sum(seen).min(total - sum(seen));
        let all = 1u32 << ranks.len();
        let extreme = (0..all).filter(|&signs| sum(signs).min(total - sum(signs)) <= least + 1e-9);
        extreme.count() as f64 / f64::from(all)
    }

    #[test]
    fn the_test_counts_as_trying_every_sign_does() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let count = 1 + rng.below(9);
            let differences: Vec<f64> = (0..count).map(|_| rng.below(9) as f64 - 4.0).collect();
            let (quick, slow) = (signed_rank(&differences), signed_rank_slowly(&differences));
            assert!((quick - slow).abs() < 1e-9, "{differences:?}: {quick} and {slow}");
        }
    }

    #[test]
    fn many_differences_are_judged_nearly_as_if_they_were_counted_out() {
        let differences: Vec<f64> =
            (1..=EXACT).map(|i| if i % 3 == 0 { -(i as f64) } else { i as f64 }).collect();
        let exact = signed_rank(&differences);
        let mut more = differences.clone();
        more.push(0.000_001);
        let close = signed_rank(&more);
        assert!((exact / close - 1.0).abs() < 0.1, "{exact} and {close}");
    }

    #[test]
    fn probabilities_grow_with_their_number_and_keep_their_order() {
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn a_spread_has_its_middle_mean_and_ends() {
        let spread = Spread::of([4.0, 1.0, 2.0, 9.0]).unwrap();
        assert_eq!((spread.low, spread.median, spread.mean, spread.high), (1.0, 3.0, 4.0, 9.0));
        assert_eq!(Spread::of([]), None);
    }
}
