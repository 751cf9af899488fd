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
use feature_space::{FeatureSpace, Style};
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
        info(
            "fess",
            "Feature-space search with macro pushes along a packing plan",
            vec![
                switch("starts", "the plan lets each box come from a starting cell of its own"),
                switch("ranked", "promising cells of the feature space get more turns"),
                switch("obstacles", "boxes in the way to the plan's next cell are a feature"),
            ],
        ),
        info(
            "bestfirst",
            "Weighted A* over pushes with an assignment bound and corral pruning",
            vec![WEIGHT],
        ),
    ]
}

const fn switch(id: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { id, kind: OptionKind::Switch, default: "true", summary }
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
    let style = Style {
        fresh_starts: spec.options.switch("starts", true)?,
        ranked: spec.options.switch("ranked", true)?,
        obstacles: spec.options.switch("obstacles", true)?,
    };
    let entries: Vec<Entry> = match method.id {
        "fess" => vec![Entry::Features(style)],
        "bestfirst" => vec![Entry::BestFirst(weight)],
        _ => PORTFOLIO.to_vec(),
    };
    Ok(race(board, &entries, limits, progress))
}

/// A strategy of the portfolio.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// Best-first search with this weight.
    BestFirst(u32),
    /// Feature-space search in this style.
    Features(Style),
}

/// The strategies of the default solver. The styles are those that together solve most.
const PORTFOLIO: [Entry; 5] = [
    Entry::BestFirst(3),
    Entry::Features(Style { fresh_starts: false, ranked: true, obstacles: true }),
    Entry::Features(Style { fresh_starts: false, ranked: false, obstacles: false }),
    Entry::Features(Style { fresh_starts: false, ranked: true, obstacles: false }),
    Entry::Features(Style { fresh_starts: true, ranked: false, obstacles: true }),
];

/// Steps of a strategy's first turn; each later turn has twice as many as the one before.
const FIRST_TURN: usize = 500;
/// The most steps of a turn.
const LONGEST_TURN: usize = 16_000;

impl Entry {
    fn begin(self, ground: &mut Ground) -> Box<dyn Strategy> {
        match self {
            Self::BestFirst(weight) => Box::new(BestFirst::new(ground, weight)),
            Self::Features(style) => Box::new(FeatureSpace::new(ground, style)),
        }
    }
}

fn race(
    board: &Board,
    entries: &[Entry],
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> SolveSummary {
    let mut meter = Meter::new(limits, progress);
    if deadlock::is_dead(board, board.boxes()) {
        return meter.summary(Status::Unsolvable, None);
    }
    let mut ground = Ground::new(board);
    let mut portfolio: Vec<Box<dyn Strategy>> = Vec::new();
    let mut steps = FIRST_TURN;
    loop {
        for (index, entry) in entries.iter().enumerate() {
            if portfolio.len() == index {
                portfolio.push(entry.begin(&mut ground));
            }
            let all: usize = portfolio.iter().map(|strategy| strategy.bytes()).sum();
            let others = all - portfolio[index].bytes();
            for _ in 0..steps {
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
        steps = (2 * steps).min(LONGEST_TURN);
    }
}

/// Replays a solution and writes it down.
fn finish(board: &Board, pushes: &[Push], mut meter: Meter<'_>) -> SolveSummary {
    match replay::solution_text(board, pushes) {
        Some(text) => meter.summary(Status::Solved, Some(text)),
        None => meter.summary(Status::NotFound, None),
    }
}
