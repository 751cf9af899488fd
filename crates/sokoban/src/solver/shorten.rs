use super::best_first::BestFirst;
use super::ground::Ground;
use super::meter::Meter;
use super::strategy::{Step, Strategy as _};
use crate::optimiser::Optimiser;
use crate::{Board, Metric, Push};

/// The fewest and the most positions that may be spent on a shorter solution; in between, as many as it
/// took to find one.
const LEAST: u64 = 20_000;
const MOST: u64 = 200_000;
/// The optimiser tells positions apart by the player's cell. So many of its states count as one position.
pub(crate) const STATES_OF_A_POSITION: u64 = 64;
/// The positions that a proof may take.
const PROOF: u64 = 200_000;
/// A proof goes on while the bound rises, and wherever it is nearer than this part of the solution.
const NEAR: u64 = 4;

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
        let Some(mut optimiser) = self.optimiser(board, metric) else { return };
        self.optimise(&mut optimiser, Some(effort), meter);
        if metric == Metric::Pushes && !self.is_proven {
            self.take_turns(&mut optimiser, ground, effort, meter);
            if self.pushes.len() as u64 != optimiser.steps() {
                let Some(another) = self.optimiser(board, metric) else { return };
                optimiser = another;
                self.optimise(&mut optimiser, Some(effort), meter);
            }
        }
        if rest {
            self.optimise(&mut optimiser, None, meter);
        }
    }

    /// Lets a proof and the optimiser take turns, each twice as long as the one before: the shorter the solution, the
    /// less is left to be shown. It ends when a round has led to nothing, or [`PROOF`] positions are used up.
    fn take_turns(
        &mut self,
        optimiser: &mut Optimiser<'_>,
        ground: &mut Ground,
        effort: u64,
        meter: &mut Meter<'_>,
    ) {
        ground.find_detours();
        let mut proof = BestFirst::new(ground, 1);
        let (mut effort, mut spent) = (effort, effort);
        let mut bound = self.bound;
        let mut goes_on = self.prove(&mut proof, ground, effort, meter);
        while goes_on && !self.is_proven && spent < PROOF {
            effort = (2 * effort).min(PROOF - spent);
            spent += effort;
            let (rises, before) = (self.bound > bound, self.pushes.len());
            bound = self.bound;
            self.optimise(optimiser, Some(effort), meter);
            if rises || self.is_near() {
                goes_on = self.prove(&mut proof, ground, effort, meter);
            }
            goes_on &= self.bound > bound || self.pushes.len() < before;
        }
    }

    /// Whether the bound is so near that a proof may succeed soon.
    fn is_near(&self) -> bool {
        let known = self.pushes.len() as u64;
        self.bound.is_some_and(|bound| known.saturating_sub(bound) <= known / NEAR)
    }

    fn optimiser<'a>(&self, board: &'a Board, metric: Metric) -> Option<Optimiser<'a>> {
        Optimiser::new(board, metric, std::slice::from_ref(&self.pushes))
    }

    /// Lets the optimiser work for as much as so many positions, or until it or the limits end.
    fn optimise(
        &mut self,
        optimiser: &mut Optimiser<'_>,
        positions: Option<u64>,
        meter: &mut Meter<'_>,
    ) {
        let states = positions.map(|positions| positions * STATES_OF_A_POSITION);
        let report = meter
            .lend(states, STATES_OF_A_POSITION, |limits, progress| optimiser.run(limits, progress));
        self.pushes = optimiser.pushes().to_vec();
        self.bound = report.bound.max(self.bound);
        self.is_proven |= self.bound == Some(optimiser.steps());
    }

    /// Looks for a solution of fewer pushes in so many positions; what is met tells how few there must be. Whether it
    /// can go on.
    fn prove(
        &mut self,
        proof: &mut BestFirst,
        ground: &mut Ground,
        positions: u64,
        meter: &mut Meter<'_>,
    ) -> bool {
        let known = self.pushes.len() as u64;
        proof.only_below(known as u32);
        let mut goes_on = true;
        for _ in 0..positions {
            goes_on = proof.bound().is_some_and(|bound| bound < known)
                && meter.check(ground.bytes() + proof.bytes(), proof).is_none();
            if !goes_on {
                break;
            }
            if let Step::Solved(shorter) = proof.step(ground, meter.stats()) {
                self.pushes = shorter;
                break;
            }
        }
        // What was cut off proves nothing.
        let all = (!ground.field.was_cut_off()).then_some(known);
        let least = proof.bound().or(all).map(|bound| bound.min(self.pushes.len() as u64));
        self.bound = self.bound.max(least);
        self.is_proven = self.bound == Some(self.pushes.len() as u64);
        goes_on && !self.is_proven
    }
}
