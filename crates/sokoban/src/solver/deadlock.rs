//! Tests that call a position dead, each in a file of its own. What they call dead has no solution: each looks
//! at fewer boxes or at fewer obstacles than there are, and a search that is cut off proves nothing.
//!
//! Cheap tests are made when a position is generated, dear ones when it is selected.

mod assignment;
mod cluster;
mod corral;
mod diagonals;
mod freeze;
mod k_distance;
mod learned;
mod pairs;
mod proof;
mod retrograde;
mod room;

use super::context::Context;
use super::field::{Field, Flood};
use crate::deadlock::{Surroundings, urgent_pushes};
use crate::{Cell, Direction, NONE};
use assignment::Assignment;
use cluster::Clusters;
use corral::Corrals;
use k_distance::KDistance;
use proof::{Effort, Leavers, Proofs};
use retrograde::Retrograde;
use room::SmallRooms;

pub(crate) use diagonals::closes_diagonal;
pub(crate) use freeze::{Freeze, freeze};
pub(crate) use learned::{Pattern, Patterns};
pub(crate) use pairs::Pairs;

/// The positions of a proof's first try.
const CORRAL_STATES: usize = 100;
const CLUSTER_STATES: usize = 300;
const ROOM_STATES: usize = 200;
const LOOSE_STATES: usize = 200;
const STUCK_STATES: usize = 500;
/// How often boxes are met before a proof is tried on them: those that stand loosely together, and all that
/// hold each other up.
const LOOSE_PATIENCE: u32 = 8;
const STUCK_PATIENCE: u32 = 64;

/// A position laid out, as the tests look at it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    /// The field.
    pub field: &'a Field,
    /// What is known with its frozen boxes taken for walls.
    pub context: &'a Context,
    /// The number of the context.
    pub number: u32,
    /// What is known of the empty board.
    pub plain: &'a Context,
    /// The boxes.
    pub boxes: &'a [Cell],
    /// Whether a box is on a cell.
    pub occupied: &'a [bool],
    /// Where the player can walk.
    pub reach: &'a Flood,
}

impl View<'_> {
    /// Whether a box is on a cell.
    #[inline]
    pub fn is_box(&self, cell: Cell) -> bool {
        self.occupied[usize::from(cell)]
    }

    /// Whether a cell is a wall or holds a box that can never move.
    #[inline]
    pub fn is_wall(&self, cell: Cell) -> bool {
        cell == NONE || self.context.is_wall[usize::from(cell)]
    }

    /// Whether a cell holds a box that may yet move.
    #[inline]
    pub fn is_loose_box(&self, cell: Cell) -> bool {
        !self.is_wall(cell) && self.is_box(cell)
    }

    /// Whether a cell is a goal.
    #[inline]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.field.is_goal[usize::from(cell)]
    }
}

impl Surroundings for View<'_> {
    fn cells(&self) -> usize {
        self.field.cells()
    }
    fn step(&self, cell: Cell, direction: Direction) -> Cell {
        let to = self.field.step(cell, direction as usize);
        if self.is_wall(to) { NONE } else { to }
    }
    fn has_box(&self, cell: Cell) -> bool {
        self.is_box(cell)
    }
    fn is_reached(&self, cell: Cell) -> bool {
        self.reach.contains(cell)
    }
    fn is_goal(&self, cell: Cell) -> bool {
        View::is_goal(self, cell)
    }
    fn is_live(&self, cell: Cell) -> bool {
        self.context.is_live(cell)
    }
}

/// What the tests say of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution, says the test of this name.
    Dead(&'static str),
    /// Nothing is lost by pushing one of these boxes next.
    First(Vec<Cell>),
    /// Nothing is known.
    Open,
}

/// The tests with what they have learned.
#[derive(Debug, Default)]
pub(crate) struct Deadlocks {
    pairs: Pairs,
    corrals: Corrals,
    clusters: Clusters,
    assignment: Assignment,
    retrograde: Retrograde,
    k_distance: KDistance,
    rooms: SmallRooms,
    proofs: Proofs,
}

impl Deadlocks {
    /// Nothing is learned yet.
    pub fn new(field: &Field) -> Self {
        Self { pairs: Pairs::new(field), rooms: SmallRooms::new(field), ..Self::default() }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.pairs.bytes() + self.retrograde.bytes() + self.k_distance.bytes() + self.proofs.bytes()
    }

    /// What proofs have taught.
    pub const fn patterns_mut(&mut self) -> &mut Patterns {
        self.proofs.patterns_mut()
    }

