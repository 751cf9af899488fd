//! What the open molecules may end as, and whether they can get there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::assembly::{Part, Places, Site};
use super::jigsaw::Kind;
use super::shape::Shape;
use super::table::{Molecule, arrangements};
use crate::board::Board;
use crate::heuristics::can_give;

/// The most molecules of a position that are asked about.
const MOST: usize = 32;
/// Ways to give places to molecules after which it is given up.
const TRIES: u32 = 1_000;
/// Answers kept for a blueprint.
const KEPT: usize = 1 << 10;

/// A place for a shape in a finished molecule.
#[derive(Debug)]
struct Slot {
    shape: usize,
    site: usize,
    /// Which part of the site it is for.
    part: usize,
}

/// A molecule that cannot come to everywhere it fits, in a slot.
type Bound = (u8, u32);

/// A set of finished molecules that uses up all of today's.
#[derive(Debug)]
pub(super) struct Blueprint {
    sites: Vec<Site>,
    slots: Vec<Slot>,
    /// One or two that are bound → whether the finished molecule can be built with them there.
    known: Mutex<HashMap<(Bound, Option<Bound>), bool>>,
}

/// A molecule of today.
pub(super) struct Member {
    pub(super) kind: Arc<Kind>,
    /// The number of the kind.
    pub(super) number: u32,
}

/// All blueprints for some shapes, equal ones side by side; `None` where there may be more.
pub(super) fn blueprints(board: &Board, shapes: &[Shape]) -> Option<Vec<Blueprint>> {
    if shapes.len() > MOST {
        return None;
    }
    let mut found: Vec<Vec<Molecule>> = arrangements(board, shapes)?.into_iter().collect();
    found.sort_unstable();
    found.iter().map(|molecules| Blueprint::new(board, shapes, molecules)).collect()
}

impl Blueprint {
    fn new(board: &Board, shapes: &[Shape], molecules: &[Molecule]) -> Option<Self> {
        let (mut sites, mut slots) = (Vec::new(), Vec::new());
        for molecule in molecules {
            let parts: Vec<Part> = molecule
                .iter()
                .map(|laid| shapes[laid.shape].part(board).moved(board, laid.row, laid.column))
                .collect();
            let site = Site::new(board, parts)?;
            slots.extend(molecule.iter().enumerate().map(|(part, laid)| Slot {
                shape: laid.shape,
                site: sites.len(),
                part,
            }));
            sites.push(site);
        }
        Some(Self { sites, slots, known: Mutex::default() })
    }

    /// Whether these molecules may become it: whether each can be given a slot so that any two of them can be brought
    /// together there.
    pub(super) fn may_be(&self, board: &Board, members: &[Member]) -> bool {
        let rooms: Vec<Places> =
            self.slots.iter().map(|slot| self.sites[slot.site].room(slot.part)).collect();
        let mut near = [0u64; MOST];
        for (near, member) in near.iter_mut().zip(members) {
            for (number, slot) in self.slots.iter().enumerate() {
                let suits = members[slot.shape].kind.shape == member.kind.shape
                    && !member.kind.reach.and(rooms[number]).is_empty()
                    && (member.kind.is_at_large || self.suits(board, number, member, None));
                *near |= u64::from(suits) << number;
            }
        }
        let each: [u8; MOST] = std::array::from_fn(|number| u8::from(number < members.len()));
        if !can_give(&near, &each, &each) {
            return false;
        }
        let mut bound: Vec<usize> =
            (0..members.len()).filter(|&member| !members[member].kind.is_at_large).collect();
        bound.sort_by_key(|&member| near[member].count_ones());
        let mut tries = TRIES;
        self.can_give_slots(board, members, &near, &bound, &mut Vec::new(), &mut tries)
    }

    /// Whether all that are bound can be given slots, after some were.
    fn can_give_slots(
        &self,
        board: &Board,
        members: &[Member],
        near: &[u64; MOST],
        bound: &[usize],
        given: &mut Vec<(usize, usize)>,
        tries: &mut u32,
    ) -> bool {
        let Some((&first, rest)) = bound.split_first() else { return true };
        for number in (0..self.slots.len()).filter(|number| near[first] >> number & 1 == 1) {
            let suits = given.iter().all(|&(other, slot)| {
                // Equal ones take slots in order.
                slot != number
                    && !(members[other].number == members[first].number && slot > number)
                    && self.suits(board, number, &members[first], Some((slot, &members[other])))
            });
            if !suits {
                continue;
            }
            if *tries == 0 {
                return true; // nobody knows
            }
            *tries -= 1;
            given.push((first, number));
            let done = self.can_give_slots(board, members, near, rest, given, tries);
            given.pop();
            if done {
                return true;
            }
        }
        false
    }

    /// Whether a finished molecule can be built with a bound member in a slot, and another one in another.
    fn suits(
        &self,
        board: &Board,
        number: usize,
        member: &Member,
        other: Option<(usize, &Member)>,
    ) -> bool {
        let slot = &self.slots[number];
        let other = other.map(|(number, member)| (number, &self.slots[number], member));
        if other.as_ref().is_some_and(|(_, other, _)| other.site != slot.site) {
            return true;
        }
        let name = |number: usize, member: &Member| (number as u8, member.number);
        let mine = name(number, member);
        let theirs = other.as_ref().map(|(number, _, member)| name(*number, member));
        let question = match theirs {
            Some(theirs) => (mine.min(theirs), Some(mine.max(theirs))),
            None => (mine, None),
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT && !known.contains_key(&question) {
            known.clear();
        }
        *known.entry(question).or_insert_with(|| {
            let bound = [(slot.part, member.kind.reach)];
            let site = &self.sites[slot.site];
            match other {
                None => site.can_be_built(board, &bound),
                Some((_, other, member)) => {
                    site.can_be_built(board, &[bound[0], (other.part, member.kind.reach)])
                }
            }
        })
    }
}
