use plyground_core::{EVALUATION_LIMIT, Outcome, Proof, Side};

/// The value of a game that is won now; a win in `n` plies is worth `WIN - n`.
pub const WIN: i32 = 2 * EVALUATION_LIMIT;

/// What a value proves; values within the evaluations' range prove nothing.
pub const fn proof_of(score: i32) -> Option<Proof> {
    if score > EVALUATION_LIMIT {
        Some(Proof::Win)
    } else if score < -EVALUATION_LIMIT {
        Some(Proof::Loss)
    } else {
        None
    }
}

/// The value for `side` of a game that ends `ply` plies from the root.
pub(super) fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == side => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
    }
}
