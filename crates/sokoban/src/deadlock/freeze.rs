use crate::{Board, Cell, CellSet, Direction, NONE};

/// The boxes that can never move again, whatever else happens on the board.
///
/// A box can still move along an axis when neither neighbour on it is a wall or a frozen box and not both
/// are dead squares (pushing it there is no way to a solution, so such a box is as good as blocked). Boxes
/// that are not frozen are taken to get out of the way. The largest set of boxes that hold each other fast
/// is found by setting free what can move until nothing changes.
pub fn frozen(board: &Board, boxes: &CellSet) -> CellSet {
    let mut frozen = boxes.clone();
    loop {
        let held = frozen.clone();
        for cell in &held {
            if !is_held(board, &frozen, cell) {
                frozen.remove(cell);
            }
        }
        if frozen == held {
            return frozen;
        }
    }
}

/// Whether a frozen box stands beside its goal.
pub fn is_freeze_deadlock(board: &Board, boxes: &CellSet) -> bool {
    // A frozen box has a blocked neighbour on each axis: quick to rule out for most positions.
    let may_freeze = boxes.iter().any(|cell| !board.is_goal(cell) && is_held(board, boxes, cell));
    may_freeze && !frozen(board, boxes).is_subset(board.goal_set())
}

/// Whether a box is blocked on both axes.
fn is_held(board: &Board, frozen: &CellSet, cell: Cell) -> bool {
    is_blocked(board, frozen, cell, Direction::Left)
        && is_blocked(board, frozen, cell, Direction::Up)
}

fn is_blocked(board: &Board, frozen: &CellSet, cell: Cell, axis: Direction) -> bool {
    let ahead = board.step(cell, axis);
    let behind = board.step(cell, axis.opposite());
    if ahead == NONE || behind == NONE || frozen.contains(ahead) || frozen.contains(behind) {
        return true;
    }
    !board.is_live(ahead) && !board.is_live(behind)
}