    /// The cheap tests for a position that is generated: whether the box moved last is dead with others.
    pub fn generated(
        &self,
        moved: Cell,
        boxes: &[Cell],
        occupied: &[bool],
        player: Cell,
    ) -> Option<&'static str> {
        if self.pairs.is_dead_with(moved, boxes) || self.pairs.is_dead_from(moved, boxes, player) {
            Some("pair")
        } else if self.proofs.patterns().is_dead_after(moved, occupied, player) {
            Some("pattern")
        } else {
            None
        }
    }

    /// The boxes that are in place and will never be moved again, in a context that is new. `None` where a
    /// box that should long be in place is not.
    pub fn settled(
        &mut self,
        field: &Field,
        context: (&Context, u32),
        occupied: &[bool],
    ) -> Option<Vec<Cell>> {
        self.retrograde.settled(field, context, occupied)
    }

    /// All tests for a position that is selected, the cheap ones first.
    pub fn selected(&mut self, view: &View<'_>) -> Verdict {
        if let Some(reason) = self.plainly_dead(view) {
            return Verdict::Dead(reason);
        }
        let urgent = urgent_pushes(view);
        if urgent.as_ref().is_some_and(Vec::is_empty) {
            return Verdict::Dead("shut corral");
        }
        if let Some(reason) = self.dead_by_corral(view).or_else(|| self.dead_by_cluster(view)) {
            return Verdict::Dead(reason);
        }
        urgent.map_or(Verdict::Open, |pushes| {
            let mut boxes: Vec<Cell> = pushes.iter().map(|push| push.cell).collect();
            boxes.sort_unstable();
            boxes.dedup();
            Verdict::First(boxes)
        })
    }

    /// The tests that search nothing.
    fn plainly_dead(&mut self, view: &View<'_>) -> Option<&'static str> {
        let player = view.reach.lowest;
        if self.pairs.is_dead(view.boxes, player) {
            Some("pair")
        } else if self.proofs.patterns().is_dead(view.boxes, view.occupied, player) {
            Some("pattern")
        } else if self.retrograde.is_dead(view) {
            Some("retrograde")
        } else if self.assignment.is_dead(view) {
            Some("assignment")
        } else if self.k_distance.is_dead(view) {
            Some("k-distance")
        } else {
            None
        }
    }

    /// Proofs on the boxes around each part the player is kept out of, and around two that share a box.
    fn dead_by_corral(&mut self, view: &View<'_>) -> Option<&'static str> {
        let corrals = self.corrals.find(view);
        let effort = Effort { leavers: Leavers::Stay, states: CORRAL_STATES, patience: 0 };
        let mut is_dead = |boxes: &[Cell]| self.proofs.is_dead(view, &self.pairs, boxes, effort);
        for corral in corrals.iter().filter(|corral| corral.is_open) {
            let is_wide = corral.near.len() > corral.boxes.len();
            if is_dead(&corral.boxes) || is_wide && is_dead(&corral.near) {
                return Some("corral");
            }
        }
        let mut both = Vec::new();
        for (index, one) in corrals.iter().enumerate() {
            let touching = corrals[..index].iter().filter(|other| one.touches(other));
            for other in touching.filter(|other| one.is_open || other.is_open) {
                both.clear();
                both.extend_from_slice(&one.near);
                both.extend(other.near.iter().filter(|cell| !one.near.contains(cell)));
                if is_dead(&both) {
                    return Some("two corrals");
                }
            }
        }
        None
    }

    /// Proofs on boxes that stand together, whether or not they keep the player out of anything.
    fn dead_by_cluster(&mut self, view: &View<'_>) -> Option<&'static str> {
        let effort = |states, patience| Effort { leavers: Leavers::Lifted, states, patience };
        let (proofs, pairs, clusters) = (&mut self.proofs, &self.pairs, &mut self.clusters);
        let mut is_dead =
            |group: &[Cell], effort: Effort| proofs.is_dead(view, pairs, group, effort);
        if clusters.any(view, |group| is_dead(group, effort(CLUSTER_STATES, 0))) {
            Some("cluster")
        } else if self.rooms.any(view, |group| is_dead(group, effort(ROOM_STATES, 0))) {
            Some("room")
        } else if clusters
            .any_loose(view, |group| is_dead(group, effort(LOOSE_STATES, LOOSE_PATIENCE)))
        {
            Some("loose cluster")
        } else if clusters
            .any_stuck(view, |group| is_dead(group, effort(STUCK_STATES, STUCK_PATIENCE)))
        {
            Some("stuck")
        } else {
            None
        }
    }
}
