use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::boxes::Boxes;
use super::budget::Budget;
use super::configurations::Configurations;
use super::terrain::Terrain;
use super::walks::{Entry, Found, Walks};
use super::work::{Method, Work};
use crate::{Cell, Direction, FAR, NONE};

/// Bytes that one window may take.
const MOST_BYTES: u64 = 64 << 20;

/// Takes each part of the line in which only a few boxes move, holds all others fast, and finds the cheapest
/// way of moving those few, in whatever order and by whatever way.
#[derive(Debug)]
pub(super) struct Windows {
    /// How many boxes move.
    movers: usize,
    /// Where the next window begins.
    at: usize,
    /// Windows in which there is nothing to gain.
    settled: HashSet<u64>,
}

impl Windows {
    /// Windows in which so many boxes move.
    pub fn new(movers: usize) -> Self {
        Self { movers, at: 0, settled: HashSet::new() }
    }

    /// The end of the longest window from a place on.
    fn end(&self, movers: &[Cell], from: usize) -> usize {
        let mut seen: Vec<Cell> = Vec::new();
        for (index, &mover) in movers.iter().enumerate().skip(from) {
            if !seen.contains(&mover) {
                if seen.len() == self.movers {
                    return index;
                }
                seen.push(mover);
            }
        }
        movers.len()
    }
}

/// Names a window by all that decides what can be gained in it.
fn key<const N: usize>(work: &Work<N>, from: usize, to: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    for place in [&work.line.places[from], &work.line.places[to]] {
        (place.boxes.0, place.player).hash(&mut hasher);
    }
    (work.line.costs[to] - work.line.costs[from], to == work.line.pushes.len()).hash(&mut hasher);
    hasher.finish()
}

impl<const N: usize> Method<N> for Windows {
    fn name(&self) -> String {
        format!("windows of {} boxes", self.movers)
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        let most = budget.bytes(MOST_BYTES);
        let mut movers = work.line.movers(&work.terrain);
        let mut last_end = 0;
        while self.at < movers.len() {
            if budget.ended().is_some() {
                return;
            }
            let to = self.end(&movers, self.at);
            let key = key(work, self.at, to);
            // A window inside the one before has nothing of its own.
            if to > last_end && !self.settled.contains(&key) {
                let held = held(work, self.at, to);
                let few = Few::new(&work.terrain, held, &work.line.places[to].boxes);
                let mut walks = Walks::new(&work.terrain, work.price, Configurations::new(), few);
                let found = walks.run(&work.task(self.at, to), most, budget);
                drop(walks);
                if let Found::Better(pushes, end) = found {
                    if work.replace(self.at, self.at + end, &pushes) {
                        // A few boxes before may now be able to do better.
                        self.at = self.at.saturating_sub(pushes.len() / 2);
                        movers = work.line.movers(&work.terrain);
                        last_end = 0;
                        continue;
                    }
                } else if budget.ended().is_some() {
                    return;
                }
                self.settled.insert(key);
                last_end = to;
            }
            // The next window begins where another box is pushed.
            let mover = movers[self.at];
            while self.at < movers.len() && movers[self.at] == mover {
                self.at += 1;
            }
        }
        self.at = 0;
    }
}

/// The boxes that do not move between two places.
fn held<const N: usize>(work: &Work<N>, from: usize, to: usize) -> Boxes<N> {
    let mut held = work.line.places[from].boxes;
    for push in &work.line.pushes[from..to] {
        held = held.without(push.cell);
    }
    held
}

/// All configurations in which only a few boxes have moved.
struct Few<const N: usize> {
    /// The boxes that stand still, as good as walls.
    held: Boxes<N>,
    /// For each cell that is to be filled, the pushes to it from each live cell.
    distances: Vec<Vec<u16>>,
}

impl<const N: usize> Few<N> {
    fn new(terrain: &Terrain<N>, held: Boxes<N>, end: &Boxes<N>) -> Self {
        let targets: Vec<Cell> = end.minus(&held).cells().collect();
        let distances = targets.iter().map(|&cell| distances_to(terrain, &held, cell)).collect();
        Self { held, distances }
    }
}

impl<const N: usize> Entry<N> for Few<N> {
    const GROWS: bool = true;

    #[inline]
    fn is_movable(&self, cell: Cell) -> bool {
        !self.held.contains(cell)
    }

    /// The cheapest way to give each box a cell of its own: over all sets of cells that the first boxes take.
    fn bound(&mut self, boxes: &Boxes<N>, _moved: Cell) -> Option<u32> {
        let count = self.distances.len();
        let mut least = [u32::MAX; 1 << MOST_MOVERS];
        least[0] = 0;
        for (index, cell) in boxes.minus(&self.held).cells().enumerate() {
            for taken in (0..1_usize << count).rev() {
                if taken.count_ones() as usize != index || least[taken] == u32::MAX {
                    continue;
                }
                for target in (0..count).filter(|target| taken >> target & 1 == 0) {
                    let distance = self.distances[target][usize::from(cell)];
                    if distance != FAR {
                        let total = least[taken] + u32::from(distance);
                        let then = &mut least[taken | 1 << target];
                        *then = total.min(*then);
                    }
                }
            }
        }
        Some(least[(1 << count) - 1]).filter(|&least| least != u32::MAX)
    }
}

/// The most boxes that move in a window.
pub(super) const MOST_MOVERS: usize = 6;

/// The fewest pushes to a cell from each live cell among boxes that stand still, wherever the player is.
fn distances_to<const N: usize>(terrain: &Terrain<N>, held: &Boxes<N>, to: Cell) -> Vec<u16> {
    let mut distances = vec![FAR; terrain.live];
    distances[usize::from(to)] = 0;
    let mut queue = VecDeque::from([to]);
    while let Some(cell) = queue.pop_front() {
        let pushes = distances[usize::from(cell)] + 1;
        for way in Direction::ALL {
            let before = terrain.step(cell, way);
            if !terrain.is_live(before) || held.contains(before) {
                continue;
            }
            let stand = terrain.step(before, way);
            let open = stand != NONE && !terrain.is_box(held, stand);
            if open && distances[usize::from(before)] == FAR {
                distances[usize::from(before)] = pushes;
                queue.push_back(before);
            }
        }
    }
    distances
}
