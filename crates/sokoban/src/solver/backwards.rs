use std::cmp::Reverse;
use std::collections::BinaryHeap;

use plyground_core::Stats;

use super::field::{Flood, each_cell, insert, remove};
use super::ground::Ground;
use super::lone::Lone;
use super::macros::{MacroPush, Macros};
use super::matching::{IMPOSSIBLE, Matching};
use super::nodes::NO_NODE;
use super::strategy::{Step, Strategy, pushes_along};
use crate::{Cell, FAR};

/// A greedy search backwards: from the solved position boxes are pulled to where they start, nearest first. All
/// that it meets is told to the forward searches. Its nature is another than theirs: a narrow goal room is wide
/// open from inside, and a jammed start is only the end of its way.
#[derive(Debug)]
pub(crate) struct Backwards {
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// Pushes from each starting cell to each cell.
    distances: Vec<Vec<u16>>,
    /// How many moves each position of the perimeter is from the goals.
    depths: Vec<u32>,
    macros: Macros,
    pulls: Vec<MacroPush>,
    before: Matching,
    after: Matching,
    start: (Vec<u64>, Cell),
    nearest: u32,
}

impl Backwards {
    /// A search from all solved positions.
    pub fn new(ground: &mut Ground) -> Self {
        let field = &ground.field;
        let mut lone = Lone::new(field, &vec![false; field.cells()]);
        let distances: Vec<Vec<u16>> =
            field.boxes.iter().map(|&cell| lone.pushes_from(field, cell)).collect();
        let boxes = field.bits(&field.boxes);
        ground.lay(&boxes, ground.field.player);
        let mut search = Self {
            open: BinaryHeap::new(),
            distances,
            depths: Vec::new(),
            macros: Macros::default(),
            pulls: Vec::new(),
            before: Matching::default(),
            after: Matching::default(),
            start: (boxes, ground.reach.lowest),
            nearest: u32::MAX,
        };
        search.begin(ground);
        search
    }

    /// All goals filled, the player in each region.
    fn begin(&mut self, ground: &mut Ground) {
        let goals = ground.field.bits(&ground.field.goals);
        ground.lay(&goals, ground.field.player);
        let Some(bound) = self.assign(ground) else { return };
        let mut seen = Flood::default();
        seen.clear(&ground.field);
        for cell in 0..ground.field.cells() as Cell {
            if !ground.occupied[usize::from(cell)] && !seen.contains(cell) {
                seen.add(&ground.field, &ground.occupied, cell);
                let hash = ground.field.hash(&ground.boxes, seen.lowest);
                let (node, is_new) = ground.perimeter.add(hash, &goals, seen.lowest, NO_NODE);
                if is_new {
                    self.depths.push(0);
                    self.open.push(Reverse((bound, 0, node)));
                }
            }
        }
    }

    /// Matches the boxes of the position laid out with the starting cells.
    fn assign(&mut self, ground: &Ground) -> Option<u32> {
        let (boxes, distances) = (&ground.boxes, &self.distances);
        self.before
            .solve(boxes.len(), |row, column| cost(distances[column][usize::from(boxes[row])]));
        self.before.total()
    }

    fn expand(&mut self, ground: &mut Ground, node: u32, stats: &mut Stats) -> Option<u32> {
        self.assign(ground)?;
        self.pulls.clear();
        let player = ground.reach.lowest;
        for index in 0..ground.boxes.len() {
            let from = (ground.boxes[index], player);
            self.macros.pulls(&ground.field, &mut ground.occupied, from, &mut self.pulls);
        }
        let (boxes, _) = ground.perimeter.place(node);
        let depth = self.depths[node as usize] + 1;
        for index in 0..self.pulls.len() {
            let pull = self.pulls[index];
            stats.generated += 1;
            let Some(row) = ground.boxes.iter().position(|&cell| cell == pull.from) else {
                continue;
            };
            let distances = &self.distances;
            self.after.clone_from(&self.before);
            self.after.change(row, |column| cost(distances[column][usize::from(pull.to)]));
            stats.evaluated += 1;
            let Some(bound) = self.after.total() else {
                stats.dead_ends += 1;
                continue;
            };
            let mut next = boxes.clone();
            remove(&mut next, pull.from);
            insert(&mut next, pull.to);
            let mut hash = ground.field.player_key(pull.player);
            each_cell(&next, |cell| hash ^= ground.field.box_key(cell));
            let (child, is_new) = ground.perimeter.add(hash, &next, pull.player, node);
            if is_new {
                self.depths.push(depth);
                self.nearest = self.nearest.min(bound);
                self.open.push(Reverse((bound, depth, child)));
                if next == self.start.0 && pull.player == self.start.1 {
                    return Some(child);
                }
            }
        }
        None
    }
}

/// The price of a distance.
fn cost(distance: u16) -> i32 {
    if distance == FAR { IMPOSSIBLE } else { i32::from(distance) }
}

impl Strategy for Backwards {
    fn name(&self) -> &'static str {
        "backwards"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(Reverse((_, _, node))) = self.open.pop() else { return Step::Exhausted };
        let (boxes, player) = ground.perimeter.place(node);
        ground.lay(&boxes, player);
        if (&boxes, player) == (&self.start.0, self.start.1) {
            let way = ground.perimeter.way(node);
            return Step::Solved(pushes_along(ground, &way));
        }
        stats.expanded += 1;
        match self.expand(ground, node, stats) {
            Some(start) => {
                let way = ground.perimeter.way(start);
                Step::Solved(pushes_along(ground, &way))
            }
            None => Step::Working,
        }
    }

    fn bytes(&self) -> usize {
        self.depths.capacity() * 4 + self.open.capacity() * size_of::<(u32, u32, u32)>()
    }

    fn frontier(&self) -> usize {
        self.open.len()
    }

    fn progress(&self) -> u64 {
        u64::from(self.nearest)
    }

    fn note(&self) -> String {
        format!("{} positions, {} pushes from the start", self.depths.len(), self.nearest)
    }
}
