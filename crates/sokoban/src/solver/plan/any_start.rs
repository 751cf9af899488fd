use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::field::{Field, Flood, contains, each_cell, insert, remove};
use super::super::macros::Macros;
use super::super::nodes::{NO_NODE, Nodes};
use crate::Cell;

/// The most positions the search for a plan looks at.
const MOST_POSITIONS: usize = 4000;

/// What it costs to let a second box come from a starting cell.
const USED: u32 = 1000;

/// The sets of cells of a plan, from the emptiest found to all goals: boxes come from any starting cell, or
/// with `fresh_starts` from different ones as long as there are any.
pub(crate) fn line(field: &Field, fresh_starts: bool) -> Vec<Vec<u64>> {
    Backwards::new(field, fresh_starts).run(field)
}

/// The search for a plan.
struct Backwards {
    nodes: Nodes,
    open: BinaryHeap<Reverse<(usize, u32, u32, u32)>>,
    parks: Vec<u32>,
    /// The starting cells that each position has used up.
    used: Vec<Vec<u64>>,
    macros: Macros,
    flood: Flood,
    occupied: Vec<bool>,
    is_sink: Vec<bool>,
    fresh_starts: bool,
}

impl Backwards {
    fn new(field: &Field, fresh_starts: bool) -> Self {
        let mut is_sink = vec![false; field.cells()];
        for &cell in &field.boxes {
            is_sink[usize::from(cell)] = true;
        }
        Self {
            nodes: Nodes::new(field.words),
            open: BinaryHeap::new(),
            parks: Vec::new(),
            used: Vec::new(),
            macros: Macros::default(),
            flood: Flood::default(),
            occupied: vec![false; field.cells()],
            is_sink,
            fresh_starts,
        }
    }

    /// The sets of cells from the emptiest found to all goals.
    fn run(&mut self, field: &Field) -> Vec<Vec<u64>> {
        let goals = field.bits(&field.goals);
        for cell in &field.goals {
            self.occupied[usize::from(*cell)] = true;
        }
        let mut seen = Flood::default();
        seen.clear(field);
        for cell in 0..field.cells() as Cell {
            if !self.occupied[usize::from(cell)] && !seen.contains(cell) {
                seen.add(field, &self.occupied, cell);
                self.add(field, &goals, seen.lowest, NO_NODE, (0, 0), &vec![0; field.words]);
            }
        }
        for cell in &field.goals {
            self.occupied[usize::from(*cell)] = false;
        }
        let mut best = (usize::MAX, 0);
        let mut looked = 0;
        while let Some(Reverse((left, _, _, node))) = self.open.pop() {
            if left < best.0 {
                best = (left, node);
            }
            looked += 1;
            if left == 0 || looked > MOST_POSITIONS || field.is_over() {
                break;
            }
            self.expand(field, node);
        }
        let mut line: Vec<Vec<u64>> =
            self.nodes.line(best.1).iter().map(|&node| self.nodes.boxes(node).to_vec()).collect();
        line.reverse();
        if line.is_empty() { vec![goals] } else { line }
    }

    fn add(
        &mut self,
        field: &Field,
        boxes: &[u64],
        player: Cell,
        parent: u32,
        (parks, cost): (u32, u32),
        used: &[u64],
    ) {
        let mut hash = field.player_key(player);
        let mut left = 0;
        each_cell(boxes, |cell| {
            hash ^= field.box_key(cell);
            left += 1;
        });
        let (node, is_new) = self.nodes.add(hash, boxes, player, parent);
        if is_new {
            self.parks.push(parks);
            self.used.push(used.to_vec());
            self.open.push(Reverse((left, parks, cost, node)));
        }
    }

    /// Takes boxes off where that is possible, else parks one.
    fn expand(&mut self, field: &Field, node: u32) {
        let boxes = self.nodes.boxes(node).to_vec();
        let player = self.nodes.player(node);
        let parks = self.parks[node as usize];
        let used = self.used[node as usize].clone();
        let mut cells = Vec::new();
        each_cell(&boxes, |cell| cells.push(cell));
        for &cell in &cells {
            self.occupied[usize::from(cell)] = true;
        }
        self.flood.fill(field, &self.occupied, player);
        let mut pulls = Vec::new();
        let mut removals = Vec::new();
        for &cell in &cells {
            let first = pulls.len();
            self.macros.pulls(field, &mut self.occupied, (cell, &self.flood), &mut pulls);
            let sinks = || pulls[first..].iter().filter(|pull| self.is_sink[usize::from(pull.to)]);
            let fresh = sinks().find(|pull| !contains(&used, pull.to));
            // A box that starts where it is to end is best left there: packed first, in nobody's way.
            if self.is_sink[usize::from(cell)] && !contains(&used, cell) {
                removals.push((cell, player, u32::MAX, cell));
            } else if let Some(pull) = fresh {
                removals.push((cell, pull.player, u32::from(pull.pushes), pull.to));
            } else if let Some(pull) = sinks().next() {
                removals.push((cell, pull.player, USED + u32::from(pull.pushes), pull.to));
            }
        }
        let mut next = boxes.clone();
        for &(cell, stood, cost, sink) in &removals {
            if field.is_over() {
                break;
            }
            self.occupied[usize::from(cell)] = false;
            self.flood.fill(field, &self.occupied, stood);
            self.occupied[usize::from(cell)] = true;
            remove(&mut next, cell);
            let mut then = used.clone();
            if self.fresh_starts {
                insert(&mut then, sink);
            }
            self.add(field, &next, self.flood.lowest, node, (parks, cost), &then);
            insert(&mut next, cell);
        }
        if removals.is_empty() {
            for pull in &pulls {
                if field.is_over() {
                    break;
                }
                remove(&mut next, pull.from);
                insert(&mut next, pull.to);
                let cost = (parks + 1, u32::from(pull.pushes));
                self.add(field, &next, pull.player, node, cost, &used);
                remove(&mut next, pull.to);
                insert(&mut next, pull.from);
            }
        }
        for &cell in &cells {
            self.occupied[usize::from(cell)] = false;
        }
    }
}
