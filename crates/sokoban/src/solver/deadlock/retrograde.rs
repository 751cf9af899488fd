use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::View;
use crate::solver::context::Context;
use crate::solver::field::{Field, Flood};
use crate::{Cell, NONE};

/// What the solved board says, looked at backwards: boxes that no pull frees from it stood there all along.
///
/// From all goals filled, every box that can be pulled once is taken off, again and again, for each region
/// the player can end in. Whoever solves the level ends in one of these regions, and what is left there is
/// never moved again; it must be in place by now.
#[derive(Debug, Default)]
pub(crate) struct Retrograde {
    /// For each context, for each region the player can end in: the goals that must already hold boxes.
    known: HashMap<u32, Vec<Vec<Cell>>, FixedState>,
    occupied: Vec<bool>,
    flood: Flood,
    zones: Flood,
}

impl Retrograde {
    /// Whether some box that no pull frees is not in place.
    pub fn is_dead(&mut self, view: &View<'_>) -> bool {
        let (number, context) = (view.number, view.context);
        let zones = self.zones(view.field, context, number);
        !zones.iter().any(|left| left.iter().all(|&cell| view.is_box(cell)))
    }

    /// The boxes that, wherever the player ends, are never moved again: these are as good as walls, for every
    /// position of the context. `None` where some are not in place.
    pub fn settled(
        &mut self,
        field: &Field,
        (context, number): (&Context, u32),
        occupied: &[bool],
    ) -> Option<Vec<Cell>> {
        let zones = self.zones(field, context, number);
        let is_possible = |left: &Vec<Cell>| left.iter().all(|&cell| occupied[usize::from(cell)]);
        if !zones.iter().any(is_possible) {
            return None;
        }
        let mut common = zones[0].clone();
        common.retain(|cell| zones[1..].iter().all(|left| left.contains(cell)));
        Some(common)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.len() * 64
    }

    fn zones(&mut self, field: &Field, context: &Context, number: u32) -> &[Vec<Cell>] {
        if !self.known.contains_key(&number) {
            let zones = self.peel_all(field, context);
            self.known.insert(number, zones);
        }
        &self.known[&number]
    }

    fn peel_all(&mut self, field: &Field, context: &Context) -> Vec<Vec<Cell>> {
        let mut found: Vec<Vec<Cell>> = Vec::new();
        let mut zones = std::mem::take(&mut self.zones);
        zones.clear(field);
        self.fill(context);
        for cell in 0..field.cells() as Cell {
            if self.occupied[usize::from(cell)] || zones.contains(cell) {
                continue;
            }
            zones.add(field, &self.occupied, cell);
            let left = self.peel(field, context, cell);
            let is_free = left.is_empty();
            if !found.contains(&left) {
                found.push(left);
            }
            if is_free {
                break;
            }
            self.fill(context);
        }
        self.zones = zones;
        if found.is_empty() {
            found.push(Vec::new());
        }
        found
    }

    fn fill(&mut self, context: &Context) {
        self.occupied.clone_from(&context.is_wall);
        for &goal in &context.goals {
            self.occupied[usize::from(goal)] = true;
        }
    }

    /// What no pull frees where the player ends on a cell.
    fn peel(&mut self, field: &Field, context: &Context, player: Cell) -> Vec<Cell> {
        let mut left = context.goals.clone();
        loop {
            let before = left.len();
            self.flood.fill(field, &self.occupied, player);
            let (flood, occupied) = (&self.flood, &self.occupied);
            let freed: Vec<Cell> = (left.iter().copied())
                .filter(|&cell| {
                    (0..4).any(|way| {
                        let to = field.step(cell, way);
                        to != NONE && usize::from(to) < field.live && flood.contains(to) && {
                            let stand = field.step(to, way);
                            stand != NONE && !occupied[usize::from(stand)]
                        }
                    })
                })
                .collect();
            for cell in freed {
                self.occupied[usize::from(cell)] = false;
                left.retain(|&other| other != cell);
            }
            if left.len() == before {
                return left;
            }
        }
    }
}
