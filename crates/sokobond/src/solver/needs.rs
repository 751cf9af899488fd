//! The estimates of a setting, for any place of the hero's molecule: those of [`heuristics`](crate::heuristics), with all
//! atoms at once.

use super::grid::Grid;
use super::lanes::Lanes;
use super::setting::{ATOMS, each_seat};
use crate::Board;
use crate::heuristics::can_pair;

/// Which atoms there are, and what they ask for.
pub(super) struct Needs<'g> {
    grid: &'g Grid,
    /// Column and row of each atom; those of the hero's molecule are counted from the corner of its box.
    spot: [Lanes; 2],
    free: [u8; ATOMS],
    /// The most new neighbours that an atom asks for.
    widest: u8,
    members: u16,
    others: u16,
    open: u16,
    /// The seats that may take part in a new bond.
    partners: u16,
    /// From each of the others to each: moves until what moves with the one can touch the other, also by way of third ones.
    paths: [Lanes; ATOMS],
    /// Atom → those that are no new neighbours for it, marked.
    known: [Lanes; ATOMS],
    has_doublers: bool,
    has_rotators: bool,
}

/// The atoms of a setting, as its estimates ask for them.
pub(super) struct Crew<'s> {
    pub(super) cell: &'s [u8; ATOMS],
    pub(super) free: &'s [u8; ATOMS],
    /// Everybody's molecule, by its lowest seat.
    pub(super) molecule: &'s [u8; ATOMS],
    /// Whom each is bonded with.
    pub(super) mates: &'s [u16; ATOMS],
    pub(super) members: u16,
}

/// The atoms with the hero's molecule on a place.
struct Stand {
    spot: [Lanes; 2],
    /// Moves until each can be touched; before that it stays where it is.
    touch: Lanes,
}

impl<'g> Needs<'g> {
    pub(super) fn new(board: &Board, grid: &'g Grid, crew: &Crew<'_>) -> Self {
        let len = board.valences.len();
        let all = u16::MAX >> (ATOMS - len);
        let (mut open, mut partners) = (0, 0);
        for seat in 0..len {
            let is_open = crew.free[seat] > 0;
            open |= u16::from(is_open) << seat;
            partners |= u16::from(is_open || board.has_cuts && board.valences[seat] > 0) << seat;
        }
        let is_rigid = !board.has_cuts && !board.has_rotators;
        let forgets = board.has_cuts && board.has_doublers;
        let mut spot = [Lanes::NONE; 2];
        for seat in 0..len {
            let [x, y] = grid.spot[crew.cell[seat] as usize];
            (spot[0].0[seat], spot[1].0[seat]) = (x, y);
        }
        let mut needs = Self {
            grid,
            spot,
            free: *crew.free,
            widest: if board.has_doublers { 1 } else { crew.free.iter().copied().fold(0, u8::max) },
            members: crew.members,
            others: all & !crew.members,
            open,
            partners,
            paths: [Lanes::MOST; ATOMS],
            known: [Lanes::NONE; ATOMS],
            has_doublers: board.has_doublers,
            has_rotators: board.has_rotators,
        };
        let mut bodies = [0; ATOMS];
        for seat in each_seat(all) {
            bodies[crew.molecule[seat] as usize] |= 1 << seat;
        }
        for seat in each_seat(needs.partners) {
            let known = match (is_rigid, forgets) {
                (true, _) => bodies[crew.molecule[seat] as usize],
                // Where bonds are cut and doubled, who is cut off may come back for an electron that was free before.
                (false, true) => 1 << seat,
                (false, false) => 1 << seat | crew.mates[seat],
            };
            needs.known[seat] = Lanes::of(known);
        }
        for seat in each_seat(needs.others) {
            let apart = Lanes::of(!bodies[crew.molecule[seat] as usize]);
            needs.paths[seat] = between(&needs.spot, seat).and(apart).or(Lanes::of(needs.members));
        }
        for by in each_seat(needs.others) {
            let onward = needs.paths[by];
            for seat in each_seat(needs.others) {
                let path = &mut needs.paths[seat];
                *path = path.min(Lanes::all(path.0[by]).plus(onward));
            }
        }
        needs
    }

    fn stand(&self, place: u8) -> Stand {
        let corner = self.grid.spot[place as usize].map(Lanes::all);
        let moved = Lanes::of(self.members);
        let [x, y] = corner.map(|corner| corner.and(moved));
        let spot = [self.spot[0].plus(x), self.spot[1].plus(y)];
        let direct = each_seat(self.members)
            .fold(Lanes::MOST, |direct, member| direct.min(between(&spot, member)));
        let touch = each_seat(self.others).fold(Lanes::MOST, |touch, first| {
            touch.min(Lanes::all(direct.0[first]).plus(self.paths[first]))
        });
        Stand { spot, touch: touch.and(Lanes::of(!self.members)) }
    }

    /// Moves until each atom can be a new neighbour of one.
    fn meetings(&self, stand: &Stand, seat: usize) -> Lanes {
        let touch = Lanes::all(stand.touch.0[seat]);
        let way = between(&stand.spot, seat);
        let mut moves = stand.touch.min(touch).plus(way);
        if self.has_rotators {
            moves = moves.min(stand.touch.plus(touch).plus(way).halved());
        }
        moves.or(self.known[seat])
    }

    /// The estimate `gap` with the hero's molecule on a place; the most there can be where somebody lacks partners.
    pub(super) fn gap(&self, place: u8) -> u32 {
        let stand = self.stand(place);
        let mut nearest = [Lanes::MOST; 4];
        for seat in each_seat(self.partners) {
            let mut moves = self.meetings(&stand, seat);
            for slot in &mut nearest[..self.widest as usize] {
                let further = slot.max(moves);
                *slot = slot.min(moves);
                moves = further;
            }
        }
        let need = |seat: usize| {
            if !self.has_doublers {
                return nearest[self.free[seat] as usize - 1].0[seat];
            }
            let [x, y] = stand.spot.map(|lanes| lanes.0[seat]);
            let sweep = self.grid.moves_to_doubler(x, y).saturating_add(stand.touch.0[seat]);
            nearest[0].0[seat].min(sweep)
        };
        match each_seat(self.open).map(need).fold(0, u8::max) {
            u8::MAX => u32::MAX,
            moves => moves.into(),
        }
    }

    /// Whether the estimate `pairing` is at most so many moves, where that of `gap` is.
    pub(super) fn can_pair(&self, place: u8, moves: u32) -> bool {
        let stand = self.stand(place);
        let mut near = [0; ATOMS];
        for seat in each_seat(self.open) {
            let meetings = self.meetings(&stand, seat);
            for other in each_seat(self.open) {
                near[seat] |= u64::from(u32::from(meetings.0[other]) <= moves) << other;
            }
        }
        can_pair(&near, &self.free)
    }
}

/// Cells between one atom and each.
#[inline(always)]
fn between(spot: &[Lanes; 2], seat: usize) -> Lanes {
    let [x, y] = spot;
    let (x, y) = (x.apart(Lanes::all(x.0[seat])), y.apart(Lanes::all(y.0[seat])));
    x.plus(y).minus(Lanes::all(1))
}
