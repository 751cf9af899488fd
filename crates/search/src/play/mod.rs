//! Players of two-player games, one file each.
//!
//! A ply need not change the side to move, so every player flips the sign of a value exactly where
//! `to_move` changes. Options in a spec are a player's habits; the budget of a move limits it further, and
//! the smaller of the two wins.

mod alphabeta;
mod effort;
mod greedy;
mod logarithm;
mod mcts;
mod minimax;
mod random;
mod score;

use plyground_core::{
    Evaluation, Game, MethodInfo, OptionInfo, OptionKind, Player, Spec, SpecError,
};

pub use score::{WIN, proof_of};

/// The players, as they are listed to people.
pub fn methods() -> Vec<MethodInfo> {
    vec![random::info(), greedy::info(), minimax::info(), alphabeta::info(), mcts::info()]
}

/// The player that `spec` names, with the evaluation that its `eval` option names.
pub fn player<G: Game + 'static>(
    spec: &Spec,
    evaluation: Box<dyn Evaluation<G>>,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let methods = methods();
    let Some(info) = methods.iter().find(|info| info.id == spec.name) else {
        return Err(SpecError::unknown("player", &spec.name, methods.iter().map(|info| info.id)));
    };
    let options = &spec.options;
    options.check(info.id, &info.options)?;
    Ok(match info.id {
        "random" => Box::new(random::Random::new(options)?),
        "greedy" => Box::new(greedy::Greedy::new(options, evaluation)?),
        "minimax" => Box::new(minimax::Minimax::new(options, evaluation)?),
        "mcts" => Box::new(mcts::Mcts::new(options, evaluation)?),
        _ => Box::new(alphabeta::AlphaBeta::new(options, evaluation)?),
    })
}

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
