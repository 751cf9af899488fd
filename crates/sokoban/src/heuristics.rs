//! Estimates of the pushes still to come.
//!
//! All count pushes, and a push costs at least the same in every space, so one number serves both metrics:
//! an estimate of moves is one of pushes, since every push is a move.

mod assignment;
mod conflicts;
mod matching;
mod sums;

use std::sync::Arc;

use plyground_core::{HeuristicEntry, HeuristicInfo, Heuristics, Properties, Puzzle};

use crate::{Board, Metric, MoveSpace, Position, PushSpace, RegionSpace, UNIT};

pub use assignment::Assignment;
pub use conflicts::{Conflicting, Conflicts};
pub use matching::Matching;
pub use sums::Sum;

/// The heuristics of a space, the usual one first.
pub fn table<S: Space>() -> [HeuristicEntry<S>; 7] {
    type Entry<S> = HeuristicEntry<S>;
    [
        Entry::<S>::new(
            "pushes",
            "the cheapest way to give each box a goal of its own, by true push distances",
            Properties::CONSISTENT,
            |space| Box::new(Assignment::by_pushes(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "conflicts",
            "pushes, and two more for each pair of neighbouring boxes that keep each other from every goal",
            Properties::ADMISSIBLE,
            |space| Box::new(Conflicting::new(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "hungarian",
            "the cheapest way to give each box a goal of its own, by rows and columns",
            Properties::CONSISTENT,
            |space| Box::new(Assignment::by_manhattan(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "improved",
            "manhattan, more where walls bar every way nearer; dead in corners, on edges and for stuck boxes",
            Properties::CONSISTENT,
            |space| Box::new(Sum::improved(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "manhattan",
            "rows and columns from each box to its nearest goal",
            Properties::CONSISTENT,
            |space| Box::new(Sum::manhattan(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "euclidean",
            "straight lines from each box to its nearest goal",
            Properties::CONSISTENT,
            |space| Box::new(Sum::euclidean(space.board(), S::PUSH_COST)),
        ),
        Entry::<S>::new(
            "displaced",
            "boxes that are not on a goal",
            Properties::CONSISTENT,
            |space| Box::new(Sum::displaced(space.board(), S::PUSH_COST)),
        ),
    ]
}

/// The heuristics of a space by name.
pub fn of<S: Space>(space: &S) -> Heuristics<'_, S> {
    Heuristics::new(space, table())
}

/// All heuristics, as they are listed.
pub fn infos() -> Vec<HeuristicInfo> {
    table::<MoveSpace>().iter().map(|entry| entry.info(&Metric::WORDS)).collect()
}

/// A space of positions on a board.
pub trait Space: Puzzle<State = Position> {
    /// The least a push costs.
    const PUSH_COST: u32;
    /// The board.
    fn board(&self) -> &Arc<Board>;
}

impl Space for MoveSpace {
    const PUSH_COST: u32 = UNIT + 1;
    #[inline]
    fn board(&self) -> &Arc<Board> {
        self.board()
    }
}

impl Space for PushSpace {
    const PUSH_COST: u32 = UNIT + 1;
    fn board(&self) -> &Arc<Board> {
        self.board()
    }
}

impl Space for RegionSpace {
    const PUSH_COST: u32 = UNIT;
    fn board(&self) -> &Arc<Board> {
        self.board()
    }
}
