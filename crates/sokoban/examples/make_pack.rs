//! Puts a pack in order: `make_pack crates/sokoban/levels/plyground.xsb > new.xsb`. Levels are chosen and named by hand,
//! chapter by chapter; this program draws each without walls behind walls, measures and grades it, gives it
//! the best solution it can find, says what is proven, and sorts each chapter from easy to hard.

use std::fmt::Display;
use std::process::ExitCode;

use plyground_core::{
    HeuristicSource, Limits, Options, Puzzle, PuzzleVisitor, PuzzleWorld, Silent, Spec,
};
use plyground_search::solve;
use plyground_sokoban::measure::{self, Interest, outlined, tightened};
use plyground_sokoban::{Level, Sokoban, notation};

/// Positions of boxes up to which the fewest moves are searched for, and those the search may expand.
const PROOF_STATES: usize = 1_000_000;
const MOST_STATES: u64 = 6_000_000;
/// Positions that the solver may expand for a level in which the fewest moves are not found.
const SOLVER_STATES: u64 = 300_000;

/// How often a level is drawn tightly and solved again, at most.
const ROUNDS: usize = 6;

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        return failed("expected a file of levels");
    };
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => return failed(format!("{file}: {error}")),
    };
    let levels = match notation::parse(&file, &bytes) {
        Ok(levels) => levels,
        Err(error) => return failed(error),
    };
    let mut chapters: Vec<(String, Vec<(f64, Level)>)> = Vec::new();
    for level in levels {
        let title = level.title.clone();
        let Some((difficulty, level)) = finished(level) else {
            return failed(format!("{title}: no solution was found"));
        };
        eprintln!("{title}: {difficulty:.1}");
        let chapter = note(&level, "Chapter").unwrap_or_default().to_owned();
        match chapters.iter_mut().find(|(name, _)| *name == chapter) {
            Some((_, levels)) => levels.push((difficulty, level)),
            None => chapters.push((chapter, vec![(difficulty, level)])),
        }
    }
    let mut ordered = Vec::new();
    for (_, mut levels) in chapters {
        levels.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ordered.extend(levels.into_iter().map(|(_, level)| level));
    }
    match notation::print(&ordered, "xsb") {
        Ok(text) => print!("{text}"),
        Err(error) => return failed(error),
    }
    ExitCode::SUCCESS
}

fn failed(problem: impl Display) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::FAILURE
}

/// What a remark of that name says.
fn note<'a>(level: &'a Level, name: &str) -> Option<&'a str> {
    let said = |comment: &'a String| comment.strip_prefix(name)?.strip_prefix(": ");
    level.comments.iter().find_map(said)
}

/// The level drawn tightly, solved, measured and graded.
fn finished(mut level: Level) -> Option<(f64, Level)> {
    let proven = note(&level, "Proven") == Some("moves");
    let known = Sokoban.level_info(&level).best;
    let (mut solution, mut proven) = match known {
        Some(best) if proven => (best.solution, true),
        known => solved(&level, known.map(|best| best.solution))?,
    };
    // What a level needs depends on its solution, and that on the drawing: a few rounds settle it.
    for _ in 0..ROUNDS {
        let tight = tightened(&level.grid, &solution, measure::MOST_STATES, &mut { u64::MAX });
        let grid = outlined(&tight.unwrap_or_else(|| level.grid.clone()))?;
        if grid == level.grid {
            break;
        }
        level.grid = grid;
        (solution, proven) = solved(&level, Some(solution))?;
    }
    let interest = Interest::of(&level.grid, Some(&solution))?;
    let kept = ["Chapter", "Idea"].map(|name| {
        let text = note(&level, name).unwrap_or_default();
        format!("{name}: {text}")
    });
    level.comments = kept.into_iter().chain(interest.notes()).collect();
    if proven {
        level.comments.push("Proven: moves".to_owned());
    }
    level.author = "Plyground".to_owned();
    level.solution = Some(solution);
    Some((interest.difficulty(), level))
}

/// A solution of the fewest moves, or else the known one, or else what the solver finds; and whether it is
/// proven. `plyground optimise` makes shorter what is known of a level too large for a proof.
fn solved(level: &Level, known: Option<String>) -> Option<(String, bool)> {
    if Interest::small(&level.grid, PROOF_STATES).is_some()
        && let Ok(Some(solution)) =
            Sokoban.visit(level, &Options::new(), &solve::usual(), FewestMoves)
    {
        return Some((solution, true));
    }
    if let Some(known) = known {
        return Some((known, false));
    }
    let limits = Limits::states(SOLVER_STATES);
    let spec = Spec::new("auto");
    let report = Sokoban.solve_own(level, &Options::new(), &spec, &limits, &mut |_| {}).ok()?;
    Some((report.solution?, report.optimal))
}

struct FewestMoves;

impl PuzzleVisitor for FewestMoves {
    type Output = Option<String>;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Option<String> {
        let spec = Spec::new("astar").with("h", "pushes");
        let limits = Limits::states(MOST_STATES);
        let report = solve::solve(puzzle, heuristics, &spec, &limits, &mut Silent).ok()?;
        report.solution.filter(|_| report.optimal).map(|moves| puzzle.line_text(&moves))
    }
}
