use std::sync::Arc;

use plyground_core::Puzzle;

use super::{Packing, Position, UNIT};
use crate::{Board, Cell, Direction, NONE, deadlock};

/// One move of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which way the player goes.
    pub direction: Direction,
    /// Whether the box behind is dragged along (in the pull variant alone).
    pub pull: bool,
}

impl Step {
    /// A step that drags nothing.
    #[inline]
    pub const fn new(direction: Direction) -> Self {
        Self { direction, pull: false }
    }
}

/// The space of single moves. Each costs a unit, and a little more where a box moves, so that the cheapest
/// solution has the fewest moves and, among those, the fewest pushes.
#[derive(Debug, Clone)]
pub struct MoveSpace {
    board: Arc<Board>,
    packing: Packing,
}

impl MoveSpace {
    /// The moves on a board.
    pub fn new(board: Arc<Board>) -> Self {
        Self { packing: Packing::new(&board), board }
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Whether a step is legal.
    #[inline]
    pub fn is_legal(&self, position: &Position, step: Step) -> bool {
        if step.pull {
            let to = self.board.step(position.player, step.direction);
            let behind = self.board.step(position.player, step.direction.opposite());
            return self.board.pulls()
                && to != NONE
                && behind != NONE
                && position.boxes.contains(behind)
                && !position.boxes.contains(to);
        }
        self.can_go(position, step.direction)
    }

    /// Whether the player can walk that way, or push what lies there. Without branches: where walls and boxes lie is
    /// chance to the processor, and a wrong guess of it costs more than all that is reckoned here.
    #[inline]
    fn can_go(&self, position: &Position, direction: Direction) -> bool {
        // Where there is no cell any other is looked at.
        let last = (self.board.cells() - 1) as Cell;
        let to = self.board.step(position.player, direction);
        let beyond = self.board.step(to.min(last), direction);
        let free = !position.boxes.contains(to.min(last));
        let yields = (beyond != NONE) & !position.boxes.contains(beyond.min(last));
        (to != NONE) & (free | yields)
    }

    /// Whether a legal step moves a box.
    #[inline]
    pub fn moves_box(&self, position: &Position, step: Step) -> bool {
        step.pull || position.boxes.contains(self.board.step(position.player, step.direction))
    }

    /// The position before a box came from `earlier` to `now`, if a box could ever be there.
    fn unmoved(
        &self,
        position: &Position,
        player: Cell,
        now: Cell,
        earlier: Cell,
    ) -> Option<Position> {
        if usize::from(earlier) >= self.board.box_cells() {
            return None;
        }
        let mut boxes = position.boxes.clone();
        boxes.remove(now);
        boxes.insert(earlier);
        Some(Position { player, boxes })
    }
}

impl Puzzle for MoveSpace {
    type State = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Position::start(&self.board)
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut Vec<Step>) {
        for direction in Direction::ALL {
            if self.can_go(state, direction) {
                out.push(Step::new(direction));
            }
        }
        if self.board.pulls() {
            out.extend(
                Direction::ALL
                    .map(|direction| Step { direction, pull: true })
                    .into_iter()
                    .filter(|&step| self.is_legal(state, step)),
            );
        }
    }

    #[inline]
    fn play(&self, state: &Position, mv: Step) -> Position {
        let mut next = state.clone();
        self.play_on(&mut next, mv);
        next
    }

    #[inline]
    fn play_on(&self, state: &mut Position, mv: Step) {
        let from = state.player;
        let to = self.board.step(from, mv.direction);
        state.player = to;
        if mv.pull {
            state.boxes.remove(self.board.step(from, mv.direction.opposite()));
            state.boxes.insert(from);
        } else if state.boxes.contains(to) {
            state.boxes.remove(to);
            state.boxes.insert(self.board.step(to, mv.direction));
        }
    }

    #[inline]
    fn is_solved(&self, state: &Position) -> bool {
        state.is_solved(&self.board)
    }

    fn is_dead(&self, state: &Position) -> bool {
        deadlock::is_dead_position(&self.board, state)
    }

    #[inline]
    fn is_quiet(&self, state: &Position, mv: Step) -> bool {
        !self.moves_box(state, mv)
    }

    #[inline]
    fn cost(&self, state: &Position, mv: Step) -> u32 {
        UNIT + u32::from(self.moves_box(state, mv))
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

    #[inline]
    fn pack_after(&self, state: &Position, packed: &[u8], mv: Step, out: &mut [u8]) {
        if self.moves_box(state, mv) {
            self.packing.pack(&self.play(state, mv), out);
        } else {
            out.copy_from_slice(packed);
            self.packing.put_player(self.board.step(state.player, mv.direction), out);
        }
    }

    #[inline]
    fn move_slot(&self, _state: &Position, mv: Step) -> usize {
        mv.direction as usize + if mv.pull { Direction::ALL.len() } else { 0 }
    }

    #[inline]
    fn numbered_moves(&self, state: &Position, out: &mut [Option<Step>]) {
        let (steps, pulls) = out.split_at_mut(Direction::ALL.len());
        for (direction, out) in Direction::ALL.into_iter().zip(steps) {
            *out = self.can_go(state, direction).then_some(Step::new(direction));
        }
        for (direction, out) in Direction::ALL.into_iter().zip(pulls) {
            let step = Step { direction, pull: true };
            *out = self.is_legal(state, step).then_some(step);
        }
    }

    fn move_slots(&self) -> usize {
        Direction::ALL.len() * if self.board().pulls() { 2 } else { 1 }
    }

    /// Lower case for a step, upper case for a push, `~` and lower case for a pull.
    fn step_text(&self, state: &Position, mv: Step) -> String {
        let letter = mv.direction.letter();
        if mv.pull {
            format!("~{letter}")
        } else if self.moves_box(state, mv) {
            letter.to_ascii_uppercase().to_string()
        } else {
            letter.to_string()
        }
    }

    fn goals(&self) -> Option<Vec<Position>> {
        let boxes = self.board.goal_set();
        if self.board.is_hopeless() {
            return Some(Vec::new());
        }
        let free = (0..self.board.cells() as Cell).filter(|&cell| !boxes.contains(cell));
        Some(free.map(|player| Position { player, boxes: boxes.clone() }).collect())
    }

    fn backward(&self, state: &Position, out: &mut Vec<(Position, Step)>) {
        for direction in Direction::ALL {
            let from = self.board.step(state.player, direction.opposite());
            if from == NONE {
                continue;
            }
            if state.boxes.contains(from) {
                // Only a pull can have brought a box to where the player was.
                let earlier = self.board.step(from, direction.opposite());
                if self.board.pulls() && earlier != NONE && !state.boxes.contains(earlier) {
                    let before = self.unmoved(state, from, from, earlier);
                    out.extend(before.map(|before| (before, Step { direction, pull: true })));
                }
                continue;
            }
            out.push((Position { player: from, boxes: state.boxes.clone() }, Step::new(direction)));
            let pushed = self.board.step(state.player, direction);
            if pushed != NONE && state.boxes.contains(pushed) {
                let before = self.unmoved(state, from, pushed, state.player);
                out.extend(before.map(|before| (before, Step::new(direction))));
            }
        }
    }
}
