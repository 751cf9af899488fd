//! Estimates of the pushes still to come.
//!
//! All count pushes, and a push costs at least the same in every space, so one number serves both metrics:
//! an estimate of moves is one of pushes, since every push is a move.

mod assignment;
mod matching;
mod sums;

use std::sync::Arc;

use plyground_core::{Heuristic, HeuristicInfo, HeuristicSource, Properties, Puzzle, SpecError};

use crate::{Board, Metric, MoveSpace, Position, PushSpace, RegionSpace, UNIT};

pub use assignment::Assignment;
pub use matching::Matching;
pub use sums::Sum;

const NAMES: [(&str, &str); 6] = [
    ("displaced", "boxes that are not on a goal"),
    ("euclidean", "straight lines from each box to its nearest goal"),
    ("manhattan", "rows and columns from each box to its nearest goal"),
    (
        "improved",
        "manhattan, more where walls bar every way nearer; dead in corners, on edges and for stuck boxes",
    ),
    ("hungarian", "the cheapest way to give each box a goal of its own, by rows and columns"),
    ("pushes", "the cheapest way to give each box a goal of its own, by true push distances"),
];

/// The heuristic used where none is named.
pub const DEFAULT: &str = "pushes";

/// All heuristics, as they are listed.
pub fn infos() -> Vec<HeuristicInfo> {
    let properties = Metric::WORDS.map(|metric| (metric.into(), Properties::CONSISTENT)).to_vec();
    NAMES
        .into_iter()
        .map(|(id, summary)| HeuristicInfo {
            id: id.into(),
            summary: summary.into(),
            properties: properties.clone(),
        })
        .collect()
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

/// The heuristics of one space.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a, S>(pub &'a S);

impl<S: Space> HeuristicSource<S> for Source<'_, S> {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<S>>, SpecError> {
        let board = self.0.board();
        Ok(match name {
            "displaced" => Box::new(Sum::displaced(board, S::PUSH_COST)),
            "euclidean" => Box::new(Sum::euclidean(board, S::PUSH_COST)),
            "manhattan" => Box::new(Sum::manhattan(board, S::PUSH_COST)),
            "improved" => Box::new(Sum::improved(board, S::PUSH_COST)),
            "hungarian" => Box::new(Assignment::by_manhattan(board, S::PUSH_COST)),
            "pushes" => Box::new(Assignment::by_pushes(board, S::PUSH_COST)),
            _ => {
                return Err(SpecError::unknown("heuristic", name, NAMES.iter().map(|(id, _)| *id)));
            }
        })
    }

    fn default_name(&self) -> &str {
        DEFAULT
    }
}
