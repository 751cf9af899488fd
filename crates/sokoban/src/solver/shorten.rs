use super::best_first::BestFirst;
use super::ground::Ground;
use super::meter::Meter;
use super::strategy::{Step, Strategy};
use crate::optimiser::Optimiser;
use crate::{Board, Metric, Push};

/// The fewest and the most positions that may be spent on a shorter solution; in between, as many as it
/// took to find one.
const LEAST: u64 = 20_000;
const MOST: u64 = 200_000;
/// The optimiser tells positions apart by the player's cell. So many of its states count as one position.
const STATES_OF_A_POSITION: u64 = 64;

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

    /// Makes the solution shorter in the metric, and proves what it can. A limit that is met here ends the
    /// work, and the best solution so far stands. With `rest`, all that the limits leave is used.
    pub fn shorten(
        &mut self,
        board: &Board,
        ground: &mut Ground,
        metric: Metric,
        rest: bool,
        meter: &mut Meter<'_>,
    ) {
        let effort = meter.stats().expanded.clamp(LEAST, MOST);
        if metric == Metric::Pushes && !self.is_proven {
            ground.find_detours();
        }
        let mut proof = BestFirst::new(ground, 1);
        self.bound = proof.bound().max(self.bound);
        if metric == Metric::Pushes && !self.is_proven {
            self.prove(&mut proof, ground, effort, meter);
        }
        let Some(mut optimiser) = Optimiser::new(board, metric, std::slice::from_ref(&self.pushes))
        else {
            return;
        };
        let states = if rest { None } else { Some(effort * STATES_OF_A_POSITION) };
        let report = meter
            .lend(states, STATES_OF_A_POSITION, |limits, progress| optimiser.run(limits, progress));
        self.pushes = optimiser.pushes().to_vec();
        self.bound = report.bound.max(self.bound);
        self.is_proven |= self.bound == Some(optimiser.steps());
    }

    /// Looks for a solution of the fewest pushes, or at least for a bound.
    fn prove(
        &mut self,
        proof: &mut BestFirst,
        ground: &mut Ground,
        effort: u64,
        meter: &mut Meter<'_>,
    ) {
        if self.bound == Some(self.pushes.len() as u64) {
            self.is_proven = true;
        } else if let Some(shortest) = work(ground, proof, effort, meter) {
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
