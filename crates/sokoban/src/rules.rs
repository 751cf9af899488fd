//! What may be done on a board. Three spaces over the same positions:
//!
//! - [`MoveSpace`]: a step is one move of the player. People play here.
//! - [`PushSpace`]: a step is a walk and one push; the player stands exactly where the push left it.
//! - [`RegionSpace`]: a step is a push; where the player stands is known only up to walking.
//!
//! A whole unit of cost is one step of the metric; what is below breaks ties by the other metric.

mod move_space;
mod packing;
mod push_space;
mod region_space;

use std::cell::RefCell;

use crate::{Board, Cell, CellSet, Direction, NONE, Reach};

pub use move_space::{MoveSpace, Step};
pub use push_space::{PushSpace, WalkPush};
pub use region_space::RegionSpace;

use packing::Packing;

/// The cost of one step of the metric that is counted first.
pub const UNIT: u32 = 1 << 16;

/// Where the player and the movable boxes are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The player's cell.
    pub player: Cell,
    /// The cells of the boxes.
    pub boxes: CellSet,
}

impl Position {
    /// The position a board starts from.
    pub fn start(board: &Board) -> Self {
        Self { player: board.player(), boxes: board.boxes().clone() }
    }

    /// Whether every box is on a goal, those that never move included.
    pub fn is_solved(&self, board: &Board) -> bool {
        !board.is_hopeless() && self.boxes.is_subset(board.goal_set())
    }

    /// Pushes a box one cell on; the player ends where the box was.
    #[must_use]
    pub fn after(&self, board: &Board, push: Push) -> Self {
        let mut boxes = self.boxes.clone();
        boxes.remove(push.cell);
        boxes.insert(board.step(push.cell, push.direction));
        Self { player: push.cell, boxes }
    }
}

/// A box pushed by one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// Where the box is before.
    pub cell: Cell,
    /// Which way it goes.
    pub direction: Direction,
}

impl Push {
    /// The cell the player pushes from; [`NONE`] where that is a wall.
    #[inline]
    pub fn stand(self, board: &Board) -> Cell {
        board.step(self.cell, self.direction.opposite())
    }
}

/// Calls `found` with every push that a player who walks in `reach` can make.
pub fn each_push(board: &Board, boxes: &CellSet, reach: &Reach, mut found: impl FnMut(Push)) {
    for cell in boxes {
        let around = board.steps(cell);
        for direction in Direction::ALL {
            let (to, stand) = (around[direction as usize], around[direction.opposite() as usize]);
            if to != NONE && stand != NONE && !boxes.contains(to) && reach.contains(stand) {
                found(Push { cell, direction });
            }
        }
    }
}

/// Lends a [`Reach`] filled from a position; there is one for each thread.
pub fn with_reach<T>(
    board: &Board,
    player: Cell,
    boxes: &CellSet,
    use_it: impl FnOnce(&Reach) -> T,
) -> T {
    thread_local! {
        static REACH: RefCell<Reach> = RefCell::new(Reach::new());
    }
    REACH.with_borrow_mut(|reach| {
        reach.fill(board, player, boxes);
        use_it(reach)
    })
}

/// Writes the walk to a push and the push in LURD.
fn push_text(board: &Board, from: &Position, push: Push, text: &mut String) {
    with_reach(board, from.player, &from.boxes, |reach| {
        text.extend(reach.path(board, push.stand(board)).into_iter().map(Direction::letter));
    });
    text.push(push.direction.letter().to_ascii_uppercase());
}
