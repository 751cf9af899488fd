//! How good a position looks.

use plyground_core::{EVALUATION_LIMIT, Evaluation, EvaluationInfo, SpecError};

use crate::bits::Bits;
use crate::game::{Dropper, State, either};
use crate::rules::{Ply, Rules, Stones};

/// The evaluations, the best one first.
pub fn list() -> Vec<EvaluationInfo> {
    vec![
        EvaluationInfo {
            id: "full",
            summary: "group sizes, merges and losses that a Drop can bring, stones out of reach, tempo",
        },
        EvaluationInfo { id: "groups", summary: "difference of the largest groups, in hundredths" },
    ]
}

/// The evaluation of that name.
pub fn by_name(name: &str) -> Result<Box<dyn Evaluation<Dropper>>, SpecError> {
    match name {
        "full" => Ok(Box::new(Full)),
        "groups" => Ok(Box::new(LargestGroup)),
        _ => Err(SpecError::unknown("evaluation", name, list().iter().map(|info| info.id))),
    }
}

/// The value of one stone more in the largest group.
const STONE: i32 = 100;

/// The difference of the largest groups: what simple programs use.
#[derive(Debug, Clone, Copy)]
pub struct LargestGroup;

impl Evaluation<Dropper> for LargestGroup {
    fn evaluate(&self, game: &Dropper, state: &State) -> i32 {
        either!(game, state, rules, stones => {
            let largest = |of| i32::from(rules.board.group_sizes(of).largest());
            STONE * (largest(stones.own()) - largest(stones.theirs()))
        })
    }
}

/// Everything that the weights of this module know about.
#[derive(Debug, Clone, Copy)]
pub struct Full;

impl Evaluation<Dropper> for Full {
    fn evaluate(&self, game: &Dropper, state: &State) -> i32 {
        let value: i32 = either!(game, state, rules, stones => {
            features(rules, stones).iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum()
        });
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

/// How many features there are.
pub const FEATURES: usize = 4;

/// What each feature is worth.
const WEIGHTS: [i32; FEATURES] = [60, 4, 10, 50];

/// What the evaluation sees: each number is better for the side to move the larger it is.
pub fn features<B: Bits>(rules: &Rules<B>, stones: &Stones<B>) -> [i32; FEATURES] {
    let largest = |of| i32::from(rules.board.group_sizes(of).largest());
    let empty = rules.empty(stones);
    [largest(stones.own()) - largest(stones.theirs()), 0, 0, (empty.count() & 1) as i32]
}

/// A cheap guess of how good a ply is, for move ordering.
pub(crate) fn order<B: Bits>(rules: &Rules<B>, stones: &Stones<B>, ply: Ply) -> i32 {
    let board = &rules.board;
    match ply {
        Ply::Drop { from, to } => {
            let (from, to) = (usize::from(from), usize::from(to));
            let own = board.beside(B::bit(from)) & stones.own();
            let broken = board.beside(B::bit(from)) & stones.theirs();
            let joined = board.beside(B::bit(to)) & (stones.theirs() ^ B::bit(from));
            (3 * own.count() + 2 * broken.count()) as i32 - 2 * joined.count() as i32
        }
        Ply::Free(_) => 0,
    }
}
