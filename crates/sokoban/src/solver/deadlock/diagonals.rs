use crate::solver::field::{Field, back};
use crate::{Cell, NONE};

/// The two ways that make up a step along each kind of diagonal.
const SLOPES: [[usize; 2]; 2] = [[2, 1], [2, 3]];

/// Whether the box on `moved` closes a diagonal that cannot be opened without a block of boxes beside their goals.
/// `player` is the lowest cell of the player's region.
///
/// A closed diagonal is a line of free cells, each with boxes and walls on its four sides, and a box or a wall at both
/// ends:
///
/// ```text
/// ###      Free cells 1 to n; the ends are 0 and n + 1. A cell shares two neighbours
/// #·$      with the next one: a pair. So does an end with the cell beside it.
/// #$·$
///   $##
/// ```
///
/// From outside, a box of a pair can only be pushed into the diagonal, and a box at an end not at all, for a pair is behind
/// it. A push into a cell opens one part of the diagonal; the other part is still closed, with this box for its end, and
/// without any of the sides that are open now. So some part stays closed for ever: at the least two ends and the pair
/// between them, which is a block of four. If in each such part a box would stay that is not on a goal, there is no
/// solution.
pub(crate) fn closes_diagonal(field: &Field, occupied: &[bool], moved: Cell, player: Cell) -> bool {
    let look = Look { field, occupied, player };
    SLOPES.into_iter().any(|slope| {
        // The box is one of a pair, or an end.
        let beside = field.steps[usize::from(moved)].into_iter();
        let across = [slope, slope.map(back)].map(|slope| look.across(moved, slope));
        beside.chain(across).any(|cell| look.is_shut_in(cell) && look.is_dead(cell, slope))
    })
}

/// What is looked at.
struct Look<'a> {
    field: &'a Field,
    occupied: &'a [bool],
    player: Cell,
}

impl Look<'_> {
    fn is_block(&self, cell: Cell) -> bool {
        cell == NONE || self.occupied[usize::from(cell)]
    }

    /// Whether what is there may stay for ever.
    fn may_stay(&self, cell: Cell) -> bool {
        cell == NONE || self.field.is_goal[usize::from(cell)]
    }

    /// Whether a cell is free and nothing beside it is, nor is the player there.
    fn is_shut_in(&self, cell: Cell) -> bool {
        !self.is_block(cell)
            && cell != self.player
            && self.field.steps[usize::from(cell)].into_iter().all(|beside| self.is_block(beside))
    }

    /// The next cell along a diagonal. Behind two walls it is [`NONE`], whatever is there: what is pushed between two walls
    /// stays.
    fn across(&self, cell: Cell, [one, other]: [usize; 2]) -> Cell {
        match (self.field.step(cell, one), self.field.step(cell, other)) {
            (NONE, NONE) => NONE,
            (NONE, beside) => self.field.step(beside, one),
            (beside, _) => self.field.step(beside, other),
        }
    }

    /// Whether the diagonal through a cell that is shut in is closed, and no part of it may stay.
    fn is_dead(&self, cell: Cell, slope: [usize; 2]) -> bool {
        let backwards = slope.map(back);
        let mut at = cell;
        let start = loop {
            let before = self.across(at, backwards);
            if !self.is_shut_in(before) {
                break before;
            }
            at = before;
        };
        if !self.is_block(start) {
            return false;
        }
        // Whether an end before may stay, with all pairs from there on.
        let mut may_stay = self.may_stay(start);
        let mut pair = backwards.map(|way| self.field.step(at, way));
        loop {
            may_stay &= pair.into_iter().all(|cell| self.may_stay(cell));
            if self.may_stay(at) {
                if may_stay {
                    return false;
                }
                may_stay = true;
            }
            if at == NONE || self.is_block(at) {
                return true;
            }
            let next = self.across(at, slope);
            if !self.is_shut_in(next) && !self.is_block(next) {
                return false;
            }
            pair = slope.map(|way| self.field.step(at, way));
            at = next;
        }
    }
}
