use plyground_core::Puzzle;

use crate::room::{Full, reserve, take};

/// The line that a depth-first search is on, with the moves still to be tried at each of its states.
pub(super) struct Stack<P: Puzzle> {
    frames: Vec<Frame<P>>,
    /// The untried moves of all frames, those of the top one last, each in reverse order.
    untried: Vec<P::Move>,
    /// The rules expect an empty list, so moves are asked for here and then joined.
    asked: Vec<P::Move>,
    /// About what a state holds elsewhere.
    packed_len: usize,
}

/// A state on the line.
pub(super) struct Frame<P: Puzzle> {
    /// Its number.
    pub(super) id: u32,
    pub(super) state: P::State,
    /// The cost from the start.
    pub(super) g: u32,
    /// The move that led here.
    by: Option<P::Move>,
    /// Where its moves begin.
    moves_from: usize,
}

impl<P: Puzzle> Stack<P> {
    pub(super) const fn new(packed_len: usize) -> Self {
        Self { frames: Vec::new(), untried: Vec::new(), asked: Vec::new(), packed_len }
    }

    /// Goes on to a state and asks for its moves.
    pub(super) fn push(
        &mut self,
        puzzle: &P,
        id: u32,
        state: P::State,
        g: u32,
        by: Option<P::Move>,
        room: &mut u64,
    ) -> Result<(), Full> {
        let moves_from = self.untried.len();
        puzzle.moves(&state, &mut self.asked);
        reserve(&mut self.untried, self.asked.len(), room)?;
        reserve(&mut self.frames, 1, room)?;
        take(room, self.packed_len as u64)?;
        self.untried.extend(self.asked.drain(..).rev());
        self.frames.push(Frame { id, state, g, by, moves_from });
        Ok(())
    }

    /// The next untried move of the top state.
    pub(super) fn next_move(&mut self) -> Option<P::Move> {
        let from = self.frames.last()?.moves_from;
        if self.untried.len() > from { self.untried.pop() } else { None }
    }

    /// Leaves the top state.
    pub(super) fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.untried.truncate(frame.moves_from);
        }
    }

    pub(super) fn top(&self) -> Option<&Frame<P>> {
        self.frames.last()
    }

    /// Whether a state is on the line at the very same cost: steps that cost nothing went in a circle.
    pub(super) fn circles(&self, state: &P::State, g: u32) -> bool {
        self.frames.iter().rev().take_while(|frame| frame.g == g).any(|frame| frame.state == *state)
    }

    /// How many states the line has.
    pub(super) const fn len(&self) -> usize {
        self.frames.len()
    }

    /// The moves of the line, and one more.
    pub(super) fn line(&self, last: P::Move) -> Vec<P::Move> {
        self.frames.iter().filter_map(|frame| frame.by).chain([last]).collect()
    }

    pub(super) const fn bytes(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame<P>>()
            + self.frames.len() * self.packed_len
            + self.untried.capacity() * size_of::<P::Move>()) as u64
    }
}
