use std::collections::{HashMap, HashSet};

use super::context::Context;
use super::field::{Field, Flood, back};
use super::freeze::{Freeze, freeze};
use crate::{Cell, NONE};

/// A part of the board that the boxes keep the player out of.
#[derive(Debug, Default)]
pub(crate) struct Corral {
    /// The boxes around and inside it.
    pub boxes: Vec<Cell>,
    /// Whether something must still happen in it: a box beside its goal, or an empty goal.
    pub is_open: bool,
    /// Whether its boxes can only be pushed inwards, and every such push that anything outside could ever
    /// allow is possible now. Then nothing is lost by pushing one of them next.
    pub is_urgent: bool,
    /// How many pushes of its boxes are possible now.
    pub pushes: usize,
}

/// Finds the corrals of a position.
#[derive(Debug, Default)]
pub(crate) struct Corrals {
    /// The number of the corral a cell belongs to.
    marks: Vec<u32>,
    stack: Vec<Cell>,
}

impl Corrals {
    /// The corrals that keep out a player who walks in `reach`. Boxes that are walls in the context count as walls.
    pub fn find(
        &mut self,
        field: &Field,
        context: &Context,
        occupied: &[bool],
        reach: &Flood,
    ) -> Vec<Corral> {
        self.marks.clear();
        self.marks.resize(field.cells(), 0);
        let mut corrals = Vec::new();
        for cell in 0..field.cells() {
            if occupied[cell] || self.marks[cell] != 0 || reach.contains(cell as Cell) {
                continue;
            }
            let number = corrals.len() as u32 + 1;
            let mut corral = Corral::default();
            self.gather(field, context, occupied, reach, (cell as Cell, number), &mut corral);
            self.judge(field, context, occupied, reach, number, &mut corral);
            corrals.push(corral);
        }
        corrals
    }

    /// Collects a corral's cells and boxes. Boxes that the player cannot touch are inside it.
    fn gather(
        &mut self,
        field: &Field,
        context: &Context,
        occupied: &[bool],
        reach: &Flood,
        (start, number): (Cell, u32),
        corral: &mut Corral,
    ) {
        self.stack.clear();
        self.stack.push(start);
        self.marks[usize::from(start)] = number;
        while let Some(cell) = self.stack.pop() {
            corral.is_open |= field.is_goal[usize::from(cell)] != occupied[usize::from(cell)];
            for next in field.steps[usize::from(cell)] {
                if next == NONE
                    || reach.contains(next)
                    || self.marks[usize::from(next)] == number
                    || context.is_wall[usize::from(next)]
                {
                    continue;
                }
                self.marks[usize::from(next)] = number;
                let mut inside = true;
                if occupied[usize::from(next)] {
                    corral.boxes.push(next);
                    corral.is_open |= !field.is_goal[usize::from(next)];
                    inside = !field.steps[usize::from(next)]
                        .iter()
                        .any(|&beside| beside != NONE && reach.contains(beside));
                }
                if inside {
                    self.stack.push(next);
                }
            }
        }
    }

    /// Counts the pushes and decides whether the corral is urgent.
    fn judge(
        &self,
        field: &Field,
        context: &Context,
        occupied: &[bool],
        reach: &Flood,
        number: u32,
        corral: &mut Corral,
    ) {
        let wall = |cell: Cell| cell == NONE || context.is_wall[usize::from(cell)];
        let ours = |cell: Cell| self.marks[usize::from(cell)] == number;
        corral.is_urgent = true;
        for &cell in &corral.boxes {
            for way in 0..4 {
                let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
                if wall(stand) || wall(to) || !context.is_live(to) {
                    continue;
                }
                if reach.contains(stand) {
                    if !ours(to) {
                        corral.is_urgent = false;
                    }
                    corral.pushes += usize::from(!occupied[usize::from(to)]);
                } else if !ours(stand) {
                    corral.is_urgent = false;
                }
            }
        }
    }
}

