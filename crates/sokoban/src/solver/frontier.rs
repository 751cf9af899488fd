use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::fess::cells::Cells;

/// Every so many turns it is the nearest position's.
const NEAREST: usize = 4;

/// The positions that wait in a search backwards, in two orders that take turns. The one is nearest first. It may be
/// led astray by a few boxes that are near but cannot get home, so the other has the cells of a feature space: boxes
/// that are in place, and regions into which all boxes cut the floor.
#[derive(Debug)]
pub(crate) struct Frontier {
    nearest: BinaryHeap<Reverse<(u32, u32, u32)>>,
    cells: Cells<(Reverse<u32>, u16)>,
    is_taken: Vec<bool>,
    turn: usize,
}

/// What a position that waits is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Merit {
    /// Pushes to what is aimed at, at least.
    pub bound: u32,
    /// Moves from where the search began.
    pub depth: u32,
    /// Boxes that are in place.
    pub in_place: u32,
    /// Regions into which the boxes cut the floor.
    pub regions: u16,
}

impl Frontier {
    /// Nothing waits.
    pub const fn new() -> Self {
        Self { nearest: BinaryHeap::new(), cells: Cells::new(), is_taken: Vec::new(), turn: 0 }
    }

    /// Lets a position wait.
    pub fn push(&mut self, node: u32, merit: Merit) {
        let Merit { bound, depth, in_place, regions } = merit;
        if self.is_taken.len() <= node as usize {
            self.is_taken.resize(node as usize + 1, false);
        }
        self.nearest.push(Reverse((bound, depth, node)));
        let order = u64::from(bound) << 32 | u64::from(depth);
        self.cells.push((Reverse(in_place), regions), 0, order, node);
    }

    /// The position whose turn it is.
    pub fn pop(&mut self) -> Option<u32> {
        loop {
            self.turn += 1;
            let node = if self.turn.is_multiple_of(NEAREST) {
                self.nearest.pop().map(|Reverse((_, _, node))| node)
            } else {
                self.cells.next()
            }?;
            // It waits in both orders.
            if !std::mem::replace(&mut self.is_taken[node as usize], true) {
                return Some(node);
            }
        }
    }

    /// How many wait.
    pub const fn len(&self) -> usize {
        self.cells.waiting()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nearest.capacity() * size_of::<(u32, u32, u32)>()
            + self.cells.bytes()
            + self.is_taken.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_turn_however_the_orders_disagree() {
        let mut frontier = Frontier::new();
        for node in 0..100 {
            let merit = Merit { bound: node * 7 % 13, depth: node, in_place: node % 3, regions: 1 };
            frontier.push(node, merit);
        }
        let mut taken: Vec<u32> = std::iter::from_fn(|| frontier.pop()).collect();
        taken.sort_unstable();
        assert_eq!(taken, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn the_nearest_waits_no_longer_than_its_turn() {
        let mut frontier = Frontier::new();
        for node in 0..20 {
            frontier.push(node, Merit { bound: 9, depth: 0, in_place: 5, regions: 1 });
        }
        frontier.push(20, Merit { bound: 1, depth: 0, in_place: 0, regions: 9 });
        frontier.push(21, Merit { bound: 9, depth: 0, in_place: 5, regions: 1 });
        let turns = std::iter::from_fn(|| frontier.pop()).position(|node| node == 20);
        assert!(turns.is_some_and(|turns| turns < NEAREST), "{turns:?}");
    }
}
