use std::sync::Arc;

use plyground_core::scene::text::{self, Charset};
use plyground_core::{MoveError, Puzzle, PuzzleMove, PuzzleState, PuzzleWorld, Side, Text};

use super::adapter::Puzzles;
use crate::state::{AnyState, find, numbers};

/// A typed puzzle as an [`AnyState`].
pub(super) struct StateOf<W: PuzzleWorld> {
    world: Puzzles<W>,
    board: Arc<W::Board>,
    state: PuzzleState<W>,
}

impl<W: PuzzleWorld> Clone for StateOf<W> {
    fn clone(&self) -> Self {
        let (world, board) = (self.world.clone(), Arc::clone(&self.board));
        Self { world, board, state: self.state.clone() }
    }
}

impl<W: PuzzleWorld> StateOf<W> {
    pub(super) fn new(world: Puzzles<W>, board: W::Board) -> Self {
        Self { world, state: board.start(), board: Arc::new(board) }
    }

    fn moves(&self) -> Vec<PuzzleMove<W>> {
        let mut moves = Vec::new();
        if !self.board.is_solved(&self.state) {
            self.board.moves(&self.state, &mut moves);
        }
        moves
    }

    fn slot(&self, mv: PuzzleMove<W>) -> usize {
        self.board.move_slot(&self.state, mv)
    }

    fn find(&self, action: usize) -> Result<PuzzleMove<W>, MoveError> {
        find(&self.moves(), self.board.move_slots(), |mv| self.slot(mv), action)
    }
}

impl<W: PuzzleWorld> AnyState for StateOf<W> {
    fn action_count(&self) -> usize {
        self.board.move_slots()
    }

    fn legal_actions(&self) -> Vec<usize> {
        numbers(&self.moves(), self.board.move_slots(), |mv| self.slot(mv))
    }

    fn action_text(&self, action: usize) -> Result<String, MoveError> {
        Ok(self.board.step_text(&self.state, self.find(action)?))
    }

    fn apply(&mut self, action: usize) -> Result<(), MoveError> {
        self.state = self.board.play(&self.state, self.find(action)?);
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.moves().is_empty()
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn returns(&self) -> [f64; 2] {
        [f64::from(u8::from(self.board.is_solved(&self.state))), 0.0]
    }

    fn planes(&self) -> Vec<Text> {
        self.world.0.planes()
    }

    fn cells(&self) -> usize {
        self.world.0.scene(&self.board, &self.state).cells.len()
    }

    fn observe(&self, out: &mut [f32]) {
        self.world.0.observe(&self.board, &self.state, out);
    }

    fn text(&self) -> String {
        text::render(&self.world.0.scene(&self.board, &self.state), Charset::Ascii)
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
}
