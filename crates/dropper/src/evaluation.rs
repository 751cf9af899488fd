//! How good a position looks.

mod features;
mod weights;

use plyground_core::{EVALUATION_LIMIT, Evaluation, EvaluationEntry};

use crate::board::bits::Bits;
use crate::rules::{DropperGame, Ply, Rules, State, Stones, either};
use features::features;
pub use features::{FEATURES, NAMES};
use weights::STAGES;
pub use weights::{WEIGHTS, Weights};

/// The evaluations, the best one first.
pub fn table() -> Vec<EvaluationEntry<DropperGame>> {
    vec![
        EvaluationEntry::new(
            "full",
            "group sizes, merges and losses that a Drop can bring, stones out of reach, tempo",
            |_| Box::new(Full::default()),
        ),
        EvaluationEntry::new("groups", "difference of the largest groups, in hundredths", |_| {
            Box::new(LargestGroup)
        }),
    ]
}

/// The value of one stone more in the largest group.
const STONE: i32 = 100;

/// The difference of the largest groups: what simple programs use.
#[derive(Debug, Clone, Copy)]
pub struct LargestGroup;

impl Evaluation<DropperGame> for LargestGroup {
    fn evaluate(&self, game: &DropperGame, state: &State) -> i32 {
        either!(game, state, rules, stones => {
            let largest = |of| i32::from(rules.board.group_sizes(of).largest());
            STONE * (largest(stones.own()) - largest(stones.theirs()))
        })
    }
}

/// A search prunes by this margin. Of 50, 100 and 200 it did best, by 36 to 24 and 35 to 25 between
/// neighbours (60 games each, 3000 positions a ply on 8×8): a hint, within what chance can do.
const MARGIN: i32 = 50;

/// Everything that the weights know about.
#[derive(Debug, Clone, Copy)]
pub struct Full {
    /// What each feature is worth.
    pub weights: Weights,
}

impl Default for Full {
    fn default() -> Self {
        Self { weights: WEIGHTS }
    }
}

impl Evaluation<DropperGame> for Full {
    fn evaluate(&self, game: &DropperGame, state: &State) -> i32 {
        either!(game, state, rules, stones => full(rules, stones, &self.weights))
    }

    fn unit(&self) -> i32 {
        MARGIN
    }
}

/// How much of the board is empty, of [`STAGES`].
fn earliness<B: Bits>(rules: &Rules<B>, stones: &Stones<B>) -> i32 {
    let squares = (rules.board.size() * rules.board.size()) as i32;
    STAGES * rules.empty(stones).count() as i32 / squares
}

/// The value for the side to move by the weights of all features.
fn full<B: Bits>(rules: &Rules<B>, stones: &Stones<B>, weights: &Weights) -> i32 {
    let early = earliness(rules, stones);
    let seen = features(rules, stones).into_iter().zip(weights);
    let value: i32 = seen
        .map(|(feature, [first, last])| feature * (first * early + last * (STAGES - early)))
        .sum();
    let value = (value / STAGES).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
    if stones.free_due { -value } else { value }
}

/// What each weight is multiplied by (and the sum divided by a constant) for the side to move, as a tuner wants
/// to know: every feature counts twice, for the empty board and for the full one.
pub fn staged(game: &DropperGame, state: &State) -> [i32; 2 * FEATURES] {
    either!(game, state, rules, stones => {
        let early = earliness(rules, stones);
        let sign = if stones.free_due { -1 } else { 1 };
        let seen = features(rules, stones);
        std::array::from_fn(|i| {
            let stage = if i % 2 == 0 { early } else { STAGES - early };
            sign * seen[i / 2] * stage
        })
    })
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
