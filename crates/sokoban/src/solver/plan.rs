use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::context::Contexts;
use super::field::{Field, Flood, contains, each_cell, insert, remove};
use super::macros::Macros;
use super::nodes::{NO_NODE, Nodes};
use crate::{Cell, NONE};

/// The most positions the search for a plan looks at.
const MOST_POSITIONS: usize = 4000;

/// What it costs to let a second box come from a starting cell.
const USED: u32 = 1000;

/// The order in which to pack boxes: a chain of sets of cells, each to be filled after the one before.
///
/// Found backwards: from the solved position boxes are pulled one at a time. A box that gets to a cell on
/// which some box starts has found its way and is taken off the board. Where no box gets that far, one is
/// parked elsewhere. Read forwards, this packs the goals so that none blocks the way to the next.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The stages, the emptiest first; the last is all goals.
    stages: Vec<Stage>,
}

/// One step of a plan.
#[derive(Debug)]
pub(crate) struct Stage {
    /// The cells that are packed.
    pub packed: Vec<u64>,
    /// How many boxes were packed one by one to get here.
    pub count: usize,
    /// The cell to be filled next; [`NONE`] at the end.
    pub target: Cell,
    /// The context in which the packed boxes are walls.
    pub context: u32,
}

impl Plan {
    /// Looks for a plan; where the search ends before all boxes are off, the first stage has the rest.
    /// `fresh_starts`: boxes are taken off at different starting cells as long as there are any.
    pub fn new(field: &Field, contexts: &mut Contexts, fresh_starts: bool) -> Self {
        let line = Backwards::new(field, fresh_starts).run(field);
        let mut stages: Vec<Stage> = Vec::new();
        for packed in line {
            if let Some(before) = stages.last_mut() {
                each_cell(&packed, |cell| {
                    if !contains(&before.packed, cell) {
                        before.target = cell;
                    }
                });
            }
            let context = contexts.number(field, &packed, 0);
            let count = packed.iter().map(|word| word.count_ones() as usize).sum();
            stages.push(Stage { packed, count, target: NONE, context });
        }
        Self { stages }
    }

    /// The stage of a number.
    pub fn stage(&self, number: usize) -> &Stage {
        &self.stages[number]
    }

    /// The last stage whose cells all hold boxes, and a count of what is packed that grows with it.
    pub fn stage_of(&self, boxes: &[u64]) -> (usize, usize) {
        let filled =
            |stage: &Stage| stage.packed.iter().zip(boxes).all(|(want, have)| want & !have == 0);
        match self.stages.iter().rposition(filled) {
            Some(number) => (number, self.stages[0].count + number),
            None => {
                let first = &self.stages[0].packed;
                (0, first.iter().zip(boxes).map(|(a, b)| (a & b).count_ones() as usize).sum())
            }
        }
    }
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
            if left == 0 || looked > MOST_POSITIONS {
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
        let mut pulls = Vec::new();
        let mut removals = Vec::new();
        for &cell in &cells {
            let first = pulls.len();
            self.macros.pulls(field, &mut self.occupied, (cell, player), &mut pulls);
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
