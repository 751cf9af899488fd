//! The default solver: a portfolio of strategies over pushes, run in turns. Each works on positions that are
//! told apart by the boxes and the region the player can walk in; what one learns of the board, all know.
//! Only a solution that was replayed through the rules ends the race.

mod best_first;
mod context;
mod corral;
mod field;
mod freeze;
mod ground;
mod macros;
mod matching;
mod meter;
mod nodes;
mod replay;
mod strategy;

use plyground_core::{
    Limits, MethodInfo, Progress, SolveSummary, Spec, SpecError, Status,
};

use best_first::BestFirst;
use ground::Ground;
use meter::Meter;
use strategy::{Step, Strategy};

use crate::{Board, Push, deadlock};

/// The solvers of Sokoban's own, the default one first.
pub fn methods() -> Vec<MethodInfo> {
    vec![MethodInfo {
        id: "auto",
        summary: "The default solver: feature-space and best-first search over pushes, in turns",
        options: Vec::new(),
        complete: true,
        optimal: false,
    }]
}

/// Solves a board in which boxes are only pushed.
pub fn solve(
    board: &Board,
    spec: &Spec,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Result<SolveSummary, SpecError> {
    let methods = methods();
    let Some(method) = methods.iter().find(|method| method.id == spec.name) else {
        let known: Vec<&str> = methods.iter().map(|method| method.id).collect();
        return Err(SpecError::unknown("method", &spec.name, known));
    };
    spec.options.check(method.id, &method.options)?;
    Ok(race(board, limits, progress))
}

fn race(board: &Board, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> SolveSummary {
    let mut meter = Meter::new(limits, progress);
    if deadlock::is_dead(board, board.boxes()) {
        return meter.summary(Status::Unsolvable, None);
    }
    let mut ground = Ground::new(board);
    let mut portfolio: Vec<Box<dyn Strategy>> = vec![Box::new(BestFirst::new(&mut ground, 3))];
    let mut turn = 0;
    loop {
        let index = turn % portfolio.len();
        turn += 1;
        for _ in 0..200 {
            let step = portfolio[index].step(&mut ground, meter.stats());
            match step {
                Step::Working => {}
                Step::Solved(pushes) => return finish(board, &pushes, meter),
                Step::Exhausted => return meter.summary(Status::Unsolvable, None),
            }
            let others: usize = portfolio.iter().map(|strategy| strategy.bytes()).sum();
            if let Some(status) = meter.check(ground.bytes() + others, portfolio[index].as_ref()) {
                return meter.summary(status, None);
            }
        }
    }
}

/// Replays a solution and writes it down.
fn finish(board: &Board, pushes: &[Push], mut meter: Meter<'_>) -> SolveSummary {
    match replay::solution_text(board, pushes) {
        Some(text) => meter.summary(Status::Solved, Some(text)),
        None => meter.summary(Status::NotFound, None),
    }
}
