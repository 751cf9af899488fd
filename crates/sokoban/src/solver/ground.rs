use std::sync::Arc;

use plyground_core::Limits;
use plyground_search::driver::Clock;

use super::context::Contexts;
use super::deadlock::{Deadlocks, Freeze, Verdict, View, closes_diagonal, freeze};
use super::detours::{Detours, Disjoint};
use super::exchange::Exchange;
use super::field::{Field, Flood, each_cell, insert, remove};
use super::macros::{MacroPush, Macros};
use super::nodes::Nodes;
use super::pairing::Pairing;
use super::perimeter::Perimeter;
use crate::heuristics::Conflicts;
use crate::{Board, Cell};

/// What all strategies share: the field, what was learned of it, and one position laid out for work.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The field.
    pub field: Field,
    /// What is known with frozen boxes taken for walls.
    pub contexts: Contexts,
    /// The boxes of the position at hand.
    pub boxes: Vec<Cell>,
    /// Whether a box is on a cell.
    pub occupied: Vec<bool>,
    /// The boxes as bits.
    bits: Vec<u64>,
    /// Where the player can walk.
    pub reach: Flood,
    /// What other threads know, if there are any.
    pub exchange: Option<Exchange>,
    /// What is known to lead to the goals.
    pub perimeter: Perimeter,
    deadlocks: Deadlocks,
    pairing: Pairing,
    macros: Macros,
    conflicts: Conflicts,
    detours: Detours,
    disjoint: Disjoint,
    frozen: Vec<u64>,
    walls: Vec<u64>,
}

impl Ground {
    /// The ground of a board whose boxes all stand on live cells, for work that has all the time it wants.
    pub fn new(board: &Board) -> Self {
        Self::within(board, Arc::new(Clock::start(&Limits::default())))
    }

    /// The same for work that ends when the clock says so.
    pub fn within(board: &Board, clock: Arc<Clock>) -> Self {
        Self::of(Field::within(board, clock), Conflicts::new(board))
    }

    fn of(field: Field, conflicts: Conflicts) -> Self {
        Self {
            contexts: Contexts::new(&field),
            boxes: Vec::new(),
            occupied: vec![false; field.cells()],
            bits: vec![0; field.words],
            reach: Flood::default(),
            pairing: Pairing::default(),
            exchange: None,
            perimeter: Perimeter::new(&field),
            deadlocks: Deadlocks::new(&field),
            macros: Macros::default(),
            conflicts,
            detours: Detours::default(),
            disjoint: Disjoint::default(),
            frozen: Vec::new(),
            walls: Vec::new(),
            field,
        }
    }

    /// A level of its own in this one: some of the goals and boxes, with walls around.
    pub fn part(&self, is_wall: &[bool], goals: &[Cell], boxes: &[Cell], player: Cell) -> Self {
        Self::of(self.field.part(is_wall, goals, boxes, player), self.conflicts.clone())
    }

    /// Whether each box of the start can have a goal of its own, as far as lone boxes go.
    pub fn may_be_solved(&mut self) -> bool {
        let context = self.contexts.get(0);
        context.has_goals(&self.field, &self.field.boxes, &mut self.pairing)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.field.bytes() + self.contexts.bytes() + self.deadlocks.bytes() + self.perimeter.bytes()
    }

    /// Lays out a node's position and floods from its player.
    pub fn load(&mut self, nodes: &Nodes, node: u32) {
        self.lay(nodes.boxes(node), nodes.player(node));
    }

    /// Lays out a position and floods from its player.
    pub fn lay(&mut self, boxes: &[u64], player: Cell) {
        for cell in self.boxes.drain(..) {
            self.occupied[usize::from(cell)] = false;
        }
        self.bits.copy_from_slice(boxes);
        let (list, occupied) = (&mut self.boxes, &mut self.occupied);
        each_cell(boxes, |cell| {
            list.push(cell);
            occupied[usize::from(cell)] = true;
        });
        self.reach.fill(&self.field, &self.occupied, player);
    }

    /// Lays out the start: its boxes as bits and the player's region. `None` where it is dead.
    pub fn start(&mut self) -> Option<(Vec<u64>, Cell, u32)> {
        let boxes = self.field.bits(&self.field.boxes);
        self.lay(&boxes, self.field.player);
        let player = self.reach.lowest;
        self.settle_all().ok().map(|context| (boxes, player, context))
    }

