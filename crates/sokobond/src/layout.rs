//! A position unfolded onto the board, ready to be worked on.

use crate::Direction;
use crate::board::Board;
use crate::level::{MAX_ATOMS, MAX_SIDE};
use crate::rules::state::{Seat, State};
use crate::symmetry::Image;

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

/// The scratch space that nearly all levels fit in.
pub(crate) type Small = Layout<256, 16>;
/// The scratch space that every level fits in.
pub(crate) type Large = Layout<{ (MAX_SIDE + 2) * (MAX_SIDE + 2) }, MAX_ATOMS>;

/// How the atoms are bonded, seat by seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bonds<const A: usize> {
    right: [u8; A],
    down: [u8; A],
    /// The electrons that no bond uses.
    pub(crate) free: [u8; A],
    /// The sum of all of them.
    pub(crate) total: u32,
}

impl<const A: usize> Bonds<A> {
    /// No bonds at all.
    pub(crate) fn none(board: &Board) -> Self {
        let mut free = [0; A];
        free[..board.valences.len()].copy_from_slice(&board.valences);
        Self { right: [0; A], down: [0; A], free, total: board.electrons }
    }

    pub(crate) const fn lines(&self, bond: Bond) -> u8 {
        match bond.side {
            Side::Right => self.right[bond.owner as usize],
            Side::Down => self.down[bond.owner as usize],
        }
    }

    const fn lines_mut(&mut self, bond: Bond) -> &mut u8 {
        match bond.side {
            Side::Right => &mut self.right[bond.owner as usize],
            Side::Down => &mut self.down[bond.owner as usize],
        }
    }

    /// Adds lines between two atoms, which take an electron of both for each.
    pub(crate) const fn add(&mut self, bond: Bond, other: usize, lines: u8) {
        *self.lines_mut(bond) += lines;
        self.free[bond.owner as usize] -= lines;
        self.free[other] -= lines;
        self.total -= 2 * lines as u32;
    }

    /// Takes one line between two atoms away.
    pub(crate) const fn cut(&mut self, bond: Bond, a: usize, b: usize) {
        *self.lines_mut(bond) -= 1;
        self.free[a] += 1;
        self.free[b] += 1;
        self.total += 2;
    }
}

/// A position unfolded: up to `P` places and `A` atoms, seat by seat where they are and how they are bonded.
#[derive(Clone)]
pub(crate) struct Layout<const P: usize, const A: usize> {
    /// Place → seat + 1; 0 where there is no atom.
    pub(crate) grid: [u8; P],
    pub(crate) len: usize,
    pub(crate) place: [u16; A],
    pub(crate) bonds: Bonds<A>,
}

impl<const P: usize, const A: usize> Layout<P, A> {
    pub(crate) fn new(board: &Board, state: &State) -> Self {
        let seats = state.seats();
        let mut layout = Self::empty(board);
        for (index, seat) in seats.iter().enumerate() {
            layout.put(index, board.place_of[seat.cell() as usize]);
        }
        for (index, seat) in seats.iter().enumerate() {
            let (right, down) = seat.bonds();
            for (side, lines) in [(Side::Right, right), (Side::Down, down)] {
                if lines > 0 {
                    let bond = Bond { owner: index as u8, side };
                    layout.bonds.add(bond, layout.far_end(board, bond), lines);
                }
            }
        }
        layout
    }

    /// Whether a board's positions fit in.
    pub(crate) const fn holds(board: &Board) -> bool {
        board.places <= P && board.valences.len() <= A
    }

    /// Atoms on these places, seat by seat, without bonds.
    pub(crate) fn unbonded(board: &Board, places: &[usize]) -> Self {
        let mut layout = Self::empty(board);
        for (index, &place) in places.iter().enumerate() {
            layout.put(index, place as u16);
        }
        layout
    }

    fn empty(board: &Board) -> Self {
        let len = board.valences.len();
        Self { grid: [0; P], len, place: [0; A], bonds: Bonds::none(board) }
    }

    /// Puts an atom on a place.
    pub(crate) fn put(&mut self, seat: usize, place: u16) {
        self.grid[place as usize] = seat as u8 + 1;
        self.place[seat] = place;
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
        (self.bonds.lines(bond) > 0).then_some((other, bond))
    }

    /// The atom at the far end of a bond.
    pub(crate) fn far_end(&self, board: &Board, bond: Bond) -> usize {
        let place = self.place[bond.owner as usize] as usize;
        let far = place + if bond.side == Side::Right { 1 } else { board.stride };
        self.grid[far] as usize - 1
    }

    /// Whether an atom has any bond.
    pub(crate) fn is_bonded(&self, board: &Board, seat: usize) -> bool {
        self.bonds.free[seat] != board.valences[seat]
    }

