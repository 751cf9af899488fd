use std::collections::BTreeMap;

use plyground_core::{Spec, Status};

use super::Row;
use crate::statistics::Spread;

/// A level of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LevelId<'a> {
    pub file: &'a str,
    pub number: usize,
    pub title: &'a str,
}

/// A method with a heuristic; its seeds and repeats are taken together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variant {
    /// The method with its other options.
    pub family: String,
    /// The heuristic, where it takes one.
    pub heuristic: Option<String>,
}

impl Variant {
    /// As people type it.
    pub fn name(&self) -> String {
        let (Some(heuristic), Ok(spec)) = (&self.heuristic, self.family.parse::<Spec>()) else {
            return self.family.clone();
        };
        spec.with("h", heuristic).to_string()
    }
}

/// A number of a solved run.
pub(crate) type Value = fn(&Row) -> Option<f64>;

/// Steps of the metric that was asked for.
pub(crate) fn length(row: &Row) -> Option<f64> {
    let pushes = row.pushes.filter(|_| row.metric.as_deref() == Some("pushes"));
    pushes.or(row.moves).map(|length| length as f64)
}
/// States expanded.
pub(crate) fn states(row: &Row) -> Option<f64> {
    row.counts_states().then_some(row.stats.expanded as f64)
}
/// Seconds.
pub(crate) fn time(row: &Row) -> Option<f64> {
    (row.stats.seconds > 0.0).then_some(row.stats.seconds)
}
/// Bytes at most.
pub(crate) fn memory(row: &Row) -> Option<f64> {
    (row.stats.peak_bytes > 0).then_some(row.stats.peak_bytes as f64)
}

/// Runs, taken together: levels one way, methods with their heuristics the other.
pub(crate) struct Study<'a> {
    pub levels: Vec<LevelId<'a>>,
    pub variants: Vec<Variant>,
    /// The runs of each variant on each level.
    cells: Vec<Vec<Vec<&'a Row>>>,
}

impl<'a> Study<'a> {
    pub fn new(rows: &'a [Row]) -> Self {
        let mut study = Self { levels: Vec::new(), variants: Vec::new(), cells: Vec::new() };
        let mut level_of: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        let mut variant_of: BTreeMap<(String, Option<&str>), usize> = BTreeMap::new();
        let mut placed = Vec::with_capacity(rows.len());
        for row in rows {
            let level = *level_of.entry((&row.file, row.level)).or_insert_with(|| {
                let (file, number, title) = (row.file.as_str(), row.level, row.title.as_str());
                study.levels.push(LevelId { file, number, title });
                study.levels.len() - 1
            });
            let key = (row.family(), row.heuristic.as_deref());
            let variant = *variant_of.entry(key).or_insert_with_key(|(family, heuristic)| {
                let heuristic = heuristic.map(str::to_owned);
                study.variants.push(Variant { family: family.clone(), heuristic });
                study.variants.len() - 1
            });
            placed.push((variant, level, row));
        }
        study.cells = vec![vec![Vec::new(); study.levels.len()]; study.variants.len()];
        for (variant, level, row) in placed {
            study.cells[variant][level].push(row);
        }
        study
    }

    /// The methods, in the order of the runs.
    pub fn families(&self) -> Vec<&str> {
        distinct(self.variants.iter().map(|variant| variant.family.as_str()))
    }

    /// The heuristics, in the order of the runs; `None` where a method takes or names none.
    pub fn heuristics(&self) -> Vec<Option<&str>> {
        distinct(self.variants.iter().map(|variant| variant.heuristic.as_deref()))
    }

    /// The variant of a method with a heuristic.
    pub fn variant(&self, family: &str, heuristic: Option<&str>) -> Option<usize> {
        self.variants
            .iter()
            .position(|one| one.family == family && one.heuristic.as_deref() == heuristic)
    }

    /// The runs of a variant on a level.
    pub fn runs(&self, variant: usize, level: usize) -> &[&'a Row] {
        &self.cells[variant][level]
    }

    /// All runs of a variant.
    pub fn all_runs(&self, variant: usize) -> impl Iterator<Item = &'a Row> + '_ {
        self.cells[variant].iter().flatten().copied()
    }

