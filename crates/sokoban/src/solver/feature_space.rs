use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use foldhash::fast::FixedState;
use plyground_core::{Rng, Stats};

use super::features::{Features, Gauge};
use super::field::{insert, remove};
use super::ground::Ground;
use super::macros::MacroPush;
use super::nodes::{NO_NODE, Nodes};
use super::plan::{Plan, Starts};
use super::strategy::{Step, Strategy, pushes_of};

/// Search in feature space: positions alike wait in one cell, and the cells take turns, so that progress of
/// any kind is followed up. Macro pushes that some adviser recommends are free, all others cost one.
#[derive(Debug)]
pub(crate) struct FeatureSpace {
    style: Style,
    plan: Plan,
    gauge: Gauge,
    nodes: Nodes,
    facts: Vec<Facts>,
    cells: Vec<BinaryHeap<Reverse<(u32, u32, u32)>>>,
    cell_of: HashMap<Features, usize, FixedState>,
    /// The cells in which positions wait, the most promising first.
    ranks: BTreeMap<Rank, usize>,
    rng: Rng,
    turn: usize,
    step: usize,
    waiting: usize,
    pushes: Vec<MacroPush>,
    children: Vec<Child>,
    bits: Vec<u64>,
    best: usize,
}

#[derive(Debug, Clone, Copy)]
struct Facts {
    context: u32,
    weight: u32,
    features: Features,
}

/// How promising a cell is; the lowest is best.
type Rank = (Reverse<u16>, u8, u8, u8, u8);

const fn rank(features: Features) -> Rank {
    let Features { packed, astray, regions, doors, obstacles } = features;
    (Reverse(packed), astray, obstacles, regions, doors)
}

#[derive(Debug, Clone, Copy)]
struct Child {
    node: u32,
    push: MacroPush,
    features: Features,
    away: u32,
    advised: bool,
}

/// How one search in feature space differs from another. No way is the best on all levels; together they
/// solve far more than each alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// The plan lets each box come from a starting cell of its own.
    pub fresh_starts: bool,
    /// Promising cells get more turns.
    pub ranked: bool,
    /// Boxes in the way to the next cell of the plan are a feature.
    pub obstacles: bool,
}

impl FeatureSpace {
    /// A search from the start.
    pub fn new(ground: &mut Ground, style: Style) -> Self {
        let starts = if style.fresh_starts { Starts::Fresh } else { Starts::Any };
        let plan = Plan::new(&ground.field, &mut ground.contexts, starts);
        let mut search = Self {
            style,
            gauge: Gauge::new(ground, style.obstacles),
            nodes: Nodes::new(ground.field.words),
            facts: Vec::new(),
            cells: Vec::new(),
            cell_of: HashMap::default(),
            ranks: BTreeMap::new(),
            rng: Rng::new(1),
            turn: 0,
            step: 0,
            waiting: 0,
            pushes: Vec::new(),
            children: Vec::new(),
            bits: Vec::new(),
            best: 0,
            plan,
        };
        if let Some((boxes, player, context)) = ground.start() {
            let hash = ground.field.hash(&ground.boxes, player);
            search.nodes.add(hash, &boxes, player, NO_NODE);
            search.gauge.lay(ground);
            let (features, away) = search.gauge.measure(ground, &boxes, &search.plan, 0);
            search.facts.push(Facts { context, weight: 0, features });
            search.enqueue(features, 0, away, 0);
        }
        search
    }

    fn enqueue(&mut self, features: Features, weight: u32, away: u32, node: u32) {
        let next = self.cells.len();
        let cell = *self.cell_of.entry(features).or_insert(next);
        if cell == next {
            self.cells.push(BinaryHeap::new());
        }
        if self.cells[cell].is_empty() {
            self.ranks.insert(rank(features), cell);
        }
        self.cells[cell].push(Reverse((weight, away, node)));
        self.waiting += 1;
        self.best = self.best.max(usize::from(features.packed));
    }

    /// The next position. Every other time the cells have their turn one after the other; in between, the
    /// promising ones have more chances.
    fn next(&mut self) -> Option<u32> {
        if self.waiting == 0 {
            return None;
        }
        self.step += 1;
        let cell = if self.style.ranked && self.step.is_multiple_of(2) {
            let mut skip = 0;
            while self.rng.below(8) != 0 {
                skip += 1;
            }
            *self.ranks.values().nth(skip % self.ranks.len())?
        } else {
            loop {
                self.turn = (self.turn + 1) % self.cells.len();
                if !self.cells[self.turn].is_empty() {
                    break self.turn;
                }
            }
        };
        let Reverse((_, _, node)) = self.cells[cell].pop()?;
        self.waiting -= 1;
        if self.cells[cell].is_empty() {
            self.ranks.remove(&rank(self.facts[node as usize].features));
        }
        Some(node)
    }

