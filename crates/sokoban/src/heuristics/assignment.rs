use std::cell::RefCell;
use std::sync::Arc;

use plyground_core::{Heuristic, Properties};

use super::sums::apart;
use super::{Matching, Space};
use crate::{Board, Cell, Position};

/// Gives each box a goal of its own, as cheaply as can be.
#[derive(Debug, Clone)]
pub struct Assignment {
    board: Arc<Board>,
    /// For each slot of a box, its distance to each goal.
    distances: Vec<u16>,
    push_cost: u32,
}

impl Assignment {
    /// By rows and columns.
    pub fn by_manhattan(board: &Arc<Board>, push_cost: u32) -> Self {
        Self::of(board, push_cost, |cell, _, goal| {
            let (rows, columns) = apart(board, cell, board.goals()[goal]);
            (rows + columns) as u16
        })
    }

    /// By the pushes it takes when no other box is on the board.
    pub fn by_pushes(board: &Arc<Board>, push_cost: u32) -> Self {
        Self::of(board, push_cost, |_, slot, goal| board.slot_distance(goal, slot))
    }

    fn of(
        board: &Arc<Board>,
        push_cost: u32,
        distance: impl Fn(Cell, usize, usize) -> u16,
    ) -> Self {
        let goals = board.goals().len();
        let mut distances = Vec::with_capacity(board.slots() * goals);
        for cell in 0..board.cells() as Cell {
            for slot in board.slots_of(cell) {
                distances.extend((0..goals).map(|goal| distance(cell, slot, goal)));
            }
        }
        Self { board: board.clone(), distances, push_cost }
    }

    /// The least total distance; `None` where some box has no goal left.
    pub fn distance(&self, position: &Position) -> Option<u32> {
        self.distance_unless(position, || false)
    }

    /// The same; but `None` too where `is_over` says that it comes too late.
    pub fn distance_unless(&self, position: &Position, is_over: impl Fn() -> bool) -> Option<u32> {
        thread_local! {
            static SCRATCH: RefCell<(Matching, Vec<usize>)> = RefCell::default();
        }
        if self.board.is_hopeless() {
            return None;
        }
        let goals = self.board.goals().len();
        SCRATCH.with_borrow_mut(|(matching, rows)| {
            rows.clear();
            rows.extend(
                position.boxes.iter().map(|cell| self.board.slot(cell, position.player) * goals),
            );
            let cost = |owner: usize, goal| self.distances[rows[owner] + goal];
            matching.cheapest_unless(goals, cost, is_over)
        })
    }
}

impl<S: Space> Heuristic<S> for Assignment {
    fn estimate(&self, puzzle: &S, state: &Position) -> Option<u32> {
        self.estimate_unless(puzzle, state, &|| false)
    }
    fn estimate_unless(
        &self,
        _puzzle: &S,
        state: &Position,
        is_over: &dyn Fn() -> bool,
    ) -> Option<u32> {
        Some(self.distance_unless(state, is_over)?.saturating_mul(self.push_cost))
    }

    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }

    /// Boxes count, and on which side of each the player is: no walk changes that.
    fn ignores_quiet_moves(&self) -> bool {
        true
    }
}
