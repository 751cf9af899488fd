use super::View;
use crate::solver::context::NO_SIDE;
use crate::solver::field::Flood;
use crate::solver::pairing::Pairing;
use crate::{Cell, NONE};

/// Looks whether every box can have a goal of its own, as far as lone boxes go, from where the player is.
///
/// A box that cuts the floor in two can be pushed only from the player's part: a hole behind it that the
/// player can never stand in gives no push.
#[derive(Debug, Default)]
pub(crate) struct Assignment {
    blocked: Vec<bool>,
    flood: Flood,
    boxes: Vec<(Cell, u8)>,
    pairing: Pairing,
}

impl Assignment {
    /// Whether some box is left without a goal.
    pub fn is_dead(&mut self, view: &View<'_>) -> bool {
        self.find_sides(view);
        let fits = |index: usize, goal: usize| {
            let (cell, side) = self.boxes[index];
            view.context.goals[goal] == cell || view.context.is_alive(goal, cell, side)
        };
        let sizes = (self.boxes.len(), view.context.goals.len());
        !self.pairing.is_possible(sizes, fits, || view.field.is_over())
    }

    /// On which side of each box the player is.
    fn find_sides(&mut self, view: &View<'_>) {
        self.boxes.clear();
        self.blocked.clone_from(&view.context.is_wall);
        for &cell in view.boxes.iter().filter(|&&cell| !view.is_wall(cell)) {
            let sides = view.context.sides(cell);
            let mut numbers = sides.into_iter().filter(|&side| side != NO_SIDE);
            let first = numbers.next().unwrap_or(NO_SIDE);
            let side = if numbers.all(|side| side == first) {
                first
            } else {
                self.blocked[usize::from(cell)] = true;
                self.flood.fill(view.field, &self.blocked, view.reach.lowest);
                self.blocked[usize::from(cell)] = false;
                let around = view.field.steps[usize::from(cell)];
                let met = (around.into_iter().zip(sides))
                    .find(|&(beside, _)| beside != NONE && self.flood.contains(beside));
                met.map_or(NO_SIDE, |(_, side)| side)
            };
            self.boxes.push((cell, side));
        }
    }
}
