use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use plyground_core::Stats;

use super::field::{each_cell, insert, remove};
use super::ground::Ground;
use super::nodes::{NO_NODE, Nodes};
use super::strategy::{Step, Strategy};
use crate::rules::{UNIT, each_push, with_reach};
use crate::{Board, Cell, Metric, Position, Push, deadlock};

/// Positions expanded between the first two looks for a cheaper line; later there are more.
const FIRST_ROUND: u64 = 500;

/// The positions around a solution, with the player's exact cell, grown ring by ring. Now and then the
/// cheapest line through all of them becomes the solution around which it grows.
pub(crate) struct Neighbourhood<'a> {
    board: &'a Board,
    metric: Metric,
    /// Positions that may still be expanded.
    budget: u64,
    nodes: Nodes,
    /// The roads that leave each expanded position.
    exits: Vec<Option<Range<u32>>>,
    roads: Vec<Road>,
    /// The cheapest line known.
    line: Vec<Push>,
    cost: u64,
    /// Positions to look at in this round, those nearest the line first.
    queue: Vec<u32>,
    head: usize,
    queued: Vec<bool>,
    expanded: u64,
    round_ends: u64,
    complete: bool,
    bits: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Road {
    to: u32,
    walk: u16,
    push: Push,
}

impl<'a> Neighbourhood<'a> {
    /// Around a line of pushes that solves the board; `budget` bounds the positions expanded.
    pub fn new(
        board: &'a Board,
        ground: &Ground,
        metric: Metric,
        line: &[Push],
        budget: u64,
    ) -> Self {
        let mut near = Self {
            board,
            metric,
            budget,
            nodes: Nodes::new(ground.field.words),
            exits: Vec::new(),
            roads: Vec::new(),
            line: line.to_vec(),
            cost: u64::MAX,
            queue: Vec::new(),
            head: 0,
            queued: Vec::new(),
            expanded: 0,
            round_ends: FIRST_ROUND,
            complete: false,
            bits: ground.field.bits(&ground.field.boxes),
        };
        near.add_line(ground);
        near
    }

    /// The cheapest line found.
    pub fn line(&self) -> &[Push] {
        &self.line
    }

    /// Whether there is no other position: then the line is the cheapest of all.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The cost of the line in whole steps of the metric; `None` before the first look.
    pub fn steps(&self) -> Option<u64> {
        (self.cost != u64::MAX).then(|| self.cost / u64::from(UNIT))
    }

    /// Adds the positions of the first line.
    fn add_line(&mut self, ground: &Ground) {
        let mut bits = self.bits.clone();
        let mut player = ground.field.player;
        for index in 0..=self.line.len() {
            self.add(ground, &bits, player);
            if let Some(&Push { cell, direction }) = self.line.get(index) {
                remove(&mut bits, cell);
                insert(&mut bits, self.board.step(cell, direction));
                player = cell;
            }
        }
    }

    fn add(&mut self, ground: &Ground, boxes: &[u64], player: Cell) -> u32 {
        let mut hash = ground.field.player_key(player);
        each_cell(boxes, |cell| hash ^= ground.field.box_key(cell));
        let (node, is_new) = self.nodes.add(hash, boxes, player, NO_NODE);
        if is_new {
            self.exits.push(None);
            // At first the line alone is there, and all of it is to be looked at.
            let on_the_line = self.expanded == 0;
            self.queued.push(on_the_line);
            if on_the_line {
                self.queue.push(node);
            }
        }
        node
    }