    /// The context of the position laid out, of which nothing is known; or which test calls it dead.
    pub fn settle_all(&mut self) -> Result<u32, &'static str> {
        let mut context = 0;
        for index in 0..self.boxes.len() {
            context = self.settled(context, self.boxes[index], self.reach.lowest)?;
        }
        Ok(context)
    }

    /// Tells other threads what was learned, and learns from them.
    pub fn talk(&mut self) {
        // What was learned after the end may rest on work that was cut off: nobody else is to believe it.
        if let Some(exchange) = &mut self.exchange
            && !self.field.was_cut_off()
        {
            exchange.talk(self.deadlocks.patterns_mut(), self.field.cells());
        }
    }

    /// Whether all boxes are on goals.
    pub fn is_solved(&self) -> bool {
        self.boxes.iter().all(|&cell| self.field.is_goal[usize::from(cell)])
    }

    /// Finds out what every two boxes cost each other, for searches that prove how few pushes it takes.
    pub fn find_detours(&mut self) {
        if self.detours.is_empty() {
            self.detours = Detours::new(&self.field, self.contexts.get(0));
        }
    }

    /// Pushes that boxes in each other's way add to what an assignment says in a context. With boxes for walls the
    /// ways to goals are others: then nothing is known to be added.
    pub fn conflicts(&mut self, number: u32) -> u32 {
        if number != 0 {
            return 0;
        }
        if !self.detours.is_empty() {
            return self.detours.extra(&self.boxes, &mut self.disjoint);
        }
        self.conflicts.extra(self.boxes.iter().copied(), |cell| self.occupied[usize::from(cell)])
    }

    /// Whether the position laid out is solved, or the way from it to the goals is known.
    pub fn is_decided(&self, hash: u64, boxes: &[u64], player: Cell) -> bool {
        self.is_solved() || self.perimeter.find(hash, boxes, player).is_some()
    }

    /// What the dear tests say of the position laid out.
    pub fn selected(&mut self, number: u32) -> Verdict {
        self.deadlocks.selected(&View {
            field: &self.field,
            context: self.contexts.get(number),
            number,
            plain: self.contexts.get(0),
            boxes: &self.boxes,
            occupied: &self.occupied,
            reach: &self.reach,
        })
    }

    /// The boxes worth pushing in the position laid out: those of an urgent corral where there is one.
    /// `None` where it is proven that there is no solution.
    pub fn candidates(&mut self, number: u32) -> Option<Vec<Cell>> {
        match self.selected(number) {
            Verdict::Dead(_) => None,
            Verdict::First(boxes) => Some(boxes),
            Verdict::Open => {
                let context = self.contexts.get(number);
                let open = |cell: &Cell| !context.is_wall[usize::from(*cell)];
                Some(self.boxes.iter().copied().filter(open).collect())
            }
        }
    }

    /// All macro pushes of a box of the position laid out, of at most `most` pushes.
    pub fn macro_pushes(&mut self, number: u32, cell: Cell, most: u16, out: &mut Vec<MacroPush>) {
        let context = self.contexts.get(number);
        let from = (cell, &self.reach);
        self.macros.pushes(&self.field, context, &mut self.occupied, from, most, out);
    }

    /// Moves a box of the position laid out, without looking where the player is.
    pub fn shift(&mut self, from: Cell, to: Cell) {
        self.occupied[usize::from(from)] = false;
        self.occupied[usize::from(to)] = true;
        remove(&mut self.bits, from);
        insert(&mut self.bits, to);
        if let Some(slot) = self.boxes.iter_mut().find(|slot| **slot == from) {
            *slot = to;
        }
    }

    /// The context of the position laid out, in which the box on `moved` was moved last and left the player in
    /// a region. Which test calls it dead, where one does.
    pub fn settled(&mut self, number: u32, moved: Cell, player: Cell) -> Result<u32, &'static str> {
        let generated = self.deadlocks.generated(moved, &self.boxes, &self.occupied, player);
        if let Some(reason) = generated {
            return Err(reason);
        }
        if closes_diagonal(&self.field, &self.occupied, moved, player) {
            return Err("diagonal");
        }
        let context = self.contexts.get(number);
        match freeze(&self.field, context, moved, &self.bits, &mut self.frozen) {
            Freeze::Nothing => Ok(number),
            Freeze::Deadlock => Err("frozen"),
            Freeze::OnGoals => self.walled(number),
        }
    }

    /// The context with the frozen boxes as walls, and with those that will never be moved again because of them.
    fn walled(&mut self, number: u32) -> Result<u32, &'static str> {
        let mut number = number;
        loop {
            self.walls.clone_from(&self.contexts.get(number).walls);
            for (walls, frozen) in self.walls.iter_mut().zip(&self.frozen) {
                *walls |= frozen;
            }
            let next = self.contexts.number(&self.field, &self.walls, number);
            if next == number {
                return Ok(number);
            }
            number = next;
            let context = self.contexts.get(number);
            let stuck =
                |&cell: &Cell| !context.is_wall[usize::from(cell)] && !context.is_live(cell);
            if self.boxes.iter().any(stuck) {
                return Err("shut off");
            }
            if !context.has_goals(&self.field, &self.boxes, &mut self.pairing) {
                return Err("no goal left");
            }
            let settled = self.deadlocks.settled(&self.field, (context, number), &self.occupied);
            self.frozen.fill(0);
            for cell in settled.ok_or("retrograde")? {
                insert(&mut self.frozen, cell);
            }
        }
    }
}
