use super::boxes::Boxes;
use super::terrain::{Terrain, Walker};
use crate::{Cell, Metric, Push};

/// What a step costs: first what the metric counts, then the other, in one number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Price {
    /// A step that pushes nothing.
    pub walk: u64,
    /// A step that pushes a box.
    pub push: u64,
}

/// One of what the metric counts.
const WHOLE: u64 = 1 << 32;

impl Price {
    /// The prices of a metric.
    pub const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Moves => Self { walk: WHOLE, push: WHOLE + 1 },
            Metric::Pushes => Self { walk: 1, push: WHOLE + 1 },
        }
    }

    /// What the metric counts in a cost.
    pub const fn steps(cost: u64) -> u64 {
        cost / WHOLE
    }
}

/// The player's cell and the boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<const N: usize> {
    pub boxes: Boxes<N>,
    pub player: Cell,
}

impl<const N: usize> Place<N> {
    /// After a push.
    #[must_use]
    pub fn after(&self, terrain: &Terrain<N>, push: Push) -> Self {
        let to = terrain.step(push.cell, push.direction);
        Self { boxes: self.boxes.moved(push.cell, to), player: push.cell }
    }

    /// What a push costs from here, walk included; `None` where the rules forbid it.
    pub fn price(
        &self,
        terrain: &Terrain<N>,
        walker: &mut Walker,
        price: Price,
        push: Push,
    ) -> Option<u64> {
        let to = terrain.step(push.cell, push.direction);
        let stand = terrain.step(push.cell, push.direction.opposite());
        let open = terrain.is_box(&self.boxes, push.cell)
            && terrain.is_live(to)
            && !self.boxes.contains(to)
            && usize::from(stand) < terrain.cells()
            && !terrain.is_box(&self.boxes, stand);
        if !open {
            return None;
        }
        let walk = walker.walk(terrain, &self.boxes, self.player, stand)?;
        Some(u64::from(walk) * price.walk + price.push)
    }
}

/// A solution with all it passes through.
#[derive(Debug, Clone)]
pub(super) struct Line<const N: usize> {
    /// Its pushes; walks between them are the shortest.
    pub pushes: Vec<Push>,
    /// Where things are before each push, and at the end.
    pub places: Vec<Place<N>>,
    /// What it has cost to get to each place.
    pub costs: Vec<u64>,
}

impl<const N: usize> Line<N> {
    /// Plays pushes from the start; `None` where the rules forbid one or the end is not solved.
    pub fn new(terrain: &Terrain<N>, price: Price, pushes: Vec<Push>) -> Option<Self> {
        let mut walker = Walker::default();
        let mut place = Place { boxes: terrain.start, player: terrain.player };
        let mut places = vec![place];
        let mut costs = vec![0];
        let mut cost = 0;
        for &push in &pushes {
            cost += place.price(terrain, &mut walker, price, push)?;
            place = place.after(terrain, push);
            places.push(place);
            costs.push(cost);
        }
        (place.boxes == terrain.goals).then_some(Self { pushes, places, costs })
    }

    /// What all of it costs.
    pub fn cost(&self) -> u64 {
        self.costs[self.pushes.len()]
    }

    /// The box that each push moves, by the cell it started from.
    pub fn movers(&self, terrain: &Terrain<N>) -> Vec<Cell> {
        let mut origin: Vec<Cell> = (0..terrain.live as Cell).collect();
        let moved = self.pushes.iter().map(|push| {
            let to = terrain.step(push.cell, push.direction);
            let mover = origin[usize::from(push.cell)];
            origin[usize::from(to)] = mover;
            mover
        });
        moved.collect()
    }
}
