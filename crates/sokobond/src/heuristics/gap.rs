//! An admissible estimate: how far the most lonely free electron is from its partners.
//!
//! Take an atom with k free electrons. Nothing but new lines can use them up.
//!
//! - Where nothing doubles, no bond ever gains a line, so at the end it has k neighbours that it is not bonded
//!   with now, each bringing one line. Where something doubles, one of its bonds may gain lines, but for that
//!   it must stand at a doubler; otherwise at least one new neighbour comes.
//! - Where nothing cuts, electrons are never released, so those neighbours are open now; and where nothing
//!   turns either, molecules are rigid and they belong to other molecules.
//! - All that moves in a move goes the same way, so two atoms come nearer by one at most (by two where bonds
//!   turn).
//! - Nothing moves but the hero's molecule and what hangs on it by bonds and pushes, atom beside atom, and none of them more
//!   than a cell a move. So an atom stays where it is until something that moves comes to it: the hero's molecule, or another
//!   that was moved before. How long that takes at least is the shortest way from the hero's molecule from atom to atom, each
//!   step as long as the cells between them, where steps inside a molecule cost nothing. A move changes the way of whoever
//!   is not touched yet by one at most: only its first step, away from all that may move, grows shorter.
//! - So two atoms wait until one is touched, come nearer by one a move until the other is, and then by two if bonds turn.
//!   And before an atom is touched it comes to no doubler.
//!
//! The estimate is the most that any atom needs. It is consistent: whoever bonds with an atom uses up one of its electrons and
//! is no new neighbour any more, so the others keep their ranks.

use plyground_core::{Heuristic, Properties};

use crate::anatomy::Anatomy;
use crate::deadlock::is_layout_dead;
use crate::layout::{Bond, Bonds, Layout, Side, unfolded};
use crate::level::ModifierKind;
use crate::rules::UNIT;
use crate::{Board, State};

pub(crate) const PROPERTIES: Properties = Properties::CONSISTENT;

/// How far the most lonely free electron is from its partners.
#[derive(Debug, Clone, Copy)]
pub struct Gap;

impl Heuristic<Board> for Gap {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        unfolded!(board, state, |layout| {
            let anatomy = Anatomy::new(board, &layout);
            let dead = is_layout_dead(board, &layout, &anatomy);
            if dead { None } else { gap_of(board, &layout, &anatomy).map(|moves| UNIT * moves) }
        })
    }
    fn properties(&self) -> Properties {
        PROPERTIES
    }
}

/// A guide for searches that need no proof: the gap, and three moves for each bond still to be made.
#[derive(Debug, Clone, Copy)]
pub struct Open;

impl Heuristic<Board> for Open {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        let lines: u32 = board.free_electrons(state).into_iter().map(u32::from).sum::<u32>() / 2;
        Gap.estimate(board, state).map(|gap| gap + 3 * UNIT * lines)
    }
    fn properties(&self) -> Properties {
        Properties::NONE
    }
}

/// A guide for beams: half the way from each open atom to the nearest it could bond with, and three moves for each bond
/// still to be made.
#[derive(Debug, Clone, Copy)]
pub struct Scatter;

impl Heuristic<Board> for Scatter {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        unfolded!(board, state, |layout| {
            let anatomy = Anatomy::new(board, &layout);
            let dead = is_layout_dead(board, &layout, &anatomy);
            (!dead).then(|| UNIT * scatter_of(board, &layout, &anatomy))
        })
    }
    fn properties(&self) -> Properties {
        Properties::NONE
    }
}

/// The estimate of [`Scatter`] in moves.
pub(crate) fn scatter_of<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> u32 {
    let crowd = Crowd::new(board, layout, anatomy);
    let nearest = |seat: usize| {
        let others = crowd.partners[..crowd.count].iter().map(|&other| other as usize);
        let elsewhere = |&other: &usize| anatomy.molecule[other] != anatomy.molecule[seat];
        others.filter(elsewhere).map(|other| crowd.between(seat, other)).min().unwrap_or(0)
    };
    anatomy.open().map(nearest).sum::<u32>() / 2 + 3 * anatomy.total / 2
}

/// The estimate in moves; `None` where some atom has not enough partners left.
pub(crate) fn gap_of<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> Option<u32> {
    if anatomy.total == 0 {
        return Some(0);
    }
    let crowd = Crowd::new(board, layout, anatomy);
    let touches = crowd.touches();
    let mut most = 0;
    for seat in anatomy.open() {
        most = most.max(crowd.need(seat, &touches)?);
    }
    Some(most)
}

/// Whether some atom has not enough partners left, wherever they are: then there is no estimate.
pub(crate) fn lacks_partners<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    let crowd = Crowd::new(board, layout, anatomy);
    anatomy.open().any(|seat| crowd.need(seat, &[0; A]).is_none())
}

/// The atoms with what their distances need at hand.
pub(super) struct Crowd<'v, const A: usize> {
    board: &'v Board,
    anatomy: &'v Anatomy<A>,
    bonds: &'v Bonds<A>,
    cells: [[u8; 2]; A],
    /// Seats that can still take part in a new bond.
    partners: [u8; A],
    count: usize,
}

