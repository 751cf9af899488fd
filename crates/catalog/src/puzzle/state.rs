use std::any::Any;
use std::cell::OnceCell;
use std::sync::Arc;

use plyground_core::scene::planes::{Planes, Raster};
use plyground_core::scene::text::{self, Charset};
use plyground_core::{MoveError, Puzzle, PuzzleMove, PuzzleState, PuzzleWorld, Scene, Side, Text};

use super::adapter::Puzzles;
use crate::GameSession;
use crate::state::{AnyState, find, numbers};

/// What the positions of a level have in common.
pub(super) struct Field<W: PuzzleWorld> {
    pub(super) world: Puzzles<W>,
    pub(super) board: W::Board,
    pub(super) planes: usize,
    pub(super) raster: Raster,
    ground: Vec<u8>,
}

impl<W: PuzzleWorld> Field<W> {
    pub(super) fn new(world: Puzzles<W>, board: W::Board) -> Self {
        let raster = Raster::of(&world.0.scene(&board, &board.start()));
        let planes = world.0.planes().len();
        Self { world, board, planes, raster, ground: Vec::new() }.with_ground()
    }

    /// The same in the upper left of a larger raster.
    pub(super) fn within(self, rows: usize, columns: usize) -> Self {
        Self { raster: self.raster.within(rows, columns), ..self }.with_ground()
    }

    fn with_ground(mut self) -> Self {
        self.ground = vec![0; self.planes * self.raster.size()];
        let mut planes = Planes::new(&self.raster, &mut self.ground);
        self.world.0.observe_ground(&self.board, &mut planes);
        self
    }

    /// Writes an observation into exactly as many bytes as it has.
    #[inline]
    pub(super) fn observe(&self, state: &PuzzleState<W>, out: &mut [u8]) {
        out.copy_from_slice(&self.ground);
        self.world.0.observe(&self.board, state, &mut Planes::new(&self.raster, out));
    }

    /// Writes an observation over that of the position before.
    #[inline]
    pub(super) fn observe_change(
        &self,
        before: &PuzzleState<W>,
        after: &PuzzleState<W>,
        out: &mut [u8],
    ) {
        let mut planes = Planes::new(&self.raster, out);
        if !self.world.0.observe_change(&self.board, before, after, &mut planes) {
            self.observe(after, out);
        }
    }

    /// The bytes of an observation.
    pub(super) fn size(&self) -> usize {
        self.ground.len()
    }

    fn scene(&self, state: &PuzzleState<W>) -> Scene {
        self.world.0.scene(&self.board, state)
    }
}

/// A typed puzzle as an [`AnyState`].
pub(super) struct StateOf<W: PuzzleWorld> {
    field: Arc<Field<W>>,
    state: PuzzleState<W>,
    /// The legal moves, once somebody asked.
    moves: OnceCell<Vec<PuzzleMove<W>>>,
}

impl<W: PuzzleWorld> Clone for StateOf<W> {
    fn clone(&self) -> Self {
        let (state, moves) = (self.state.clone(), self.moves.clone());
        Self { field: Arc::clone(&self.field), state, moves }
    }
}

impl<W: PuzzleWorld> StateOf<W> {
    pub(super) fn new(field: Arc<Field<W>>, state: PuzzleState<W>) -> Self {
        Self { field, state, moves: OnceCell::new() }
    }

    fn board(&self) -> &W::Board {
        &self.field.board
    }

    fn moves(&self) -> &[PuzzleMove<W>] {
        self.moves.get_or_init(|| {
            let mut moves = Vec::new();
            if !self.board().is_solved(&self.state) {
                self.board().moves(&self.state, &mut moves);
            }
            moves
        })
    }

    fn slot(&self, mv: PuzzleMove<W>) -> usize {
        self.board().move_slot(&self.state, mv)
    }

    fn find(&self, action: usize) -> Result<PuzzleMove<W>, MoveError> {
        find(self.moves(), self.board().move_slots(), |mv| self.slot(mv), action)
    }
}

impl<W: PuzzleWorld> AnyState for StateOf<W> {
    fn action_count(&self) -> usize {
        self.board().move_slots()
    }

    fn legal_actions(&self) -> Vec<usize> {
        numbers(self.moves(), self.board().move_slots(), |mv| self.slot(mv))
    }

    fn action_text(&self, action: usize) -> Result<String, MoveError> {
        Ok(self.board().step_text(&self.state, self.find(action)?))
    }

    fn apply(&mut self, action: usize) -> Result<(), MoveError> {
        self.state = self.board().play(&self.state, self.find(action)?);
        self.moves = OnceCell::new();
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.moves().is_empty()
    }

    fn to_move(&self) -> Side {
        Side::First
    }

    fn returns(&self) -> [f64; 2] {
        [f64::from(u8::from(self.board().is_solved(&self.state))), 0.0]
    }

    fn planes(&self) -> Vec<Text> {
        self.field.world.0.planes()
    }

    fn shape(&self) -> [usize; 3] {
        [self.field.planes, self.field.raster.rows, self.field.raster.columns]
    }

    fn observe(&self, out: &mut [u8]) {
        self.field.observe(&self.state, out);
    }

    fn key(&self) -> Vec<u8> {
        let mut key = vec![0; self.board().packed_len()];
        self.board().pack(&self.state, &mut key);
        key
    }

    fn text(&self) -> String {
        text::render(&self.scene(), Charset::Ascii)
    }

    fn scene(&self) -> Scene {
        self.field.scene(&self.state)
    }

    fn session(&self) -> Option<Box<dyn GameSession>> {
        None
    }

    fn own(&self) -> Option<Box<dyn Any>> {
        self.field.world.0.own_state(&self.field.board, &self.state)
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
}
