//! One move: who moves and which way, collisions, doubling, bonding.

mod puzzle;
pub(crate) mod state;

use crate::Direction;
use crate::board::Board;
use crate::layout::{Bond, Bonds, Layout, Side};
use crate::level::ModifierKind;
use crate::symmetry::Image;

pub use puzzle::UNIT;
pub use state::State;

/// Why a move is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// An atom would enter a wall.
    Wall,
    /// An atom would have to go two ways at once.
    Torn,
    /// Two atoms would end on one cell, or swap cells.
    Collision,
}

impl Refusal {
    /// The reason in words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Wall => "an atom would enter a wall",
            Self::Torn => "a rotator would pull an atom two ways at once",
            Self::Collision => "two atoms would collide",
        }
    }
}

/// Who moves and which way, with the bonds as the cuts leave them.
pub(crate) struct Plan<'l, const P: usize, const A: usize> {
    layout: &'l Layout<P, A>,
    /// The seats that move, in the order in which they got their direction.
    order: [u8; A],
    moving: usize,
    direction: [Option<Direction>; A],
    bonds: Bonds<A>,
    /// Bonds to double, in the order in which they were met: each atom keeps up to two.
    doubles: [[u8; 2]; A],
    doubled: usize,
    turned: bool,
    /// Whether something outside the hero's molecule moves.
    pushes: bool,
}

impl<'l, const P: usize, const A: usize> Plan<'l, P, A> {
    /// Finds out who moves when the hero goes in a direction.
    pub(crate) fn new(
        board: &Board,
        layout: &'l Layout<P, A>,
        towards: Direction,
    ) -> Result<Self, Refusal> {
        let mut plan = Self {
            layout,
            order: [0; A],
            moving: 1,
            direction: [None; A],
            bonds: layout.bonds,
            doubles: [[0; 2]; A],
            doubled: 0,
            turned: false,
            pushes: false,
        };
        plan.direction[0] = Some(towards);
        // A bond is followed from the first of its ends that is reached, and only once: a bit for each.
        let mut handled = 0u128;
        let mut followed = 0;
        let mut pushing = 0;
        loop {
            while followed < plan.moving {
                plan.follow_bonds(board, plan.order[followed] as usize, &mut handled)?;
                followed += 1;
            }
            // Who an atom pushes never changes, so those before `pushing` need no second look.
            while pushing < plan.moving && !plan.push_ahead(board, plan.order[pushing] as usize) {
                pushing += 1;
            }
            if pushing == plan.moving {
                break;
            }
        }
        if plan.turned { plan.check_collisions(board).map(|()| plan) } else { Ok(plan) }
    }