impl<'v, const A: usize> Crowd<'v, A> {
    pub(super) fn new<const P: usize>(
        board: &'v Board,
        layout: &'v Layout<P, A>,
        anatomy: &'v Anatomy<A>,
    ) -> Self {
        let bonds = &layout.bonds;
        let mut crowd =
            Self { board, anatomy, bonds, cells: [[0; 2]; A], partners: [0; A], count: 0 };
        for seat in 0..anatomy.len {
            crowd.cells[seat] = board.column_row[layout.place[seat] as usize];
            let electrons = if board.has_cuts { board.valences[seat] } else { anatomy.free[seat] };
            if electrons > 0 {
                crowd.partners[crowd.count] = seat as u8;
                crowd.count += 1;
            }
        }
        crowd
    }

    /// Cells between two atoms that are not yet adjacent; 0 where they are.
    fn between(&self, a: usize, b: usize) -> u32 {
        let ([ax, ay], [bx, by]) = (self.cells[a], self.cells[b]);
        u32::from(ax.abs_diff(bx) + ay.abs_diff(by)).saturating_sub(1)
    }

    /// Whether two atoms are bonded with each other, and must find others. (Where bonds are cut and doubled, who is cut
    /// off may come back for an electron that was free before.)
    fn are_bonded(&self, a: usize, b: usize) -> bool {
        if self.board.has_cuts && self.board.has_doublers {
            return false;
        }
        let keeps = |owner: usize, other: usize| {
            let ([ax, ay], [bx, by]) = (self.cells[owner], self.cells[other]);
            let bonded = |side| self.bonds.lines(Bond { owner: owner as u8, side }) > 0;
            (ay == by && ax + 1 == bx && bonded(Side::Right))
                || (ax == bx && ay + 1 == by && bonded(Side::Down))
        };
        keeps(a, b) || keeps(b, a)
    }

    /// Moves until the hero's molecule, or whatever it set in motion, can touch each atom. Before that it stays.
    pub(super) fn touches(&self) -> [u32; A] {
        let molecule = &self.anatomy.molecule[..self.anatomy.len];
        let (mut touches, mut others, mut count) = ([0; A], [0u8; A], 0);
        for (seat, _) in molecule.iter().enumerate().filter(|(_, home)| **home != 0) {
            let members = (0..molecule.len()).filter(|&member| molecule[member] == 0);
            let least = members.map(|member| self.between(seat, member)).min();
            touches[seat] = least.unwrap_or(0);
            others[count] = seat as u8;
            count += 1;
        }
        // Those that are touched first may touch the rest.
        let mut rest = &mut others[..count];
        while let Some(first) = (0..rest.len()).min_by_key(|&at| touches[rest[at] as usize]) {
            rest.swap(0, first);
            let (next, later) = rest.split_at_mut(1);
            let next = next[0] as usize;
            for seat in later.iter().map(|&seat| seat as usize) {
                let together = molecule[seat] == molecule[next];
                let way = if together { 0 } else { self.between(seat, next) };
                touches[seat] = touches[seat].min(touches[next] + way);
            }
            rest = later;
        }
        touches
    }

    /// Moves until two atoms can bond that are not bonded; `None` where they never do.
    pub(super) fn meeting(&self, a: usize, b: usize, touches: &[u32; A]) -> Option<u32> {
        let rigid = !self.board.has_cuts && !self.board.has_rotators;
        let together = self.anatomy.molecule[a] == self.anatomy.molecule[b];
        if together && (rigid || a == b || self.are_bonded(a, b)) {
            return None;
        }
        let (first, last) = (touches[a].min(touches[b]), touches[a].max(touches[b]));
        let way = self.between(a, b);
        let moves = first + way;
        // Both move towards each other as soon as both move.
        let turning = (first + last + way).div_ceil(2);
        Some(if self.board.has_rotators { moves.min(turning) } else { moves })
    }

    /// Moves until an open atom can have its partners; `None` where there are too few of them.
    fn need(&self, seat: usize, touches: &[u32; A]) -> Option<u32> {
        // The smallest few, sorted.
        let mut nearest = [u32::MAX; 4];
        for &other in &self.partners[..self.count] {
            let Some(mut moves) = self.meeting(seat, other as usize, touches) else {
                continue;
            };
            for slot in &mut nearest {
                if moves < *slot {
                    std::mem::swap(slot, &mut moves);
                }
            }
        }
        let doubles = self.board.has_doublers;
        let wanted = if doubles { 1 } else { self.anatomy.free[seat] as usize };
        let mut needed = nearest[wanted - 1];
        if doubles {
            let sweep = moves_to_doubler(self.board, self.cells[seat]);
            needed = needed.min(sweep.saturating_add(touches[seat]));
        }
        (needed != u32::MAX).then_some(needed)
    }
}

/// Moves until the bond of an atom at a column and row can have swept over a doubler.
pub(crate) fn moves_to_doubler(board: &Board, [x, y]: [u8; 2]) -> u32 {
    let away = |at: u8, low: u8| u32::from(low.saturating_sub(at) + at.saturating_sub(low + 1));
    let doublers = board.level().modifiers.iter();
    doublers
        .filter(|modifier| modifier.kind == ModifierKind::Double)
        .map(|corner| away(x, corner.x as u8 + 1) + away(y, corner.y as u8 + 1) + 1)
        .min()
        .unwrap_or(u32::MAX)
}
