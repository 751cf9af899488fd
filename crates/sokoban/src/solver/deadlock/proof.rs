use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};

use foldhash::fast::FixedState;

use super::View;
use super::freeze::{Freeze, freeze};
use super::learned::Patterns;
use super::pairs::Pairs;
use crate::solver::field::{Flood, each_cell, insert};
use crate::solver::macros::{MacroPush, Macros};
use crate::{Cell, NONE};

/// The most boxes one proof may have.
pub(crate) const MOST_BOXES: usize = 13;
/// The most proofs remembered.
const MOST_PROOFS: usize = 1 << 20;
/// How often a question that stayed open is asked before it gets another try.
const FIRST_RETRY: u32 = 128;
/// The most positions of any try.
const LONGEST_TRY: usize = 1 << 14;
/// A box carried so far has left.
const AWAY: u32 = 4;
/// How far boxes are carried in a proof.
const LONGEST_CARRY: u16 = 12;

/// What a proof does with boxes that can be taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leavers {
    /// They stay on the board; where the player can walk around everything, the question is open.
    Stay,
    /// They are lifted off it.
    Lifted,
}

/// How hard to try.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// What is done with boxes that can be taken away.
    pub leavers: Leavers,
    /// The positions of the first try.
    pub states: usize,
    /// How often the question must have been asked before it is tried at all.
    pub patience: u32,
}

/// Small searches that prove that some boxes alone, with all others away, cannot be brought to goals.
///
/// Taking a box off the board loses no solution for the others, so whatever is proven without it holds with
/// it. A search that is cut off proves nothing: its question stays open and is tried again, longer, when it
/// has been asked often.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    known: HashMap<Question, Answer, FixedState>,
    patterns: Patterns,
    scratch: Scratch,
}

/// Some boxes, sorted, and the player's region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Few {
    boxes: [Cell; MOST_BOXES],
    player: Cell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    few: Few,
    context: u32,
    is_lifting: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Dead,
    /// Not dead as far as these boxes go: asking again is of no use.
    Alive,
    /// The search was cut off; it was asked so often.
    Open(u32),
}

impl Few {
    fn new(boxes: &[Cell], player: Cell) -> Self {
        let mut few = Self { boxes: [NONE; MOST_BOXES], player };
        few.boxes[..boxes.len()].copy_from_slice(boxes);
        few.boxes.sort_unstable();
        few
    }

    fn boxes(&self) -> &[Cell] {
        let count = self.boxes.iter().position(|&cell| cell == NONE).unwrap_or(MOST_BOXES);
        &self.boxes[..count]
    }

    /// With one box somewhere else, or gone ([`NONE`]), and the player too.
    fn with(mut self, index: usize, to: Cell, player: Cell) -> Self {
        self.boxes[index] = to;
        self.boxes.sort_unstable();
        self.player = player;
        self
    }
}

impl Proofs {
    /// Whether it is proven that these boxes cannot be brought to goals while the player starts where it
    /// is, even if all other boxes, except those that are walls, were away.
    pub fn is_dead(
        &mut self,
        view: &View<'_>,
        pairs: &Pairs,
        boxes: &[Cell],
        effort: Effort,
    ) -> bool {
        let Effort { leavers, states, patience } = effort;
        if boxes.len() > MOST_BOXES {
            return false;
        }
        let few = self.scratch.normalised(view, boxes);
        let is_lifting = leavers == Leavers::Lifted;
        let question = Question { few, context: view.number, is_lifting };
        let states = match self.known.get_mut(&question) {
            None if patience > 0 => {
                self.remember(question, OPEN);
                return false;
            }
            None => states,
            Some(Answer::Dead) => return true,
            Some(Answer::Alive) => return false,
            Some(Answer::Open(asked)) => {
                *asked += 1;
                let is_first = *asked == patience;
                if !is_first && (!asked.is_power_of_two() || *asked < FIRST_RETRY) {
                    return false;
                }
                states.max(*asked as usize).min(LONGEST_TRY)
            }
        };
        let answer = self.scratch.search(view, pairs, few, leavers, states);
        self.remember(question, answer);
        if answer == Answer::Dead && !self.patterns.is_full() {
            self.learn(view, pairs, few, (leavers, states));
        }
        answer == Answer::Dead
    }

