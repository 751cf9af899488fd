use std::collections::{BTreeMap, HashMap};

use super::boxes::Boxes;
use super::budget::Budget;
use super::configurations::Configurations;
use super::line::{Place, Price};
use super::terrain::Terrain;
use crate::{Cell, Direction, NONE, Push};

/// Which configurations a search may enter.
pub(super) trait Entry<const N: usize> {
    /// Whether configurations that are not in the set yet may be added to it.
    const GROWS: bool;
    /// Whether the box on a cell may be pushed at all.
    fn is_movable(&self, cell: Cell) -> bool;
    /// Pushes that are still to come in a configuration, at least; `None` where it is of no use.
    fn bound(&mut self, boxes: &Boxes<N>, moved: Cell) -> Option<u32>;
}

/// Only what is in the set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Closed;

impl<const N: usize> Entry<N> for Closed {
    const GROWS: bool = false;

    #[inline]
    fn is_movable(&self, _cell: Cell) -> bool {
        true
    }

    fn bound(&mut self, _boxes: &Boxes<N>, _moved: Cell) -> Option<u32> {
        Some(0)
    }
}

/// Where a search begins and what it is to better.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<'a, const N: usize> {
    /// The places of the line from where the search begins to where it is to end. At the end of the whole
    /// line the player may stand anywhere.
    pub places: &'a [Place<N>],
    /// What it has cost to get to each of them.
    pub costs: &'a [u64],
    /// Whether the last place is the end of the line.
    pub is_end: bool,
}

/// What a search led to.
#[derive(Debug)]
pub(super) enum Found {
    /// Cheaper pushes from the first place of the task to another of its places.
    Better(Vec<Push>, usize),
    /// All that could be cheaper was tried.
    Nothing,
    /// The search was cut short before it came upon anything cheaper.
    Cut,
}

/// The states of one cost.
#[derive(Debug, Default)]
struct Bucket {
    /// Reached by a walk; marked already.
    walked: Vec<u32>,
    /// Reached by a push. Walks may still come to them at less, so they are marked when their turn comes.
    pushed: Vec<u32>,
}

/// An exact search, cheapest first, over configurations and the player's cell. A state is a number:
/// the configuration's, and the player's cell in the low bits. What has been seen is one bit a state, and
/// states are kept in the order in which they were met: the way back is found in that order.
pub(super) struct Walks<'a, const N: usize, E> {
    terrain: &'a Terrain<N>,
    price: Price,
    set: Configurations<N>,
    entry: E,
    /// Pushes still to come in each configuration, where the set grows.
    bounds: Vec<u32>,
    /// Bits of a state's number that hold the player's cell.
    shift: u32,
    seen: Vec<u64>,
    met: Vec<u32>,
    /// The cost of states, and where those of that cost begin in `met`.
    layers: Vec<(u64, usize)>,
    open: BTreeMap<u64, Bucket>,
    spare: Vec<Vec<u32>>,
    targets: Vec<(u32, Cell, Cell)>,
    overflowed: bool,
}

impl<'a, const N: usize, E: Entry<N>> Walks<'a, N, E> {
    /// A search among the configurations of a set.
    pub fn new(terrain: &'a Terrain<N>, price: Price, set: Configurations<N>, entry: E) -> Self {
        let shift = Self::shift(terrain);
        Self {
            terrain,
            price,
            entry,
            bounds: Vec::new(),
            shift,
            seen: vec![0; set.len() << (shift - 6)],
            met: Vec::new(),
            layers: Vec::new(),
            open: BTreeMap::new(),
            spare: Vec::new(),
            targets: Vec::new(),
            overflowed: false,
            set,
        }
    }

    fn shift(terrain: &Terrain<N>) -> u32 {
        terrain.cells().next_power_of_two().trailing_zeros().max(6)
    }

    /// The most configurations that can be told apart.
    pub fn most_configurations(terrain: &Terrain<N>) -> usize {
        (u32::MAX >> Self::shift(terrain)) as usize
    }

    /// Bytes that a configuration takes, its states left out.
    pub fn bytes_of_one(terrain: &Terrain<N>) -> usize {
        // The boxes, up to four places in the table, and a bit for each place of the player.
        size_of::<Boxes<N>>() * 2 + 16 + (1 << (Self::shift(terrain) - 3))
    }

    fn bytes(&self) -> usize {
        self.set.bytes() + self.seen.capacity() * 8 + self.met.capacity() * 4
    }

    #[inline]
    fn state(&self, number: u32, player: Cell) -> u32 {
        number << self.shift | u32::from(player)
    }

    #[inline]
    fn mark(&mut self, state: u32) -> bool {
        let (word, bit) = ((state >> 6) as usize, 1_u64 << (state & 63));
        let is_new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        is_new
    }

    /// Whether nothing was left out for want of numbers.
    pub const fn is_exact(&self) -> bool {
        !self.overflowed
    }

