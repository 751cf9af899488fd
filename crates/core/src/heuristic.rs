use serde::Serialize;

use crate::{Puzzle, Text};

/// An estimate of the cost still to come.
pub trait Heuristic<P: Puzzle>: Send + Sync {
    /// The estimate in the puzzle's cost units; `None` means unsolvable from here.
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32>;
    /// What is promised of the estimates of this heuristic on this puzzle.
    fn properties(&self) -> Properties;
    /// True only where no [quiet](Puzzle::is_quiet) move changes the estimate.
    fn ignores_quiet_moves(&self) -> bool {
        false
    }
}

impl<P: Puzzle, H: Heuristic<P> + ?Sized> Heuristic<P> for Box<H> {
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        (**self).estimate(puzzle, state)
    }
    fn properties(&self) -> Properties {
        (**self).properties()
    }
    fn ignores_quiet_moves(&self) -> bool {
        (**self).ignores_quiet_moves()
    }
}

/// What a heuristic promises. Tests hold it to that on exhaustively enumerated small levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Properties {
    /// Never more than the true remaining cost.
    pub admissible: bool,
    /// Never drops by more than a move costs.
    pub consistent: bool,
}

impl Properties {
    /// Admissible and consistent.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// Admissible, but a path may lower f.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false };
    /// A guide only.
    pub const NONE: Self = Self { admissible: false, consistent: false };
}

/// A heuristic as it is listed to people.
#[derive(Debug, Clone, Serialize)]
pub struct HeuristicInfo {
    /// The word in `h=…`.
    pub id: Text,
    /// What it measures, in one line.
    pub summary: Text,
    /// Its promise for each metric of the world, by the metric's name.
    pub properties: Vec<(Text, Properties)>,
}
