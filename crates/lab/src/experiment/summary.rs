use std::collections::BTreeMap;
use std::fmt::Write as _;

use plyground_core::Rng;

use super::Row;

/// How often the bootstrap draws.
const DRAWS: usize = 2_000;

/// What the runs show, in sentences computed from them; the same runs give the same words.
pub fn summary(rows: &[Row]) -> Vec<String> {
    let methods = methods(rows);
    let levels = levels(rows);
    let mut words = vec![format!(
        "{} runs: {} levels with {} methods.",
        rows.len(),
        levels.len(),
        methods.len()
    )];
    words.push(who_solved_most(rows, &methods));
    words.extend(who_is_best(rows, &methods, &levels));
    words.extend(differences(rows, &methods, &levels));
    words
}

/// The methods in the order of the runs.
pub(super) fn methods(rows: &[Row]) -> Vec<&str> {
    let mut methods: Vec<&str> = Vec::new();
    for row in rows {
        if !methods.contains(&row.method.as_str()) {
            methods.push(&row.method);
        }
    }
    methods
}

/// The levels, as file and number, in the order of the runs.
pub(super) fn levels(rows: &[Row]) -> Vec<(&str, usize)> {
    let mut levels = Vec::new();
    for row in rows {
        let level = (row.file.as_str(), row.level);
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    levels
}

fn of<'a>(rows: &'a [Row], method: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.method == method)
}

fn who_solved_most(rows: &[Row], methods: &[&str]) -> String {
    let mut counts: Vec<(usize, usize, &str)> = methods
        .iter()
        .map(|method| {
            let runs = of(rows, method).count();
            (of(rows, method).filter(|row| row.is_solved()).count(), runs, *method)
        })
        .collect();
    counts.sort_by_key(|&(solved, _, _)| std::cmp::Reverse(solved));
    let list: Vec<String> = counts
        .iter()
        .map(|(solved, runs, method)| format!("{method} {solved} of {runs}"))
        .collect();
    format!("Solved: {}.", list.join(", "))
}

/// How often each method's solutions are as short as the shortest that any run found.
fn who_is_best(rows: &[Row], methods: &[&str], levels: &[(&str, usize)]) -> Vec<String> {
    let mut shortest: BTreeMap<(&str, usize), u64> = BTreeMap::new();
    for row in rows {
        if let Some(measures) = row.measures {
            let best = shortest.entry((&row.file, row.level)).or_insert(u64::MAX);
            *best = (*best).min(measures.moves);
        }
    }
    if shortest.is_empty() {
        return vec!["No run found a solution.".to_owned()];
    }
    let mut list = Vec::new();
    for method in methods {
        let as_short = of(rows, method)
            .filter(|row| {
                row.measures.is_some_and(|measures| {
                    shortest.get(&(row.file.as_str(), row.level)) == Some(&measures.moves)
                })
            })
            .count();
        let proven = of(rows, method).filter(|row| row.optimal).count();
        list.push(format!("{method} {as_short} times ({proven} proven)"));
    }
    vec![
        format!(
            "The shortest solution known in these runs (of {} levels with one): {}.",
            shortest.len(),
            list.join(", ")
        ),
        match levels.len() - shortest.len() {
            0 => "Every level was solved by some method.".to_owned(),
            1 => "One level was solved by no method.".to_owned(),
            more => format!("{more} levels were solved by no method."),
        },
    ]
}

/// Pairs of methods whose states expanded, or whose times, differ beyond chance on the levels both solved.
fn differences(rows: &[Row], methods: &[&str], levels: &[(&str, usize)]) -> Vec<String> {
    let mut words = Vec::new();
    for (i, a) in methods.iter().enumerate() {
        for b in &methods[i + 1..] {
            let mut sentence = String::new();
            for (what, value) in [
                ("states", (|row: &Row| row.stats.expanded as f64 + 1.0) as fn(&Row) -> f64),
                ("time", |row: &Row| row.stats.seconds + 1e-4),
            ] {
                let ratios = log_ratios(rows, a, b, levels, value);
                let Some((low, middle, high)) = bootstrap(&ratios) else { continue };
                if low > 0.0 || high < 0.0 {
                    let (few, many, factor) =
                        if middle < 0.0 { (a, b, -middle) } else { (b, a, middle) };
                    let _ = write!(
                        sentence,
                        "{}{few} needs {:.1} times less {what} than {many} ({} levels)",
                        if sentence.is_empty() { "" } else { "; " },
                        factor.exp(),
                        ratios.len(),
                    );
                }
            }
            if !sentence.is_empty() {
                words.push(format!("{sentence}: beyond chance (paired bootstrap, 95 %)."));
            }
        }
    }
    if words.is_empty() && methods.len() > 1 {
        words.push("No difference between two methods is beyond chance.".to_owned());
    }
    words
}

fn log_ratios(
    rows: &[Row],
    a: &str,
    b: &str,
    levels: &[(&str, usize)],
    value: fn(&Row) -> f64,
) -> Vec<f64> {
    let mean = |method: &str, level: &(&str, usize)| {
        let values: Vec<f64> = rows
            .iter()
            .filter(|row| row.method == method && (row.file.as_str(), row.level) == *level)
            .filter(|row| row.is_solved())
            .map(value)
            .collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    levels.iter().filter_map(|level| Some((mean(a, level)? / mean(b, level)?).ln())).collect()
}

/// The 2.5 %, 50 % and 97.5 % points of the mean under resampling; needs five pairs.
fn bootstrap(values: &[f64]) -> Option<(f64, f64, f64)> {
    if values.len() < 5 {
        return None;
    }
    let mut rng = Rng::new(values.len() as u64);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let sum: f64 = (0..values.len()).map(|_| values[rng.below(values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some((means[DRAWS / 40], means[DRAWS / 2], means[DRAWS - DRAWS / 40]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_difference_is_beyond_chance_and_noise_is_not() {
        let (low, middle, _) = bootstrap(&[1.0, 1.1, 0.9, 1.2, 0.8, 1.0]).unwrap();
        assert!(low > 0.0 && (middle - 1.0).abs() < 0.1);
        let (low, _, high) = bootstrap(&[1.0, -1.1, 0.9, -1.2, 0.8, -1.0]).unwrap();
        assert!(low < 0.0 && high > 0.0);
        assert_eq!(bootstrap(&[1.0; 4]), None, "four pairs say nothing");
    }
}