/// Small searches that prove that some boxes alone, with all others away, cannot be brought to goals.
/// What was found is remembered.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    known: HashMap<(u64, u64), bool>,
    flood: Flood,
    occupied: Vec<bool>,
    frozen: Vec<Cell>,
}

/// The most positions one proof may look at.
const MOST_POSITIONS: usize = 80;
/// The most boxes one proof may have.
const MOST_BOXES: usize = 12;
/// The most proofs remembered.
const MOST_PROOFS: usize = 1 << 20;

impl Proofs {
    /// Whether it is proven that these boxes cannot be brought to goals while the player starts where it
    /// is, even if all other boxes, except those that are walls, were away.
    pub fn is_dead(
        &mut self,
        field: &Field,
        (context, number): (&Context, u32),
        boxes: &[Cell],
        player: Cell,
    ) -> bool {
        if boxes.len() > MOST_BOXES {
            return false;
        }
        self.occupied.clone_from(&context.is_wall);
        self.flood.fill(field, &self.occupied, player);
        let open = self.flood.cells.len();
        self.place(boxes, true);
        self.flood.fill(field, &self.occupied, player);
        self.place(boxes, false);
        let region = self.flood.lowest;
        let key = key(field, boxes, region, number);
        if let Some(&dead) = self.known.get(&key) {
            return dead;
        }
        let dead = self.prove(field, context, boxes, region, open);
        if self.known.len() >= MOST_PROOFS {
            self.known.clear();
        }
        self.known.insert(key, dead);
        dead
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * 32
    }

    fn place(&mut self, boxes: &[Cell], there: bool) {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = there;
        }
    }

    /// Searches until the boxes are on goals or the player can walk around all of them (not proven), or
    /// nothing is left to try (dead).
    fn prove(
        &mut self,
        field: &Field,
        context: &Context,
        boxes: &[Cell],
        player: Cell,
        open: usize,
    ) -> bool {
        let mut start = boxes.to_vec();
        start.sort_unstable();
        let mut seen = HashSet::from([(start.clone(), player)]);
        let mut work = vec![(start, player)];
        while let Some((boxes, player)) = work.pop() {
            self.place(&boxes, true);
            self.flood.fill(field, &self.occupied, player);
            let free = self.flood.cells.len() + boxes.len() >= open;
            if free || boxes.iter().all(|&cell| field.is_goal[usize::from(cell)]) {
                self.place(&boxes, false);
                return false;
            }
            let reach = std::mem::take(&mut self.flood);
            for (index, &cell) in boxes.iter().enumerate() {
                for way in 0..4 {
                    let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
                    if stand == NONE
                        || to == NONE
                        || !reach.contains(stand)
                        || self.occupied[usize::from(to)]
                        || !context.is_live(to)
                    {
                        continue;
                    }
                    let mut next = boxes.clone();
                    next[index] = to;
                    next.sort_unstable();
                    self.occupied[usize::from(cell)] = false;
                    self.occupied[usize::from(to)] = true;
                    let frozen =
                        freeze(field, context, &self.occupied, to, &next, &mut self.frozen);
                    self.flood.fill(field, &self.occupied, cell);
                    self.occupied[usize::from(cell)] = true;
                    self.occupied[usize::from(to)] = false;
                    if frozen != Freeze::Deadlock {
                        let position = (next, self.flood.lowest);
                        if !seen.contains(&position) {
                            seen.insert(position.clone());
                            work.push(position);
                        }
                    }
                }
            }
            self.flood = reach;
            self.place(&boxes, false);
            if seen.len() > MOST_POSITIONS {
                return false;
            }
        }
        true
    }
}

/// Two independent hashes of what a proof is about.
fn key(field: &Field, boxes: &[Cell], player: Cell, context: u32) -> (u64, u64) {
    let salt = u64::from(context).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let second = boxes.iter().fold(field.player_key(player).rotate_left(17), |sum, &cell| {
        sum.wrapping_add(field.box_key(cell).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    });
    (field.hash(boxes, player) ^ salt, second.wrapping_add(salt))
}
