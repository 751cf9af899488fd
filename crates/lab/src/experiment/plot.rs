use std::fmt::Write as _;

use super::Row;
use super::summary::{levels, methods};
use crate::report::{HEIGHT, LEFT, Plot, Sheet, TOP, WIDTH, begin, escape, fill, line};

/// All plots of the runs: time, length, states, memory, solved within a time, coverage.
pub fn plots(rows: &[Row]) -> Vec<Plot> {
    let points = |name, title, logarithmic, value: fn(&Row) -> Option<f64>| Plot {
        name,
        title,
        svg: by_level(rows, title, logarithmic, value),
    };
    vec![
        points("time", "Run time in seconds (log)", true, |row| {
            row.is_solved().then_some(row.stats.seconds.max(1e-5))
        }),
        points("length", "Solution length in moves", false, |row| {
            row.measures.map(|measures| measures.moves as f64)
        }),
        points("states", "States expanded (log)", true, |row| {
            row.is_solved().then_some(row.stats.expanded.max(1) as f64)
        }),
        points("memory", "Peak memory in MB (log)", true, |row| {
            row.is_solved().then_some((row.stats.peak_bytes as f64 / 1e6).max(1e-4))
        }),
        Plot { name: "cactus", title: "Solved within a time", svg: cactus(rows) },
        Plot { name: "coverage", title: "Levels solved", svg: coverage(rows) },
    ]
}

/// A mark for each run: the level across, the value upwards.
fn by_level(
    rows: &[Row],
    title: &str,
    logarithmic: bool,
    value: fn(&Row) -> Option<f64>,
) -> String {
    let (methods, levels) = (methods(rows), levels(rows));
    let values: Vec<f64> = rows.iter().filter_map(value).collect();
    let mut sheet = Sheet::new(title, &values, logarithmic, methods.len().div_ceil(3));
    let step = (WIDTH - LEFT - 10.0) / levels.len().max(1) as f64;
    let every = levels.len().div_ceil(24).max(1);
    for (i, (_, number)) in levels.iter().enumerate().step_by(every) {
        let x = LEFT + (i as f64 + 0.5) * step;
        let _ = write!(
            sheet.out,
            r#"<text x="{x:.1}" y="{}" text-anchor="middle">{number}</text>"#,
            TOP + HEIGHT + 18.0
        );
    }
    for i in 1..levels.len() {
        let x = LEFT + i as f64 * step;
        let _ = write!(sheet.out, r#"<path class="grid" d="M{x:.1} {TOP}V{}"/>"#, TOP + HEIGHT);
    }
    sheet.below("level");
    for row in rows {
        let Some(y) = value(row).map(|value| sheet.y(value)) else { continue };
        let place = levels.iter().position(|level| *level == (row.file.as_str(), row.level));
        let method = methods.iter().position(|method| *method == row.method);
        if let (Some(level), Some(method)) = (place, method) {
            // Methods stand side by side within their level.
            let shift = (method as f64 + 0.5) / methods.len() as f64 * 0.8 + 0.1;
            sheet.mark(method, LEFT + (level as f64 + shift) * step, y);
        }
    }
    sheet.legend(&methods);
    sheet.finish()
}

/// How many runs of each method were solved within a time.
fn cactus(rows: &[Row]) -> String {
    let methods = methods(rows);
    let mut times: Vec<Vec<f64>> = Vec::new();
    for method in &methods {
        let solved = rows.iter().filter(|row| row.method == *method && row.is_solved());
        let mut solved: Vec<f64> = solved.map(|row| row.stats.seconds.max(1e-5)).collect();
        solved.sort_by(f64::total_cmp);
        times.push(solved);
    }
    let all: Vec<f64> = times.iter().flatten().copied().collect();
    let most = times.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut sheet = Sheet::new("Solved within a time", &all, true, methods.len().div_ceil(3));
    let x = |count: usize| LEFT + (WIDTH - LEFT - 20.0) * count as f64 / most as f64;
    for i in 0..=most.min(10) {
        let count = most * i / most.min(10);
        let _ = write!(
            sheet.out,
            r#"<text x="{:.1}" y="{}" text-anchor="middle">{count}</text>"#,
            x(count),
            TOP + HEIGHT + 18.0
        );
    }
    sheet.below("runs solved, the quickest first");
    for (method, solved) in times.iter().enumerate() {
        let points: Vec<String> = solved
            .iter()
            .enumerate()
            .map(|(i, &time)| format!("{:.1} {:.1}", x(i + 1), sheet.y(time)))
            .collect();
        if points.is_empty() {
            continue;
        }
        let _ = write!(
            sheet.out,
            r#"<path d="M{}" fill="none" class="{}" stroke-width="2"/>"#,
            points.join("L"),
            line(method)
        );
        for (i, &time) in solved.iter().enumerate() {
            let y = sheet.y(time);
            sheet.mark(method, x(i + 1), y);
        }
    }
    sheet.legend(&methods);
    sheet.finish()
}

/// A bar for each method: the share of its runs that were solved, and of those proven best.
fn coverage(rows: &[Row]) -> String {
    let methods = methods(rows);
    let height = 30.0 + methods.len() as f64 * 34.0;
    let mut out = begin(WIDTH, height, "Levels solved");
    for (i, method) in methods.iter().enumerate() {
        let runs: Vec<&Row> = rows.iter().filter(|row| row.method == *method).collect();
        let solved = runs.iter().filter(|row| row.is_solved()).count();
        let proven = runs.iter().filter(|row| row.optimal).count();
        let scale = 440.0 / runs.len().max(1) as f64;
        let y = 14.0 + i as f64 * 34.0;
        let colour = fill(i);
        let _ = write!(
            out,
            r#"<text x="290" y="{:.1}" text-anchor="end">{}</text><rect x="300" y="{y:.1}" width="440" height="20" rx="4" class="{colour}" fill-opacity=".15"/><rect x="300" y="{y:.1}" width="{:.1}" height="20" rx="4" class="{colour}" fill-opacity=".55"/><rect x="300" y="{y:.1}" width="{:.1}" height="20" rx="4" class="{colour}"/><text x="750" y="{:.1}">{solved} of {}, {proven} proven</text>"#,
            y + 15.0,
            escape(method),
            solved as f64 * scale,
            proven as f64 * scale,
            y + 15.0,
            runs.len(),
        );
    }
    out.push_str("</svg>");
    out
}