    /// Whether an atom with a free electron stands beside another.
    pub(crate) fn meets_free(&self, board: &Board, seat: usize) -> bool {
        let place = self.place[seat] as usize;
        let is_free = |other: usize| self.bonds.free[other] > 0;
        is_free(seat)
            && Direction::ALL
                .into_iter()
                .any(|way| self.seat_at(board.next(place, way)).is_some_and(is_free))
    }

    /// The multiplicity of an atom's bond in a direction; 0 where there is none.
    pub(crate) fn lines_towards(&self, board: &Board, seat: usize, way: Direction) -> u8 {
        match way {
            Direction::Right => self.bonds.right[seat],
            Direction::Down => self.bonds.down[seat],
            Direction::Up | Direction::Left => {
                self.bond(board, seat, way).map_or(0, |(_, bond)| self.bonds.lines(bond))
            }
        }
    }

    /// Bonds all adjacent pairs that can, in the order of the rules.
    pub(crate) fn bond_neighbours(&mut self, board: &Board) {
        self.bond_in_order(board, |place, _, side| {
            u32::from(side == Side::Right) << 15 | place as u32
        });
    }

    /// Calls `bonded` with the layout after the bonding of each image of the board, each result once.
    pub(crate) fn bonded_in_each_order(
        mut self,
        board: &Board,
        images: &[Image],
        mut bonded: impl FnMut(&Self),
    ) {
        if images.is_empty() || !self.is_contested(board) {
            self.bond_neighbours(board);
            return bonded(&self);
        }
        let mut seen: Vec<Bonds<A>> = Vec::new();
        for image in images {
            let mut after = self.clone();
            after.bond_in_order(board, |place, far, side| image.order(place, far, side));
            if !seen.contains(&after.bonds) {
                seen.push(after.bonds);
                bonded(&after);
            }
        }
    }

    /// Bonds all adjacent pairs that can: those with the hero first, then by valences, then in the given order of
    /// (first place, second place, side).
    fn bond_in_order(&mut self, board: &Board, order: impl Fn(usize, usize, Side) -> u32) {
        // A bond can only take possible pairs away, so picking the first again and again is the same as
        // walking through all in order; and there are hardly ever two.
        loop {
            let mut first = None;
            let mut least = u32::MAX;
            self.each_pair(board, |bond, far, other| {
                let seat = bond.owner as usize;
                let without_hero = u32::from(seat != 0 && other != 0);
                let missing = 8 - u32::from(board.valences[seat] + board.valences[other]);
                let order = order(self.place[seat] as usize, far, bond.side);
                let key = without_hero << 20 | missing << 16 | order;
                if key < least {
                    least = key;
                    first = Some((bond, other));
                }
            });
            let Some((bond, other)) = first else { return };
            self.bonds.add(bond, other, 1);
        }
    }

    /// Whether some atom has more neighbours to bond with than free electrons, so that the order matters.
    fn is_contested(&self, board: &Board) -> bool {
        let mut pairs = [0u8; A];
        self.each_pair(board, |bond, _, other| {
            pairs[bond.owner as usize] += 1;
            pairs[other] += 1;
        });
        pairs.iter().zip(&self.bonds.free).any(|(pairs, free)| pairs > free)
    }

    /// Calls `found` for each pair that can bond: the bond, the place and the seat at its far end.
    fn each_pair(&self, board: &Board, mut found: impl FnMut(Bond, usize, usize)) {
        let free = &self.bonds.free;
        for seat in (0..self.len).filter(|&seat| free[seat] > 0) {
            let place = self.place[seat] as usize;
            for (side, far) in [(Side::Right, place + 1), (Side::Down, place + board.stride)] {
                let bond = Bond { owner: seat as u8, side };
                let Some(other) = self.seat_at(far) else { continue };
                if free[other] > 0 && self.bonds.lines(bond) == 0 {
                    found(bond, far, other);
                }
            }
        }
    }

    /// The state after the bonding phase.
    pub(crate) fn settled(mut self, board: &Board) -> State {
        self.bond_neighbours(board);
        self.fold(board)
    }

    /// The canonical state of this position.
    pub(crate) fn fold(&self, board: &Board) -> State {
        let mut state = State::empty(self.len);
        let bonds = self.bonds.right.iter().zip(&self.bonds.down);
        let seats = state.seats_mut().iter_mut();
        for (seat, (&place, (&right, &down))) in seats.zip(self.place.iter().zip(bonds)) {
            *seat = Seat::new(board.number_of[place as usize], right, down);
        }
        state.sort(&board.groups);
        state
    }

    /// Seat by seat, the molecule it belongs to, named by the lowest seat in it.
    pub(crate) fn molecules(&self, board: &Board) -> [u8; A] {
        let mut molecule = [u8::MAX; A];
        let mut stack = [0u8; A];
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
        if $board.is_small() {
            let $layout = $crate::layout::Small::new($board, $state);
            $work
        } else {
            let $layout = $crate::layout::Large::new($board, $state);
            $work
        }
    };
}
pub(crate) use unfolded;
