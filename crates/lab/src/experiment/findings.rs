use super::Row;
use super::study::{self, Study, Value, widths};
use crate::frame::{Column, Frame, Kind};
use crate::statistics::{Spread, holm, signed_rank};

/// Differences that chance makes in fewer than so many experiments are told.
const CHANCE: f64 = 0.05;
/// Repeats of a run that lie farther apart than this share of their middle say nothing about time.
const NOISY: f64 = 0.25;
/// Fewer levels than this show nothing.
pub(super) const FEWEST: usize = 6;

/// What is compared between two variants, and how less of it is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    States,
    Time,
    Length,
}

impl Measure {
    pub const ALL: [Self; 3] = [Self::States, Self::Time, Self::Length];

    pub const fn word(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Time => "time",
            Self::Length => "length",
        }
    }

    fn value(self) -> Value {
        match self {
            Self::States => study::states,
            Self::Time => study::time,
            Self::Length => study::length,
        }
    }
}

/// Two variants under one measure, on the levels that both solved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comparison {
    pub measure: Measure,
    /// The variant that takes less.
    pub less: usize,
    /// The variant that takes more.
    pub more: usize,
    /// How many times as much, on geometric average.
    pub ratio: f64,
    /// Levels that count.
    pub levels: usize,
    /// How likely chance alone gives such a difference.
    pub p: f64,
    /// The same, corrected for all comparisons of the experiment.
    pub corrected: f64,
}

impl Comparison {
    pub fn is_finding(&self) -> bool {
        self.corrected < CHANCE
    }
}

/// All comparisons of an experiment, corrected for being many.
pub(super) fn compare(study: &Study<'_>) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for measure in Measure::ALL {
        for a in 0..study.variants.len() {
            comparisons
                .extend((a + 1..study.variants.len()).filter_map(|b| pair(study, measure, a, b)));
        }
    }
    let corrected = holm(&comparisons.iter().map(|one| one.p).collect::<Vec<_>>());
    for (one, corrected) in comparisons.iter_mut().zip(corrected) {
        one.corrected = corrected;
    }
    comparisons
}

/// Compares two variants; `None` where too few levels tell them apart to show anything.
fn pair(study: &Study<'_>, measure: Measure, a: usize, b: usize) -> Option<Comparison> {
    let ratios: Vec<f64> = (0..study.levels.len())
        .filter_map(|level| match measure {
            Measure::Time => time_ratio(study.runs(a, level), study.runs(b, level)),
            _ => {
                let mean = |variant| study.spread(variant, level, measure.value());
                Some(((mean(a)?.mean + 1.0) / (mean(b)?.mean + 1.0)).ln())
            }
        })
        .filter(|ratio| ratio.abs() > 1e-9)
        .collect();
    if ratios.len() < FEWEST {
        return None;
    }
    let middle = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let (less, more) = if middle < 0.0 { (a, b) } else { (b, a) };
    let p = signed_rank(&ratios);
    let (ratio, levels) = (middle.abs().exp(), ratios.len());
    Some(Comparison { measure, less, more, ratio, levels, p, corrected: p })
}

