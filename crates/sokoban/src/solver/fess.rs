//! Search in feature space, after the algorithm of Shoham and Schaeffer (FESS).

mod advisers;
mod aim;
pub(super) mod cells;
mod hotspots;
mod links;
pub(super) mod rooms;
mod score;

use std::cmp::Reverse;

use plyground_core::Stats;

use super::field::{insert, remove};
use super::ground::Ground;
use super::lone::Ways;
use super::macros::MacroPush;
use super::nodes::{NO_NODE, Nodes};
use super::perimeter::Place;
use super::plan::{Plan, Starts};
use super::strategy::{Step, Strategy, pushes_of};
use advisers::{Adviser, Child, Scene};
use aim::Aim;
use cells::Cells;
use score::{Gauge, Label, Score};

use crate::Push;

/// Search in feature space. A node is an expanded position with all its macro moves. One step chooses a cell of
/// the space, then the best move of all nodes in it; only now the dear tests for deadlocks look at where it
/// leads; then that position is expanded.
///
/// A node is filed under the best label on the way to it: what makes a position worse opens no cell.
#[derive(Debug)]
pub(crate) struct Fess {
    plan: Plan,
    ways: Ways,
    gauge: Gauge,
    advisers: Vec<Box<dyn Adviser>>,
    nodes: Nodes,
    facts: Vec<Facts>,
    cells: Cells<Label>,
    pushes: Vec<MacroPush>,
    children: Vec<Child>,
    bits: Vec<u64>,
    best: u16,
    /// How little the boxes are in each other's way where they are so least, and that position.
    freest: ((u64, Reverse<usize>), u32),
}

#[derive(Debug, Clone, Copy)]
struct Facts {
    context: u32,
    weight: u32,
    score: Score,
    /// The best label on the way.
    label: Label,
}

impl Fess {
    /// A search from the start with a plan for the goals.
    pub fn new(ground: &mut Ground, starts: Starts) -> Self {
        let plan = Plan::new(&ground.field, &mut ground.contexts, starts);
        Self::with(ground, plan, None)
    }

    /// A search from the start that aims at a set of cells instead, as many as there are boxes.
    pub fn aiming(ground: &mut Ground, target: Vec<u64>) -> Self {
        let aim = Aim::new(&ground.field, &target);
        Self::with(ground, Plan::of_one(target), Some(aim))
    }

    /// A search from the start that only gets the boxes out of each other's way.
    pub fn freeing(ground: &mut Ground) -> Self {
        let nothing = vec![0; ground.field.words];
        Self::with(ground, Plan::of_one(nothing), None)
    }

    /// The expanded position in which the boxes are least in each other's way, the first of its kind.
    pub const fn freest(&self) -> u32 {
        self.freest.1
    }

    /// A position.
    pub fn place(&self, node: u32) -> Option<Place> {
        let is_known = (node as usize) < self.nodes.len();
        is_known.then(|| (self.nodes.boxes(node).to_vec(), self.nodes.player(node)))
    }

    /// The pushes to a position from which the way to the goals is known, and on to them.
    pub fn pushes_to(&self, ground: &mut Ground, node: u32) -> Vec<Push> {
        pushes_of(ground, &self.nodes, node)
    }

    fn with(ground: &mut Ground, plan: Plan, aim: Option<Aim>) -> Self {
        let mut search = Self {
            plan,
            ways: Ways::new(&ground.field),
            gauge: Gauge::new(ground, aim),
            advisers: advisers::all(),
            nodes: Nodes::new(ground.field.words),
            facts: Vec::new(),
            cells: Cells::new(),
            pushes: Vec::new(),
            children: Vec::new(),
            bits: Vec::new(),
            best: 0,
            freest: ((u64::MAX, Reverse(0)), 0),
        };
        if let Some((boxes, player, context)) = ground.start() {
            let hash = ground.field.hash(&ground.boxes, player);
            search.nodes.add(hash, &boxes, player, NO_NODE);
            let score = search.gauge.lay(ground, &boxes, &search.plan);
            let label = score.label();
            search.facts.push(Facts { context, weight: 0, score, label });
            search.cells.push(label, 0, 0, 0);
        }
        search
    }

