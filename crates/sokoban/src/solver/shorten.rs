use super::best_first::BestFirst;
use super::ground::Ground;
use super::meter::Meter;
use super::neighbourhood::Neighbourhood;
use super::strategy::{Step, Strategy};
use crate::{Board, Metric, Push};

/// The fewest and the most positions that may be spent on a shorter solution; in between, as many as it
/// took to find one.
const LEAST: u64 = 20_000;
const MOST: u64 = 200_000;

/// A solution, and what is known of how short it could be.
#[derive(Debug)]
pub(crate) struct Shortened {
    /// The solution.
    pub pushes: Vec<Push>,
    /// Whether no solution has fewer steps of the metric.
    pub is_proven: bool,
    /// No solution has fewer steps of the metric than this.
    pub bound: Option<u64>,
}

impl Shortened {
    /// A solution as it was found, of which nothing is known.
    pub const fn told(pushes: Vec<Push>) -> Self {
        Self { pushes, is_proven: false, bound: None }
    }

    /// Makes the solution shorter in the metric. A limit that is met here ends the work, and the best
    /// solution so far stands.
    pub fn shorten(
        &mut self,
        board: &Board,
        ground: &mut Ground,
        metric: Metric,
        meter: &mut Meter<'_>,
    ) {
        let budget = meter.stats().expanded.clamp(LEAST, MOST);
        if !self.is_proven {
            let proof = BestFirst::new(ground, 1);
            self.bound = proof.bound();
            if metric == Metric::Pushes {
                self.prove(proof, ground, budget, meter);
            }
        }
        let mut near = Neighbourhood::new(board, ground, metric, &self.pushes, budget);
        work(ground, &mut near, u64::MAX, meter);
        self.pushes = near.line().to_vec();
        let steps = near.steps();
        if near.is_complete() {
            self.bound = steps;
        }
        self.is_proven |= steps.is_some() && steps == self.bound;
    }

    /// Looks for a solution of the fewest pushes, or at least for a bound.
    fn prove(
        &mut self,
        mut proof: BestFirst,
        ground: &mut Ground,
        budget: u64,
        meter: &mut Meter<'_>,
    ) {
        if self.bound == Some(self.pushes.len() as u64) {
            self.is_proven = true;
        } else if let Some(shortest) = work(ground, &mut proof, budget, meter) {
            self.bound = Some(shortest.len() as u64);
            self.is_proven = true;
            self.pushes = shortest;
        } else {
            self.bound = proof.bound().max(self.bound);
        }
    }
}

/// Lets a strategy work for so many steps, or until a limit or its end.
fn work(
    ground: &mut Ground,
    strategy: &mut dyn Strategy,
    steps: u64,
    meter: &mut Meter<'_>,
) -> Option<Vec<Push>> {
    for _ in 0..steps {
        match strategy.step(ground, meter.stats()) {
            Step::Working => {}
            Step::Solved(pushes) => return Some(pushes),
            Step::Exhausted => return None,
        }
        if meter.check(ground.bytes() + strategy.bytes(), strategy).is_some() {
            return None;
        }
    }
    None
}
