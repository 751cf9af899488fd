use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::level::MAX_ATOMS;

/// The pairs (right, down) of bond multiplicities that one atom can have, ordered by their sum: an atom
/// of valence v uses only the first `CODES[v]` of them.
const PAIRS: [(u8, u8); 15] = [
    (0, 0),
    (1, 0),
    (0, 1),
    (2, 0),
    (1, 1),
    (0, 2),
    (3, 0),
    (2, 1),
    (1, 2),
    (0, 3),
    (4, 0),
    (3, 1),
    (2, 2),
    (1, 3),
    (0, 4),
];

/// The bits that hold the pair of an atom of each valence.
pub(crate) const PAIR_BITS: [u32; 5] = [0, 2, 3, 4, 4];

const fn pair_code(right: u8, down: u8) -> u16 {
    let sum = (right + down) as u16;
    sum * (sum + 1) / 2 + down as u16
}

/// An atom in a state: the number of its floor cell, and its bonds to the right and downwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Seat(pub(crate) u16);

impl Seat {
    pub(crate) const fn new(cell: u16, right: u8, down: u8) -> Self {
        Self(cell << 4 | pair_code(right, down))
    }
    /// The number of the floor cell.
    pub(crate) const fn cell(self) -> u16 {
        self.0 >> 4
    }
    /// The multiplicities to the right and downwards.
    pub(crate) const fn bonds(self) -> (u8, u8) {
        PAIRS[(self.0 & 15) as usize]
    }
    /// The code of the two multiplicities.
    pub(crate) const fn code(self) -> u16 {
        self.0 & 15
    }
    pub(crate) const fn from_code(cell: u16, code: u16) -> Self {
        Self(cell << 4 | code)
    }
}

/// A position: where the atoms are and how they are bonded.
///
/// The hero comes first, then the others grouped by element and sorted by cell, which makes equal
/// positions equal values. Each bond is kept by its upper or left atom.
#[derive(Clone, Copy)]
pub struct State {
    len: u8,
    seats: [Seat; MAX_ATOMS],
}

impl State {
    pub(crate) fn empty(len: usize) -> Self {
        Self { len: len as u8, seats: [Seat(0); MAX_ATOMS] }
    }
    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats[..self.len as usize]
    }
    /// Puts interchangeable atoms in order.
    pub(crate) fn sort(&mut self, groups: &[Range<usize>]) {
        let seats = self.seats_mut();
        for group in groups {
            // Few atoms that moved one step: nearly sorted already.
            for at in group.start + 1..group.end {
                let seat = seats[at];
                let mut to = at;
                while to > group.start && seats[to - 1] > seat {
                    seats[to] = seats[to - 1];
                    to -= 1;
                }
                seats[to] = seat;
            }
        }
    }
    pub(crate) fn seats_mut(&mut self) -> &mut [Seat] {
        &mut self.seats[..self.len as usize]
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.seats() == other.seats()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for seat in self.seats() {
            hasher.write_u16(seat.0);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, seat) in self.seats().iter().enumerate() {
            let (right, down) = seat.bonds();
            write!(f, "{}{}", if index == 0 { "" } else { " " }, seat.cell())?;
            if right > 0 {
                write!(f, ">{right}")?;
            }
            if down > 0 {
                write!(f, "v{down}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_pairs_are_inverse_and_small_for_small_valences() {
        for (code, &(right, down)) in PAIRS.iter().enumerate() {
            assert_eq!(usize::from(pair_code(right, down)), code);
            assert!(code < 1 << PAIR_BITS[usize::from(right + down)]);
            let seat = Seat::new(4095, right, down);
            assert_eq!((seat.cell(), seat.bonds()), (4095, (right, down)));
        }
    }
}
