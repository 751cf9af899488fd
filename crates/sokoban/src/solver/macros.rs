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
    /// The floor without the box, walked over where that is needed.
    floor: Floor,
    is_walked: bool,
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
        self.start(field, from, reach);
        let open = Open::around(field, occupied, from, reach);
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
            let part = match open.as_ref().and_then(|open| open.part(field, occupied, cell)) {
                Some(part) => part,
                None => self.walked(field, occupied, from).part(field, cell, player),
            };
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

    fn start(&mut self, field: &Field, from: Cell, reach: &Flood) {
        self.covered.resize(field.cells(), 0);
        for cell in self.touched.drain(..) {
            self.covered[usize::from(cell)] = 0;
        }
        self.is_walked = false;
        self.queue.clear();
        self.queue.push((from, reach.lowest, 0));
    }

    /// The floor without the box on `from`.
    fn walked(&mut self, field: &Field, occupied: &[bool], from: Cell) -> &Floor {
        if !std::mem::replace(&mut self.is_walked, true) {
            self.floor.walk(field, occupied, from);
        }
        &self.floor
    }

    fn is_covered(&self, field: &Field, cell: Cell, player: Cell) -> bool {
        (0..4).any(|way| {
            field.step(cell, way) == player && self.covered[usize::from(cell)] >> way & 1 != 0
        })
    }
}

/// The floor without a box around which the player can get at all that is free: it is where the player walks, and the
/// box's cell. On most cells a box leaves one part of it, which shows in the eight cells around.
#[derive(Debug)]
struct Open {
    cells: u16,
    lowest: Cell,
}

impl Open {
    /// `None` where something free beside the box is out of the player's reach.
    fn around(field: &Field, occupied: &[bool], from: Cell, reach: &Flood) -> Option<Self> {
        let is_met =
            |&side: &Cell| side == NONE || occupied[usize::from(side)] || reach.contains(side);
        field.steps[usize::from(from)]
            .iter()
            .all(is_met)
            .then(|| Self { cells: reach.cells.len() as u16 + 1, lowest: reach.lowest.min(from) })
    }

    /// What the player can walk on when there is a box on a cell; `None` where that takes a longer look.
    fn part(&self, field: &Field, occupied: &[bool], cell: Cell) -> Option<Part> {
        if cell == self.lowest {
            return None;
        }
        let is_free = |cell: Cell| cell != NONE && !occupied[usize::from(cell)];
        let around = field.steps[usize::from(cell)];
        let sides = (0..4).fold(0u8, |sides, way| sides | u8::from(is_free(around[way])) << way);
        // Free sides that hang together by the corners between them are one part.
        let joins = |way: usize| {
            let next = (way + 1) % 4;
            let both = 1 << way | 1 << next;
            sides & both == both && is_free(field.step(around[way], next))
        };
        let joints = (0..4).filter(|&way| joins(way)).count() as u32;
        let (cells, lowest) = (self.cells - 1, self.lowest);
        (sides != 0 && joints + 1 >= sides.count_ones()).then_some(Part {
            sides,
            cells,
            lowest,
            parts: 1,
        })
    }
}