/// The logarithm of how much longer `a` takes than `b` on a level. `None` where that is not known: one did not solve it,
/// their runs were not repeated, lie too far apart, were made on different machines, or expand the same states, so that
/// whatever the clock says is the machine's doing. 0 where the times of the two overlap.
fn time_ratio(a: &[&Row], b: &[&Row]) -> Option<f64> {
    fn solved<'r>(runs: &[&'r Row]) -> Vec<&'r Row> {
        runs.iter().copied().filter(|row| row.is_solved()).collect()
    }
    let (a, b) = (solved(a), solved(b));
    let quiet = |runs: &[&Row]| {
        let widths = widths(runs);
        !widths.is_empty() && widths.iter().all(|&width| width <= NOISY)
    };
    let same = |value: fn(&Row) -> String| {
        let all = |runs: &[&Row]| {
            let mut values: Vec<String> = runs.iter().map(|row| value(row)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        (all(&a) == all(&b)).then(|| all(&a).len())
    };
    if !quiet(&a) || !quiet(&b) || same(|row| row.machine.clone()) != Some(1) {
        return None;
    }
    if same(|row| row.stats.expanded.to_string()).is_some() {
        return None;
    }
    let spread = |runs: &[&Row]| Spread::of(runs.iter().filter_map(|row| study::time(row)));
    let (a, b) = (spread(&a)?, spread(&b)?);
    let apart = a.low > b.high || b.low > a.high;
    Some(if apart { (a.median / b.median).ln() } else { 0.0 })
}

const COLUMNS: [Column; 7] = [
    Column::new("measure", Kind::Text),
    Column::new("less", Kind::Text),
    Column::new("more", Kind::Text),
    Column::new("ratio", Kind::Decimal),
    Column::new("levels", Kind::Whole),
    Column::new("p", Kind::Decimal),
    Column::new("p_holm", Kind::Decimal),
];

/// Every comparison of two methods as data: which takes less of what, how many times, and whether that is beyond chance.
pub fn comparisons(rows: &[Row]) -> Frame {
    let study = Study::new(rows);
    let record = |one: Comparison| {
        vec![
            one.measure.word().into(),
            study.variants[one.less].name().into(),
            study.variants[one.more].name().into(),
            one.ratio.into(),
            one.levels.into(),
            one.p.into(),
            one.corrected.into(),
        ]
    };
    Frame { columns: &COLUMNS, records: compare(&study).into_iter().map(record).collect() }
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;

    /// Runs of methods on 20 levels, three repeats each; `work` says how many states one expands and `clock` how long
    /// that takes.
    fn runs(
        methods: &[&str],
        mut work: impl FnMut(usize, usize) -> f64,
        mut clock: impl FnMut(f64) -> f64,
    ) -> Vec<Row> {
        let mut rows = Vec::new();
        for level in 1..=20 {
            for (index, method) in methods.iter().enumerate() {
                let expanded = work(index, level) as u64;
                for repeat in 0..3 {
                    let mut row = Row { level, repeat, ..Row::sample(method, 20) };
                    row.stats.expanded = expanded;
                    row.stats.seconds = clock(expanded as f64) * 1e-5;
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn found(rows: &[Row]) -> Vec<Comparison> {
        compare(&Study::new(rows)).into_iter().filter(Comparison::is_finding).collect()
    }

    const NAMES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

    /// A number around 1: up to `most` times as large or small.
    fn around(rng: &mut Rng, most: f64) -> f64 {
        most.powf(rng.below(2001) as f64 / 1000.0 - 1.0)
    }

    #[test]
    fn the_same_method_under_other_names_is_found_different_in_five_of_a_hundred_at_most() {
        for (noise, differing) in [(1.08, false), (1.5, false), (1.08, true), (1.5, true)] {
            let quiet = (1..=100).filter(|&seed| {
                let mut rng = Rng::new(seed);
                let mut chance = Rng::new(seed + 1000);
                // Either all expand the same states, or as many as chance will have it.
                let work = |_, level: usize| {
                    let usual = level as f64 * 1000.0;
                    if differing { usual * around(&mut chance, 2.0) } else { usual }
                };
                let rows = runs(&NAMES, work, |expanded| expanded * around(&mut rng, noise));
                found(&rows).is_empty()
            });
            let quiet = quiet.count();
            assert!(quiet >= 95, "noise {noise}, differing {differing}: {quiet} of 100");
        }
    }

    #[test]
    fn a_real_difference_is_found_with_its_size() {
        let mut rng = Rng::new(3);
        let mut chance = Rng::new(4);
        let work = |method: usize, level: usize| {
            (method + 1) as f64 * level as f64 * 1000.0 * around(&mut chance, 1.1)
        };
        let rows = runs(&NAMES[..2], work, |expanded| expanded * around(&mut rng, 1.02));
        let found = found(&rows);
        let of = |measure| found.iter().find(|one| one.measure == measure).unwrap();
        for measure in [Measure::States, Measure::Time] {
            let Comparison { less, more, ratio, levels, .. } = *of(measure);
            assert_eq!((less, more, levels), (0, 1, 20), "{measure:?}");
            assert!((1.8..2.2).contains(&ratio), "{measure:?}: {ratio}");
        }
        assert_eq!(found.len(), 2, "the lengths are the same: {found:?}");
    }

    #[test]
    fn times_are_not_compared_without_repeats_on_a_noisy_machine_or_between_machines() {
        let of = |clock: &mut dyn FnMut(f64) -> f64| {
            runs(&NAMES[..2], |method, level| ((method + 1) * level * 1000) as f64, clock)
        };
        let timed = |rows: &[Row]| found(rows).iter().any(|one| one.measure == Measure::Time);
        let good = of(&mut |expanded| expanded);
        assert!(timed(&good));
        let once: Vec<Row> = good.iter().filter(|row| row.repeat == 0).cloned().collect();
        assert!(!timed(&once));
        let mut rng = Rng::new(9);
        assert!(!timed(&of(&mut |expanded| expanded * around(&mut rng, 1.6))));
        let mut elsewhere = good;
        for row in elsewhere.iter_mut().filter(|row| row.method == "two") {
            row.machine = "another, 8 cores".to_owned();
        }
        assert!(!timed(&elsewhere));
    }
}
