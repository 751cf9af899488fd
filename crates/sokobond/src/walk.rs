//! What the hero can do next.
//!
//! Most moves do nothing but shift the hero's molecule. A *deed* is a move that does more: it pushes, bonds, or sweeps a
//! bond over a modifier. Between two deeds only the shortest walk matters, so a search needs to keep only the
//! positions right after a deed: an eighth and less of all.

use crate::Direction;
use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::{Bond, Layout, Side};
use crate::rules::Plan;

/// A place that the walk has not come to.
const UNSEEN: u16 = u16::MAX;
/// A place where the hero's molecule would bond.
const BONDS: u16 = u16::MAX - 1;

/// The ways of the hero's molecule, named by the hero's place.
pub(crate) struct Walk<const P: usize, const A: usize> {
    /// The hero's place → the moves to it.
    moves: [u16; P],
    /// The hero's places in the order of the moves to them.
    queue: [u16; P],
    end: usize,
    /// The atoms of the hero's molecule.
    members: [u8; A],
    count: usize,
    /// Place → whether an atom outside the hero's molecule stands there (1), whether one with a free electron stands
    /// beside it (2).
    marks: [u8; P],
}

const TAKEN: u8 = 1;
const NEAR_OPEN: u8 = 2;

/// What stands against a step.
#[derive(PartialEq, Eq)]
enum Step {
    Wall,
    Free,
    Bonds,
    /// Pushes or meets a modifier.
    Busy,
}

impl<const P: usize, const A: usize> Walk<P, A> {
    pub(crate) fn new(board: &Board, layout: &Layout<P, A>, anatomy: &Anatomy<A>) -> Self {
        let mut walk = Self {
            moves: [UNSEEN; P],
            queue: [0; P],
            end: 1,
            members: [0; A],
            count: 0,
            marks: [0; P],
        };
        for seat in 0..layout.len {
            let place = layout.place[seat] as usize;
            if anatomy.molecule[seat] == 0 {
                walk.members[walk.count] = seat as u8;
                walk.count += 1;
                continue;
            }
            walk.marks[place] |= TAKEN;
            if anatomy.free[seat] > 0 {
                for way in Direction::ALL {
                    walk.marks[board.next(place, way)] |= NEAR_OPEN;
                }
            }
        }
        let hero = layout.place[0];
        walk.queue[0] = hero;
        walk.moves[hero as usize] = 0;
        walk
    }

    /// Calls `done` for each deed: the position before it, the deed's direction, and the moves with it.
    pub(crate) fn each_deed(
        &mut self,
        board: &Board,
        layout: &Layout<P, A>,
        mut done: impl FnMut(&Plan<'_, P, A>, u32),
    ) {
        let home = layout.place[0];
        let mut next = 0;
        while next < self.end {
            let here = self.queue[next];
            next += 1;
            let moves = self.moves[here as usize] + 1;
            let mut there = None;
            for way in Direction::ALL {
                let to = board.next(here as usize, way);
                if self.moves[to] != UNSEEN && !board.has_modifiers {
                    continue;
                }
                match self.step(board, layout, here.wrapping_sub(home), way) {
                    Step::Wall => continue,
                    Step::Free | Step::Bonds if self.moves[to] != UNSEEN => continue,
                    Step::Free => {
                        self.moves[to] = moves;
                        self.queue[self.end] = to as u16;
                        self.end += 1;
                        continue;
                    }
                    // From elsewhere the same comes out, not sooner.
                    Step::Bonds => self.moves[to] = BONDS,
                    Step::Busy => {}
                }
                let there: &Layout<P, A> = there.get_or_insert_with(|| self.shifted(layout, here));
                if let Ok(plan) = Plan::new(board, there, way) {
                    done(&plan, u32::from(moves));
                }
            }
        }
    }

    /// What the hero's molecule meets when it goes on in a direction after some shift.
    fn step(&self, board: &Board, layout: &Layout<P, A>, shift: u16, way: Direction) -> Step {
        let members = &self.members[..self.count];
        let place = |seat: u8| layout.place[seat as usize].wrapping_add(shift) as usize;
        if board.has_modifiers
            && members.iter().any(|&seat| meets(board, layout, seat, place(seat), way))
        {
            return Step::Busy; // part of the molecule may stay, or go another way
        }
        let mut step = Step::Free;
        for &seat in members {
            let to = board.next(place(seat), way);
            if board.is_blocked(to) {
                return Step::Wall;
            }
            let mark = self.marks[to];
            if mark & TAKEN != 0 {
                step = Step::Busy;
            } else if mark & NEAR_OPEN != 0
                && layout.bonds.free[seat as usize] > 0
                && step == Step::Free
            {
                step = Step::Bonds;
            }
        }
        step
    }

    /// The position with the hero's molecule shifted.
    fn shifted(&self, layout: &Layout<P, A>, hero: u16) -> Layout<P, A> {
        let shift = hero.wrapping_sub(layout.place[0]);
        let mut shifted = layout.clone();
        let members = &self.members[..self.count];
        for &seat in members {
            shifted.grid[layout.place[seat as usize] as usize] = 0;
        }
        for &seat in members {
            shifted.put(seat as usize, layout.place[seat as usize].wrapping_add(shift));
        }
        shifted
    }

    /// The moves of the shortest walk to a shift of the hero's molecule that was found.
    pub(crate) fn way_to(&self, board: &Board, layout: &Layout<P, A>, hero: u16) -> Vec<Direction> {
        let mut ways = Vec::new();
        let mut at = hero as usize;
        while self.moves[at] > 0 {
            let before = Direction::ALL.into_iter().find(|&way| {
                let from = board.next(at, way.opposite());
                let shift = (from as u16).wrapping_sub(layout.place[0]);
                self.moves[from] < BONDS
                    && self.moves[from] + 1 == self.moves[at]
                    && self.step(board, layout, shift, way) == Step::Free
            });
            let Some(way) = before else { break };
            ways.push(way);
            at = board.next(at, way.opposite());
        }
        ways.reverse();
        ways
    }
}

/// Whether a bond that an atom keeps sweeps over a modifier.
fn meets<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    seat: u8,
    place: usize,
    way: Direction,
) -> bool {
    let side = if way.is_vertical() { Side::Right } else { Side::Down };
    layout.bonds.lines(Bond { owner: seat, side }) > 0 && board.swept_corner(place, way).is_some()
}
