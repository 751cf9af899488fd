//! One move, in 16 bits.

use std::fmt;

use crate::board::{CELLS, Cell, Direction};

/// A move: which marbles, and where they go.
///
/// In-line moves name their trailing marble, side-steps the lower end of their line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const DIRECTION: u32 = 6;
const COUNT: u32 = 9;
const AXIS: u32 = 11;
const PUSHED: u32 = 13;
/// What is left of a move without what it pushes.
const MARBLES: u16 = (1 << PUSHED) - 1;

/// Steps that the marbles come nearer to the centre, by all of a move but what it pushes: move
/// ordering asks this of every move in every position.
static GAINS: [i8; 1 << PUSHED] = {
    let mut gains = [0; 1 << PUSHED];
    let mut bits = 0;
    while bits < gains.len() {
        let mv = Move(bits as u16);
        if bits & 63 < CELLS && bits >> DIRECTION & 7 < 6 {
            let (mut gain, mut steps) = (0, 0);
            while steps < mv.count() {
                let along = match mv.axis() {
                    Some(axis) => axis,
                    None => mv.direction(),
                };
                let marble = mv.cell().wrapping(along, steps);
                gain += marble.distance() as i8;
                gain -= marble.wrapping(mv.direction(), 1).distance() as i8;
                steps += 1;
            }
            gains[bits] = gain;
        }
        bits += 1;
    }
    gains
};

impl Move {
    /// The bits that all in-line moves of a kind share; a cell completes them.
    #[inline(always)]
    pub(crate) const fn inline_pattern(direction: usize, count: u16, pushed: u16) -> u16 {
        (direction as u16) << DIRECTION | count << COUNT | pushed << PUSHED
    }

    /// The bits that all side-steps of a kind share. `axis` is the place in [`Direction::AXES`].
    #[inline(always)]
    pub(crate) const fn side_pattern(direction: usize, count: u16, axis: usize) -> u16 {
        (direction as u16) << DIRECTION | count << COUNT | (axis as u16 + 1) << AXIS
    }

    /// The move of a kind that starts at a cell.
    #[inline(always)]
    pub(crate) const fn complete(pattern: u16, cell: u32) -> Self {
        Self(pattern | cell as u16)
    }

    /// The move of `count` marbles from the trailing `cell` along their own line, pushing `pushed`.
    pub const fn inline(cell: Cell, direction: Direction, count: usize, pushed: usize) -> Self {
        Self::complete(
            Self::inline_pattern(direction.index(), count as u16, pushed as u16),
            cell.index() as u32,
        )
    }

    /// The side-step of `count` marbles from the lower end `cell` along an axis.
    pub const fn side_step(
        cell: Cell,
        axis: Direction,
        count: usize,
        direction: Direction,
    ) -> Self {
        let axis = match axis.axis() {
            Direction::Right => 0,
            Direction::UpRight => 1,
            _ => 2,
        };
        Self::complete(
            Self::side_pattern(direction.index(), count as u16, axis),
            cell.index() as u32,
        )
    }

    /// The trailing marble, or the lower end of a side-step.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::from_index((self.0 & 63) as usize)
    }

    /// Where the marbles go.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 >> DIRECTION & 7) as usize]
    }

    /// How many own marbles move.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0 >> COUNT & 3) as usize
    }

    /// How many marbles of the opponent are pushed.
    #[inline]
    pub const fn pushed(self) -> usize {
        (self.0 >> PUSHED) as usize
    }

    /// The line of a side-step, from its lower end; `None` for an in-line move.
    #[inline]
    pub const fn axis(self) -> Option<Direction> {
        match self.0 >> AXIS & 3 {
            0 => None,
            axis => Some(Direction::AXES[axis as usize - 1]),
        }
    }

    /// Whether a marble of the opponent leaves the board.
    #[inline]
    pub const fn ejects(self) -> bool {
        self.pushed() > 0 && self.cell().room(self.direction()) < self.count() + self.pushed()
    }

    /// The own marbles that move, trailing one or lower end first.
    pub fn marbles(self) -> impl Iterator<Item = Cell> {
        let along = self.axis().unwrap_or(self.direction());
        (0..self.count()).map(move |steps| self.cell().wrapping(along, steps))
    }

    /// The marbles of the opponent that are pushed, nearest first.
    pub fn pushed_marbles(self) -> impl Iterator<Item = Cell> {
        let (first, direction) = (self.count(), self.direction());
        (first..first + self.pushed()).map(move |steps| self.cell().wrapping(direction, steps))
    }

    /// The other end of the line that moves.
    pub const fn end(self) -> Cell {
        let along = match self.axis() {
            Some(axis) => axis,
            None => self.direction(),
        };
        self.cell().wrapping(along, self.count() - 1)
    }

    /// How good the move looks at first sight: captures, then pushes, then the way to the centre.
    #[inline]
    pub fn promise(self) -> i32 {
        let gain = i32::from(GAINS[(self.0 & MARBLES) as usize]);
        if self.pushed() == 0 {
            return gain;
        }
        if self.ejects() {
            return 1000 + gain;
        }
        let victim = self.cell().wrapping(self.direction(), self.count());
        let driven = victim.wrapping(self.direction(), self.pushed());
        100 + gain + driven.distance() as i32 - victim.distance() as i32
    }

    /// The number of different [`slot`](Move::slot)s.
    pub const SLOTS: usize = 7 * 6 * 64;

    /// A number for the marbles and the direction, whatever is pushed.
    #[inline]
    pub const fn slot(self) -> usize {
        let kind = match self.0 >> AXIS & 3 {
            0 => 0,
            axis => axis as usize * 2 + self.count() - 3,
        };
        kind * 6 * 64 + (self.0 & 0x1ff) as usize
    }
}

/// The usual notation: `i-A1-3`, `s-A1-A2-1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hour = self.direction().hour();
        match self.axis() {
            None => write!(f, "i-{}-{hour}", self.cell()),
            Some(_) => write!(f, "s-{}-{}-{hour}", self.cell(), self.end()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{parse_move, parse_position};

    #[test]
    fn captures_promise_more_than_pushes_and_pushes_more_than_the_way_to_the_centre() {
        let state = parse_position("b E7b,E8b,C5b,C4b,C6w,E9w,A1b,H8b,I8b").unwrap();
        let promise = |text: &str| parse_move(&state, text).unwrap().promise();
        assert_eq!(promise("i-E7-3"), 1000 - 2);
        assert_eq!(promise("i-C4-3"), 100 - 1 + 1);
        assert_eq!(promise("i-A1-1"), 1);
        assert_eq!(promise("s-H8-I8-7"), 2);
    }
}
