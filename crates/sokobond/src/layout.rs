//! A position unfolded onto the board, ready to be worked on.

use crate::Direction;
use crate::board::Board;
use crate::level::MAX_ATOMS;
use crate::state::{Seat, State};

/// Which of its two bonds an atom keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Right,
    Down,
}

/// A bond: the atom that keeps it, and on which side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bond {
    pub(crate) owner: u8,
    pub(crate) side: Side,
}

impl Bond {
    /// A number below twice the number of atoms.
    pub(crate) const fn number(self) -> u8 {
        self.owner << 1 | self.side as u8
    }
    pub(crate) const fn of(number: u8) -> Self {
        let side = if number.is_multiple_of(2) { Side::Right } else { Side::Down };
        Self { owner: number >> 1, side }
    }
}

/// A position unfolded: `N` places, seat by seat where the atoms are and how they are bonded.
#[derive(Clone)]
pub(crate) struct Layout<const N: usize> {
    /// Place → seat + 1; 0 where there is no atom.
    pub(crate) grid: [u8; N],
    pub(crate) len: usize,
    pub(crate) place: [u16; MAX_ATOMS],
    pub(crate) right: [u8; MAX_ATOMS],
    pub(crate) down: [u8; MAX_ATOMS],
}

impl<const N: usize> Layout<N> {
    pub(crate) fn new(board: &Board, state: &State) -> Self {
        let seats = state.seats();
        let mut layout = Self::empty(seats.len());
        for (index, seat) in seats.iter().enumerate() {
            let place = board.place_of[seat.cell() as usize];
            layout.grid[place as usize] = index as u8 + 1;
            layout.place[index] = place;
            (layout.right[index], layout.down[index]) = seat.bonds();
        }
        layout
    }

    /// Atoms on these places, seat by seat, without bonds.
    pub(crate) fn unbonded(places: &[usize]) -> Self {
        let mut layout = Self::empty(places.len());
        for (index, &place) in places.iter().enumerate() {
            layout.grid[place] = index as u8 + 1;
            layout.place[index] = place as u16;
        }
        layout
    }

    fn empty(len: usize) -> Self {
        Self {
            grid: [0; N],
            len,
            place: [0; MAX_ATOMS],
            right: [0; MAX_ATOMS],
            down: [0; MAX_ATOMS],
        }
    }

    /// The seat of the atom on a place.
    pub(crate) fn seat_at(&self, place: usize) -> Option<usize> {
        (self.grid[place] as usize).checked_sub(1)
    }

    /// The atom that a seat's atom is bonded with in a direction, with the bond and its multiplicity.
    pub(crate) fn bond(
        &self,
        board: &Board,
        seat: usize,
        direction: Direction,
    ) -> Option<(usize, Bond)> {
        let other = self.seat_at(board.next(self.place[seat] as usize, direction))?;
        let (owner, side) = match direction {
            Direction::Up => (other, Side::Down),
            Direction::Down => (seat, Side::Down),
            Direction::Left => (other, Side::Right),
            Direction::Right => (seat, Side::Right),
        };
        let bond = Bond { owner: owner as u8, side };
        (self.multiplicity(bond) > 0).then_some((other, bond))
    }

    pub(crate) fn multiplicity(&self, bond: Bond) -> u8 {
        match bond.side {
            Side::Right => self.right[bond.owner as usize],
            Side::Down => self.down[bond.owner as usize],
        }
    }

    pub(crate) fn multiplicity_mut(&mut self, bond: Bond) -> &mut u8 {
        match bond.side {
            Side::Right => &mut self.right[bond.owner as usize],
            Side::Down => &mut self.down[bond.owner as usize],
        }
    }

    /// The atom at the far end of a bond.
    pub(crate) fn far_end(&self, board: &Board, bond: Bond) -> usize {
        let place = self.place[bond.owner as usize] as usize;
        let far = place + if bond.side == Side::Right { 1 } else { board.stride };
        self.grid[far] as usize - 1
    }