    /// The share of a variant's runs on a level that were solved.
    pub fn share(&self, variant: usize, level: usize) -> f64 {
        let runs = self.runs(variant, level);
        let solved = runs.iter().filter(|row| row.is_solved()).count();
        solved as f64 / runs.len().max(1) as f64
    }

    /// How many levels a variant solved: a level that half its runs solved counts a half.
    pub fn solved(&self, variant: usize) -> f64 {
        (0..self.levels.len()).map(|level| self.share(variant, level)).sum()
    }

    /// On how many levels a variant was tried.
    pub fn tried(&self, variant: usize) -> usize {
        self.cells[variant].iter().filter(|runs| !runs.is_empty()).count()
    }

    /// What the solved runs of a variant on a level took.
    pub fn spread(&self, variant: usize, level: usize, value: Value) -> Option<Spread> {
        let solved = self.runs(variant, level).iter().filter(|row| row.is_solved());
        Spread::of(solved.filter_map(|row| value(row)))
    }

    /// When the runs of a variant on a level that none solved were given up: at the time limit, or where another limit
    /// came first, at what they took till then.
    pub fn given_up(&self, variant: usize, level: usize) -> Option<f64> {
        let runs = self.runs(variant, level);
        if runs.iter().any(|row| row.is_solved()) {
            return None;
        }
        let late = runs.iter().filter(|row| row.status == Status::TimeLimit);
        let limit = late.filter_map(|row| row.time_limit).reduce(f64::max);
        let taken = || Spread::of(runs.iter().filter_map(|row| time(row)));
        limit.or_else(|| taken().map(|taken| taken.median))
    }

    /// The middle level of a variant: half the levels take no more. `None` where fewer than half were solved, for then
    /// nobody knows.
    pub fn typical(&self, variant: usize, value: Value) -> Option<f64> {
        let mut values: Vec<f64> = (0..self.levels.len())
            .filter(|&level| !self.runs(variant, level).is_empty())
            .map(|level| {
                let solved = self.share(variant, level) >= 0.5;
                let spread = self.spread(variant, level, value).filter(|_| solved);
                spread.map_or(f64::INFINITY, |spread| spread.median)
            })
            .collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len().checked_sub(1)? / 2).copied().filter(|value| value.is_finite())
    }

    /// What the solved levels of a variant took.
    pub fn over_levels(&self, variant: usize, value: Value) -> Option<Spread> {
        let levels = 0..self.levels.len();
        Spread::of(levels.filter_map(|level| Some(self.spread(variant, level, value)?.median)))
    }

    /// The length of the shortest solution of a level that any run found.
    pub fn shortest(&self, level: usize) -> Option<f64> {
        let runs = self.cells.iter().flat_map(|levels| &levels[level]);
        runs.filter_map(|row| length(row)).min_by(f64::total_cmp)
    }

    /// How much longer than the shortest known a variant's solutions are, on average over the levels it solved.
    pub fn excess(&self, variant: usize) -> Option<f64> {
        let ratio = |level| {
            Some(self.spread(variant, level, length)?.mean / self.shortest(level)?.max(1.0) - 1.0)
        };
        Spread::of((0..self.levels.len()).filter_map(ratio)).map(|spread| spread.mean)
    }

    /// The share of a variant's runs that found a shortest known solution, and that were proven so.
    pub fn best_and_proven(&self, variant: usize) -> (usize, usize) {
        let best = (0..self.levels.len()).flat_map(|level| {
            let shortest = self.shortest(level);
            let runs = self.runs(variant, level).iter();
            runs.filter(move |row| shortest.is_some() && length(row) == shortest)
        });
        (best.count(), self.all_runs(variant).filter(|row| row.optimal).count())
    }

    /// How far the times of repeated runs lie apart, as shares of their middle: one number for each run that was
    /// repeated.
    pub fn noise(&self) -> Vec<f64> {
        let cells = self.cells.iter().flatten();
        cells.flat_map(|runs| widths(runs)).collect()
    }

    /// A level in words: its number and title, its file where there are several.
    pub fn level_name(&self, level: usize) -> String {
        let LevelId { file, number, title } = self.levels[level];
        let told =
            title.is_empty() || title == number.to_string() || title == format!("level {number}");
        let words = if told { number.to_string() } else { format!("{number}. {title}") };
        if self.is_one_file() { words } else { format!("{}: {words}", stem(file)) }
    }

    /// A level in few letters, for an axis.
    pub fn level_tick(&self, level: usize) -> String {
        let LevelId { file, number, .. } = self.levels[level];
        let alone = self.levels.iter().filter(|other| other.file == file).count() == 1;
        match (self.is_one_file(), alone) {
            (true, _) => number.to_string(),
            (false, true) => shortened(stem(file), 12),
            (false, false) => format!("{} {number}", shortened(stem(file), 9)),
        }
    }

    fn is_one_file(&self) -> bool {
        self.levels.iter().all(|level| level.file == self.levels[0].file)
    }
}

