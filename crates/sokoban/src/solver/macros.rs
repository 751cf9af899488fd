use super::context::Context;
use super::field::{Field, Flood, back};
use super::floor::{Floor, Part};
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
    /// How many regions more than before the boxes then cut the floor into.
    pub regions: i16,
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
    /// The floor without the box.
    floor: Floor,
}

/// Where a step leaves the box and the player, and on which side of the box the player then is.
struct Next {
    cell: Cell,
    player: Cell,
    side: usize,
}

impl Macros {
    /// Adds every place to which the box on `from` can be pushed without leaving the context's live
    /// cells, once for each region in which that leaves the player, who walks where `reach` says. `most` bounds the
    /// pushes.
    pub fn pushes(
        &mut self,
        field: &Field,
        context: &Context,
        occupied: &mut [bool],
        from: (Cell, &Flood),
        most: u16,
        out: &mut Vec<MacroPush>,
    ) {
        self.search(field, occupied, from, most, out, |sides, occupied, cell, way| {
            let to = field.step(cell, way);
            let open = sides >> back(way) & 1 != 0 && to != NONE;
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
        from: (Cell, &Flood),
        out: &mut Vec<MacroPush>,
    ) {
        self.search(field, occupied, from, u16::MAX, out, |sides, occupied, cell, way| {
            let to = field.step(cell, way);
            if sides >> way & 1 == 0 || usize::from(to) >= field.live {
                return None;
            }
            let player = field.step(to, way);
            let open = player != NONE && !occupied[usize::from(player)];
            open.then_some(Next { cell: to, player, side: way })
        });
    }

    /// Follows one box from its cell and where the player walks, step by step, nearest first. `step` is told the sides of
    /// the box that the player can get to.
    fn search(
        &mut self,
        field: &Field,
        occupied: &mut [bool],
        (from, reach): (Cell, &Flood),
        most: u16,
        out: &mut Vec<MacroPush>,
        step: impl Fn(u8, &[bool], Cell, usize) -> Option<Next>,
    ) {
        let is_reached = |way: usize| {
            let side = field.step(from, way);
            side != NONE && reach.contains(side)
        };
        let sides = (0..4).fold(0, |sides, way| sides | u8::from(is_reached(way)) << way);
        if (0..4).all(|way| step(sides, occupied, from, way).is_none()) {
            return;
        }
        occupied[usize::from(from)] = false;
        self.start(field, occupied, from, reach.lowest);
        let mut head = 0;
        let mut before = 0;
        while let Some(&(cell, player, pushes)) = self.queue.get(head) {
            head += 1;
            if field.is_over() {
                break;
            }
            if head > 1 && self.is_covered(field, cell, player) {
                continue;
            }
            let part = self.floor.part(field, cell, player);
            self.covered[usize::from(cell)] |= part.sides;
            self.touched.push(cell);
            let parts = i16::from(part.parts);
            if head == 1 {
                before = parts;
            }
            if cell != from {
                let Part { lowest: player, cells: reach, .. } = part;
                let regions = parts - before;
                out.push(MacroPush { from, to: cell, player, reach, regions, pushes });
            }
            if pushes == most {
                continue;
            }
            for way in 0..4 {
                if let Some(next) = step(part.sides, occupied, cell, way)
                    && self.covered[usize::from(next.cell)] >> next.side & 1 == 0
                {
                    self.queue.push((next.cell, next.player, pushes + 1));
                }
            }
        }
        occupied[usize::from(from)] = true;
    }

    fn start(&mut self, field: &Field, occupied: &[bool], from: Cell, player: Cell) {
        self.covered.resize(field.cells(), 0);
        for cell in self.touched.drain(..) {
            self.covered[usize::from(cell)] = 0;
        }
        self.floor.walk(field, occupied, from);
        self.queue.clear();
        if self.floor.contains(player) {
            self.queue.push((from, player, 0));
        }
    }

    fn is_covered(&self, field: &Field, cell: Cell, player: Cell) -> bool {
        (0..4).any(|way| {
            field.step(cell, way) == player && self.covered[usize::from(cell)] >> way & 1 != 0
        })
    }
}
