use std::sync::Arc;

use plyground_core::Puzzle;

use super::{Packing, Position, Push, UNIT, each_push, push_text, with_reach};
use crate::{Board, Metric, deadlock};

/// A push with the walk before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WalkPush {
    /// The push.
    pub push: Push,
    /// How many moves the player walks first.
    pub walk: u16,
}

/// The space of pushes with the player's exact cell. Each push costs a unit and a little more for every
/// move of the player, so that the cheapest solution has the fewest pushes and, among those, the fewest
/// moves.
#[derive(Debug, Clone)]
pub struct PushSpace {
    board: Arc<Board>,
    packing: Packing,
}

impl PushSpace {
    /// The pushes on a board.
    pub fn new(board: Arc<Board>) -> Self {
        Self { packing: Packing::new(&board), board }
    }

    /// The board.
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }
}

impl Puzzle for PushSpace {
    type State = Position;
    type Move = WalkPush;

    fn start(&self) -> Position {
        Position::start(&self.board)
    }

    fn moves(&self, state: &Position, out: &mut Vec<WalkPush>) {
        with_reach(&self.board, state.player, &state.boxes, |reach| {
            each_push(&self.board, &state.boxes, reach, |push| {
                out.push(WalkPush { push, walk: reach.walk(push.stand(&self.board)) });
            });
        });
    }

    fn play(&self, state: &Position, mv: WalkPush) -> Position {
        state.after(&self.board, mv.push)
    }

    fn is_solved(&self, state: &Position) -> bool {
        state.is_solved(&self.board)
    }

    fn is_dead(&self, state: &Position) -> bool {
        deadlock::is_dead_position(&self.board, state)
    }

    fn cost(&self, _state: &Position, mv: WalkPush) -> u32 {
        Metric::Pushes.cost(mv.walk)
    }

    fn unit(&self) -> u32 {
        UNIT
    }

    fn packed_len(&self) -> usize {
        self.packing.len()
    }

    fn pack(&self, state: &Position, out: &mut [u8]) {
        self.packing.pack(state, out);
    }

    fn unpack(&self, bytes: &[u8]) -> Position {
        self.packing.unpack(bytes)
    }

    fn step_text(&self, state: &Position, mv: WalkPush) -> String {
        let mut text = String::new();
        push_text(&self.board, state, mv.push, &mut text);
        text
    }
}
