use plyground_core::Stats;
use plyground_search::room::Full;

use crate::Direction;

/// What a search may do in one turn.
pub(super) struct Task {
    /// States that may be expanded.
    pub(super) states: u64,
    /// Bytes that may be allocated.
    pub(super) room: u64,
    /// Only solutions of fewer moves are wanted.
    pub(super) most: u32,
    pub(super) threads: usize,
}

/// What came of a turn.
#[derive(Default)]
pub(super) struct Progressed {
    /// No solution is shorter; `None` where nothing waits any more.
    pub(super) bound: Option<u32>,
    /// A solution with fewer moves than were asked for.
    pub(super) solution: Option<Vec<Direction>>,
    /// Whether a solution was found that only images of the board have.
    pub(super) misled: bool,
}

/// A search for a shortest solution that goes on turn by turn.
pub(super) trait Exact {
    fn go_on(&mut self, task: &Task, stats: &mut Stats) -> Result<Progressed, Full>;
    /// The most states of a turn: as many as take a small part of a second.
    fn turn(&self) -> u64;
    fn bytes(&self) -> u64;
    /// States, or sets of them, that wait.
    fn waiting(&self) -> u64;
}
