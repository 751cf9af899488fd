//! Players of two-player games, one file each.
//!
//! A ply need not change the side to move, so every player flips the sign of a value exactly where
//! `to_move` changes. Options in a spec are a player's habits; the budget of a move limits it further, and
//! the smaller of the two wins.

mod effort;
mod logarithm;
mod score;

use plyground_core::{
    Evaluation, Game, MethodInfo, OptionInfo, OptionKind, Options, Player, Spec, SpecError,
};

use crate::methods::methods;

pub use score::{WIN, proof_of};

methods! {
    "player", usually alphabeta:
    random greedy minimax alphabeta mcts;
    fn make[G: Game + 'static](setup: Setup<'_, G>) -> Made<G>;
}

/// The player that `spec` names, judging by `evaluation`.
pub fn player<G: Game + 'static>(
    spec: &Spec,
    evaluation: Box<dyn Evaluation<G>>,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let info = method(&spec.name)?;
    spec.options.check(info.id, &info.options)?;
    make(info.id, Setup { options: &spec.options, evaluation })
}

/// What a player is made of.
struct Setup<'a, G: Game> {
    options: &'a Options,
    evaluation: Box<dyn Evaluation<G>>,
}

/// A player, or why it cannot be.
type Made<G> = Result<Box<dyn Player<G>>, SpecError>;

const SEED: OptionInfo = OptionInfo {
    id: "seed",
    kind: OptionKind::Number,
    default: "1",
    summary: "the same seed gives the same moves",
};

const EVAL: OptionInfo = OptionInfo {
    id: "eval",
    kind: OptionKind::Evaluation,
    default: "",
    summary: "how positions are judged; the world's best where none is given",
};