    fn remember(&mut self, question: Question, answer: Answer) {
        if self.known.len() >= MOST_PROOFS {
            self.known.clear();
        }
        match self.known.entry(question) {
            // How often it was asked is not forgotten.
            Entry::Occupied(_) if answer == OPEN => {}
            entry => {
                entry.insert_entry(answer);
            }
        }
    }

    /// What was learned, to learn more.
    pub const fn patterns_mut(&mut self) -> &mut Patterns {
        &mut self.patterns
    }

    /// What was learned.
    pub const fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Remembers a proof for all positions that it holds for: without the boxes and the walls that it does not need.
    fn learn(
        &mut self,
        view: &View<'_>,
        pairs: &Pairs,
        few: Few,
        (leavers, states): (Leavers, usize),
    ) {
        let plain = View { context: view.plain, number: 0, ..*view };
        let mut holds = |view: &View<'_>, boxes: &[Cell]| {
            let few = self.scratch.normalised(view, boxes);
            self.scratch.search(view, pairs, few, leavers, states) == Answer::Dead
        };
        let mut boxes = few.boxes().to_vec();
        let view = if view.number != 0 && holds(&plain, &boxes) { &plain } else { view };
        let mut index = 0;
        while index < boxes.len() && boxes.len() > 2 {
            let cell = boxes.remove(index);
            if !holds(view, &boxes) {
                boxes.insert(index, cell);
                index += 1;
            }
        }
        self.scratch.normalised(view, &boxes);
        each_cell(&view.context.walls, |cell| boxes.push(cell));
        self.patterns.add(boxes, &self.scratch.reach.cells, view.field.cells());
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(Question, Answer)>() + 1) + self.patterns.bytes()
    }
}

const OPEN: Answer = Answer::Open(1);

/// What one search needs, used again and again.
#[derive(Debug, Default)]
struct Scratch {
    seen: HashSet<Few, FixedState>,
    /// The positions that wait: few boxes first, then those in which the player gets about.
    open: BinaryHeap<Reverse<(u32, u32, Few)>>,
    occupied: Vec<bool>,
    reach: Flood,
    bits: Vec<u64>,
    frozen: Vec<u64>,
    macros: Macros,
    pushes: Vec<MacroPush>,
    /// What the position laid out leads to, and on how many cells the player can walk there.
    children: Vec<(Few, u16)>,
    /// How many cells the player could walk on if there were only walls.
    floor: usize,
}

impl Scratch {
    /// The boxes alone on the board, with the player's region there.
    fn normalised(&mut self, view: &View<'_>, boxes: &[Cell]) -> Few {
        self.occupied.clone_from(&view.context.is_wall);
        self.place(boxes, true);
        self.reach.fill(view.field, &self.occupied, view.reach.lowest);
        self.place(boxes, false);
        Few::new(boxes, self.reach.lowest)
    }

