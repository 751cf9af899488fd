//! The default solver: a portfolio of strategies over pushes, run in turns. Each works on positions that are
//! told apart by the boxes and the region the player can walk in; what one learns of the board, all know.
//! Only a solution that was replayed through the rules ends the race.

mod best_first;
mod context;
mod corral;
mod feature_space;
mod features;
mod field;
mod freeze;
mod ground;
mod macros;
mod matching;
mod meter;
mod nodes;
mod plan;
mod replay;
mod strategy;

use plyground_core::{
    Limits, MethodInfo, OptionInfo, OptionKind, Progress, SolveSummary, Spec, SpecError, Status,
};

use best_first::BestFirst;
use feature_space::FeatureSpace;
use ground::Ground;
use meter::Meter;
use strategy::{Step, Strategy};

use crate::{Board, Push, deadlock};

/// The solvers of Sokoban's own, the default one first.
pub fn methods() -> Vec<MethodInfo> {
    let info =
        |id, summary, options| MethodInfo { id, summary, options, complete: true, optimal: false };
    vec![
        info(
            "auto",
            "The default solver: feature-space and best-first search over pushes, in turns",
            Vec::new(),
        ),
        info("fess", "Feature-space search with macro pushes along a packing plan", Vec::new()),
        info(
            "bestfirst",
            "Weighted A* over pushes with an assignment bound and corral pruning",
            vec![WEIGHT],
        ),
    ]
}

const WEIGHT: OptionInfo = OptionInfo {
    id: "w",
    kind: OptionKind::Number,
    default: "3",
    summary: "weight of the bound; with 1 the solutions have the fewest pushes",
};

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
    let weight = spec.options.number("w", 3, 1..=100)?;
    let best_first =
        Entry { steps: [1000, 1000], make: &|ground| Box::new(BestFirst::new(ground, weight)) };
    let features =
        Entry { steps: [1000, 4000], make: &|ground| Box::new(FeatureSpace::new(ground)) };
    Ok(match method.id {
        "fess" => race(board, &[features], limits, progress),
        "bestfirst" => race(board, &[best_first], limits, progress),
        _ => race(board, &[best_first, features], limits, progress),
    })
}

/// A strategy of the portfolio.
struct Entry<'a> {
    /// How many steps it makes in its first turn, and in every later one.
    steps: [usize; 2],
    make: &'a dyn Fn(&mut Ground) -> Box<dyn Strategy>,
}

fn race(
    board: &Board,
    entries: &[Entry<'_>],
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> SolveSummary {
    let mut meter = Meter::new(limits, progress);
    if deadlock::is_dead(board, board.boxes()) {
        return meter.summary(Status::Unsolvable, None);
    }
    let mut ground = Ground::new(board);
    let mut portfolio: Vec<Box<dyn Strategy>> = Vec::new();
    loop {
        for (index, entry) in entries.iter().enumerate() {
            let is_first = portfolio.len() == index;
            if is_first {
                portfolio.push((entry.make)(&mut ground));
            }
            let others: usize = portfolio.iter().map(|strategy| strategy.bytes()).sum::<usize>()
                - portfolio[index].bytes();
            for _ in 0..entry.steps[usize::from(!is_first)] {
                let strategy = &mut portfolio[index];
                match strategy.step(&mut ground, meter.stats()) {
                    Step::Working => {}
                    Step::Solved(pushes) => return finish(board, &pushes, meter),
                    Step::Exhausted => return meter.summary(Status::Unsolvable, None),
                }
                let bytes = ground.bytes() + others + strategy.bytes();
                if let Some(status) = meter.check(bytes, strategy.as_ref()) {
                    return meter.summary(status, None);
                }
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
