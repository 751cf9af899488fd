//! Positions that cannot be solved any more.
//!
//! All tests count electrons; the last also asks where molecules can be pushed. Four facts carry them, each true of the rules:
//!
//! - Bonding, cutting and doubling change the sum of all free electrons by an even number: where there is an
//!   odd number of electrons, one is always free.
//! - Where nothing cuts, molecules only grow, and inside a molecule the colours of cells (light and dark as
//!   on a chessboard) keep their relation: a bond joins two colours, even when it is turned.
//! - Every bond uses one electron of each colour. So at the end the electrons on light cells and those on
//!   dark cells are equally many, and each molecule can only choose which of its two sides is the light one.
//! - Where there is no modifier at all, molecules are rigid: whatever could bond inside has, and two atoms
//!   share at most one line. So a free electron needs an atom of *another* molecule, and each its own.
//!   Whether they can come together at all is a [`jigsaw`].

mod assembly;
mod blueprint;
mod jigsaw;
mod shape;
mod table;

use crate::Direction;
use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::{Layout, unfolded};
use crate::rules::State;

pub(crate) use assembly::{Floor, Places};
pub(crate) use jigsaw::{Answers, cannot_be_laid};

/// True only where no solution exists from here.
pub(crate) fn is_dead(board: &Board, state: &State) -> bool {
    if board.has_cuts {
        return board.has_odd_electron(); // no need to unfold anything
    }
    unfolded!(board, state, |layout| is_layout_dead(board, &layout, &Anatomy::new(board, &layout)))
}

/// The same for a position that is unfolded already.
pub(crate) fn is_layout_dead<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    if board.has_odd_electron() {
        return true;
    }
    if board.has_cuts || (anatomy.total == 0 && !board.single_molecule) {
        return false;
    }
    let tally = Tally::new(board, layout, anatomy);
    if board.single_molecule && tally.has_finished_part(anatomy) {
        return true;
    }
    if anatomy.total == 0 {
        return false;
    }
    if !tally.colours_can_balance() {
        return true;
    }
    board.level().modifiers.is_empty()
        && (tally.one_has_most(anatomy)
            || tally.lacks_partners(board, layout, anatomy)
            || cannot_be_laid(board, layout, anatomy))
}

/// Whether a move, or a walk and a deed, leads from a living position to a dead one.
///
/// Where nothing cuts, as many lines as before are the same lines, and molecules look the same to all tests; only those
/// that were pushed may stand where they are stranded. (The hero's goes back where it came from.) Where something
/// cuts, only what never changes is tested.
pub(crate) fn is_dead_after<const P: usize, const A: usize>(
    board: &Board,
    before: &Layout<P, A>,
    after: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    if before.bonds.total != after.bonds.total {
        return is_layout_dead(board, after, anatomy);
    }
    let pushed = |seat| anatomy.molecule[seat] != 0 && before.place[seat] != after.place[seat];
    board.minds_places && anatomy.open().any(pushed) && cannot_be_laid(board, after, anatomy)
}

/// Free electrons by molecule, each under its lowest seat.
struct Tally<const A: usize> {
    len: usize,
    free: [u16; A],
    /// Free electrons on light cells less those on dark cells.
    excess: [i16; A],
    open_atoms: [u8; A],
}

impl<const A: usize> Tally<A> {
    fn new<const P: usize>(board: &Board, layout: &Layout<P, A>, anatomy: &Anatomy<A>) -> Self {
        let mut tally = Self { len: anatomy.len, free: [0; A], excess: [0; A], open_atoms: [0; A] };
        for seat in anatomy.open() {
            let home = anatomy.molecule[seat] as usize;
            let count = anatomy.free[seat];
            let light = board.is_light(layout.place[seat] as usize);
            tally.free[home] += u16::from(count);
            tally.excess[home] += if light { i16::from(count) } else { -i16::from(count) };
            tally.open_atoms[home] += 1;
        }
        tally
    }

    /// A molecule that can take nobody in any more, while there are others.
    fn has_finished_part(&self, anatomy: &Anatomy<A>) -> bool {
        let molecules = (0..self.len).filter(|&seat| anatomy.molecule[seat] as usize == seat);
        let (mut count, mut finished) = (0, 0);
        for home in molecules {
            count += 1;
            finished += u32::from(self.free[home] == 0);
        }
        count > 1 && finished > 0
    }

    /// Whether the molecules can be coloured so that light and dark have equally many electrons: whether some of
    /// the excesses add up to half of all.
    fn colours_can_balance(&self) -> bool {
        let excesses =
            || self.excess[..self.len].iter().map(|excess| u32::from(excess.unsigned_abs()));
        let total: u32 = excesses().sum();
        if total % 2 == 1 {
            return false;
        }
        if total / 2 >= u128::BITS {
            return true; // more than can be told here
        }
        // Bit i: some excesses add up to i.
        let sums = excesses().fold(1u128, |sums, excess| sums | sums.unbounded_shl(excess));
        sums >> (total / 2) & 1 == 1
    }

    /// A molecule with more than half of all free electrons.
    fn one_has_most(&self, anatomy: &Anatomy<A>) -> bool {
        self.free[..self.len].iter().any(|&free| 2 * u32::from(free) > anatomy.total)
    }

    /// An atom with more free electrons than it can find partners, or than it has sides for them.
    fn lacks_partners<const P: usize>(
        &self,
        board: &Board,
        layout: &Layout<P, A>,
        anatomy: &Anatomy<A>,
    ) -> bool {
        let open: u8 = self.open_atoms[..self.len].iter().sum();
        anatomy.open().any(|seat| {
            let home = anatomy.molecule[seat];
            let place = layout.place[seat] as usize;
            let own_sides = Direction::ALL
                .into_iter()
                .filter_map(|way| layout.seat_at(board.next(place, way)))
                .filter(|&other| anatomy.molecule[other] == home)
                .count() as u8;
            let free = anatomy.free[seat];
            free > open - self.open_atoms[home as usize] || free > 4 - own_sides
        })
    }
}
