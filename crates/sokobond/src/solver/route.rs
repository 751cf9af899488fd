use crate::anatomy::Anatomy;
use crate::layout::Layout;
use crate::symmetry::Symmetry;
use crate::walk::Walk;
use crate::{Board, Direction, State};

/// Adds the shortest way to a deed that leads to a state, or to an image of it; the position after it.
pub(super) fn deed_to<const P: usize, const A: usize>(
    board: &Board,
    symmetry: &Symmetry,
    layout: &Layout<P, A>,
    wanted: &State,
    moves: &mut Vec<Direction>,
) -> Option<State> {
    let mut walk = Walk::new(board, layout, &Anatomy::new(board, layout));
    let mut found = None;
    walk.each_deed(board, layout, |plan, _| {
        if found.is_none() && symmetry.fold(board, &plan.after(board)) == *wanted {
            let (there, way) = plan.deed();
            found = Some((there.place[0], way, plan.carry_out(board)));
        }
    });
    let (hero, way, after) = found?;
    moves.extend(walk.way_to(board, layout, hero));
    moves.extend(way);
    Some(after)
}
