use super::context::Context;
use super::field::{Field, Flood, back};
use crate::{Cell, NONE};

/// One box pushed any number of times, nothing else touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MacroPush {
    /// Where the box was.
    pub from: Cell,
    /// Where it is left.
    pub to: Cell,
    /// The lowest cell of the player's region then.
    pub player: Cell,
    /// How many cells the player can walk on then.
    pub reach: u16,
    /// How many pushes it takes.
    pub pushes: u16,
}

/// Finds all that can be done with one box: a search over its cell and the side the player is on.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    /// The sides of each cell from which the player was seen.
    covered: Vec<u8>,
    touched: Vec<Cell>,
    queue: Vec<(Cell, Cell, u16)>,
    flood: Flood,
}

/// Where a step leaves the box and the player, and on which side of the box the player then is.
struct Next {
    cell: Cell,
    player: Cell,
    side: usize,
}

impl Macros {
    /// Adds every place to which the box on `from` can be pushed without leaving the context's live
    /// cells, once for each region in which that leaves the player. `most` bounds the pushes.
    pub fn pushes(
        &mut self,
        field: &Field,
        context: &Context,
        occupied: &mut [bool],
        start: (Cell, Cell),
        most: u16,
        out: &mut Vec<MacroPush>,
    ) {
        self.search(field, occupied, start, most, out, |reach, occupied, cell, way| {
            let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
            let open = stand != NONE && to != NONE && reach.contains(stand);
            (open && !occupied[usize::from(to)] && context.is_live(to)).then_some(Next {
                cell: to,
                player: cell,
                side: back(way),
            })
        });
    }

    /// The same backwards: every place from which the box on `from` could have been pushed here.
    pub fn pulls(
        &mut self,
        field: &Field,
        occupied: &mut [bool],
        start: (Cell, Cell),
        out: &mut Vec<MacroPush>,
    ) {
        self.search(field, occupied, start, u16::MAX, out, |reach, occupied, cell, way| {
            let to = field.step(cell, way);
            if to == NONE || !reach.contains(to) || usize::from(to) >= field.live {
                return None;
            }
            let player = field.step(to, way);
            let open = player != NONE && !occupied[usize::from(player)];
            open.then_some(Next { cell: to, player, side: way })
        });
    }

    /// Follows one box from its cell and the player's, step by step, nearest first.
    fn search(
        &mut self,
        field: &Field,
        occupied: &mut [bool],
        (from, player): (Cell, Cell),
        most: u16,
        out: &mut Vec<MacroPush>,
        step: impl Fn(&Flood, &[bool], Cell, usize) -> Option<Next>,
    ) {
        self.start(field, from, player);
        occupied[usize::from(from)] = false;
        let mut head = 0;
        while let Some(&(cell, player, pushes)) = self.queue.get(head) {
            head += 1;
            if head > 1 && self.is_covered(field, cell, player) {
                continue;
            }
            self.look(field, occupied, cell, player);
            if cell != from {
                let reach = self.flood.cells.len() as u16;
                out.push(MacroPush { from, to: cell, player: self.flood.lowest, reach, pushes });
            }
            if pushes == most {
                continue;
            }
            for way in 0..4 {
                if let Some(next) = step(&self.flood, occupied, cell, way)
                    && self.covered[usize::from(next.cell)] >> next.side & 1 == 0
                {
                    self.queue.push((next.cell, next.player, pushes + 1));
                }
            }
        }
        occupied[usize::from(from)] = true;
    }

    fn start(&mut self, field: &Field, from: Cell, player: Cell) {
        self.covered.resize(field.cells(), 0);
        for cell in self.touched.drain(..) {
            self.covered[usize::from(cell)] = 0;
        }
        self.queue.clear();
        self.queue.push((from, player, 0));
    }

    fn is_covered(&self, field: &Field, cell: Cell, player: Cell) -> bool {
        (0..4).any(|way| {
            field.step(cell, way) == player && self.covered[usize::from(cell)] >> way & 1 != 0
        })
    }

    /// Floods from the player with the box on a cell, and notes the sides seen.
    fn look(&mut self, field: &Field, occupied: &mut [bool], cell: Cell, player: Cell) {
        occupied[usize::from(cell)] = true;
        self.flood.fill(field, occupied, player);
        occupied[usize::from(cell)] = false;
        for way in 0..4 {
            let side = field.step(cell, way);
            if side != NONE && self.flood.contains(side) {
                self.covered[usize::from(cell)] |= 1 << way;
            }
        }
        self.touched.push(cell);
    }
}