    /// Passes an atom's direction on along its bonds.
    fn follow_bonds(
        &mut self,
        board: &Board,
        seat: usize,
        handled: &mut u128,
    ) -> Result<(), Refusal> {
        let Some(way) = self.direction[seat] else { return Ok(()) };
        let place = self.layout.place[seat] as usize;
        if board.is_blocked(board.next(place, way)) {
            return Err(Refusal::Wall);
        }
        if !self.layout.is_bonded(board, seat) {
            return Ok(());
        }
        for to_other in Direction::ALL {
            let Some((other, bond)) = self.layout.bond(board, seat, to_other) else { continue };
            let flag = 1 << bond.number();
            if *handled & flag != 0 {
                continue;
            }
            *handled |= flag;
            let mut passed = way;
            if to_other.is_vertical() != way.is_vertical() {
                match board.swept_corner(self.layout.place[bond.owner as usize] as usize, way) {
                    None => {}
                    Some(ModifierKind::Cut) => {
                        self.bonds.cut(bond, seat, other);
                        if self.bonds.lines(bond) == 0 {
                            continue;
                        }
                    }
                    Some(ModifierKind::Double) => {
                        self.doubles.as_flattened_mut()[self.doubled] = bond.number();
                        self.doubled += 1;
                    }
                    Some(ModifierKind::Rotate) => {
                        passed = to_other.opposite();
                        self.turned = true;
                    }
                }
            }
            match self.direction[other] {
                None => self.set_moving(other, passed),
                Some(already) if already != passed => return Err(Refusal::Torn),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Sets the standing atom ahead of a moving one in motion; false where there is none.
    fn push_ahead(&mut self, board: &Board, seat: usize) -> bool {
        let Some(way) = self.direction[seat] else { return false };
        let ahead = board.next(self.layout.place[seat] as usize, way);
        match self.layout.seat_at(ahead) {
            Some(other) if self.direction[other].is_none() => {
                self.set_moving(other, way);
                self.pushes = true;
                true
            }
            _ => false,
        }
    }

    fn set_moving(&mut self, seat: usize, way: Direction) {
        self.direction[seat] = Some(way);
        self.order[self.moving] = seat as u8;
        self.moving += 1;
    }

    /// Where directions differ, atoms may meet. (Where all are the same they cannot: whoever stood
    /// in the way was pushed.)
    fn check_collisions(&self, board: &Board) -> Result<(), Refusal> {
        let target = |seat: usize| {
            let place = self.layout.place[seat] as usize;
            self.direction[seat].map_or(place, |way| board.next(place, way))
        };
        let moving = &self.order[..self.moving];
        for (index, &a) in moving.iter().enumerate() {
            for &b in &moving[index + 1..] {
                let (a, b) = (a as usize, b as usize);
                let swap = target(a) == self.layout.place[b] as usize
                    && target(b) == self.layout.place[a] as usize;
                if swap || target(a) == target(b) {
                    return Err(Refusal::Collision);
                }
            }
        }
        Ok(())
    }

    /// The position before the move, and the hero's direction.
    pub(crate) fn deed(&self) -> (&'l Layout<P, A>, Option<Direction>) {
        (self.layout, self.direction[0])
    }

    /// The seats that move, the hero's first.
    pub(crate) fn moving(&self) -> &[u8] {
        &self.order[..self.moving]
    }

    /// The modifiers that bonds of moving atoms sweep over.
    pub(crate) fn met(&self, board: &Board) -> Vec<ModifierKind> {
        let mut met = Vec::new();
        for owner in 0..self.layout.len as u8 {
            for side in [Side::Right, Side::Down] {
                let bond = Bond { owner, side };
                if self.layout.bonds.lines(bond) == 0 {
                    continue;
                }
                // The end that was reached first met the modifier.
                let ends = [owner as usize, self.layout.far_end(board, bond)];
                let first =
                    self.order[..self.moving].iter().find(|&&seat| ends.contains(&(seat as usize)));
                let way = first.and_then(|&seat| self.direction[seat as usize]);
                let sideways = |way: &Direction| way.is_vertical() == (side == Side::Right);
                let place = self.layout.place[owner as usize] as usize;
                met.extend(way.filter(sideways).and_then(|way| board.swept_corner(place, way)));
            }
        }
        met
    }

    /// The cells of the moving atoms before and after, as places.
    pub(crate) fn steps(&self, board: &Board) -> impl Iterator<Item = (usize, usize)> {
        self.order[..self.moving].iter().filter_map(|&seat| {
            let place = self.layout.place[seat as usize] as usize;
            self.direction[seat as usize].map(|way| (place, board.next(place, way)))
        })
    }

    /// The position after the move.
    pub(crate) fn carry_out(&self, board: &Board) -> State {
        self.after(board).fold(board)
    }

    /// Whether nothing happens that could make the position a dead one: no bond gains or loses a line, and where it
    /// matters what stands where, nothing is pushed.
    pub(crate) const fn is_quiet(&self, board: &Board, after: &Layout<P, A>) -> bool {
        !self.cuts()
            && after.bonds.total == self.bonds.total
            && !(board.minds_places && self.pushes)
    }

    /// Whether a bond loses a line.
    const fn cuts(&self) -> bool {
        self.bonds.total != self.layout.bonds.total
    }

    /// Moves everything, doubles, bonds.
    pub(crate) fn after(&self, board: &Board) -> Layout<P, A> {
        let (mut after, bonds) = self.moved(board);
        if bonds {
            after.bond_neighbours(board);
        }
        after
    }

    /// The same, once for each different result that images of the board would have.
    pub(crate) fn each_after(
        &self,
        board: &Board,
        images: &[Image],
        mut found: impl FnMut(&Layout<P, A>),
    ) {
        match self.moved(board) {
            (after, true) => after.bonded_in_each_order(board, images, found),
            (after, false) => found(&after),
        }
    }

    /// Moves everything and doubles; whether there is something to bond.
    fn moved(&self, board: &Board) -> (Layout<P, A>, bool) {
        let mut after = self.layout.clone();
        after.bonds = self.bonds;
        let moving = &self.order[..self.moving];
        for &seat in moving {
            after.grid[after.place[seat as usize] as usize] = 0;
        }
        for &seat in moving {
            if let Some(way) = self.direction[seat as usize] {
                let place = board.next(after.place[seat as usize] as usize, way);
                after.put(seat as usize, place as u16);
            }
        }
        if self.turned {
            self.reattach_turned_bonds(board, &mut after);
        }
        for &number in &self.doubles.as_flattened()[..self.doubled] {
            let bond = Bond::of(number);
            let (a, b) = (bond.owner as usize, self.layout.far_end(board, bond));
            if after.bonds.free[a] > 0 && after.bonds.free[b] > 0 {
                after.add_lines(board, a, b, 1);
            }
        }
        // Before the move nobody could bond, so only atoms that moved or lost a line can now.
        let bonds =
            self.cuts() || moving.iter().any(|&seat| after.meets_free(board, seat as usize));
        (after, bonds)
    }

    /// A turned bond lies another way than before and may be kept by its other end.
    fn reattach_turned_bonds(&self, board: &Board, after: &mut Layout<P, A>) {
        after.bonds = Bonds::none(board);
        for seat in 0..after.len {
            for side in [Side::Right, Side::Down] {
                let bond = Bond { owner: seat as u8, side };
                let lines = self.bonds.lines(bond);
                if lines > 0 {
                    let other = self.layout.far_end(board, bond);
                    after.add_lines(board, seat, other, lines);
                }
            }
        }
    }
}

impl<const P: usize, const A: usize> Layout<P, A> {
    /// Adds lines to the bond of two adjacent atoms, or makes one.
    fn add_lines(&mut self, board: &Board, a: usize, b: usize, lines: u8) {
        let (first, second) = if self.place[a] < self.place[b] { (a, b) } else { (b, a) };
        let apart = (self.place[second] - self.place[first]) as usize;
        debug_assert!(apart == 1 || apart == board.stride, "bonded atoms stay adjacent");
        let side = if apart == 1 { Side::Right } else { Side::Down };
        self.bonds.add(Bond { owner: first as u8, side }, second, lines);
    }
}
