//! Makes solutions of a level shorter, and replays what comes of it.

use plyground_core::{Limits, Options, Progress, Puzzle, PuzzleWorld, Report, Spec, SpecError};

use super::solving::replayed;
use super::{Solved, Watcher};

/// The word for it where a method is named.
const NAME: &str = "optimise";

/// Makes solutions shorter by the world's own way, or by a general one where it has none.
pub(super) fn optimise<W: PuzzleWorld>(
    world: &W,
    level: &W::Level,
    board: &W::Board,
    solutions: &[String],
    options: &Options,
    limits: &Limits,
    watcher: &mut dyn Watcher,
) -> Result<Solved, SpecError> {
    let mut lines = Vec::with_capacity(solutions.len());
    for (index, text) in solutions.iter().enumerate() {
        lines.push(read(world, board, text).map_err(|why| {
            let which =
                if solutions.len() == 1 { String::new() } else { format!(" {}", index + 1) };
            SpecError(format!("solution{which}: {why}"))
        })?);
    }
    let progress = &mut |progress: &Progress| watcher.progress(progress);
    let found = match world.optimise(level, options, &lines, limits, progress)? {
        Some(found) => found,
        None => shortcuts(board, &lines, limits, progress)?,
    };
    replayed(world, board, &Spec::new(NAME), found)
}

/// The moves of a solution; an error where they do not solve the level.
fn read<W: PuzzleWorld>(
    world: &W,
    board: &W::Board,
    text: &str,
) -> Result<Vec<<W::Board as Puzzle>::Move>, SpecError> {
    let start = board.start();
    let moves = world
        .parse_moves(board, &start, text)
        .map_err(|error| SpecError(format!("the rules refuse it: {error}")))?;
    let end = moves.iter().fold(start, |state, &mv| board.play(&state, mv));
    if board.is_solved(&end) {
        Ok(moves)
    } else {
        Err(SpecError("it does not solve the level; expected moves that do".into()))
    }
}

/// The general way, with the best of the lines.
fn shortcuts<P: Puzzle>(
    board: &P,
    lines: &[Vec<P::Move>],
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report<String>, SpecError> {
    let cost = |line: &&Vec<P::Move>| {
        let mut state = board.start();
        let mut cost = 0;
        for &mv in *line {
            cost += u64::from(board.cost(&state, mv));
            state = board.play(&state, mv);
        }
        cost
    };
    let Some(best) = lines.iter().min_by_key(cost) else {
        return Err(SpecError(
            "there is no solution to make shorter; expected at least one".into(),
        ));
    };
    let report = plyground_search::optimise::optimise(board, best, limits, progress);
    Ok(report.map(|moves| board.line_text(&moves)))
}
