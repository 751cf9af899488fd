use crate::anatomy::Anatomy;
use crate::layout::Layout;
use crate::rules::Plan;
use crate::symmetry::Symmetry;
use crate::walk::Walk;
use crate::{Board, Direction, State};

/// Adds the shortest way to a state, or to an image of it: a move, or a walk and a deed; the position after it.
pub(super) fn deed_to<const P: usize, const A: usize>(
    board: &Board,
    symmetry: &Symmetry,
    layout: &Layout<P, A>,
    wanted: &State,
    moves: &mut Vec<Direction>,
) -> Option<State> {
    for way in Direction::ALL {
        if let Ok(plan) = Plan::new(board, layout, way) {
            let after = plan.after(board);
            if symmetry.fold(board, &after) == *wanted {
                moves.push(way);
                return Some(after.fold(board));
            }
        }
    }
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