    /// Looks for something cheaper than the line has, holding at most so many bytes.
    pub fn run(&mut self, task: &Task<'_, N>, most_bytes: usize, budget: &mut Budget<'_>) -> Found {
        let last = task.places.len() - 1;
        let limit = task.costs[last] - task.costs[0];
        let first = self.set.add(task.places[0].boxes);
        self.make_room(task.places[0]);
        let goal = self.goal(task);
        let start = self.state(first, task.places[0].player);
        self.open.insert(0, Bucket { walked: Vec::new(), pushed: vec![start] });
        while let Some((cost, bucket)) = self.open.pop_first() {
            if cost >= limit {
                return Found::Nothing;
            }
            let from = self.met.len();
            self.settle(cost, bucket);
            if let Some(end) = goal.and_then(|(goal, player)| self.reached(from, goal, player)) {
                return Found::Better(self.way_to(end, cost), last);
            }
            let bytes = self.bytes();
            if bytes > most_bytes || !budget.take(self.met.len() - from, bytes) {
                return self.on_the_way(task);
            }
            self.expand(from, cost, limit);
        }
        Found::Nothing
    }

    /// The first configuration of a growing set has no bound yet.
    fn make_room(&mut self, place: Place<N>) {
        if E::GROWS {
            let bound = self.entry.bound(&place.boxes, NONE).unwrap_or(0);
            self.bounds.resize(self.set.len(), bound);
        }
        self.seen.resize(self.set.len() << (self.shift - 6), 0);
    }

    /// The configuration to end in, and the player's cell there; any where it is `None`.
    fn goal(&mut self, task: &Task<'_, N>) -> Option<(u32, Option<Cell>)> {
        let last = task.places.last()?;
        let player = (!task.is_end).then_some(last.player);
        if E::GROWS {
            let goal = self.set.add(last.boxes);
            self.make_room(*last);
            return Some((goal, player));
        }
        self.set.find(&last.boxes).map(|goal| (goal, player))
    }

    /// Puts the states of a bucket, each once, behind those that were met.
    fn settle(&mut self, cost: u64, bucket: Bucket) {
        self.layers.push((cost, self.met.len()));
        let Bucket { mut walked, mut pushed } = bucket;
        self.met.extend_from_slice(&walked);
        for &state in &pushed {
            if self.mark(state) {
                self.met.push(state);
            }
        }
        walked.clear();
        pushed.clear();
        self.spare.extend([walked, pushed]);
    }

    fn reached(&self, from: usize, goal: u32, player: Option<Cell>) -> Option<u32> {
        let is_end = |&&state: &&u32| match player {
            Some(player) => state == self.state(goal, player),
            None => state >> self.shift == goal,
        };
        self.met[from..].iter().find(is_end).copied()
    }

    fn bucket(&mut self, cost: u64) -> &mut Bucket {
        let spare = &mut self.spare;
        self.open.entry(cost).or_insert_with(|| Bucket {
            walked: spare.pop().unwrap_or_default(),
            pushed: spare.pop().unwrap_or_default(),
        })
    }

    /// Walks and pushes from all states met since `from`.
    fn expand(&mut self, from: usize, cost: u64, limit: u64) {
        let mut walked = std::mem::take(&mut self.bucket(cost + self.price.walk).walked);
        let mask = (1_u32 << self.shift) - 1;
        for index in from..self.met.len() {
            let state = self.met[index];
            let number = state >> self.shift;
            if E::GROWS {
                let bound = u64::from(self.bounds[number as usize]);
                if cost + bound * self.price.push >= limit {
                    continue;
                }
            }
            let boxes = self.set.get(number);
            let around = &self.terrain.steps[(state & mask) as usize];
            for (way, &next) in around.iter().enumerate() {
                if next == NONE {
                    continue;
                }
                if self.terrain.is_box(boxes, next) {
                    let to = self.terrain.steps[usize::from(next)][way];
                    if self.terrain.is_live(to)
                        && !boxes.contains(to)
                        && self.entry.is_movable(next)
                    {
                        self.targets.push((number, next, to));
                    }
                    continue;
                }
                let walk = number << self.shift | u32::from(next);
                let (word, bit) = ((walk >> 6) as usize, 1_u64 << (walk & 63));
                if self.seen[word] & bit == 0 {
                    self.seen[word] |= bit;
                    walked.push(walk);
                }
            }
        }
        let next = self.bucket(cost + self.price.walk);
        next.walked = walked;
        if next.walked.is_empty() && next.pushed.is_empty() {
            self.open.remove(&(cost + self.price.walk));
        }
        self.push(cost + self.price.push, limit);
    }

