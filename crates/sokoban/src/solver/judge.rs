use super::deadlock::Verdict;
use super::ground::Ground;
use crate::{Board, Position};

/// Looks at single positions with all the tests of the solver.
#[derive(Debug)]
pub struct Judge {
    ground: Ground,
    is_hopeless: bool,
}

impl Judge {
    /// For the positions of a board in which boxes are only pushed.
    pub fn new(board: &Board) -> Self {
        Self { ground: Ground::new(board), is_hopeless: board.is_hopeless() }
    }

    /// What the tests say; they remember what they learned of positions before.
    pub fn look(&mut self, position: &Position) -> Verdict {
        if self.is_hopeless {
            return Verdict::Dead("hopeless");
        }
        let boxes: Vec<_> = position.boxes.iter().collect();
        if boxes.iter().any(|&cell| usize::from(cell) >= self.ground.field.live) {
            return Verdict::Dead("dead cell");
        }
        let bits = self.ground.field.bits(&boxes);
        self.ground.lay(&bits, position.player);
        match self.ground.settle_all() {
            Ok(context) => self.ground.selected(context),
            Err(reason) => Verdict::Dead(reason),
        }
    }
}
