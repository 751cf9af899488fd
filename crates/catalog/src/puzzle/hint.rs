use plyground_core::Status;
use schemars::JsonSchema;
use serde::Serialize;

/// What can be said to somebody who asks how to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Hint {
    /// The next move towards a solution.
    Move(NextMove),
    /// The goal is reached already.
    Solved,
    /// Proven: no solution leads on from here.
    Unsolvable,
    /// The search ended before it found a solution, or a proof that there is none.
    Stopped {
        /// How it ended.
        status: Status,
    },
}

impl Hint {
    /// From how a search ended, and the first step of what it found.
    pub(super) fn new(status: Status, next: Option<NextMove>) -> Self {
        match (next, status) {
            (Some(next), _) => Self::Move(next),
            (None, Status::Unsolvable) => Self::Unsolvable,
            (None, status) => Self::Stopped { status },
        }
    }
}

/// The next move towards a solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextMove {
    /// The next move, in the world's notation.
    #[serde(rename = "move")]
    pub step: String,
    /// How many moves the solution has from here, this one included.
    pub remaining: u64,
    /// The whole way.
    pub line: String,
    /// The piece that moves first: the cell where it stands, and the one it goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrow: Option<[usize; 2]>,
}