    fn expand(&mut self, ground: &Ground, node: u32, stats: &mut Stats) {
        let player = self.nodes.player(node);
        let mut boxes = self.board.no_cells();
        each_cell(self.nodes.boxes(node), |cell| boxes.insert(cell));
        let position = Position { player, boxes };
        if deadlock::is_dead_position(self.board, &position) {
            stats.dead_ends += 1;
            self.exits[node as usize] = Some(0..0);
            return;
        }
        self.expanded += 1;
        stats.expanded += 1;
        let first = self.roads.len();
        let boxes = &position.boxes;
        with_reach(self.board, player, boxes, |reach| {
            each_push(self.board, boxes, reach, |push| {
                if self.board.is_live(self.board.step(push.cell, push.direction)) {
                    let walk = reach.walk(push.stand(self.board));
                    self.roads.push(Road { to: NO_NODE, walk, push });
                }
            });
        });
        stats.generated += (self.roads.len() - first) as u64;
        for index in first..self.roads.len() {
            let Push { cell, direction } = self.roads[index].push;
            let mut bits = std::mem::take(&mut self.bits);
            bits.clear();
            bits.extend_from_slice(self.nodes.boxes(node));
            remove(&mut bits, cell);
            insert(&mut bits, self.board.step(cell, direction));
            self.roads[index].to = self.add(ground, &bits, cell);
            self.bits = bits;
        }
        self.exits[node as usize] = Some(first as u32..self.roads.len() as u32);
    }

    fn roads_from(&self, node: u32) -> &[Road] {
        self.exits[node as usize]
            .clone()
            .map_or(&[], |exits| &self.roads[exits.start as usize..exits.end as usize])
    }

    /// The cheapest line through what is known becomes the one around which the next round grows.
    fn look(&mut self, ground: &Ground) {
        let mut reached = vec![(u64::MAX, NO_NODE, 0_u32); self.nodes.len()];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        reached[0].0 = 0;
        let mut end = None;
        while let Some(Reverse((cost, node))) = open.pop() {
            if cost > reached[node as usize].0 {
                continue;
            }
            if self.is_solved(ground, node) {
                end = Some((cost, node));
                break;
            }
            let first = self.exits[node as usize].as_ref().map_or(0, |exits| exits.start);
            for (index, road) in (first..).zip(self.roads_from(node)) {
                let next = cost + u64::from(self.metric.cost(road.walk));
                // Nothing beyond the line's own cost can be of use.
                if next < reached[road.to as usize].0 && next <= self.cost {
                    reached[road.to as usize] = (next, node, index);
                    open.push(Reverse((next, road.to)));
                }
            }
        }
        let Some((cost, node)) = end else { return };
        self.cost = cost;
        self.line.clear();
        self.queued.fill(false);
        self.queue.clear();
        self.head = 0;
        let mut at = node;
        while at != NO_NODE {
            self.queued[at as usize] = true;
            self.queue.push(at);
            let (_, before, road) = reached[at as usize];
            if before != NO_NODE {
                self.line.push(self.roads[road as usize].push);
            }
            at = before;
        }
        self.line.reverse();
        self.queue.reverse();
    }

    fn is_solved(&self, ground: &Ground, node: u32) -> bool {
        let mut solved = true;
        each_cell(self.nodes.boxes(node), |cell| solved &= ground.field.is_goal[usize::from(cell)]);
        solved
    }
}

impl Strategy for Neighbourhood<'_> {
    fn name(&self) -> &'static str {
        "shortening"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(&node) = self.queue.get(self.head) else {
            self.look(ground);
            // The start is on the line, so all that can be reached from it has been expanded.
            self.complete = true;
            return Step::Solved(self.line.clone());
        };
        if self.exits[node as usize].is_none() {
            if self.expanded >= self.budget.min(self.round_ends) {
                self.look(ground);
                if self.expanded >= self.budget {
                    return Step::Solved(self.line.clone());
                }
                self.round_ends += FIRST_ROUND + self.expanded / 4;
                return Step::Working;
            }
            self.expand(ground, node, stats);
        }
        self.head += 1;
        if let Some(exits) = self.exits[node as usize].clone() {
            for index in exits {
                let to = self.roads[index as usize].to;
                if !self.queued[to as usize] {
                    self.queued[to as usize] = true;
                    self.queue.push(to);
                }
            }
        }
        Step::Working
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.exits.capacity() * size_of::<Option<Range<u32>>>()
            + self.roads.capacity() * size_of::<Road>()
            // A look holds a cost, a position and a road for each position, and a queue of some.
            + self.nodes.len() * 32
    }

    fn frontier(&self) -> usize {
        self.queue.len() - self.head
    }

    fn note(&self) -> String {
        match self.steps() {
            Some(steps) => format!("{steps} {}", self.metric.word()),
            None => format!("{} pushes", self.line.len()),
        }
    }
}
