use std::collections::BTreeMap;

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

pub(super) fn of<'a>(rows: &'a [Row], method: &'a str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.method == method)
}

fn who_solved_most(rows: &[Row], methods: &[&str]) -> String {
    let runs = rows.len() / methods.len().max(1);
    let solved = |method: &str| of(rows, method).filter(|row| row.is_solved()).count();
    let counts: Vec<(usize, &str)> =
        methods.iter().map(|&method| (solved(method), method)).collect();
    let named = |count: usize| {
        let names: Vec<&str> =
            counts.iter().filter(|(other, _)| *other == count).map(|&(_, name)| name).collect();
        names.join(", ")
    };
    let most = counts.iter().map(|&(count, _)| count).max().unwrap_or(0);
    let least = counts.iter().map(|&(count, _)| count).min().unwrap_or(0);
    if most == least {
        return format!("Every method solved {most} of {runs}.");
    }
    format!(
        "Solved most: {} ({most} of {runs}). Solved least: {} ({least}).",
        named(most),
        named(least)
    )
}

/// How often a method's solutions are as short as the shortest that any run found, and how often proven so.
pub(super) fn best_and_proven(rows: &[Row], method: &str) -> (usize, usize) {
    let shortest = shortest(rows);
    let is_shortest = |row: &&Row| {
        let moves = row.measures.map(|measures| measures.moves);
        moves.is_some() && shortest.get(&(row.file.as_str(), row.level)).copied() == moves
    };
    let proven = of(rows, method).filter(|row| row.optimal).count();
    (of(rows, method).filter(is_shortest).count(), proven)
}

/// The length of the shortest solution of each level that was solved.
fn shortest(rows: &[Row]) -> BTreeMap<(&str, usize), u64> {
    let mut shortest = BTreeMap::new();
    for row in rows {
        if let Some(measures) = row.measures {
            let best = shortest.entry((row.file.as_str(), row.level)).or_insert(u64::MAX);
            *best = (*best).min(measures.moves);
        }
    }
    shortest
}

/// Who finds the shortest solutions.
fn who_is_best(rows: &[Row], methods: &[&str], levels: &[(&str, usize)]) -> Vec<String> {
    let solved = shortest(rows).len();
    if solved == 0 {
        return vec!["No run found a solution.".to_owned()];
    }
    let counts: Vec<(usize, usize, &str)> = methods
        .iter()
        .map(|&method| {
            let (best, proven) = best_and_proven(rows, method);
            (best, proven, method)
        })
        .collect();
    let most = counts.iter().map(|&(best, _, _)| best).max().unwrap_or(0);
    let winners: Vec<&str> =
        counts.iter().filter(|(best, _, _)| *best == most).map(|&(_, _, name)| name).collect();
    let proven: Vec<String> = counts
        .iter()
        .filter(|(_, proven, _)| *proven > 0)
        .map(|(_, proven, name)| format!("{name} {proven}"))
        .collect();
    vec![
        format!(
            "The shortest solution known here most often: {} ({most} times).",
            winners.join(", ")
        ),
        if proven.is_empty() {
            "No solution is proven the shortest.".to_owned()
        } else {
            format!("Proven the shortest: {}.", proven.join(", "))
        },
        match levels.len() - solved {
            0 => "Every level was solved by some method.".to_owned(),
            1 => "One level was solved by no method.".to_owned(),
            more => format!("{more} levels were solved by no method."),
        },
    ]
}

/// A number of a run.
type Measure = fn(&Row) -> f64;

/// What is compared between two methods, and how less of it is said.
const COMPARED: [(&str, Measure); 3] = [
    ("fewer states", |row| row.stats.expanded as f64 + 1.0),
    ("less time", |row| row.stats.seconds + 1e-4),
    ("fewer moves", |row| row.measures.map_or(0, |measures| measures.moves) as f64 + 1.0),
];

/// For each method, where it needs less than others beyond chance, on the levels both solved.
fn differences(rows: &[Row], methods: &[&str], levels: &[(&str, usize)]) -> Vec<String> {
    let mut words = Vec::new();
    for winner in methods {
        let mut parts = Vec::new();
        for (less, value) in COMPARED {
            let beaten: Vec<String> = methods
                .iter()
                .filter(|loser| *loser != winner)
                .filter_map(|loser| {
                    let ratios = log_ratios(rows, loser, winner, levels, value);
                    let (low, middle, _) = bootstrap(&ratios)?;
                    (low > 0.0).then(|| format!("{loser} ({:.1}×)", middle.exp()))
                })
                .collect();
            if !beaten.is_empty() {
                parts.push(format!("{less} than {}", beaten.join(", ")));
            }
        }
        if !parts.is_empty() {
            words.push(format!("{winner} takes {}.", parts.join("; ")));
        }
    }
    if methods.len() > 1 {
        let by = "paired bootstrap on the levels both solved, 95 %";
        words.push(match words.is_empty() {
            true => format!("No difference between two methods is beyond chance ({by})."),
            false => format!("These differences are beyond chance ({by})."),
        });
    }
    words
}

fn log_ratios(
    rows: &[Row],
    a: &str,
    b: &str,
    levels: &[(&str, usize)],
    value: Measure,
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
