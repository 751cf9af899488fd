use std::collections::VecDeque;

use super::context::Context;
use super::fess::rooms::regions;
use super::field::{Flood, back, contains};
use super::ground::Ground;
use super::plan::{Plan, Stage};
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
    /// Boxes in the way to the cell that the plan fills next.
    pub obstacles: u8,
}

/// Measures positions.
#[derive(Debug)]
pub(crate) struct Gauge {
    /// Whether a cell alone joins two parts of the floor.
    is_door: Vec<bool>,
    with_obstacles: bool,
    flood: Flood,
    route: Route,
    /// The regions of the position whose neighbours are measured next.
    regions: i16,
}

/// Parts of the floor smaller than this make no doorway.
const SMALLEST_ROOM: usize = 3;

impl Gauge {
    /// Looks at the empty floor.
    pub fn new(ground: &Ground, with_obstacles: bool) -> Self {
        let field = &ground.field;
        let mut flood = Flood::default();
        let mut blocked = vec![false; field.cells()];
        let mut is_door = vec![false; field.cells()];
        for cell in 0..field.live {
            if field.is_over() {
                break;
            }
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
        Self { is_door, with_obstacles, flood, route: Route::default(), regions: 0 }
    }

    /// Takes the position laid out, whose neighbours are measured next.
    pub fn lay(&mut self, ground: &Ground) {
        self.regions = i16::from(regions(&ground.field, &ground.occupied, &mut self.flood));
    }

    /// The features of the position laid out, its stage of the plan, and how far the boxes are from it. It is the
    /// one taken before, or has so many regions more.
    pub fn measure(
        &mut self,
        ground: &Ground,
        boxes: &[u64],
        plan: &Plan,
        more: i16,
    ) -> (Features, u32) {
        let (number, packed) = plan.stage_of(boxes);
        let stage = plan.stage(number);
        let context = ground.contexts.get(stage.context);
        let (mut astray, mut doors, mut away) = (0u8, 0u8, 0u32);
        for &cell in &ground.boxes {
            if contains(&stage.packed, cell) {
                continue;
            }
            match context.nearest[usize::from(cell)] {
                FAR => astray = astray.saturating_add(1),
                near => away += u32::from(near),
            }
            doors = doors.saturating_add(u8::from(self.is_door[usize::from(cell)]));
        }
        let next = self.route.cost(ground, context, stage);
        let regions = (self.regions + more).clamp(0, 255) as u8;
        let obstacles = if self.with_obstacles { (next / OBSTACLE) as u8 } else { 0 };
        (Features { packed: packed as u16, astray, regions, doors, obstacles }, away + next)
    }
}

/// The lowest cell of the flood, if `side` is the first of the sides in it: so that each part is counted once.
fn lowest_side(sides: [Cell; 4], flood: &Flood, side: Cell) -> Cell {
    let first = sides.into_iter().find(|&other| other != NONE && flood.contains(other));
    if first == Some(side) { flood.lowest } else { NONE }
}

/// The way of a box to the cell that the plan fills next.
#[derive(Debug, Default)]
struct Route {
    best: Vec<u32>,
    queue: VecDeque<(Cell, u32)>,
}

/// What a box in the way costs, in pushes.
const OBSTACLE: u32 = 16;
/// The cost where there is no way at all.
const NO_WAY: u32 = 400;

impl Route {
    /// The cheapest way for any box to the stage's target: pushes, and much more for every box in the way of
    /// the box or of the player behind it.
    fn cost(&mut self, ground: &Ground, context: &Context, stage: &Stage) -> u32 {
        let field = &ground.field;
        if stage.target == NONE {
            return 0;
        }
        self.best.clear();
        self.best.resize(field.live, u32::MAX);
        self.queue.clear();
        let occupied = |cell: Cell| ground.occupied[usize::from(cell)];
        let first = if occupied(stage.target) { OBSTACLE } else { 0 };
        self.best[usize::from(stage.target)] = first;
        self.queue.push_back((stage.target, first));
        let mut found = NO_WAY;
        while let Some((cell, cost)) = self.queue.pop_front() {
            if cost > self.best[usize::from(cell)] || cost >= found {
                continue;
            }
            for way in 0..4 {
                let before = field.step(cell, back(way));
                if before == NONE
                    || !context.is_live(before)
                    || context.is_wall[usize::from(before)]
                {
                    continue;
                }
                let stand = field.step(before, back(way));
                if stand == NONE || context.is_wall[usize::from(stand)] {
                    continue;
                }
                let mut next = cost + 1 + if occupied(stand) { OBSTACLE } else { 0 };
                if occupied(before) {
                    found = found.min(next);
                    next += OBSTACLE;
                }
                if next < self.best[usize::from(before)] && next < found {
                    self.best[usize::from(before)] = next;
                    self.queue.push_back((before, next));
                }
            }
        }
        found
    }
}
