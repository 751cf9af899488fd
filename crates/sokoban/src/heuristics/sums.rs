use plyground_core::{Heuristic, Properties};

use super::Space;
use crate::deadlock::is_dead_position;
use crate::{Board, Cell, Direction, NONE, Position};

/// Adds up a number for each box that depends on its cell alone.
#[derive(Debug, Clone)]
pub struct Sum {
    by_cell: Vec<u32>,
    sees_dead: bool,
}

impl Sum {
    /// Boxes that are not on a goal: each needs a push.
    pub fn displaced(board: &Board, push_cost: u32) -> Self {
        Self::of(board, |cell| if board.is_goal(cell) { 0 } else { push_cost })
    }

    /// Straight lines to the nearest goal. No push covers more than one cell of them.
    pub fn euclidean(board: &Board, push_cost: u32) -> Self {
        let to_nearest = |cell| {
            let squares = board.goals().iter().map(|&goal| {
                let (rows, columns) = apart(board, cell, goal);
                rows * rows + columns * columns
            });
            // Rounding down keeps the estimate below the truth.
            (f64::from(squares.min().unwrap_or(0)).sqrt() * f64::from(push_cost)) as u32
        };
        Self::of(board, to_nearest)
    }

    /// Rows and columns to the nearest goal.
    pub fn manhattan(board: &Board, push_cost: u32) -> Self {
        Self::of(board, |cell| nearest_manhattan(board, cell) * push_cost)
    }

    /// Manhattan, improved by what walls say: where every push that is possible leads away (along an edge, out
    /// of a niche) the detour counts, and a box in a corner, on an edge without a goal, or held fast by
    /// others has no way at all. Looking one push ahead is as sound as what it looks at.
    pub fn improved(board: &Board, push_cost: u32) -> Self {
        let ahead = |cell: Cell| {
            let ways = Direction::ALL.into_iter().filter_map(|direction| {
                let (to, stand) =
                    (board.step(cell, direction), board.step(cell, direction.opposite()));
                let movable = to != NONE && (stand != NONE || board.pulls());
                (movable && board.is_live(to)).then(|| 1 + nearest_manhattan(board, to))
            });
            ways.min()
        };
        let sum = Self::of(board, |cell| {
            let pushes = nearest_manhattan(board, cell);
            let pushes = if pushes == 0 { 0 } else { pushes.max(ahead(cell).unwrap_or(0)) };
            pushes * push_cost
        });
        Self { sees_dead: true, ..sum }
    }

    fn of(board: &Board, estimate: impl Fn(Cell) -> u32) -> Self {
        let by_cell = (0..board.cells() as Cell).map(estimate).collect();
        Self { by_cell, sees_dead: false }
    }

    fn estimate(&self, board: &Board, position: &Position) -> Option<u32> {
        if self.sees_dead && is_dead_position(board, position) {
            return None;
        }
        let one = |cell: Cell| self.by_cell[usize::from(cell)];
        Some(position.boxes.iter().fold(0, |sum: u32, cell| sum.saturating_add(one(cell))))
    }
}

/// The rows and columns between two cells.
pub(super) fn apart(board: &Board, a: Cell, b: Cell) -> (u32, u32) {
    let ((a_row, a_column), (b_row, b_column)) = (board.place(a), board.place(b));
    (a_row.abs_diff(b_row) as u32, a_column.abs_diff(b_column) as u32)
}

fn nearest_manhattan(board: &Board, cell: Cell) -> u32 {
    let distances = board.goals().iter().map(|&goal| {
        let (rows, columns) = apart(board, cell, goal);
        rows + columns
    });
    distances.min().unwrap_or(0)
}

impl<S: Space> Heuristic<S> for Sum {
    fn estimate(&self, puzzle: &S, state: &Position) -> Option<u32> {
        Self::estimate(self, puzzle.board(), state)
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }

    /// Boxes count, and on which side of each the player is: no walk changes that.
    fn ignores_quiet_moves(&self) -> bool {
        true
    }
}