    /// Makes the pushes that were found.
    fn push(&mut self, cost: u64, limit: u64) {
        if self.targets.is_empty() {
            return;
        }
        let mut targets = std::mem::take(&mut self.targets);
        let mut pushed = std::mem::take(&mut self.bucket(cost).pushed);
        for &(number, from, to) in &targets {
            let boxes = self.set.get(number).moved(from, to);
            if let Some(next) = self.enter(boxes, to, cost, limit) {
                let state = self.state(next, from);
                if self.seen[(state >> 6) as usize] >> (state & 63) & 1 == 0 {
                    pushed.push(state);
                }
            }
        }
        targets.clear();
        self.targets = targets;
        self.bucket(cost).pushed = pushed;
    }

    /// The number of a configuration, where the search may enter it.
    #[inline]
    fn enter(&mut self, boxes: Boxes<N>, moved: Cell, cost: u64, limit: u64) -> Option<u32> {
        if let Some(number) = self.set.find(&boxes) {
            let of_use = !E::GROWS
                || cost + u64::from(self.bounds[number as usize]) * self.price.push < limit;
            return of_use.then_some(number);
        }
        if !E::GROWS {
            return None;
        }
        if self.set.len() >= Self::most_configurations(self.terrain) {
            self.overflowed = true;
            return None;
        }
        let bound = self.entry.bound(&boxes, moved)?;
        if cost + u64::from(bound) * self.price.push >= limit {
            return None;
        }
        let number = self.set.add(boxes);
        self.bounds.push(bound);
        self.seen.resize(self.set.len() << (self.shift - 6), 0);
        Some(number)
    }

    /// When the search is cut short: the place of the line that was reached with most saved.
    fn on_the_way(&self, task: &Task<'_, N>) -> Found {
        let mut wanted = HashMap::new();
        // Few configurations are on the line: most states need no look at the table.
        let mut is_on_line = vec![false; self.set.len()];
        for (index, place) in task.places.iter().enumerate().skip(1) {
            if let Some(number) = self.set.find(&place.boxes) {
                is_on_line[number as usize] = true;
                wanted.insert(self.state(number, place.player), index);
            }
        }
        let mut best: Option<(u64, u32, u64, usize)> = None;
        for (layer, &(cost, from)) in self.layers.iter().enumerate() {
            let to = self.layers.get(layer + 1).map_or(self.met.len(), |&(_, start)| start);
            for &state in &self.met[from..to] {
                if !is_on_line[(state >> self.shift) as usize] {
                    continue;
                }
                let Some(&index) = wanted.get(&state) else { continue };
                let saved = (task.costs[index] - task.costs[0]).saturating_sub(cost);
                if saved > 0 && best.is_none_or(|(most, ..)| saved > most) {
                    best = Some((saved, state, cost, index));
                }
            }
        }
        best.map_or(Found::Cut, |(_, state, cost, index)| {
            Found::Better(self.way_to(state, cost), index)
        })
    }

    /// The pushes on a cheapest way to a state.
    fn way_to(&self, end: u32, cost: u64) -> Vec<Push> {
        let mut pushes = Vec::new();
        let (mut state, mut cost) = (end, cost);
        while cost > 0 {
            let Some((before, push)) = self.before(state, cost) else { break };
            cost -= if push.is_some() { self.price.push } else { self.price.walk };
            pushes.extend(push);
            state = before;
        }
        pushes.reverse();
        pushes
    }

    /// A state of the right cost that leads to this one, and the push between the two, if it is one.
    fn before(&self, state: u32, cost: u64) -> Option<(u32, Option<Push>)> {
        let (number, player) = (state >> self.shift, state & ((1 << self.shift) - 1));
        let player = player as Cell;
        let boxes = self.set.get(number);
        let mut walks = [u32::MAX; 4];
        let mut pushes = [(u32::MAX, None); 4];
        for way in Direction::ALL {
            let from = self.terrain.step(player, way.opposite());
            if from == NONE || self.terrain.is_box(boxes, from) {
                continue;
            }
            walks[way as usize] = self.state(number, from);
            let pushed = self.terrain.step(player, way);
            let was_pushed = pushed != NONE
                && self.terrain.is_box(boxes, pushed)
                && self.terrain.is_live(player);
            if was_pushed && let Some(earlier) = self.set.find(&boxes.moved(pushed, player)) {
                let push = Push { cell: player, direction: way };
                pushes[way as usize] = (self.state(earlier, from), Some(push));
            }
        }
        let walked = cost.checked_sub(self.price.walk).and_then(|cost| {
            self.layer(cost).iter().find(|state| walks.contains(state)).map(|&state| (state, None))
        });
        walked.or_else(|| {
            let layer = self.layer(cost.checked_sub(self.price.push)?);
            layer.iter().find_map(|&state| {
                pushes.iter().find(|&&(before, push)| push.is_some() && before == state).copied()
            })
        })
    }

    /// The states of a cost.
    fn layer(&self, cost: u64) -> &[u32] {
        let Ok(at) = self.layers.binary_search_by_key(&cost, |&(cost, _)| cost) else {
            return &[];
        };
        let end = self.layers.get(at + 1).map_or(self.met.len(), |&(_, start)| start);
        &self.met[self.layers[at].1..end]
    }
}
