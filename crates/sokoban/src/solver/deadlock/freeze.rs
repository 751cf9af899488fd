use crate::solver::context::Context;
use crate::solver::field::Field;
use crate::{Cell, NONE};

/// What a push does to the boxes that can never move again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freeze {
    /// Nothing new is frozen.
    Nothing,
    /// More boxes are frozen, all on goals.
    OnGoals,
    /// A box is frozen beside the goals: no solution.
    Deadlock,
}

/// Looks whether the box on `moved` holds itself and others fast. Leaves the frozen boxes, those of the
/// context not counted, in `frozen`, sorted as `boxes` are.
///
/// A box can still move along an axis unless a wall or a frozen box is beside it there, or both
/// neighbours are dead. The largest set of boxes that hold each other fast is what remains when all that
/// can move are let go, again and again.
pub(crate) fn freeze(
    field: &Field,
    context: &Context,
    occupied: &[bool],
    moved: Cell,
    boxes: &[Cell],
    frozen: &mut Vec<Cell>,
) -> Freeze {
    frozen.clear();
    if !is_held(field, context, moved, |cell| occupied[usize::from(cell)]) {
        return Freeze::Nothing;
    }
    frozen.extend(boxes.iter().filter(|&&cell| !context.is_wall[usize::from(cell)]));
    loop {
        let before = frozen.len();
        let mut index = 0;
        while index < frozen.len() {
            let cell = frozen[index];
            if is_held(field, context, cell, |beside| frozen.contains(&beside)) {
                index += 1;
            } else if cell == moved {
                frozen.clear();
                return Freeze::Nothing;
            } else {
                frozen.swap_remove(index);
            }
        }
        if frozen.len() == before {
            break;
        }
    }
    if frozen.iter().all(|&cell| field.is_goal[usize::from(cell)]) {
        Freeze::OnGoals
    } else {
        Freeze::Deadlock
    }
}

fn is_held(
    field: &Field,
    context: &Context,
    cell: Cell,
    is_frozen: impl Fn(Cell) -> bool + Copy,
) -> bool {
    let blocked = |axis: usize| {
        let [ahead, behind] = [field.step(cell, axis), field.step(cell, axis + 2)];
        let wall = |cell: Cell| cell == NONE || context.is_wall[usize::from(cell)];
        wall(ahead)
            || wall(behind)
            || (!context.is_live(ahead) && !context.is_live(behind))
            || is_frozen(ahead)
            || is_frozen(behind)
    };
    blocked(0) && blocked(1)
}
