use super::field::Field;
use crate::{Cell, NONE};

/// The eight sides of two boxes: those of the one in the lower cell, then those of the other, by direction. Sides
/// between which the player can walk have one number.
pub(crate) type Sides = [u8; 8];
/// A side that is a wall or a box.
pub(crate) const NO_SIDE: u8 = u8::MAX;

/// For each two boxes alone on the board, between which of their sides the player can walk.
#[derive(Debug, Default)]
pub(crate) struct TwoBoxes {
    sides: Vec<Sides>,
}

impl TwoBoxes {
    /// Looks at the empty board. Where the work must end, some pairs are missing.
    pub fn new(field: &Field) -> Self {
        let pairs = field.live * field.live.saturating_sub(1) / 2;
        let mut walker = Walker::new(field);
        let mut sides = Vec::with_capacity(pairs);
        for high in 0..field.live as Cell {
            if field.is_over() {
                break;
            }
            sides.extend((0..high).map(|low| walker.look(low, high)));
        }
        Self { sides }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// The place of two different cells among all pairs.
    #[inline]
    pub fn place(one: Cell, other: Cell) -> usize {
        let (low, high) = (usize::from(one.min(other)), usize::from(one.max(other)));
        high * high.saturating_sub(1) / 2 + low
    }

    /// The sides of a pair.
    #[inline]
    pub fn sides(&self, one: Cell, other: Cell) -> Sides {
        self.sides[Self::place(one, other)]
    }

    /// Pulls one of two boxes one cell: the position before it was pushed the other way, as its new cell and the
    /// number of the side the player is on then. The player stands beside the box.
    #[inline]
    pub fn pull(&self, field: &Field, mover: Cell, other: Cell, way: usize) -> Option<(Cell, u8)> {
        let before = field.step(mover, way);
        if usize::from(before) >= field.live {
            return None;
        }
        let stand = field.step(before, way);
        if stand == NONE || stand == other {
            return None;
        }
        let first = if before < other { 0 } else { 4 };
        Some((before, self.sides(before, other)[first + way]))
    }
}

/// Finds out which sides of two boxes are connected.
struct Walker<'a> {
    field: &'a Field,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<Cell>,
}

impl<'a> Walker<'a> {
    fn new(field: &'a Field) -> Self {
        Self { field, seen: vec![0; field.cells()], stamp: 0, queue: Vec::new() }
    }

    fn look(&mut self, low: Cell, high: Cell) -> Sides {
        let mut around = [NONE; 8];
        around[..4].copy_from_slice(&self.field.steps[usize::from(low)]);
        around[4..].copy_from_slice(&self.field.steps[usize::from(high)]);
        let mut sides = [NO_SIDE; 8];
        for side in &mut around {
            if *side == low || *side == high {
                *side = NONE;
            }
        }
        for from in 0..8 {
            if around[from] == NONE || sides[from] != NO_SIDE {
                continue;
            }
            let wanted = (from..8).filter(|&at| around[at] != NONE && sides[at] == NO_SIDE).count();
            self.walk([low, high], &around, (around[from], wanted));
            for at in from..8 {
                if around[at] != NONE && self.seen[usize::from(around[at])] == self.stamp {
                    sides[at] = from as u8;
                }
            }
        }
        sides
    }

    /// Walks from a cell around two boxes until so many of the sides are met, or no more are to be found.
    fn walk(&mut self, boxes: [Cell; 2], around: &[Cell; 8], (from, wanted): (Cell, usize)) {
        self.stamp += 1;
        for cell in boxes {
            self.seen[usize::from(cell)] = self.stamp;
        }
        self.seen[usize::from(from)] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut met = around.iter().filter(|&&side| side == from).count();
        let mut head = 0;
        while head < self.queue.len() && met < wanted {
            for next in self.field.steps[usize::from(self.queue[head])] {
                if next != NONE && self.seen[usize::from(next)] != self.stamp {
                    self.seen[usize::from(next)] = self.stamp;
                    self.queue.push(next);
                    met += around.iter().filter(|&&side| side == next).count();
                }
            }
            head += 1;
        }
    }
}
