use std::cmp::Reverse;
use std::collections::BinaryHeap;

use plyground_core::Stats;

use super::field::{insert, remove};
use super::ground::Ground;
use super::macros::MacroPush;
use super::nodes::{NO_NODE, Nodes};
use super::strategy::{Step, Strategy, pushes_of};
use crate::Cell;
use crate::heuristics::Matching;

/// Weighted A* over single pushes: the bound is the cheapest assignment of boxes to goals. With weight 1
/// its solutions have the fewest pushes.
#[derive(Debug)]
pub(crate) struct BestFirst {
    weight: u32,
    nodes: Nodes,
    facts: Vec<Facts>,
    open: BinaryHeap<Reverse<(u32, u32, Reverse<u32>)>>,
    pushes: Vec<MacroPush>,
    before: Matching,
    after: Matching,
    bits: Vec<u64>,
    nearest: u32,
    /// Only solutions of fewer pushes are looked for.
    below: u32,
}

#[derive(Debug, Clone, Copy)]
struct Facts {
    context: u32,
    pushes: u32,
}

impl BestFirst {
    /// A search from the start; `weight` multiplies the bound.
    pub fn new(ground: &mut Ground, weight: u32) -> Self {
        let mut search = Self {
            weight,
            nodes: Nodes::new(ground.field.words),
            facts: Vec::new(),
            open: BinaryHeap::new(),
            pushes: Vec::new(),
            before: Matching::default(),
            after: Matching::default(),
            bits: Vec::new(),
            nearest: u32::MAX,
            below: u32::MAX,
        };
        if let Some((boxes, player, context)) = ground.start() {
            let known = ground.contexts.get(context);
            if let Some(bound) = known.assign(&ground.field, &ground.boxes, &mut search.before) {
                let bound = bound + search.conflicts(ground, context);
                let hash = ground.field.hash(&ground.boxes, player);
                search.nodes.add(hash, &boxes, player, NO_NODE);
                search.facts.push(Facts { context, pushes: 0 });
                search.open.push(Reverse((bound * weight, bound, Reverse(0))));
            }
        }
        search
    }

    /// With weight 1: looks only for solutions of fewer pushes than one that is known. What would at best equal it is left
    /// out, and where there is no shorter one, soon nothing waits.
    pub const fn only_below(&mut self, pushes: u32) {
        self.below = pushes;
    }

    /// With weight 1: no solution has fewer pushes than this. `None` where nothing waits.
    pub fn bound(&self) -> Option<u64> {
        self.open.peek().map(|&Reverse((value, _, _))| u64::from(value))
    }

    /// What boxes in each other's way add to the bound. It makes proofs shorter; where the bound is weighted, it would
    /// only change the order.
    fn conflicts(&self, ground: &mut Ground, context: u32) -> u32 {
        if self.weight == 1 { ground.conflicts(context) } else { 0 }
    }

    /// Generates all pushes; a position from which the way to the goals is known, if one is among them.
    fn expand(&mut self, ground: &mut Ground, node: u32, stats: &mut Stats) -> Option<u32> {
        let facts = self.facts[node as usize];
        let Some(candidates) = ground.candidates(facts.context) else {
            stats.dead_ends += 1;
            return None;
        };
        stats.expanded += 1;
        self.pushes.clear();
        for cell in candidates {
            ground.macro_pushes(facts.context, cell, 1, &mut self.pushes);
        }
        let context = ground.contexts.get(facts.context);
        context.assign(&ground.field, &ground.boxes, &mut self.before);
        let rows: Vec<Cell> = (ground.boxes.iter().copied())
            .filter(|&cell| !context.is_wall[usize::from(cell)])
            .collect();
        for index in 0..self.pushes.len() {
            if ground.field.is_over() {
                break;
            }
            let known = self.try_push(ground, node, self.pushes[index], &rows, stats);
            if known.is_some() {
                return known;
            }
        }
        None
    }

