use crate::deadlock::{Floor, hold_fast, is_held};
use crate::solver::context::Context;
use crate::solver::field::{Field, contains};
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

/// The field with the boxes of a context for walls.
struct Walled<'a>(&'a Field, &'a Context);

impl Floor for Walled<'_> {
    #[inline]
    fn around(&self, cell: Cell) -> [Cell; 4] {
        let Self(field, context) = self;
        field.steps[usize::from(cell)].map(|beside| {
            if beside != NONE && context.is_wall[usize::from(beside)] { NONE } else { beside }
        })
    }
    #[inline]
    fn is_live(&self, cell: Cell) -> bool {
        self.1.is_live(cell)
    }
}

/// Looks whether the box on `moved` holds itself and others fast. Leaves the frozen boxes, those of the
/// context not counted, in `frozen`.
pub(crate) fn freeze(
    field: &Field,
    context: &Context,
    moved: Cell,
    boxes: &[u64],
    frozen: &mut Vec<u64>,
) -> Freeze {
    let floor = Walled(field, context);
    if !is_held(&floor, boxes, moved) {
        return Freeze::Nothing;
    }
    frozen.clear();
    frozen.extend(boxes.iter().zip(&context.walls).map(|(boxes, walls)| boxes & !walls));
    if !contains(frozen, moved) || !hold_fast(&floor, frozen, moved) {
        Freeze::Nothing
    } else if frozen.iter().zip(&field.goal_bits).all(|(frozen, goals)| frozen & !goals == 0) {
        Freeze::OnGoals
    } else {
        Freeze::Deadlock
    }
}
