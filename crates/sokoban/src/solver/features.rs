use super::field::{Flood, contains};
use super::ground::Ground;
use super::plan::Plan;
use crate::{Cell, FAR, NONE};

/// What a position is like, in a few small numbers. Positions alike fall into one cell of the feature space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Features {
    /// Boxes packed as the plan says; more is better.
    pub packed: u16,
    /// Boxes that cannot reach a goal any more if what is packed stays.
    pub astray: u8,
    /// Regions into which the boxes cut the floor.
    pub regions: u8,
    /// Boxes in doorways.
    pub doors: u8,
}

/// Measures positions.
#[derive(Debug)]
pub(crate) struct Gauge {
    /// Whether a cell alone joins two parts of the floor.
    is_door: Vec<bool>,
    flood: Flood,
}

/// Parts of the floor smaller than this make no doorway.
const SMALLEST_ROOM: usize = 3;

impl Gauge {
    /// Looks at the empty floor.
    pub fn new(ground: &Ground) -> Self {
        let field = &ground.field;
        let mut flood = Flood::default();
        let mut blocked = vec![false; field.cells()];
        let mut is_door = vec![false; field.cells()];
        for cell in 0..field.live {
            blocked[cell] = true;
            let rooms = field.steps[cell].iter().filter(|&&side| {
                side != NONE && {
                    flood.fill(field, &blocked, side);
                    flood.lowest == lowest_side(field.steps[cell], &flood, side)
                        && flood.cells.len() >= SMALLEST_ROOM
                }
            });
            is_door[cell] = rooms.count() > 1;
            blocked[cell] = false;
        }
        Self { is_door, flood }
    }

    /// The features of the position laid out, its stage of the plan, and how far the boxes are from it.
    pub fn measure(&mut self, ground: &Ground, boxes: &[u64], plan: &Plan) -> (Features, u32) {
        let (number, packed) = plan.stage_of(boxes);
        let stage = plan.stage(number);
        let context = ground.contexts.get(stage.context);
        let target =
            context.goals.iter().position(|&goal| ground.field.goals[goal] == stage.target);
        let (mut astray, mut doors, mut away) = (0u8, 0u8, 0u32);
        let mut next = FAR;
        for &cell in &ground.boxes {
            if contains(&stage.packed, cell) {
                continue;
            }
            match context.nearest[usize::from(cell)] {
                FAR => astray = astray.saturating_add(1),
                near => away += u32::from(near),
            }
            if let Some(target) = target {
                next = next.min(context.distance(target, cell));
            }
            doors = doors.saturating_add(u8::from(self.is_door[usize::from(cell)]));
        }
        let next = if next == FAR { 100 } else { u32::from(next) };
        self.flood.clear(&ground.field);
        let mut regions = 0u8;
        for cell in 0..ground.field.cells() {
            if !ground.occupied[cell] && !self.flood.contains(cell as Cell) {
                self.flood.add(&ground.field, &ground.occupied, cell as Cell);
                regions = regions.saturating_add(1);
            }
        }
        (Features { packed: packed as u16, astray, regions, doors }, away + 2 * next)
    }
}

/// The lowest cell of the flood, if `side` is the first of the sides in it: so that each part is counted once.
fn lowest_side(sides: [Cell; 4], flood: &Flood, side: Cell) -> Cell {
    let first = sides.into_iter().find(|&other| other != NONE && flood.contains(other));
    if first == Some(side) { flood.lowest } else { NONE }
}