    /// Generates all macro pushes; the solved position among them, if there is one.
    fn expand(&mut self, ground: &mut Ground, node: u32, stats: &mut Stats) -> Option<u32> {
        let context = self.facts[node as usize].context;
        let Some(candidates) = ground.candidates(context) else {
            stats.dead_ends += 1;
            return None;
        };
        stats.expanded += 1;
        self.pushes.clear();
        for cell in candidates {
            ground.macro_pushes(context, cell, u16::MAX, &mut self.pushes);
        }
        self.children.clear();
        self.gauge.lay(ground);
        for index in 0..self.pushes.len() {
            if ground.field.is_over() {
                break;
            }
            let solved = self.try_push(ground, node, self.pushes[index], stats);
            if solved.is_some() {
                return solved;
            }
        }
        self.advise(self.facts[node as usize].features);
        let weight = self.facts[node as usize].weight;
        for index in 0..self.children.len() {
            let child = self.children[index];
            let weight = weight + u32::from(!child.advised);
            self.facts[child.node as usize].weight = weight;
            self.enqueue(child.features, weight, child.away, child.node);
        }
        None
    }

    fn try_push(
        &mut self,
        ground: &mut Ground,
        node: u32,
        push: MacroPush,
        stats: &mut Stats,
    ) -> Option<u32> {
        stats.generated += 1;
        let context = self.facts[node as usize].context;
        self.bits.clear();
        self.bits.extend_from_slice(self.nodes.boxes(node));
        remove(&mut self.bits, push.from);
        insert(&mut self.bits, push.to);
        ground.shift(push.from, push.to);
        let mut solved = None;
        match ground.settled(context, push.to, push.player) {
            Err(_) => stats.dead_ends += 1,
            Ok(context) => {
                let hash = ground.field.hash(&ground.boxes, push.player);
                let (child, is_new) = self.nodes.add(hash, &self.bits, push.player, node);
                if is_new {
                    stats.evaluated += 1;
                    let (features, away) =
                        self.gauge.measure(ground, &self.bits, &self.plan, push.regions);
                    self.facts.push(Facts { context, weight: 0, features });
                    self.children.push(Child { node: child, push, features, away, advised: false });
                    solved = ground.is_decided(hash, &self.bits, push.player).then_some(child);
                }
            }
        }
        ground.shift(push.to, push.from);
        solved
    }

    /// Each adviser recommends the push that improves most what it looks at.
    fn advise(&mut self, before: Features) {
        let children = &mut self.children;
        let mut recommend = |better: &dyn Fn(&Child) -> bool, value: &dyn Fn(&Child) -> i64| {
            let found = (children.iter().enumerate())
                .filter(|(_, child)| better(child))
                .min_by_key(|(_, child)| (value(child), child.away, child.push.pushes))
                .map(|(index, _)| index);
            if let Some(index) = found {
                children[index].advised = true;
            }
        };
        recommend(&|child| child.features.packed > before.packed, &|child| {
            -i64::from(child.features.packed)
        });
        recommend(&|child| child.features.astray < before.astray, &|child| {
            i64::from(child.features.astray)
        });
        recommend(&|child| child.features.regions < before.regions, &|child| {
            i64::from(child.features.regions)
        });
        recommend(&|child| child.features.doors < before.doors, &|child| {
            i64::from(child.features.doors)
        });
        recommend(&|child| child.features.obstacles < before.obstacles, &|child| {
            i64::from(child.features.obstacles)
        });
        recommend(&|_| true, &|child| -i64::from(child.push.reach));
        recommend(&|_| true, &|child| i64::from(child.away));
    }
}

impl Strategy for FeatureSpace {
    fn name(&self) -> &'static str {
        "feature space"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(node) = self.next() else { return Step::Exhausted };
        ground.load(&self.nodes, node);
        if ground.is_solved() {
            return Step::Solved(pushes_of(ground, &self.nodes, node));
        }
        match self.expand(ground, node, stats) {
            Some(solved) => Step::Solved(pushes_of(ground, &self.nodes, solved)),
            None => Step::Working,
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.facts.capacity() * size_of::<Facts>()
            + self.waiting * 2 * size_of::<(u32, u32, u32)>()
    }

    fn frontier(&self) -> usize {
        self.waiting
    }

    fn progress(&self) -> u64 {
        self.best as u64
    }

    fn nodes(&self) -> Option<&Nodes> {
        Some(&self.nodes)
    }

    fn note(&self) -> String {
        format!("{} packed, {} positions, {} cells", self.best, self.nodes.len(), self.cells.len())
    }
}
