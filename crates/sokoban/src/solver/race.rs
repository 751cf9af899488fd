use plyground_core::Status;

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
    /// Feature-space search in this style.
    Features(Style),
}

/// The strategies of the default solver. The styles are those that together solve most.
pub(crate) const PORTFOLIO: [Entry; 5] = [
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
            Self::Fess(starts) => Box::new(Fess::new(ground, starts)),
            Self::Features(style) => Box::new(FeatureSpace::new(ground, style)),
        }
    }
}

/// Lets the strategies take turns until one has a solution; or why there is none.
pub(crate) fn race(
    ground: &mut Ground,
    entries: &[Entry],
    meter: &mut Meter<'_>,
) -> Result<Vec<Push>, Status> {
    let mut portfolio: Vec<Box<dyn Strategy>> = Vec::new();
    let mut steps = FIRST_TURN;
    loop {
        for (index, entry) in entries.iter().enumerate() {
            if portfolio.len() == index {
                portfolio.push(entry.begin(ground));
            }
            let all: usize = portfolio.iter().map(|strategy| strategy.bytes()).sum();
            let others = all - portfolio[index].bytes();
            for _ in 0..steps {
                let strategy = &mut portfolio[index];
                match strategy.step(ground, meter.stats()) {
                    Step::Working => {}
                    Step::Solved(pushes) => return Ok(pushes),
                    Step::Exhausted => return Err(Status::Unsolvable),
                }
                let bytes = ground.bytes() + others + strategy.bytes();
                if let Some(status) = meter.check(bytes, strategy.as_ref()) {
                    return Err(status);
                }
            }
        }
        steps = (2 * steps).min(LONGEST_TURN);
    }
}
