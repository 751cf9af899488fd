use super::context::Sides;
use super::field::{Field, back, contains, insert};
use crate::{Cell, NONE};

/// No side: a wall.
const NO_SIDE: u8 = u8::MAX;

/// A lone box among walls: where it can be pushed to and where it can come from, the player on any side of
/// it at first.
#[derive(Debug)]
pub(crate) struct Lone {
    sides: Sides,
    seen: Vec<u8>,
    queue: Vec<(Cell, u8)>,
}

impl Lone {
    /// A board in which some cells are walls.
    pub fn new(field: &Field, is_wall: &[bool]) -> Self {
        Self { sides: Sides::new(field, is_wall), seen: vec![0; field.live], queue: Vec::new() }
    }

    /// Adds every cell to which a box can be pushed from a cell, that cell included.
    pub fn targets(&mut self, field: &Field, from: Cell, out: &mut [u64]) {
        self.search(from, out, |sides, (cell, side), reach| {
            for way in 0..4 {
                let to = field.step(cell, way);
                if sides[usize::from(cell)][back(way)] == side
                    && to != NONE
                    && usize::from(to) < field.live
                {
                    reach(to, sides[usize::from(to)][back(way)]);
                }
            }
        });
    }

    /// Adds every cell from which a box can be pushed to a cell, that cell included.
    pub fn sources(&mut self, field: &Field, goal: Cell, out: &mut [u64]) {
        self.search(goal, out, |sides, (cell, side), reach| {
            for way in 0..4 {
                let before = field.step(cell, back(way));
                if before != NONE
                    && usize::from(before) < field.live
                    && sides[usize::from(cell)][back(way)] == side
                {
                    reach(before, sides[usize::from(before)][back(way)]);
                }
            }
        });
    }

    fn search(
        &mut self,
        from: Cell,
        out: &mut [u64],
        next: impl Fn(&[[u8; 4]], (Cell, u8), &mut dyn FnMut(Cell, u8)),
    ) {
        let (seen, queue) = (&mut self.seen, &mut self.queue);
        seen.fill(0);
        queue.clear();
        let reach = |seen: &mut Vec<u8>, queue: &mut Vec<(Cell, u8)>, cell: Cell, side: u8| {
            if side != NO_SIDE && seen[usize::from(cell)] >> side & 1 == 0 {
                seen[usize::from(cell)] |= 1 << side;
                queue.push((cell, side));
            }
        };
        insert(out, from);
        for side in self.sides.0[usize::from(from)] {
            reach(seen, queue, from, side);
        }
        let mut head = 0;
        while let Some(&(cell, side)) = queue.get(head) {
            head += 1;
            insert(out, cell);
            next(&self.sides.0, (cell, side), &mut |cell, side| reach(seen, queue, cell, side));
        }
    }
}

/// Where a lone box on the empty board can be pushed to from each cell.
#[derive(Debug)]
pub(crate) struct Ways {
    words: usize,
    targets: Vec<u64>,
}

impl Ways {
    /// Looks at the empty board.
    pub fn new(field: &Field) -> Self {
        let mut lone = Lone::new(field, &vec![false; field.cells()]);
        let words = field.words;
        let mut targets = vec![0; field.live * words];
        for cell in 0..field.live {
            lone.targets(field, cell as Cell, &mut targets[cell * words..][..words]);
        }
        Self { words, targets }
    }

    /// Whether a box can be pushed from one cell to another.
    pub fn leads(&self, from: Cell, to: Cell) -> bool {
        contains(&self.targets[usize::from(from) * self.words..][..self.words], to)
    }
}
