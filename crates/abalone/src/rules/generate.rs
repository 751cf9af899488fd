//! Move generation: all moves of a kind at once, as the set of cells they start from.

use super::Move;
use super::tally::Tally;
use crate::board::{BOARD, BRINK, INNER, look};

/// Hands over every legal move once, as sets: each cell of `set` completes `pattern` to a move.
#[inline(always)]
fn for_each_kind(own: u64, other: u64, mut found: impl FnMut(u64, u16)) {
    let empty = BOARD & !(own | other);
    // The marbles that can make a single step, by direction: side-steps are made of these.
    let free = [
        inline::<0>(own, other, empty, &mut found),
        inline::<1>(own, other, empty, &mut found),
        inline::<2>(own, other, empty, &mut found),
        inline::<3>(own, other, empty, &mut found),
        inline::<4>(own, other, empty, &mut found),
        inline::<5>(own, other, empty, &mut found),
    ];
    side_steps::<1, 0>([free[0], free[2], free[3], free[5]], [0, 2, 3, 5], &mut found);
    side_steps::<0, 1>([free[1], free[2], free[4], free[5]], [1, 2, 4, 5], &mut found);
    side_steps::<5, 2>([free[0], free[1], free[3], free[4]], [0, 1, 3, 4], &mut found);
}

/// The in-line moves in direction `D`; gives back the marbles that can step there alone.
#[inline(always)]
fn inline<const D: usize>(
    own: u64,
    other: u64,
    empty: u64,
    found: &mut impl FnMut(u64, u16),
) -> u64 {
    let inner = own & INNER[D];
    let ahead_empty = look::<D>(empty) & INNER[D];
    let pushable = other & (ahead_empty | BRINK[D]);
    let behind_pushable = look::<D>(pushable);
    let pushable_pair = other & INNER[D] & behind_pushable;

    // The front marble of a column that meets nothing, one or two marbles; then those behind it.
    let meets_none = own & ahead_empty;
    let meets_one = inner & behind_pushable;
    let meets_two = inner & look::<D>(pushable_pair);
    let two_none = inner & look::<D>(meets_none);
    let two_one = inner & look::<D>(meets_one);
    let two_two = inner & look::<D>(meets_two);
    found(inner & look::<D>(two_two), Move::inline_pattern(D, 3, 2));
    found(inner & look::<D>(two_one), Move::inline_pattern(D, 3, 1));
    found(two_one, Move::inline_pattern(D, 2, 1));
    found(inner & look::<D>(two_none), Move::inline_pattern(D, 3, 0));
    found(two_none, Move::inline_pattern(D, 2, 0));
    found(meets_none, Move::inline_pattern(D, 1, 0));
    meets_none
}

/// The side-steps of lines along direction `A` (the place `AXIS` among the axes).
#[inline(always)]
fn side_steps<const A: usize, const AXIS: usize>(
    free: [u64; 4],
    directions: [usize; 4],
    found: &mut impl FnMut(u64, u16),
) {
    for (free, direction) in free.into_iter().zip(directions) {
        let pairs = free & INNER[A] & look::<A>(free);
        found(pairs, Move::side_pattern(direction, 2, AXIS));
        found(pairs & INNER[A] & look::<A>(pairs), Move::side_pattern(direction, 3, AXIS));
    }
}

/// Appends the legal moves of the side that owns `own`.
pub fn list(own: u64, other: u64, out: &mut Vec<Move>) {
    for_each_kind(own, other, |set, pattern| append(out, set, pattern));
}

/// Appends the moves that push a marble off the board, in the order of [`list`].
pub fn list_ejections(own: u64, other: u64, out: &mut Vec<Move>) {
    ejections::<0>(own, other, out);
    ejections::<1>(own, other, out);
    ejections::<2>(own, other, out);
    ejections::<3>(own, other, out);
    ejections::<4>(own, other, out);
    ejections::<5>(own, other, out);
}

#[inline(always)]
fn ejections<const D: usize>(own: u64, other: u64, out: &mut Vec<Move>) {
    let inner = own & INNER[D];
    let behind_last = look::<D>(other & BRINK[D]);
    let pair = other & INNER[D] & behind_last;
    let two_one = inner & look::<D>(inner & behind_last);
    let two_two = inner & look::<D>(inner & look::<D>(pair));
    // Most directions threaten nothing.
    if two_one | two_two != 0 {
        append(out, inner & look::<D>(two_two), Move::inline_pattern(D, 3, 2));
        append(out, inner & look::<D>(two_one), Move::inline_pattern(D, 3, 1));
        append(out, two_one, Move::inline_pattern(D, 2, 1));
    }
}

#[inline(always)]
fn append(out: &mut Vec<Move>, mut set: u64, pattern: u16) {
    while set != 0 {
        out.push(Move::complete(pattern, set.trailing_zeros()));
        set &= set - 1;
    }
}

/// The number of legal moves, without making them.
pub fn count(own: u64, other: u64) -> u64 {
    let empty = BOARD & !(own | other);
    let mut tally = Tally::<5>::default();
    let free = [
        count_inline::<0>(own, other, empty, &mut tally),
        count_inline::<1>(own, other, empty, &mut tally),
        count_inline::<2>(own, other, empty, &mut tally),
        count_inline::<3>(own, other, empty, &mut tally),
        count_inline::<4>(own, other, empty, &mut tally),
        count_inline::<5>(own, other, empty, &mut tally),
    ];
    for free in [free[0], free[2], free[3], free[5]] {
        count_side_steps::<1>(free, &mut tally);
    }
    for free in [free[1], free[2], free[4], free[5]] {
        count_side_steps::<0>(free, &mut tally);
    }
    for free in [free[0], free[1], free[3], free[4]] {
        count_side_steps::<5>(free, &mut tally);
    }
    u64::from(tally.total())
}

/// A column and a direction make at most one in-line move a trailing marble, so that the kinds can be
/// counted as one set.
#[inline(always)]
fn count_inline<const D: usize>(own: u64, other: u64, empty: u64, tally: &mut Tally<5>) -> u64 {
    let inner = own & INNER[D];
    let ahead_empty = look::<D>(empty) & INNER[D];
    let pushable = other & (ahead_empty | BRINK[D]);
    let behind_pushable = look::<D>(pushable);
    let pushable_pair = other & INNER[D] & behind_pushable;

    let one = own & ahead_empty;
    let two = inner & look::<D>(one | (inner & behind_pushable));
    let two_meet_two = inner & look::<D>(inner & look::<D>(pushable_pair));
    let three = inner & look::<D>(two | two_meet_two);
    tally.add(one | two | three, 0);
    one
}

#[inline(always)]
fn count_side_steps<const A: usize>(free: u64, tally: &mut Tally<5>) {
    let inner = free & INNER[A];
    let pairs = inner & look::<A>(free);
    tally.add(pairs, inner & look::<A>(pairs));
}
