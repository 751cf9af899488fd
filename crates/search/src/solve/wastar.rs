use plyground_core::{MethodInfo, OptionInfo, OptionKind, Puzzle};

use super::best_first::{BestFirst, Rank};
use super::{H, Made, Setup};

const W: OptionInfo = OptionInfo {
    id: "w",
    kind: OptionKind::Decimal,
    default: "2",
    summary: "how much the estimate counts; at most w times the cheapest cost",
};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new(
        "weighted A*: trusts the estimate more, finds sooner, costs at most w times as much",
    )
    .with([H, W])
    .complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let weight = setup.spec.options.number("w", 2.0, 0.0..=1000.0)?;
    let heuristic = setup.heuristic()?;
    Ok(Box::new(BestFirst::new(setup.puzzle, Rank::Sum(weight), Some(heuristic))))
}
