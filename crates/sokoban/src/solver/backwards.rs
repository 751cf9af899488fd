use plyground_core::Stats;

use super::approach::Approach;
use super::field::{Flood, insert, remove};
use super::frontier::{Frontier, Merit};
use super::ground::Ground;
use super::macros::{MacroPush, Macros};
use super::nodes::NO_NODE;
use super::perimeter::Place;
use super::strategy::{Step, Strategy, pushes_along};
use crate::Cell;
use crate::heuristics::Matching;

/// A search backwards: from the solved position boxes are pulled to where they start, those first that come near it or
/// are in place there. All that it meets is told to the forward searches. Its nature is another than theirs: a
/// narrow goal room is wide open from inside, and a jammed start is only the end of its way.
#[derive(Debug)]
pub(crate) struct Backwards {
    frontier: Frontier,
    /// How far boxes are from those it aims at.
    approach: Approach,
    /// What is known of each position of the perimeter; nothing where this search has not met it, though another has.
    met: Vec<Option<Met>>,
    macros: Macros,
    pulls: Vec<MacroPush>,
    before: Matching,
    after: Matching,
    /// Where it is going: the start, or a position that is reached from there.
    aim: Place,
    /// How many pushes the nearest position is from the start, and which it is.
    nearest: (u32, Option<u32>),
    /// How many pushes the goals are from the start.
    far: u32,
}

/// What one step of a search backwards has found.
#[derive(Debug)]
pub(crate) enum Found {
    /// There is more to do.
    Nothing,
    /// What it aims at, as a position of the perimeter.
    Aim(u32),
    /// All there is, and what it aims at is not among it.
    Everything,
}

/// A position that a search has met.
#[derive(Debug, Clone, Copy)]
struct Met {
    /// Moves from the goals.
    depth: u16,
    /// Regions into which its boxes cut the floor.
    regions: u16,
}

/// How far it is at least where all boxes are in their places, but the player is in another region: some box must
/// leave its place and come back.
const THERE_AND_BACK: u32 = 2;

impl Backwards {
    /// A search from all solved positions to the start.
    pub fn new(ground: &mut Ground) -> Self {
        let start = (ground.field.bits(&ground.field.boxes), ground.field.player);
        Self::to(ground, start)
    }

    /// A search from all solved positions to some position.
    pub fn to(ground: &mut Ground, (boxes, player): Place) -> Self {
        ground.lay(&boxes, player);
        let mut search = Self {
            frontier: Frontier::new(),
            approach: Approach::new(&ground.field, &boxes, player),
            met: Vec::new(),
            macros: Macros::default(),
            pulls: Vec::new(),
            before: Matching::default(),
            after: Matching::default(),
            aim: (boxes, ground.reach.lowest),
            nearest: (u32::MAX, None),
            far: 0,
        };
        search.begin(ground);
        search
    }

    /// All goals filled, the player in each region.
    fn begin(&mut self, ground: &mut Ground) {
        let goals = ground.field.bits(&ground.field.goals);
        ground.lay(&goals, ground.field.player);
        let mut seen = Flood::default();
        seen.clear(&ground.field);
        let mut players = Vec::new();
        for cell in 0..ground.field.cells() as Cell {
            if !ground.occupied[usize::from(cell)] && !seen.contains(cell) {
                seen.add(&ground.field, &ground.occupied, cell);
                players.push(seen.lowest);
            }
        }
        let met = Met { depth: 0, regions: players.len() as u16 };
        for player in players {
            let Some(bound) = self.assign(ground, player) else { continue };
            let hash = ground.field.hash(&ground.boxes, player);
            let (node, _) = ground.perimeter.add(hash, &goals, player, NO_NODE);
            self.far = self.far.max(bound);
            if self.meet(node, met) {
                self.frontier.push(node, self.merit(met, &goals, bound));
            }
        }
    }

    /// Whether a position was never met before by this search.
    fn meet(&mut self, node: u32, met: Met) -> bool {
        if self.met.len() <= node as usize {
            self.met.resize(node as usize + 1, None);
        }
        let known = &mut self.met[node as usize];
        let is_new = known.is_none();
        known.get_or_insert(met);
        is_new
    }

    fn has_met(&self, node: u32) -> bool {
        self.met.get(node as usize).is_some_and(Option::is_some)
    }

    fn merit(&self, met: Met, boxes: &[u64], bound: u32) -> Merit {
        let in_place = boxes.iter().zip(&self.aim.0).map(|(one, other)| (one & other).count_ones());
        let Met { depth, regions } = met;
        Merit { bound, depth: u32::from(depth), in_place: in_place.sum(), regions }
    }

    /// The position of the perimeter that is nearest to the start, if any is nearer than the goals.
    pub const fn nearest(&self) -> Option<u32> {
        self.nearest.1
    }

    /// Whether only this part of the way, or less, lies between the nearest position and what it aims at.
    pub const fn is_near(&self, part: u64) -> bool {
        self.nearest.0 as u64 * part <= self.far as u64
    }

