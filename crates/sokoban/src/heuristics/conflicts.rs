use std::sync::Arc;

use plyground_core::{Heuristic, Properties};

use super::{Assignment, Space};
use crate::{Board, Cell, Direction, FAR, NONE, Position};

/// Pairs of neighbouring boxes that hold each other up: as long as both stand so, every push of either leads
/// away from every goal. Whichever is pushed first, that push and the way back come on top of what the
/// distances say.
///
/// A box belongs to one pair at most, so that nothing is counted twice: each pair adds two to the pushes of its
/// own boxes, whatever goals they go to.
#[derive(Debug, Clone)]
pub struct Conflicts {
    /// For each cell, whether boxes on it and on the next cell to the right or below conflict.
    pairs: Vec<[bool; 2]>,
    /// The next cell to the right and below.
    next: Vec<[Cell; 2]>,
}

/// The pushes that a pair adds.
const DETOUR: u32 = 2;

impl Conflicts {
    /// The pairs of a board.
    pub fn new(board: &Board) -> Self {
        let cells = 0..board.cells() as Cell;
        let ways = [Direction::Right, Direction::Down];
        let next: Vec<[Cell; 2]> =
            cells.clone().map(|cell| ways.map(|way| board.step(cell, way))).collect();
        let pairs = cells
            .map(|cell| next[usize::from(cell)].map(|other| conflict(board, cell, other)))
            .collect();
        Self { pairs, next }
    }

    /// Pushes that must be added to the distances of boxes from goals.
    pub fn extra(&self, boxes: impl Iterator<Item = Cell>, is_box: impl Fn(Cell) -> bool) -> u32 {
        // What pairs hold already; where there are more, leaving some out is safe.
        let mut taken = [NONE; 32];
        let mut count = 0;
        for cell in boxes {
            for (way, &conflicts) in self.pairs[usize::from(cell)].iter().enumerate() {
                if !conflicts || count + 2 > taken.len() {
                    continue;
                }
                let other = self.next[usize::from(cell)][way];
                let is_taken = |cell: Cell| taken[..count].contains(&cell);
                if is_box(other) && !is_taken(cell) && !is_taken(other) {
                    taken[count] = cell;
                    taken[count + 1] = other;
                    count += 2;
                }
            }
        }
        count as u32 / 2 * DETOUR
    }
}

/// Whether every push that two boxes alone on the board allow each other leads away from every goal.
fn conflict(board: &Board, one: Cell, other: Cell) -> bool {
    let lives = |cell: Cell| cell != NONE && board.is_live(cell);
    if board.pulls() || !lives(one) || !lives(other) || board.is_goal(one) && board.is_goal(other) {
        return false;
    }
    leads_away(board, one, other) && leads_away(board, other, one)
}

/// Whether every push of a box beside another leads away from every goal. On which side of the box the player
/// is stays the same until it is pushed, so distances are compared from the side it is pushed from.
fn leads_away(board: &Board, cell: Cell, other: Cell) -> bool {
    Direction::ALL.into_iter().all(|way| {
        let (to, stand) = (board.step(cell, way), board.step(cell, way.opposite()));
        if to == NONE || stand == NONE || to == other || stand == other {
            return true;
        }
        let (before, after) = (board.slot(cell, stand), board.slot(to, cell));
        (0..board.goals().len()).all(|goal| {
            match (board.slot_distance(goal, before), board.slot_distance(goal, after)) {
                (_, FAR) => true,
                (now, then) => now != FAR && then > now,
            }
        })
    })
}

/// The cheapest assignment of boxes to goals, and what neighbouring boxes add to it.
#[derive(Debug, Clone)]
pub struct Conflicting {
    assignment: Assignment,
    conflicts: Conflicts,
    push_cost: u32,
}

impl Conflicting {
    /// By the pushes it takes when no other box is on the board.
    pub fn new(board: &Arc<Board>, push_cost: u32) -> Self {
        Self {
            assignment: Assignment::by_pushes(board, push_cost),
            conflicts: Conflicts::new(board),
            push_cost,
        }
    }
}

impl<S: Space> Heuristic<S> for Conflicting {
    fn estimate(&self, puzzle: &S, state: &Position) -> Option<u32> {
        self.estimate_unless(puzzle, state, &|| false)
    }
    fn estimate_unless(
        &self,
        _puzzle: &S,
        state: &Position,
        is_over: &dyn Fn() -> bool,
    ) -> Option<u32> {
        let pushes = self.assignment.distance_unless(state, is_over)?;
        let extra = self.conflicts.extra(state.boxes.iter(), |cell| state.boxes.contains(cell));
        Some((pushes + extra).saturating_mul(self.push_cost))
    }

    fn properties(&self) -> Properties {
        Properties::ADMISSIBLE
    }

    /// Boxes count, and on which side of each the player is: no walk changes that.
    fn ignores_quiet_moves(&self) -> bool {
        true
    }
}
