//! The default solver: a portfolio of strategies over pushes, run in turns. Each works on positions that are
//! told apart by the boxes and the region the player can walk in; what one learns of the board, all know.
//! The first solution found is then shortened in the metric asked for, and only a solution that was replayed
//! through the rules is told.

mod approach;
mod backwards;
mod best_first;
mod both_ways;
mod context;
mod deadlock;
mod detours;
mod exchange;
mod feature_space;
mod features;
mod fess;
mod field;
mod floor;
mod frontier;
mod ground;
mod imagined;
mod judge;
mod lone;
mod macros;
mod meter;
mod nodes;
mod pairing;
mod parts;
mod perimeter;
mod plan;
mod race;
mod replay;
mod reverse;
mod shorten;
mod strategy;
mod together;
mod two_boxes;

use plyground_core::{
    Limits, MethodInfo, OptionInfo, OptionKind, Progress, Report, Spec, SpecError, Status,
};

pub use deadlock::Verdict;
pub use judge::Judge;

use feature_space::Style;
use ground::Ground;
use meter::Meter;
use plan::Starts;
use race::{Entry, PORTFOLIO, race};
use shorten::Shortened;
use together::race_together;

pub(crate) use detours::{Detours, Disjoint};
pub(crate) use replay::{pushes_of_text, solution_text};
pub(crate) use shorten::STATES_OF_A_POSITION;

use crate::{Board, Metric};

/// The solvers of Sokoban's own, the default one first.
pub fn methods() -> Vec<MethodInfo> {
    let shorten = switch("shorten", "the solution is made shorter before it is told");
    let info = |id, summary, own: &[OptionInfo]| {
        MethodInfo::new(summary)
            .named(id)
            .with(own.iter().copied())
            .with([shorten, REST])
            .complete()
    };
    vec![
        info(
            "auto",
            "The default solver: feature-space, best-first and backward search over pushes, in turns or on threads",
            &[],
        )
        .threads(),
        info(
            "fess",
            "Feature-space search: moves wait with the best position on the way to them",
            &[PLAN],
        ),
        info(
            "cells",
            "Feature-space search in which each position waits in the cell of its own features",
            &[
                switch("starts", "the plan lets each box come from a starting cell of its own"),
                switch("ranked", "promising cells of the feature space get more turns"),
                switch("obstacles", "boxes in the way to the plan's next cell are a feature"),
            ],
        ),
        info(
            "bestfirst",
            "Weighted A* over pushes with an assignment bound and corral pruning",
            &[WEIGHT],
        ),
        info(
            "backwards",
            "Search from the solved position: boxes are pulled to where they start",
            &[],
        ),
        info(
            "imagined",
            "Feature-space search towards the position nearest to the start that a search backwards has met",
            &[],
        ),
        info("bothways", "Greedy search from the start and from the solved position, in turns", &[]),
        info(
            "reverse",
            "Search from the solved position towards the freest position that a search from the start has met",
            &[],
        ),
        info(
            "parts",
            "Feature-space search of each goal area by itself, with the boxes nearest to it and the others for walls",
            &[],
        ),
    ]
}

const fn switch(id: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { id, kind: OptionKind::Switch, default: "true", summary }
}

const REST: OptionInfo = OptionInfo {
    id: "rest",
    kind: OptionKind::Switch,
    default: "false",
    summary: "all that the limits leave goes into a shorter solution, not only a part of it",
};

const PLAN: OptionInfo = OptionInfo {
    id: "plan",
    kind: OptionKind::Word,
    default: "rooms",
    summary: "where the plan's boxes come from: rooms (far starts that can stand for each other), fresh or any",
};

const WEIGHT: OptionInfo = OptionInfo {
    id: "w",
    kind: OptionKind::Number,
    default: "3",
    summary: "weight of the bound; with 1 and metric=pushes the solutions have the fewest pushes",
};

/// Solves a board in which boxes are only pushed, with few steps of the metric.
pub fn solve(
    board: &Board,
    spec: &Spec,
    metric: Metric,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report<String>, SpecError> {
    let methods = methods();
    let Some(method) = methods.iter().find(|method| method.id == spec.name) else {
        let known: Vec<&str> = methods.iter().map(|method| method.id).collect();
        return Err(SpecError::unknown("method", &spec.name, known));
    };
    spec.options.check(method.id, &method.options)?;
    let weight = spec.options.number("w", 3, 1..=100)?;
    let starts = match spec.options.word("plan", "rooms", &["rooms", "fresh", "any"])? {
        "any" => Starts::Any,
        "fresh" => Starts::Fresh,
        _ => Starts::Rooms,
    };
    let style = Style {
        fresh_starts: spec.options.switch("starts", true)?,
        ranked: spec.options.switch("ranked", true)?,
        obstacles: spec.options.switch("obstacles", true)?,
    };
    let entries: Vec<(Entry, usize)> = match method.id {
        "fess" => vec![(Entry::Fess(starts), 1)],
        "cells" => vec![(Entry::Features(style), 1)],
        "bestfirst" => vec![(Entry::BestFirst(weight), 1)],
        "backwards" => vec![(Entry::Backwards, 1)],
        "imagined" => vec![(Entry::Imagined, 1)],
        "bothways" => vec![(Entry::BothWays, 1)],
        "reverse" => vec![(Entry::Reverse, 1)],
        "parts" => vec![(Entry::Parts, 1)],
        _ => PORTFOLIO.to_vec(),
    };
    let shorten = spec.options.switch("shorten", true)?;
    let rest = spec.options.switch("rest", false)?;
    let threads = limits.threads.unwrap_or(1).clamp(1, entries.len());
    let limits = &part_of(limits, threads);
    let mut meter = Meter::new(limits, progress);
    if crate::deadlock::is_dead(board, board.boxes()) {
        return Ok(Report::nothing(Status::Unsolvable, meter.end()));
    }
    let mut ground = Ground::within(board, meter.clock());
    if matches!(entries[..], [(Entry::BestFirst(1), _)]) {
        ground.find_detours();
    }
    let outcome = if threads > 1 {
        race_together(board, &mut ground, &entries, threads, limits, &mut meter)
    } else {
        race(&mut ground, &entries, &mut meter)
    };
    let pushes = match outcome {
        Ok(pushes) => pushes,
        Err(status) => return Ok(Report::nothing(status, meter.end())),
    };
    let mut known = Shortened::told(pushes);
    if metric == Metric::Pushes && matches!(entries[..], [(Entry::BestFirst(1), _)]) {
        known.bound = Some(known.pushes.len() as u64);
        known.is_proven = true;
    }
    if shorten {
        known.shorten(board, &mut ground, metric, rest, &mut meter);
    }
    let Some(text) = solution_text(board, &known.pushes) else {
        return Ok(Report::nothing(Status::NotFound, meter.end()));
    };
    let steps = match metric {
        Metric::Moves => text.len(),
        Metric::Pushes => known.pushes.len(),
    };
    Ok(Report {
        status: Status::Solved,
        solution: Some(text),
        cost: Some(steps as u64),
        optimal: known.is_proven,
        bound: known.bound,
        unit: 1,
        stats: meter.end(),
    })
}

/// The limits of each of so many threads.
fn part_of(limits: &Limits, threads: usize) -> Limits {
    let part = |whole: Option<u64>| whole.map(|whole| whole.div_ceil(threads as u64));
    Limits { states: part(limits.states), memory: part(limits.memory), ..limits.clone() }
}