    /// The free electrons of each seat.
    pub(crate) fn free(&self, board: &Board) -> [u8; MAX_ATOMS] {
        let mut free = [0; MAX_ATOMS];
        free[..self.len].copy_from_slice(&board.valences);
        for seat in 0..self.len {
            for side in [Side::Right, Side::Down] {
                let bond = Bond { owner: seat as u8, side };
                let lines = self.multiplicity(bond);
                if lines > 0 {
                    free[seat] -= lines;
                    free[self.far_end(board, bond)] -= lines;
                }
            }
        }
        free
    }

    /// Bonds all adjacent pairs that can, in the order of the rules.
    pub(crate) fn bond_neighbours(&mut self, board: &Board, free: &mut [u8; MAX_ATOMS]) {
        // A bond can only take possible pairs away, so picking the first again and again is the same as
        // walking through all in order; and there are hardly ever two.
        while let Some((bond, other)) = self.first_pair(board, free) {
            free[bond.owner as usize] -= 1;
            free[other] -= 1;
            *self.multiplicity_mut(bond) = 1;
        }
    }

    /// The first of the pairs that can bond: those with the hero, then by valences, then vertical ones,
    /// then in reading order.
    fn first_pair(&self, board: &Board, free: &[u8; MAX_ATOMS]) -> Option<(Bond, usize)> {
        let mut first = None;
        let mut least = u32::MAX;
        for seat in 0..self.len {
            if free[seat] == 0 {
                continue;
            }
            let place = self.place[seat] as usize;
            for (side, far) in [(Side::Right, place + 1), (Side::Down, place + board.stride)] {
                let bond = Bond { owner: seat as u8, side };
                let Some(other) = self.seat_at(far) else { continue };
                if free[other] == 0 || self.multiplicity(bond) > 0 {
                    continue;
                }
                let without_hero = u32::from(seat != 0 && other != 0);
                let missing = 8 - u32::from(board.valences[seat] + board.valences[other]);
                let horizontal = u32::from(side == Side::Right);
                let key = without_hero << 20 | missing << 16 | horizontal << 15 | place as u32;
                if key < least {
                    least = key;
                    first = Some((bond, other));
                }
            }
        }
        first
    }

    /// The state after the bonding phase.
    pub(crate) fn settled(mut self, board: &Board) -> State {
        let mut free = self.free(board);
        self.bond_neighbours(board, &mut free);
        self.fold(board)
    }

    /// The canonical state of this position.
    pub(crate) fn fold(&self, board: &Board) -> State {
        let mut state = State::empty(self.len);
        let seats = state.seats_mut();
        for (index, seat) in seats.iter_mut().enumerate() {
            let number = board.number_of[self.place[index] as usize];
            *seat = Seat::new(number, self.right[index], self.down[index]);
        }
        for group in &board.groups {
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
        state
    }

    /// Seat by seat, the molecule it belongs to, named by the lowest seat in it.
    pub(crate) fn molecules(&self, board: &Board) -> [u8; MAX_ATOMS] {
        let mut molecule = [u8::MAX; MAX_ATOMS];
        let mut stack = [0u8; MAX_ATOMS];
        for first in 0..self.len {
            if molecule[first] != u8::MAX {
                continue;
            }
            molecule[first] = first as u8;
            stack[0] = first as u8;
            let mut height = 1;
            while height > 0 {
                height -= 1;
                let seat = stack[height] as usize;
                for direction in Direction::ALL {
                    if let Some((other, _)) = self.bond(board, seat, direction)
                        && molecule[other] == u8::MAX
                    {
                        molecule[other] = first as u8;
                        stack[height] = other as u8;
                        height += 1;
                    }
                }
            }
        }
        molecule
    }
}

/// Runs a piece of work on a position unfolded into scratch space of a fitting size.
macro_rules! unfolded {
    ($board:expr, $state:expr, |$layout:ident| $work:expr) => {
        if $board.places <= $crate::board::SMALL {
            let $layout = $crate::layout::Layout::<{ $crate::board::SMALL }>::new($board, $state);
            $work
        } else {
            let $layout = $crate::layout::Layout::<{ $crate::board::LARGE }>::new($board, $state);
            $work
        }
    };
}
pub(crate) use unfolded;
