//! Finds starts for rooms that are drawn by hand: `furnish FILE [TRIES] [SEED] [LEAST-MOST]`. A drawing has walls, goals
//! (`.`) and the player; `b` marks squares where a box may start, `:` goals where one may. Some of them are
//! picked, in pairs where left and right are alike, and the start with the best solution to tell of is
//! printed, solved and measured; squares that its solution never treads are said, for they may be too many. A
//! drawing without marks is furnished backwards, by pulling the boxes away from the goals.

use std::process::ExitCode;

use plyground_core::{Limits, Rng, Spec};
use plyground_sokoban::measure::{Interest, outlined};
use plyground_sokoban::{Board, Grid, Level, Metric, generator, notation, solver};

/// Expansions for a first solution, and for the one that is printed.
const GLANCE: u64 = 500;
const LOOK: u64 = 20_000;
/// Starts of a drawing that are looked at more closely.
const CLOSELY: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| {
        arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let range = arguments.get(3).map_or("60-150", String::as_str);
    let bounds = range.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let Some((least, most)) = bounds else {
        eprintln!("expected LEAST-MOST pushes, such as 60-150; found {range}");
        return ExitCode::FAILURE;
    };
    let text = match arguments.first().map(std::fs::read_to_string) {
        Some(Ok(text)) => text,
        Some(Err(error)) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        None => {
            eprintln!("usage: furnish FILE [TRIES] [SEED] [LEAST-MOST]");
            return ExitCode::FAILURE;
        }
    };
    let mut rng = Rng::new(number(2, 1));
    for drawing in text.split("\n\n").filter(|text| text.contains('#')) {
        let title = drawing.lines().find_map(|line| line.strip_prefix("Title: ")).unwrap_or("");
        let rows: Vec<&str> = drawing.lines().filter(|line| line.contains('#')).collect();
        furnish(title, &rows, number(1, 30), (least, most), &mut rng);
    }
    ExitCode::SUCCESS
}

fn furnish(title: &str, rows: &[&str], tries: u64, (least, most): (u32, u32), rng: &mut Rng) {
    let mut found: Vec<(f64, Grid)> = Vec::new();
    let mut solved = 0;
    for _ in 0..tries {
        let Some(grid) = start(rows, (least + most) as usize / 2, rng) else { continue };
        let Some((solution, _)) = solution(&grid, GLANCE, false) else { continue };
        let Some(interest) = Interest::within(&grid, Some(&solution), 0) else { continue };
        solved += 1;
        if (least * 9 / 10..=most * 12 / 10).contains(&interest.pushes) {
            found.push((worth(&interest), grid));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.dedup_by(|(_, a), (_, b)| a == b);
    eprintln!("{title}: {solved} of {tries} starts solved, {} long enough", found.len());
    let mut levels = Vec::new();
    for (_, grid) in found.into_iter().take(CLOSELY) {
        let Some((solution, optimal)) = solution(&grid, LOOK, true) else { continue };
        let Some(interest) = Interest::within(&grid, Some(&solution), 0) else { continue };
        let mut level = Level::new(grid);
        level.title = title.to_owned();
        level.comments = interest.notes();
        level.comments.push(format!("Optimal: {optimal}; worth {:.0}", worth(&interest)));
        level.comments.extend(untrodden(&level.grid, &solution));
        level.solution = Some(solution);
        levels.push(level);
    }
    match notation::print(&levels, "xsb") {
        Ok(text) => println!("{text}"),
        Err(error) => eprintln!("{title}: {error}"),
    }
}

/// Turning to other boxes and ways round are worth more than length.
fn worth(interest: &Interest) -> f64 {
    f64::from(interest.pushes) * 0.3
        + f64::from(interest.changes) * 2.0
        + f64::from(interest.detour)
}

/// A start in a drawing.
fn start(rows: &[&str], pushes: usize, rng: &mut Rng) -> Option<Grid> {
    let mut drawing: Vec<Vec<u8>> = rows.iter().map(|row| row.as_bytes().to_vec()).collect();
    let mut marks = Vec::new();
    let count = |tiles: &[u8]| rows.concat().bytes().filter(|tile| tiles.contains(tile)).count();
    let wanted = count(b".:+").checked_sub(count(b"$"))?;
    for (row, line) in drawing.iter_mut().enumerate() {
        for (column, tile) in line.iter_mut().enumerate() {
            if *tile == b'b' || *tile == b':' {
                marks.push((row, column));
                *tile = if *tile == b'b' { b' ' } else { b'.' };
            }
        }
    }
    if marks.is_empty() {
        for tile in drawing.iter_mut().flatten() {
            if *tile == b'.' {
                *tile = b'*';
            }
        }
        return generator::started(&grid(&drawing)?, pushes, rng);
    }
    let width = drawing.iter().map(Vec::len).max()?;
    rng.shuffle(&mut marks);
    let mut picked: Vec<(usize, usize)> = Vec::new();
    for &(row, column) in &marks {
        let twin = (row, width - 1 - column);
        let pair = if twin != (row, column) && marks.contains(&twin) && rng.below(4) > 0 {
            vec![(row, column), twin]
        } else {
            vec![(row, column)]
        };
        let new: Vec<_> = pair.into_iter().filter(|at| !picked.contains(at)).collect();
        if picked.len() + new.len() <= wanted {
            picked.extend(new);
        }
    }
    for &(row, column) in &picked {
        let tile = &mut drawing[row][column];
        *tile = if *tile == b'.' { b'*' } else { b'$' };
    }
    (picked.len() == wanted).then(|| grid(&drawing)).flatten()
}

fn grid(drawing: &[Vec<u8>]) -> Option<Grid> {
    let levels = notation::parse("drawing", &drawing.join(&b'\n'));
    let level = levels.map_err(|error| eprintln!("{error}")).ok()?.into_iter().next()?;
    outlined(&level.grid)
}

fn solution(grid: &Grid, states: u64, shorten: bool) -> Option<(String, bool)> {
    let board = Board::new(grid);
    let spec = Spec::new("auto").with("shorten", shorten);
    let limits = Limits::states(states);
    let report = solver::solve(&board, &spec, Metric::Pushes, &limits, &mut |_| {}).ok()?;
    Some((report.solution.filter(|text| !text.is_empty())?, report.optimal))
}

/// The drawing with a dash on every square that neither player nor box comes to.
fn untrodden(grid: &Grid, solution: &str) -> Vec<String> {
    let text = notation::print(&[Level::new(grid.clone())], "xsb").unwrap_or_default();
    let mut rows: Vec<Vec<u8>> =
        text.lines().filter(|row| row.contains('#')).map(|row| row.as_bytes().to_vec()).collect();
    let mut at = (0, 0);
    let mut trodden = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, tile) in line.iter().enumerate() {
            if b"@+".contains(tile) {
                at = (row, column);
            }
        }
    }
    for step in solution.chars() {
        let next = |(row, column): (usize, usize)| match step.to_ascii_lowercase() {
            'u' => (row - 1, column),
            'd' => (row + 1, column),
            'l' => (row, column - 1),
            _ => (row, column + 1),
        };
        at = next(at);
        trodden.push(at);
        if step.is_ascii_uppercase() {
            trodden.push(next(at));
        }
    }
    for (row, line) in rows.iter_mut().enumerate() {
        for (column, tile) in line.iter_mut().enumerate() {
            if *tile == b' ' && !trodden.contains(&(row, column)) {
                *tile = b'-';
            }
        }
    }
    rows.into_iter().map(|row| format!("- {}", String::from_utf8_lossy(&row))).collect()
}