    fn try_push(
        &mut self,
        ground: &mut Ground,
        node: u32,
        push: MacroPush,
        rows: &[Cell],
        stats: &mut Stats,
    ) -> Option<u32> {
        stats.generated += 1;
        let facts = self.facts[node as usize];
        let pushes = facts.pushes + u32::from(push.pushes);
        self.bits.clear();
        self.bits.extend_from_slice(self.nodes.boxes(node));
        remove(&mut self.bits, push.from);
        insert(&mut self.bits, push.to);
        ground.shift(push.from, push.to);
        let hash = ground.field.hash(&ground.boxes, push.player);
        let settled = ground.settled(facts.context, push.to, push.player).ok();
        let bound = settled.and_then(|context| {
            stats.evaluated += 1;
            let known = ground.contexts.get(context);
            if context != facts.context {
                return known.assign(&ground.field, &ground.boxes, &mut self.after);
            }
            let row = rows.iter().position(|&cell| cell == push.from)?;
            self.after.clone_from(&self.before);
            self.after.change(row, |column| known.distance(column, push.to));
            self.after.total()
        });
        let conflicts = settled.map_or(0, |context| self.conflicts(ground, context));
        ground.shift(push.to, push.from);
        let (Some(context), Some(bound)) = (settled, bound.map(|bound| bound + conflicts)) else {
            stats.dead_ends += 1;
            return None;
        };
        if pushes + bound >= self.below {
            return None;
        }
        let (child, is_new) = self.nodes.add(hash, &self.bits, push.player, node);
        if is_new {
            self.facts.push(Facts { context, pushes });
        } else if pushes < self.facts[child as usize].pushes {
            stats.reopened += 1;
            self.nodes.set_parent(child, node);
            self.facts[child as usize].pushes = pushes;
        } else {
            return None;
        }
        self.nearest = self.nearest.min(bound);
        self.open.push(Reverse((pushes + bound * self.weight, bound, Reverse(child))));
        // The way that is known need not be the shortest.
        let is_known = self.weight > 1
            && is_new
            && ground.perimeter.find(hash, &self.bits, push.player).is_some();
        is_known.then_some(child)
    }
}

impl Strategy for BestFirst {
    fn name(&self) -> &'static str {
        "best first"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(Reverse((value, bound, Reverse(node)))) = self.open.pop() else {
            return Step::Exhausted;
        };
        let facts = self.facts[node as usize];
        if value > facts.pushes + bound * self.weight {
            return Step::Working;
        }
        ground.load(&self.nodes, node);
        if ground.is_solved() {
            return Step::Solved(pushes_of(ground, &self.nodes, node));
        }
        match self.expand(ground, node, stats) {
            Some(known) => Step::Solved(pushes_of(ground, &self.nodes, known)),
            None => {
                if ground.field.was_cut_off() {
                    // It may lack successors: it waits on, so that the bound stays true.
                    self.open.push(Reverse((value, bound, Reverse(node))));
                }
                Step::Working
            }
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.facts.capacity() * size_of::<Facts>()
            + self.open.capacity() * size_of::<(u32, u32, u32)>()
    }

    fn frontier(&self) -> usize {
        self.open.len()
    }

    fn progress(&self) -> u64 {
        u64::from(self.nearest)
    }

    fn nodes(&self) -> Option<&Nodes> {
        (self.weight > 1).then_some(&self.nodes)
    }

    fn note(&self) -> String {
        format!("{} positions, at least {} pushes to go", self.nodes.len(), self.nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Grid};

    /// The pushes of the shortest solution that has fewer than so many.
    fn shortest(board: &Board, below: u32) -> Option<usize> {
        let mut ground = Ground::new(board);
        ground.find_detours();
        let mut search = BestFirst::new(&mut ground, 1);
        search.only_below(below);
        loop {
            match search.step(&mut ground, &mut Stats::default()) {
                Step::Working => {}
                Step::Solved(pushes) => return Some(pushes.len()),
                Step::Exhausted => return None,
            }
        }
    }

    #[test]
    fn only_what_is_shorter_than_a_known_solution_is_looked_for() {
        for text in [
            "#########\n#   #####\n# $$ ..##\n#@  #####\n#   #####\n#########",
            "########\n#      #\n# # .. #\n#  $ $ #\n#@ ##  #\n#   #  #\n########",
            "#######\n#.   .#\n# $$$ #\n#  @  #\n#  .  #\n#######",
        ] {
            let board = Board::new(&Grid::from_text(text).expect("a level"));
            let fewest = shortest(&board, u32::MAX).expect("a solution") as u32;
            assert_eq!(shortest(&board, fewest), None);
            assert_eq!(shortest(&board, fewest + 1), Some(fewest as usize));
        }
    }
}
