use std::cmp::Reverse;

use super::super::field::Flood;
use super::super::ground::Ground;
use super::super::plan::Plan;
use super::hotspots::Hotspots;
use super::rooms::{Rooms, regions};
use crate::FAR;

/// What a position is like, in a few small numbers, the weightiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Score {
    /// Steps of the plan that are done; more is better.
    pub packed: u16,
    /// Regions into which the boxes cut the floor.
    pub regions: u8,
    /// Links between neighbouring rooms that are broken.
    pub links: u8,
    /// Boxes that the plan will cut off, or has cut off.
    pub lost: u8,
    /// Boxes that stand in the way of others.
    pub hotspots: u8,
    /// How far the boxes are from goals. More is better: there they are in nobody's way.
    pub away: u16,
}

/// The cell of the feature space that a position falls into; the lowest is best.
pub(crate) type Label = (Reverse<u16>, u8, u8);

impl Score {
    /// All of it in one number; the lowest is best.
    pub const fn order(self) -> u64 {
        ((u16::MAX - self.packed) as u64) << 48
            | (self.regions as u64) << 40
            | (self.links as u64) << 32
            | (self.lost as u64) << 24
            | (self.hotspots as u64) << 16
            | (u16::MAX - self.away) as u64
    }

    /// The cell it falls into.
    pub const fn label(self) -> Label {
        (Reverse(self.packed), self.regions, self.lost)
    }
}

/// Scores positions.
#[derive(Debug)]
pub(crate) struct Gauge {
    rooms: Rooms,
    hotspots: Hotspots,
    flood: Flood,
    free: Vec<u64>,
}

impl Gauge {
    /// Looks at the empty board.
    pub fn new(ground: &Ground) -> Self {
        Self {
            rooms: Rooms::new(&ground.field),
            hotspots: Hotspots::new(&ground.field),
            flood: Flood::default(),
            free: Vec::new(),
        }
    }

    /// The score of the position laid out.
    pub fn score(&mut self, ground: &Ground, boxes: &[u64], plan: &Plan) -> Score {
        let (field, occupied) = (&ground.field, &ground.occupied);
        let (number, packed) = plan.stage_of(boxes);
        let stage = plan.stage(number);
        let context = ground.contexts.get(stage.context);
        let lost = boxes.iter().zip(&stage.lost).zip(&stage.packed);
        let lost: u32 =
            lost.map(|((&have, &lost), &packed)| (have & lost & !packed).count_ones()).sum();
        self.free.clear();
        self.free.extend(boxes.iter().zip(&stage.settled).map(|(have, settled)| have & !settled));
        let away: u32 = ground
            .boxes
            .iter()
            .map(|&cell| match context.nearest[usize::from(cell)] {
                FAR => 0,
                near => u32::from(near),
            })
            .sum();
        Score {
            packed: packed as u16,
            regions: regions(field, occupied, &mut self.flood),
            links: self.rooms.broken(field, occupied),
            lost: lost.min(255) as u8,
            hotspots: self.hotspots.count(field, &self.free),
            away: away.min(u32::from(u16::MAX)) as u16,
        }
    }
}
