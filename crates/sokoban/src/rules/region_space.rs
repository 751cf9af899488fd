use std::sync::Arc;

use plyground_core::Puzzle;

use super::{Packing, Position, Push, UNIT, each_push, push_text, with_reach};
use crate::{Board, Cell, CellSet, Direction, NONE, Reach, deadlock};

/// The space of pushes in which positions that differ only by a walk are one: the player stands on the
/// lowest cell it can walk to. Each push costs a unit; walks are free and not counted.
#[derive(Debug, Clone)]
pub struct RegionSpace {
    board: Arc<Board>,
    packing: Packing,
    corrals_first: bool,
}

impl RegionSpace {
    /// All pushes on a board.
    pub fn new(board: Arc<Board>) -> Self {
        Self { packing: Packing::new(&board), board, corrals_first: false }
    }

    /// The pushes on a board without those that can wait until a corral is dealt with: fewer of them, and
    /// still a solution with the fewest pushes from every position that has one.
    pub fn with_corrals_first(board: Arc<Board>) -> Self {
        Self { corrals_first: true, ..Self::new(board) }
    }

    /// The board.
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The position that stands for all that differ from this one by a walk.
    pub fn normalised(&self, player: Cell, boxes: CellSet) -> Position {
        let player = with_reach(&self.board, player, &boxes, Reach::lowest);
        Position { player, boxes }
    }

    /// The only pushes to be tried, where a corral comes first.
    fn urgent(&self, boxes: &CellSet, reach: &Reach) -> Option<Vec<Push>> {
        if self.corrals_first { deadlock::corral_pushes(&self.board, boxes, reach) } else { None }
    }

    /// One position for each region the boxes leave to the player.
    fn regions(&self, boxes: &CellSet) -> Vec<Position> {
        let mut seen = boxes.clone();
        let mut regions = Vec::new();
        for cell in 0..self.board.cells() as Cell {
            if seen.contains(cell) {
                continue;
            }
            with_reach(&self.board, cell, boxes, |reach| {
                reach.cells().iter().for_each(|&cell| seen.insert(cell));
            });
            // Cells are looked at from the lowest up: this one is the lowest of its region.
            regions.push(Position { player: cell, boxes: boxes.clone() });
        }
        regions
    }
}

impl Puzzle for RegionSpace {
    type State = Position;
    type Move = Push;

    fn start(&self) -> Position {
        self.normalised(self.board.player(), self.board.boxes().clone())
    }

    fn moves(&self, state: &Position, out: &mut Vec<Push>) {
        with_reach(&self.board, state.player, &state.boxes, |reach| {
            match self.urgent(&state.boxes, reach) {
                Some(pushes) => out.extend(pushes),
                None => each_push(&self.board, &state.boxes, reach, |push| out.push(push)),
            }
        });
    }

    fn play(&self, state: &Position, mv: Push) -> Position {
        let next = state.after(&self.board, mv);
        self.normalised(next.player, next.boxes)
    }

    fn is_solved(&self, state: &Position) -> bool {
        state.is_solved(&self.board)
    }

    fn is_dead(&self, state: &Position) -> bool {
        deadlock::is_dead_position(&self.board, state)
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

    /// The walk starts on the cell that stands for the region; [`line_text`](Puzzle::line_text) walks from
    /// where the player really is.
    fn step_text(&self, state: &Position, mv: Push) -> String {
        let mut text = String::new();
        push_text(&self.board, state, mv, &mut text);
        text
    }

    fn line_text(&self, moves: &[Push]) -> String {
        let mut position = Position::start(&self.board);
        let mut text = String::new();
        for &push in moves {
            push_text(&self.board, &position, push, &mut text);
            position = position.after(&self.board, push);
        }
        text
    }

    fn goals(&self) -> Option<Vec<Position>> {
        if self.board.is_hopeless() {
            return Some(Vec::new());
        }
        Some(self.regions(self.board.goal_set()))
    }

    fn backward(&self, state: &Position, out: &mut Vec<(Position, Push)>) {
        let mut pulls = Vec::new();
        with_reach(&self.board, state.player, &state.boxes, |reach| {
            for now in &state.boxes {
                for direction in Direction::ALL {
                    let back = direction.opposite();
                    let cell = self.board.step(now, back);
                    if cell == NONE || usize::from(cell) >= self.board.box_cells() {
                        continue;
                    }
                    let stand = self.board.step(cell, back);
                    if reach.contains(cell) && stand != NONE && !state.boxes.contains(stand) {
                        pulls.push((now, stand, Push { cell, direction }));
                    }
                }
            }
        });
        for (now, stand, push) in pulls {
            let mut boxes = state.boxes.clone();
            boxes.remove(now);
            boxes.insert(push.cell);
            let (player, waits) = with_reach(&self.board, stand, &boxes, |reach| {
                let urgent = self.urgent(&boxes, reach);
                (reach.lowest(), urgent.is_some_and(|pushes| !pushes.contains(&push)))
            });
            if !waits {
                out.push((Position { player, boxes }, push));
            }
        }
    }
}
