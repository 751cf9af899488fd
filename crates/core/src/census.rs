use schemars::JsonSchema;
use serde::Serialize;

use crate::Status;

/// A space of packed positions, whatever puzzle it belongs to: enough to count it.
pub trait PackedSpace {
    /// The number of bytes of a position.
    fn packed_len(&self) -> usize;
    /// Writes the position at the start.
    fn start(&self, out: &mut [u8]);
    /// Appends the positions after all legal moves, one behind the other, and says what the position itself is.
    fn expand(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Expanded;
    /// The moves that lead from the start through these positions, in the world's notation.
    fn line(&self, positions: &[&[u8]]) -> String;
}

/// What a position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expanded {
    /// Whether the goal is reached.
    pub solved: bool,
    /// Whether the world's own test sees that no goal can be reached from here.
    pub seen_dead: bool,
}

/// All positions of a level that can be reached, counted.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Census {
    /// The limit that ended it before everything was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Status>,
    /// Positions reached.
    pub states: u64,
    /// Positions by the fewest steps that reach them, from 0 on; the last one is short where it was stopped.
    pub layers: Vec<u64>,
    /// Positions whose moves were generated.
    pub expanded: u64,
    /// Legal moves in all of those.
    pub moves: u64,
    /// Positions in which the goal is reached.
    pub solved: u64,
    /// The fewest steps to one of those.
    pub shortest: Option<u64>,
    /// Positions from which the goal can be reached; only known where everything was counted.
    pub solvable: Option<u64>,
    /// Positions from which it cannot.
    pub dead: Option<u64>,
    /// Those of them that the world's own test sees at once.
    pub seen_dead: u64,
    /// The way to one of the positions of the last layer.
    pub deepest: String,
    /// The most bytes held at once, over all processes.
    pub peak_bytes: u64,
    /// Wall time.
    pub seconds: f64,
}

impl Census {
    /// The steps to the deepest positions.
    pub fn depth(&self) -> u64 {
        (self.layers.len() as u64).saturating_sub(1)
    }

    /// Legal moves in a position, on average.
    pub fn branching(&self) -> f64 {
        self.moves as f64 / self.expanded.max(1) as f64
    }
}
