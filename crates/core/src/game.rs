use std::fmt::{self, Debug};
use std::hash::Hash;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::quoted;
use crate::{Rng, SpecError};

/// One of the two players.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The one who moves first.
    First,
    /// The other.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// 1 for a win of `side`, 0 for a loss, ½ for a draw.
    pub fn points(self, side: Side) -> f64 {
        match self {
            Self::Win(winner) if winner == side => 1.0,
            Self::Win(_) => 0.0,
            Self::Draw => 0.5,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl FromStr for Outcome {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "1-0" => Ok(Self::Win(Side::First)),
            "0-1" => Ok(Self::Win(Side::Second)),
            "1/2-1/2" => Ok(Self::Draw),
            _ => Err(SpecError(format!(
                "{text} is no result; expected 1-0, 0-1 or 1/2-1/2",
                text = quoted(text)
            ))),
        }
    }
}

/// A two-player, zero-sum game of perfect information.
///
/// A ply need not change the side to move (a Dropper turn is two plies of one player), so a search
/// flips the sign of a value exactly where [`to_move`](Game::to_move) changes.
///
/// ```
/// use plyground_core::{Game, Outcome, Side, mix};
///
/// /// Take one or two stones; who takes the last one wins.
/// struct Stones(u32);
///
/// impl Game for Stones {
///     type State = (u32, Side);
///     type Move = u32;
///     fn start(&self) -> (u32, Side) {
///         (self.0, Side::First)
///     }
///     fn to_move(&self, state: &(u32, Side)) -> Side {
///         state.1
///     }
///     fn moves(&self, state: &(u32, Side), out: &mut Vec<u32>) {
///         out.extend(1..=state.0.min(2));
///     }
///     fn play(&self, state: &mut (u32, Side), taken: u32) {
///         *state = (state.0 - taken, state.1.other());
///     }
///     fn outcome(&self, state: &(u32, Side)) -> Option<Outcome> {
///         (state.0 == 0).then(|| Outcome::Win(state.1.other()))
///     }
///     fn key(&self, state: &(u32, Side)) -> u64 {
///         mix(&[state.0.into(), state.1.index() as u64])
///     }
/// }
///
/// let game = Stones(4);
/// assert_eq!(game.perft(&game.start(), 2), 4);
/// ```
pub trait Game: Send + Sync {
    /// A position without its history.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One ply.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The position the game starts from.
    fn start(&self) -> Self::State;
    /// Whose ply it is.
    fn to_move(&self, state: &Self::State) -> Side;
    /// Appends the legal plies, each once, always in the same order. `out` is empty on entry.
    /// None where the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// Plays a legal ply.
    fn play(&self, state: &mut Self::State, mv: Self::Move);
    /// The result, if the position itself ends the game.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// A 64-bit key that equal positions share; different positions rarely do.
    fn key(&self, state: &Self::State) -> u64;

    /// Whether the ply makes the position loud (captures, threatens): quiescence follows these.
    fn is_loud(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }
    /// Appends the loud plies, in the order of [`moves`](Game::moves); a world that can find them without
    /// generating the others makes quiescence faster. `out` is empty on entry.
    fn loud_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.moves(state, out);
        out.retain(|&mv| self.is_loud(state, mv));
    }
    /// One of the legal plies, all equally likely; `None` where the game is over. `scratch` is there to be
    /// reused; a world that can choose without generating all plies makes random playouts faster.
    fn random_move(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        scratch.clear();
        self.moves(state, scratch);
        rng.pick(scratch).copied()
    }
    /// Hands the turn to the opponent without a ply, for null-move pruning. `false`, with the state
    /// unchanged, where having to move may be a burden, so that a pass would prove nothing.
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }
    /// A static guess of how good a ply is, for move ordering; larger is tried earlier.
    fn order(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }
    /// A small number for the ply, below [`move_slots`](Game::move_slots), for history tables and for programs that name
    /// plies by numbers. Where there is more than one slot, no two legal plies of a position share one.
    fn move_slot(&self, _state: &Self::State, _mv: Self::Move) -> usize {
        0
    }
    /// The number of different slots.
    fn move_slots(&self) -> usize {
        1
    }
    /// How often a position may occur before the game is drawn; 0 for no such rule.
    fn repetition_limit(&self) -> u32 {
        0
    }
    /// After so many plies [`adjudicate`](Game::adjudicate) ends the game; `None` for no such rule.
    fn ply_cap(&self) -> Option<u32> {
        None
    }
    /// The result at the ply cap.
    fn adjudicate(&self, _state: &Self::State) -> Outcome {
        Outcome::Draw
    }

    /// Sequences of `depth` plies, or of turns where the world counts those.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut total = 0;
        for mv in moves {
            let mut next = state.clone();
            self.play(&mut next, mv);
            total += self.perft(&next, depth - 1);
        }
        total
    }
}
