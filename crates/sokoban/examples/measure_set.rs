//! Measures the levels of files and prints a row of a table for each file: `measure_set FILE…`, where `FILE@N` is the file from
//! its level N on. The last column is the rank correlation of our difficulty with the number of the level.

use std::process::ExitCode;

use plyground_sokoban::measure::Interest;
use plyground_sokoban::notation;

fn main() -> ExitCode {
    println!(
        "| file | levels | boxes | pushes | 90th | most | changes | traps | difficulty | with number |\n\
         | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |"
    );
    for argument in std::env::args().skip(1) {
        let part =
            argument.rsplit_once('@').and_then(|(file, from)| Some((file, from.parse().ok()?)));
        let (file, from): (&str, usize) = part.unwrap_or((&argument, 1));
        let levels = std::fs::read(file)
            .map_err(|error| format!("{file}: {error}"))
            .and_then(|bytes| notation::parse(file, &bytes).map_err(|error| error.to_string()));
        match levels {
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
            Ok(levels) => {
                let measured: Vec<Interest> = levels
                    .iter()
                    .skip(from.saturating_sub(1))
                    .filter_map(|level| Interest::of(&level.grid, level.solution.as_deref()))
                    .collect();
                println!("| {argument} | {}", row(&measured));
            }
        }
    }
    ExitCode::SUCCESS
}

fn row(levels: &[Interest]) -> String {
    let sorted = |of: &dyn Fn(&Interest) -> f64| {
        let mut numbers: Vec<f64> = levels.iter().map(of).collect();
        numbers.sort_by(f64::total_cmp);
        numbers
    };
    let at = |numbers: &[f64], tenth: usize| {
        let place = (numbers.len() * tenth / 10).min(numbers.len().saturating_sub(1));
        numbers.get(place).copied().unwrap_or(0.0)
    };
    let pushes = sorted(&|level| level.pushes.into());
    let traps = |level: &Interest| {
        level.whole.map_or(0.0, |whole| 100.0 * f64::from(whole.traps) / f64::from(level.pushes))
    };
    let difficulty: Vec<f64> = levels.iter().map(Interest::difficulty).collect();
    let numbers: Vec<f64> = (0..levels.len()).map(|number| number as f64).collect();
    format!(
        "{} | {} | {} | {} | {} | {} | {:.0} % | {:.1} | {:.2} |",
        levels.len(),
        at(&sorted(&|level| level.boxes as f64), 5),
        at(&pushes, 5),
        at(&pushes, 9),
        at(&pushes, 10),
        at(&sorted(&|level| level.changes.into()), 5),
        at(&sorted(&traps), 5),
        at(&sorted(&Interest::difficulty), 5),
        correlation(&ranks(&difficulty), &ranks(&numbers)),
    )
}

/// The rank of each number; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let below = |than: f64| numbers.iter().filter(|&&number| number < than).count() as f64;
    let same = |as_this: f64| numbers.iter().filter(|&&number| number == as_this).count() as f64;
    numbers.iter().map(|&number| below(number) + (same(number) - 1.0) / 2.0).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (of_a, of_b) = (mean(a), mean(b));
    let sum = |pairs: &mut dyn Iterator<Item = (f64, f64)>| pairs.map(|(x, y)| x * y).sum::<f64>();
    let both = sum(&mut a.iter().zip(b).map(|(x, y)| (x - of_a, y - of_b)));
    let spread = |numbers: &[f64], mean: f64| {
        numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>().sqrt()
    };
    both / (spread(a, of_a) * spread(b, of_b))
}
