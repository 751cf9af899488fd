use crate::{Board, Cell, CellSet, NONE};

/// The boxes that can never move again, whatever else happens on the board.
pub fn frozen(board: &Board, boxes: &CellSet) -> CellSet {
    let mut frozen = boxes.clone();
    hold_fast(board, frozen.words_mut(), NONE);
    frozen
}

/// Whether a frozen box stands beside its goal.
pub fn is_freeze_deadlock(board: &Board, boxes: &CellSet) -> bool {
    // A frozen box has a blocked neighbour on each axis: quick to rule out for most positions.
    let may_freeze =
        boxes.iter().any(|cell| !board.is_goal(cell) && is_held(board, boxes.words(), cell));
    may_freeze && !frozen(board, boxes).is_subset(board.goal_set())
}

/// What there is to know of a board when frozen boxes are looked for.
pub(crate) trait Floor {
    /// The four cells around a cell, by direction; [`NONE`] for a wall and for what is as good as one.
    fn around(&self, cell: Cell) -> [Cell; 4];
    /// Whether a box on a cell can still be brought to a goal.
    fn is_live(&self, cell: Cell) -> bool;
}

impl Floor for Board {
    #[inline]
    fn around(&self, cell: Cell) -> [Cell; 4] {
        self.steps(cell)
    }
    #[inline]
    fn is_live(&self, cell: Cell) -> bool {
        Self::is_live(self, cell)
    }
}

/// Leaves of some boxes those that hold each other fast: what remains when all that can move are let go, again
/// and again. Whether the box on `wanted` is among them; where it is not, the rest may be unfinished.
///
/// A box can still move along an axis when neither neighbour on it is a wall or a frozen box and not both
/// are dead squares (pushing it there is no way to a solution, so such a box is as good as blocked). Boxes
/// that are not frozen are taken to get out of the way.
#[inline]
pub(crate) fn hold_fast(floor: &impl Floor, boxes: &mut [u64], wanted: Cell) -> bool {
    loop {
        let mut is_done = true;
        for index in 0..boxes.len() {
            let mut rest = boxes[index];
            while rest != 0 {
                let cell = (index * 64) as Cell + rest.trailing_zeros() as Cell;
                if !is_held(floor, boxes, cell) {
                    if cell == wanted {
                        return false;
                    }
                    boxes[index] &= !(rest & rest.wrapping_neg());
                    is_done = false;
                }
                rest &= rest - 1;
            }
        }
        if is_done {
            return true;
        }
    }
}

/// Whether a box is blocked on both axes if these boxes are frozen.
#[inline]
pub(crate) fn is_held(floor: &impl Floor, frozen: &[u64], cell: Cell) -> bool {
    let around = floor.around(cell);
    let is_frozen = |cell: Cell| {
        frozen.get(usize::from(cell >> 6)).is_some_and(|word| word >> (cell & 63) & 1 != 0)
    };
    let is_blocked = |ahead: Cell, behind: Cell| {
        ahead == NONE
            || behind == NONE
            || is_frozen(ahead)
            || is_frozen(behind)
            || (!floor.is_live(ahead) && !floor.is_live(behind))
    };
    is_blocked(around[0], around[2]) && is_blocked(around[1], around[3])
}
