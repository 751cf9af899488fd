//! An estimate: how far the furthest pair is where every free electron has a partner of its own.
//!
//! [`Gap`](super::Gap) asks of each atom alone whether enough partners are near. But two atoms may count on the same electron.
//! Where nothing cuts or doubles, the lines still to come pair all free electrons with each other, two atoms share at most one
//! line, and each pair needs the moves that its distance says. So the estimate is the fewest moves for which the pairs that can
//! meet in them allow such a pairing. Whether they do is asked as a flow, from each atom as giver to each as taker: a pairing is
//! such a flow in both directions, so where there is no flow there is no pairing. The estimate is consistent: a line that a
//! move makes, added to a pairing after it, is one before it.

use plyground_core::{Heuristic, Properties};

use super::gap::{Crowd, gap_of};
use crate::anatomy::Anatomy;
use crate::deadlock::is_layout_dead;
use crate::layout::{Layout, unfolded};
use crate::rules::UNIT;
use crate::{Board, State};

pub(crate) const PROPERTIES: Properties = Properties::CONSISTENT;

/// The gap, where every free electron has a partner of its own.
#[derive(Debug, Clone, Copy)]
pub struct Pairing;

impl Heuristic<Board> for Pairing {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        unfolded!(board, state, |layout| {
            let anatomy = Anatomy::new(board, &layout);
            let dead = is_layout_dead(board, &layout, &anatomy);
            if dead { None } else { pairing_of(board, &layout, &anatomy).map(|moves| UNIT * moves) }
        })
    }
    fn properties(&self) -> Properties {
        PROPERTIES
    }
}

/// The estimate in moves; `None` where there is no pairing at all.
pub(crate) fn pairing_of<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> Option<u32> {
    let least = gap_of(board, layout, anatomy)?;
    if board.has_cuts || board.has_doublers {
        return Some(least);
    }
    let crowd = Crowd::new(board, layout, anatomy);
    let touches = crowd.touches();
    let mut far = 0;
    let mut meetings = [[u32::MAX; A]; A];
    for a in anatomy.open() {
        for b in anatomy.open() {
            if let Some(moves) = crowd.meeting(a, b, &touches) {
                meetings[a][b] = moves;
                far = far.max(moves);
            }
        }
    }
    (least..=far.max(least)).find(|&moves| {
        let mut near = [0u64; A];
        for a in anatomy.open() {
            for b in anatomy.open() {
                near[a] |= u64::from(meetings[a][b] <= moves) << b;
            }
        }
        can_pair(&near, &anatomy.free)
    })
}

/// Whether all free electrons can be given to atoms that are near the giver, as bits, and have room for as many as they give.
pub(crate) fn can_pair<const A: usize>(near: &[u64; A], free: &[u8; A]) -> bool {
    can_give(near, free, free)
}

/// Whether all givers can give so much to takers that are near, as bits, each of them at most once, and have room for it.
pub(crate) fn can_give<const A: usize>(near: &[u64; A], gives: &[u8; A], room: &[u8; A]) -> bool {
    let mut flow = Flow { near, given: [0; A], room: *room };
    (0..A).all(|giver| (0..gives[giver]).all(|_| flow.give(giver, &mut 0)))
}

/// Who gives an electron to whom so far.
struct Flow<'n, const A: usize> {
    /// Giver → whom it can give to, as bits.
    near: &'n [u64; A],
    /// Giver → takers, as bits.
    given: [u64; A],
    /// Taker → electrons that it can still take.
    room: [u8; A],
}

impl<const A: usize> Flow<'_, A> {
    /// Finds a taker for one more electron, where others may have to find another; those in `asked` were asked already.
    fn give(&mut self, giver: usize, asked: &mut u64) -> bool {
        loop {
            let takers = self.near[giver] & !self.given[giver] & !*asked;
            if takers == 0 {
                return false;
            }
            let taker = takers.trailing_zeros() as usize;
            let bit = 1 << taker;
            *asked |= bit;
            if self.room[taker] > 0 {
                self.room[taker] -= 1;
                self.given[giver] |= bit;
                return true;
            }
            for other in 0..A {
                if self.given[other] & bit != 0 {
                    self.given[other] &= !bit;
                    // Nobody is asked twice, so it does not get the same one back.
                    if self.give(other, asked) {
                        self.given[giver] |= bit;
                        return true;
                    }
                    self.given[other] |= bit;
                }
            }
        }
    }
}
