use plyground_core::Status;

use super::backwards::Backwards;
use super::best_first::BestFirst;
use super::feature_space::{FeatureSpace, Style};
use super::fess::Fess;
use super::ground::Ground;
use super::meter::Meter;
use super::plan::Starts;
use super::strategy::{Step, Strategy};
use crate::Push;

/// A strategy of the portfolio.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry {
    /// Best-first search with this weight.
    BestFirst(u32),
    /// Feature-space search with the moves in the cells of the best on their way, and this kind of plan.
    Fess(Starts),
    /// Greedy search from the solved position.
    Backwards,
    /// Feature-space search in this style.
    Features(Style),
}

/// The strategies of the default solver with their shares of the turns. They differ in nature, so that what
/// misleads one does not mislead all.
pub(crate) const PORTFOLIO: [(Entry, usize); 7] = [
    (Entry::Fess(Starts::Rooms), 12),
    (Entry::Features(Style { fresh_starts: false, ranked: true, obstacles: true }), 2),
    (Entry::Backwards, 1),
    (Entry::BestFirst(3), 1),
    (Entry::Fess(Starts::Any), 1),
    (Entry::Features(Style { fresh_starts: false, ranked: false, obstacles: false }), 1),
    (Entry::Features(Style { fresh_starts: true, ranked: false, obstacles: true }), 1),
];

/// Steps of one share in the first round; each later round has twice as many as the one before.
const FIRST_UNIT: usize = 250;
/// The most steps of one share.
const LONGEST_UNIT: usize = 8_000;

/// Steps between two looks at what other threads know.
const TALK: usize = 64;

impl Entry {
    fn begin(self, ground: &mut Ground) -> Box<dyn Strategy> {
        match self {
            Self::BestFirst(weight) => Box::new(BestFirst::new(ground, weight)),
            Self::Backwards => Box::new(Backwards::new(ground)),
            Self::Fess(starts) => Box::new(Fess::new(ground, starts)),
            Self::Features(style) => Box::new(FeatureSpace::new(ground, style)),
        }
    }
}

/// Lets the strategies take turns until one has a solution; or why there is none. Whoever gets on in its turn
/// has a longer one.
pub(crate) fn race(
    ground: &mut Ground,
    entries: &[(Entry, usize)],
    meter: &mut Meter<'_>,
) -> Result<Vec<Push>, Status> {
    let mut portfolio: Vec<Box<dyn Strategy>> = Vec::new();
    let mut unit = FIRST_UNIT;
    loop {
        for (index, &(entry, share)) in entries.iter().enumerate() {
            if portfolio.len() == index {
                portfolio.push(entry.begin(ground));
            }
            let all: usize = portfolio.iter().map(|strategy| strategy.bytes()).sum();
            let others = all - portfolio[index].bytes();
            let strategy = portfolio[index].as_mut();
            let mut steps = share * unit;
            loop {
                let before = strategy.progress();
                if let Some(end) = turn(ground, strategy, steps, others, meter) {
                    return end;
                }
                if strategy.progress() == before {
                    break;
                }
                steps = share * unit / 2;
            }
        }
        unit = (2 * unit).min(LONGEST_UNIT);
    }
}

/// Lets a strategy take some steps; how the race ended, if it did.
fn turn(
    ground: &mut Ground,
    strategy: &mut dyn Strategy,
    steps: usize,
    others: usize,
    meter: &mut Meter<'_>,
) -> Option<Result<Vec<Push>, Status>> {
    for step in 0..steps {
        if step % TALK == 0 {
            ground.talk();
        }
        match strategy.step(ground, meter.stats()) {
            Step::Working => {}
            Step::Solved(pushes) => return Some(Ok(pushes)),
            Step::Exhausted => return Some(Err(Status::Unsolvable)),
        }
        let bytes = ground.bytes() + others + strategy.bytes();
        if let Some(status) = meter.check(bytes, strategy) {
            return Some(Err(status));
        }
    }
    None
}