/// How far the times of runs lie apart that differ in nothing but the repeat.
pub(crate) fn widths(runs: &[&Row]) -> Vec<f64> {
    let seeds = distinct(runs.iter().map(|row| row.seed));
    let repeats = |seed| runs.iter().filter(move |row| row.seed == seed && row.is_solved());
    seeds
        .into_iter()
        .filter(|&seed| repeats(seed).count() > 1)
        .filter_map(|seed| Some(Spread::of(repeats(seed).filter_map(|row| time(row)))?.width()))
        .collect()
}

fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

/// A file's name without folders and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() <= most {
        true => text.to_owned(),
        false => text.chars().take(most - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(file: &str, method: &str, moves: Option<u64>) -> Row {
        Row { file: file.to_owned(), moves, ..Row::sample(method, 1) }
    }

    #[test]
    fn seeds_and_repeats_are_one_variant() {
        let rows = [
            run("a.xsb", "beam(h=manhattan,seed=1,width=9)", Some(10)),
            run("a.xsb", "beam(h=manhattan,seed=2,width=9)", Some(14)),
            run("a.xsb", "beam(h=manhattan,seed=3,width=9)", None),
            run("a.xsb", "bfs", Some(8)),
        ];
        let study = Study::new(&rows);
        let names: Vec<String> = study.variants.iter().map(Variant::name).collect();
        assert_eq!(names, ["beam(h=manhattan,width=9)", "bfs"]);
        assert_eq!(study.families(), ["beam(width=9)", "bfs"]);
        assert!((study.solved(0) - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(study.spread(0, 0, length).unwrap().mean, 12.0);
        assert_eq!(study.excess(0), Some(0.5));
        assert_eq!(study.excess(1), Some(0.0));
    }

    #[test]
    fn what_nobody_solved_was_given_up_at_its_limit() {
        let of = |status, seconds| {
            let mut row = Row { status, ..run("a", "bfs", None) };
            row.stats.seconds = seconds;
            row
        };
        let up = |rows: &[Row]| Study::new(rows).given_up(0, 0);
        assert_eq!(up(&[of(Status::TimeLimit, 61.0), of(Status::TimeLimit, 60.5)]), Some(60.0));
        assert_eq!(up(&[of(Status::StateLimit, 0.25)]), Some(0.25), "not at the time limit");
        assert_eq!(up(&[run("a", "bfs", Some(3))]), None);
    }

    #[test]
    fn levels_of_several_files_are_told_apart() {
        let rows: Vec<Row> =
            (1..=9).map(|i| run(&format!("maps/map{i}.xsb"), "bfs", Some(1))).collect();
        let study = Study::new(&rows);
        assert_eq!(study.levels.len(), 9);
        assert_eq!((study.level_tick(0), study.level_tick(8)), ("map1".into(), "map9".into()));
        assert_eq!(study.level_name(8), "map9: 1. A level");
        let one = Study::new(&rows[..1]);
        assert_eq!((one.level_tick(0), one.level_name(0)), ("1".into(), "1. A level".into()));
    }

    #[test]
    fn a_typical_level_is_not_known_where_most_are_unsolved() {
        let level = |number, moves| Row { level: number, ..run("a", "bfs", moves) };
        let rows = [level(1, Some(4)), level(2, Some(6)), level(3, None), level(4, None)];
        assert_eq!(Study::new(&rows).typical(0, length), Some(6.0));
        assert_eq!(Study::new(&rows[1..]).typical(0, length), None);
    }
}
