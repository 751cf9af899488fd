//! Draws how many levels are solved within so many expansions and seconds, from what `solve_set` printed:
//! `solve_curve OUT.svg NAME=FILE…`.

use std::fmt::Write as _;

/// The size of one plot and the space around it.
const SIZE: (f64, f64) = (360.0, 260.0);
const MARGIN: f64 = 48.0;
const COLOURS: [&str; 4] = ["#8a8a8a", "#c0392b", "#2471a3", "#229954"];

/// The solved levels of one run: expansions and seconds of each, and how many levels there were.
struct Run {
    name: String,
    expanded: Vec<f64>,
    seconds: Vec<f64>,
    levels: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((out, files)) = arguments.split_first().filter(|(_, files)| !files.is_empty()) else {
        return eprintln!("usage: solve_curve OUT.svg NAME=FILE...");
    };
    let mut runs = Vec::new();
    for argument in files {
        let Some((name, file)) = argument.split_once('=') else {
            return eprintln!("{argument}: expected NAME=FILE");
        };
        match std::fs::read_to_string(file) {
            Ok(text) => runs.push(read(name, &text)),
            Err(error) => return eprintln!("{file}: {error}"),
        }
    }
    if let Err(error) = std::fs::write(out, draw(&runs)) {
        eprintln!("{out}: {error}");
    }
}

/// Reads lines such as `  12 solved  0.003 s  52 expanded …`.
fn read(name: &str, text: &str) -> Run {
    let mut run =
        Run { name: name.to_owned(), expanded: Vec::new(), seconds: Vec::new(), levels: 0 };
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [number, status, seconds, "s", expanded, "expanded", ..] = words[..] else { continue };
        let (Ok(_), Ok(seconds), Ok(expanded)) =
            (number.parse::<usize>(), seconds.parse::<f64>(), expanded.parse::<f64>())
        else {
            continue;
        };
        run.levels += 1;
        if status == "solved" {
            run.seconds.push(seconds);
            run.expanded.push(expanded);
        }
    }
    run.seconds.sort_by(f64::total_cmp);
    run.expanded.sort_by(f64::total_cmp);
    run
}

fn draw(runs: &[Run]) -> String {
    let (width, height) = (2.0 * (SIZE.0 + 2.0 * MARGIN), SIZE.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let expanded: Vec<&[f64]> = runs.iter().map(|run| run.expanded.as_slice()).collect();
    let seconds: Vec<&[f64]> = runs.iter().map(|run| run.seconds.as_slice()).collect();
    plot(&mut svg, runs, &expanded, MARGIN, "expansions");
    plot(&mut svg, runs, &seconds, SIZE.0 + 3.0 * MARGIN, "seconds of processor time");
    svg.push_str("</svg>\n");
    svg
}

/// One plot: a step for every level, powers of ten along the bottom.
fn plot(svg: &mut String, runs: &[Run], values: &[&[f64]], left: f64, title: &str) {
    let positive = || values.iter().flat_map(|values| values.iter()).copied().map(|v| v.max(1e-3));
    let first = positive().fold(f64::INFINITY, f64::min).log10().floor();
    let last = positive().fold(0.01, f64::max).log10().ceil().max(first + 1.0);
    let levels = runs.iter().map(|run| run.levels).max().unwrap_or(1).max(1);
    let x = |value: f64| left + SIZE.0 * (value.max(1e-3).log10() - first) / (last - first);
    let y = |count: usize| MARGIN + SIZE.1 * (1.0 - count as f64 / levels as f64);
    let (bottom, right) = (MARGIN + SIZE.1, left + SIZE.0);
    for power in first as i32..=last as i32 {
        let at = x(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {MARGIN}V{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            label(power)
        );
    }
    for count in (0..=levels).step_by(10) {
        let at = y(count);
        let _ = writeln!(
            svg,
            "<path d=\"M{left:.1} {at:.1}H{right:.1}\" stroke=\"#eee\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{count}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for (index, (run, values)) in runs.iter().zip(values).enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut path = format!("M{left:.1} {:.1}", y(0));
        for (count, &value) in values.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", x(value), y(count + 1));
        }
        let _ = write!(path, "H{right:.1}");
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{} ({} of {})</text>",
            left + 10.0,
            MARGIN + 16.0 * (index as f64 + 1.0),
            run.name,
            values.len(),
            run.levels
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">levels solved within so many {title}</text>",
        left + SIZE.0 / 2.0,
        MARGIN - 14.0
    );
}

/// A power of ten, short enough to stand beside the next one.
fn label(power: i32) -> String {
    match power {
        6.. => format!("{} M", 10u64.pow(power.unsigned_abs() - 6)),
        _ => 10f64.powi(power).to_string(),
    }
}
