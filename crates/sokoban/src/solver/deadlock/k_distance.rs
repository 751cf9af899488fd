use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::View;
use crate::solver::context::Context;
use crate::solver::field::{Field, Flood, contains, each_cell, insert, remove};
use crate::solver::macros::{MacroPush, Macros};
use crate::solver::nodes::{NO_NODE, Nodes};
use crate::{Cell, NONE};

/// How far from all goals a box is out of the way: first tried with the one, then with the other.
const DISTANCES: [u16; 2] = [5, 3];
/// The most positions that are looked at.
const MOST_POSITIONS: usize = 600;
/// How often a context must have been met before it is worth the work.
const PATIENCE: u32 = 8;

/// What the solved board says when boxes are pulled only a little way: near the goals some cells hold boxes however
/// it is emptied.
///
/// From all goals filled, wherever the player may end, boxes are pulled in all possible ways; one that gets far
/// enough from all goals vanishes. Whoever solves the level backwards from there has, at every moment, at least the
/// boxes of one of the positions met so: a box that vanished is in nobody's way, and where one can vanish, nothing
/// is lost by letting it. So a cell that holds a box in all of them holds one now, and around a goal there are never
/// fewer boxes than in the emptiest of them. If the search is cut off, nothing is known.
#[derive(Debug, Default)]
pub(crate) struct KDistance {
    known: HashMap<u32, State, FixedState>,
    occupied: Vec<bool>,
    flood: Flood,
    macros: Macros,
    pulls: Vec<MacroPush>,
}

#[derive(Debug)]
enum State {
    /// Met so many times.
    Met(u32),
    /// What must be there.
    Needs(Vec<Need>),
}

/// So many boxes, or more, must be on some cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Need {
    cells: Vec<Cell>,
    boxes: usize,
}

impl KDistance {
    /// Whether boxes are missing that must be in place by now.
    pub fn is_dead(&mut self, view: &View<'_>) -> bool {
        let state = self.known.entry(view.number).or_insert(State::Met(0));
        if let State::Met(times) = state {
            *times += 1;
            if *times < PATIENCE {
                return false;
            }
            let needs = self.needs(view.field, view.context);
            if view.field.was_cut_off() {
                return false;
            }
            self.known.insert(view.number, State::Needs(needs));
        }
        match self.known.get(&view.number) {
            Some(State::Needs(needs)) => needs.iter().any(|need| {
                need.cells.iter().filter(|&&cell| view.is_box(cell)).count() < need.boxes
            }),
            _ => false,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.len() * 48
    }

    fn needs(&mut self, field: &Field, context: &Context) -> Vec<Need> {
        for distance in DISTANCES {
            if let Some(needs) = self.search(field, context, distance) {
                return needs;
            }
        }
        Vec::new()
    }

    /// What all positions have in common in which boxes near the goals are pulled about; `None` if they are too many.
    fn search(&mut self, field: &Field, context: &Context, distance: u16) -> Option<Vec<Need>> {
        let mut nodes = Nodes::new(field.words);
        let mut work = Vec::new();
        let goals = field.bits(&context.goals);
        self.occupied.clone_from(&context.is_wall);
        each_cell(&goals, |cell| self.occupied[usize::from(cell)] = true);
        let mut zones = Flood::default();
        zones.clear(field);
        for cell in 0..field.cells() as Cell {
            if !self.occupied[usize::from(cell)] && !zones.contains(cell) {
                zones.add(field, &self.occupied, cell);
                add(field, &mut nodes, &mut work, &goals, zones.lowest);
            }
        }
        let mut needs = needs_around(field, context);
        let mut boxes = Vec::new();
        while let Some(node) = work.pop() {
            if nodes.len() > MOST_POSITIONS || field.is_over() {
                return None;
            }
            boxes.clear();
            boxes.extend_from_slice(nodes.boxes(node));
            for need in &mut needs {
                let there = need.cells.iter().filter(|&&cell| contains(&boxes, cell)).count();
                need.boxes = need.boxes.min(there);
            }
            needs.retain(|need| need.boxes > 0);
            if needs.is_empty() {
                break;
            }
            self.expand(
                field,
                context,
                distance,
                (&mut boxes, nodes.player(node)),
                |next, player| {
                    add(field, &mut nodes, &mut work, next, player);
                },
            );
        }
        Some(needs)
    }

    /// Tells all positions that pulling one box leads to; if a box can vanish, only the one without it.
    fn expand(
        &mut self,
        field: &Field,
        context: &Context,
        distance: u16,
        (boxes, player): (&mut Vec<u64>, Cell),
        mut tell: impl FnMut(&[u64], Cell),
    ) {
        self.occupied.clone_from(&context.is_wall);
        let mut cells = Vec::new();
        each_cell(boxes, |cell| cells.push(cell));
        cells.iter().for_each(|&cell| self.occupied[usize::from(cell)] = true);
        self.flood.fill(field, &self.occupied, player);
        self.pulls.clear();
        for &cell in &cells {
            let first = self.pulls.len();
            self.macros.pulls(field, &mut self.occupied, (cell, &self.flood), &mut self.pulls);
            let is_far = |pull: &MacroPush| context.nearest[usize::from(pull.to)] >= distance;
            if self.pulls[first..].iter().any(is_far) {
                self.occupied[usize::from(cell)] = false;
                self.flood.fill(field, &self.occupied, player);
                remove(boxes, cell);
                return tell(boxes, self.flood.lowest);
            }
        }
        for pull in &self.pulls {
            remove(boxes, pull.from);
            insert(boxes, pull.to);
            tell(boxes, pull.player);
            remove(boxes, pull.to);
            insert(boxes, pull.from);
        }
    }
}

fn add(field: &Field, nodes: &mut Nodes, work: &mut Vec<u32>, boxes: &[u64], player: Cell) {
    let mut hash = field.player_key(player);
    each_cell(boxes, |cell| hash ^= field.box_key(cell));
    if let (node, true) = nodes.add(hash, boxes, player, NO_NODE) {
        work.push(node);
    }
}

/// The places looked at: each goal, each goal with what is beside it, and with its corners too.
fn needs_around(field: &Field, context: &Context) -> Vec<Need> {
    let mut needs = Vec::new();
    for &goal in &context.goals {
        let mut cells = vec![goal];
        needs.push(Need { cells: cells.clone(), boxes: usize::MAX });
        let may_hold = |cell: Cell| {
            cell != NONE && usize::from(cell) < field.live && !context.is_wall[usize::from(cell)]
        };
        let beside = field.steps[usize::from(goal)];
        cells.extend(beside.into_iter().filter(|&cell| may_hold(cell)));
        needs.push(Need { cells: cells.clone(), boxes: usize::MAX });
        for (way, &side) in beside.iter().enumerate().filter(|&(_, &side)| side != NONE) {
            for corner in [(way + 1) % 4, (way + 3) % 4].map(|turn| field.step(side, turn)) {
                if may_hold(corner) && !cells.contains(&corner) {
                    cells.push(corner);
                }
            }
        }
        needs.push(Need { cells, boxes: usize::MAX });
    }
    needs
}