    fn place(&mut self, boxes: &[Cell], there: bool) {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = there;
        }
    }

    /// Searches until the question is settled or so many positions were looked at.
    fn search(
        &mut self,
        view: &View<'_>,
        pairs: &Pairs,
        start: Few,
        leavers: Leavers,
        states: usize,
    ) -> Answer {
        self.seen.clear();
        self.open.clear();
        self.reach.fill(view.field, &self.occupied, start.player);
        self.floor = self.reach.cells.len();
        self.seen.insert(start);
        self.open.push(Reverse((0, 0, start)));
        let mut looked = 0;
        while let Some(Reverse((_, _, few))) = self.open.pop() {
            if looked == states || view.field.is_over() {
                return OPEN;
            }
            looked += 1;
            if few.boxes().iter().all(|&cell| view.is_goal(cell)) {
                return Answer::Alive;
            }
            self.place(few.boxes(), true);
            self.reach.fill(view.field, &self.occupied, few.player);
            let walks_free = self.reach.cells.len() + few.boxes().len() >= self.floor;
            if leavers == Leavers::Stay && walks_free {
                self.place(few.boxes(), false);
                return Answer::Alive;
            }
            self.children.clear();
            match leavers {
                Leavers::Stay => self.push(view, pairs, few),
                Leavers::Lifted => self.carry(view, pairs, few),
            }
            self.place(few.boxes(), false);
            for index in 0..self.children.len() {
                self.add(view, self.children[index]);
            }
        }
        // A search that was cut off proves nothing.
        if view.field.was_cut_off() { OPEN } else { Answer::Dead }
    }

    /// Lets a position wait in which the player can walk on so many cells.
    fn add(&mut self, view: &View<'_>, (few, reach): (Few, u16)) {
        if self.seen.insert(few) {
            let beside = few.boxes().iter().filter(|&&cell| !view.is_goal(cell)).count() as u32;
            let shut = (self.floor - usize::from(reach)) as u32;
            self.open.push(Reverse((shut, beside, few)));
        }
    }

    /// All single pushes of the position laid out.
    fn push(&mut self, view: &View<'_>, pairs: &Pairs, few: Few) {
        for (index, &cell) in few.boxes().iter().enumerate() {
            self.find_pushes(view, cell, 1);
            for at in 0..self.pushes.len() {
                let MacroPush { to, player, reach, .. } = self.pushes[at];
                if self.may_rest(view, pairs, few, (index, to, player)) {
                    self.children.push((few.with(index, to, player), reach));
                }
            }
        }
    }

    /// Finds what can be done with one box of the position laid out.
    fn find_pushes(&mut self, view: &View<'_>, cell: Cell, most: u16) {
        self.pushes.clear();
        let Self { macros, occupied, reach, pushes, .. } = self;
        macros.pushes(view.field, view.context, occupied, (cell, reach), most, pushes);
    }

    /// Everything one box can do; but a box that can be carried away is lifted off, and that is all: the
    /// position without it can be solved if the one with it can.
    fn carry(&mut self, view: &View<'_>, pairs: &Pairs, few: Few) {
        for (index, &cell) in few.boxes().iter().enumerate() {
            self.find_pushes(view, cell, LONGEST_CARRY);
            for at in 0..self.pushes.len() {
                let MacroPush { to, player, reach, .. } = self.pushes[at];
                if !self.may_rest(view, pairs, few, (index, to, player)) {
                    continue;
                }
                if view.field.apart(cell, to) >= AWAY {
                    self.occupied[usize::from(cell)] = false;
                    self.reach.fill(view.field, &self.occupied, few.player);
                    let lifted = few.with(index, NONE, self.reach.lowest);
                    self.children.clear();
                    self.children.push((lifted, self.reach.cells.len() as u16));
                    return;
                }
                self.children.push((few.with(index, to, player), reach));
            }
        }
    }

    /// Whether a box may be brought to a cell: no two boxes are dead then, and none is frozen beside its goal.
    fn may_rest(
        &mut self,
        view: &View<'_>,
        pairs: &Pairs,
        few: Few,
        (index, to, player): (usize, Cell, Cell),
    ) -> bool {
        let next = few.with(index, to, player);
        if pairs.is_dead_with(to, next.boxes()) || pairs.is_dead_from(to, next.boxes(), player) {
            return false;
        }
        self.bits.clear();
        self.bits.resize(view.field.words, 0);
        next.boxes().iter().for_each(|&cell| insert(&mut self.bits, cell));
        freeze(view.field, view.context, to, &self.bits, &mut self.frozen) != Freeze::Deadlock
    }
}