    /// Matches the boxes of the position laid out, with the player in some region, with the boxes that it aims at.
    fn assign(&mut self, ground: &Ground, player: Cell) -> Option<u32> {
        let (boxes, approach) = (&ground.boxes, &self.approach);
        let cost = |row: usize, column: usize| approach.pushes(boxes[row], player)[column];
        self.before.cheapest_unless(boxes.len(), cost, || ground.field.is_over())
    }

    /// Expands one position.
    pub fn search(&mut self, ground: &mut Ground, stats: &mut Stats) -> Found {
        let Some(node) = self.frontier.pop() else { return Found::Everything };
        let place = ground.perimeter.place(node);
        if place == self.aim {
            return Found::Aim(node);
        }
        ground.lay(&place.0, place.1);
        stats.expanded += 1;
        self.expand(ground, node, stats).map_or(Found::Nothing, Found::Aim)
    }

    fn expand(&mut self, ground: &mut Ground, node: u32, stats: &mut Stats) -> Option<u32> {
        let player = ground.reach.lowest;
        self.assign(ground, player)?;
        self.pulls.clear();
        for index in 0..ground.boxes.len() {
            let from = (ground.boxes[index], &ground.reach);
            self.macros.pulls(&ground.field, &mut ground.occupied, from, &mut self.pulls);
        }
        let (mut boxes, _) = ground.perimeter.place(node);
        let hash = ground.field.hash(&ground.boxes, player) ^ ground.field.player_key(player);
        let before = self.met[node as usize]?;
        for index in 0..self.pulls.len() {
            if ground.field.is_over() {
                break;
            }
            let pull = self.pulls[index];
            stats.generated += 1;
            remove(&mut boxes, pull.from);
            insert(&mut boxes, pull.to);
            let field = &ground.field;
            let hash = hash
                ^ field.box_key(pull.from)
                ^ field.box_key(pull.to)
                ^ field.player_key(pull.player);
            let aim = self.pull(ground, (node, before), pull, (hash, &boxes), stats);
            insert(&mut boxes, pull.from);
            remove(&mut boxes, pull.to);
            if aim.is_some() {
                return aim;
            }
        }
        None
    }

    /// Lets the position that a pull leads to wait, if it is new; says so where it is what it aims at.
    fn pull(
        &mut self,
        ground: &Ground,
        (node, before): (u32, Met),
        pull: MacroPush,
        (hash, next): (u64, &[u64]),
        stats: &mut Stats,
    ) -> Option<u32> {
        let known = ground.perimeter.find(hash, next, pull.player);
        if known.is_some_and(|known| self.has_met(known)) {
            return None;
        }
        stats.evaluated += 1;
        let Some(bound) = self.bound(&ground.boxes, ground.reach.lowest, pull) else {
            stats.dead_ends += 1;
            return None;
        };
        let child = known.unwrap_or_else(|| ground.perimeter.add(hash, next, pull.player, node).0);
        let met = Met {
            depth: before.depth.saturating_add(1),
            regions: before.regions.saturating_add_signed(pull.regions),
        };
        self.meet(child, met);
        let is_there = *next == *self.aim.0;
        if is_there && pull.player == self.aim.1 {
            return Some(child);
        }
        let bound = if is_there { THERE_AND_BACK } else { bound };
        if bound < self.nearest.0 {
            self.nearest = (bound, Some(child));
        }
        self.frontier.push(child, self.merit(met, next, bound));
        None
    }

    /// How far the boxes are from those it aims at after a pull, where they were matched before it: only the box that
    /// is pulled, and those of which the player then is on another side, are matched anew.
    fn bound(&mut self, boxes: &[Cell], player: Cell, pull: MacroPush) -> Option<u32> {
        let approach = &self.approach;
        self.after.clone_from(&self.before);
        for (row, &cell) in boxes.iter().enumerate() {
            let to = if cell == pull.from { pull.to } else { cell };
            if to != cell || !approach.is_same_side(cell, player, pull.player) {
                let pushes = approach.pushes(to, pull.player);
                self.after.change(row, |column| pushes[column]);
            }
        }
        self.after.total()
    }
}

impl Strategy for Backwards {
    fn name(&self) -> &'static str {
        "backwards"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        match self.search(ground, stats) {
            Found::Nothing => Step::Working,
            Found::Everything => Step::Exhausted,
            Found::Aim(node) => {
                let way = ground.perimeter.way(node);
                Step::Solved(pushes_along(ground, &way))
            }
        }
    }

    fn bytes(&self) -> usize {
        self.approach.bytes()
            + self.frontier.bytes()
            + self.met.capacity() * size_of::<Option<Met>>()
    }

    fn frontier(&self) -> usize {
        self.frontier.len()
    }

    fn progress(&self) -> u64 {
        u64::from(self.nearest.0)
    }

    fn note(&self) -> String {
        format!("{} positions, {} pushes from the start", self.met.len(), self.nearest.0)
    }
}