    /// Generates all macro pushes; the solved position among them, if there is one.
    fn expand(&mut self, ground: &mut Ground, node: u32, stats: &mut Stats) -> Option<u32> {
        let facts = self.facts[node as usize];
        let Some(candidates) = ground.candidates(facts.context) else {
            stats.dead_ends += 1;
            return None;
        };
        stats.expanded += 1;
        self.best = self.best.max(facts.score.packed);
        self.pushes.clear();
        for cell in candidates {
            ground.macro_pushes(facts.context, cell, u16::MAX, &mut self.pushes);
        }
        let freedom = (facts.score.crowding(), Reverse(self.pushes.len()));
        if freedom < self.freest.0 {
            self.freest = (freedom, node);
        }
        self.children.clear();
        self.gauge.lay(ground, self.nodes.boxes(node), &self.plan);
        for index in 0..self.pushes.len() {
            if ground.field.is_over() {
                break;
            }
            let solved = self.try_push(ground, node, self.pushes[index], stats);
            if solved.is_some() {
                return solved;
            }
        }
        self.children.sort_by_key(|child| (child.score.order(), child.node));
        self.advise(ground, facts.score);
        for child in &self.children {
            let weight = facts.weight + u32::from(!child.is_advised);
            self.facts[child.node as usize].weight = weight;
            self.cells.push(facts.label, weight, child.score.order(), child.node);
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
        let facts = self.facts[node as usize];
        self.bits.clear();
        self.bits.extend_from_slice(self.nodes.boxes(node));
        remove(&mut self.bits, push.from);
        insert(&mut self.bits, push.to);
        ground.shift(push.from, push.to);
        let mut solved = None;
        match ground.settled(facts.context, push.to, push.player) {
            Err(_) => stats.dead_ends += 1,
            Ok(context) => {
                let hash = ground.field.hash(&ground.boxes, push.player);
                let (child, is_new) = self.nodes.add(hash, &self.bits, push.player, node);
                if is_new {
                    stats.evaluated += 1;
                    let score = self.gauge.score(ground, &self.bits, &self.plan, &push);
                    let label = facts.label.min(score.label());
                    self.facts.push(Facts { context, weight: 0, score, label });
                    self.children.push(Child { node: child, push, score, is_advised: false });
                    solved = ground.is_decided(hash, &self.bits, push.player).then_some(child);
                }
            }
        }
        ground.shift(push.to, push.from);
        solved
    }

    /// Lets the advisers mark the moves they recommend. Where there is hardly a choice, the best move is free.
    fn advise(&mut self, ground: &mut Ground, before: Score) {
        let keeping = self.children.partition_point(|child| child.score.packed >= before.packed);
        let (number, _) = self.plan.stage_of(&ground.field.bits(&ground.boxes));
        let stage = self.plan.stage(number);
        for adviser in &mut self.advisers {
            let children = &self.children[..keeping];
            let mut scene = Scene { ground, ways: &self.ways, stage, before, children };
            if let Some(index) = adviser.advise(&mut scene) {
                self.children[index].is_advised = true;
            }
        }
        if self.children.len() <= 2
            && let Some(first) = self.children.first_mut()
        {
            first.is_advised = true;
        }
    }
}

impl Strategy for Fess {
    fn name(&self) -> &'static str {
        "feature space"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(node) = self.cells.next() else { return Step::Exhausted };
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
        self.nodes.bytes() + self.facts.capacity() * size_of::<Facts>() + self.cells.bytes()
    }

    fn frontier(&self) -> usize {
        self.cells.waiting()
    }

    fn progress(&self) -> u64 {
        u64::from(self.best)
    }

    fn nodes(&self) -> Option<&Nodes> {
        Some(&self.nodes)
    }

    fn note(&self) -> String {
        let [positions, cells] = [self.nodes.len(), self.cells.len()];
        format!("{} packed, {positions} positions, {cells} cells", self.best)
    }
}
