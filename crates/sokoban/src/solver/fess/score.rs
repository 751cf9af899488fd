use std::cmp::Reverse;

use super::super::context::Context;
use super::super::field::Flood;
use super::super::ground::Ground;
use super::super::macros::MacroPush;
use super::super::plan::Plan;
use super::aim::Aim;
use super::hotspots::Hotspots;
use super::rooms::{Rooms, regions};
use crate::{Cell, FAR};

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
    /// How far the boxes are from goals: there they are in nobody's way. Or how near they are to what is aimed
    /// at. More is better.
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

    /// How much the boxes are in each other's and the player's way; less is better.
    pub const fn crowding(self) -> u64 {
        (self.regions as u64) << 16 | (self.links as u64) << 8 | self.hotspots as u64
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
    aim: Option<Aim>,
    /// The regions of the position whose neighbours are scored next.
    regions: i16,
}

impl Gauge {
    /// Looks at the empty board.
    pub fn new(ground: &Ground, aim: Option<Aim>) -> Self {
        Self {
            aim,
            rooms: Rooms::new(&ground.field),
            hotspots: Hotspots::new(&ground.field),
            flood: Flood::default(),
            free: Vec::new(),
            regions: 0,
        }
    }

    /// Takes the position laid out, whose neighbours are scored next, and scores it.
    pub fn lay(&mut self, ground: &Ground, boxes: &[u64], plan: &Plan) -> Score {
        if let Some(aim) = &mut self.aim {
            aim.lay(&ground.field, &ground.boxes);
        }
        let links = self.rooms.broken(&ground.field, &ground.occupied);
        self.regions = i16::from(regions(&ground.field, &ground.occupied, &mut self.flood));
        self.with(ground, boxes, plan, (self.regions, links))
    }

    /// The score of the position laid out, which a push has made of the one taken before.
    pub fn score(
        &mut self,
        ground: &mut Ground,
        boxes: &[u64],
        plan: &Plan,
        push: &MacroPush,
    ) -> Score {
        let moved = (push.from, push.to);
        let links = self.rooms.broken_after(&ground.field, &mut ground.occupied, moved);
        self.with(ground, boxes, plan, (self.regions + push.regions, links))
    }

    fn with(
        &mut self,
        ground: &Ground,
        boxes: &[u64],
        plan: &Plan,
        (regions, links): (i16, u8),
    ) -> Score {
        let (number, packed) = plan.stage_of(boxes);
        let stage = plan.stage(number);
        let context = ground.contexts.get(stage.context);
        let lost = boxes.iter().zip(&stage.lost).zip(&stage.packed);
        let lost: u32 =
            lost.map(|((&have, &lost), &packed)| (have & lost & !packed).count_ones()).sum();
        self.free.clear();
        self.free.extend(boxes.iter().zip(&stage.settled).map(|(have, settled)| have & !settled));
        let away = match &mut self.aim {
            Some(aim) => u16::MAX - aim.distance(&ground.boxes),
            None => from_goals(&ground.boxes, context),
        };
        Score {
            packed: packed as u16,
            regions: regions.clamp(0, 255) as u8,
            links,
            lost: lost.min(255) as u8,
            hotspots: self.hotspots.count(&ground.field, &self.free),
            away,
        }
    }
}

/// How far the boxes are from the nearest goals that are left.
fn from_goals(boxes: &[Cell], context: &Context) -> u16 {
    let pushes = boxes.iter().map(|&cell| match context.nearest[usize::from(cell)] {
        FAR => 0,
        near => u32::from(near),
    });
    pushes.sum::<u32>().min(u32::from(u16::MAX)) as u16
}
