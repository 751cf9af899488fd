//! What the evaluation sees in a position.

use crate::board::Board;
use crate::board::bits::Bits;
use crate::rules::{Rules, Stones};

/// How many features there are.
pub const FEATURES: usize = 19;

/// Features of one side; those of the next dropper come first, then those of the other.
const SIDE_FEATURES: usize = 8;

/// The features by name, in the order of the weights.
pub const NAMES: [&str; FEATURES] = [
    "one",
    "largest",
    "second largest",
    "spread",
    "groups",
    "exposed",
    "growth",
    "merge",
    "split",
    "their largest",
    "their second largest",
    "their spread",
    "their groups",
    "their exposed",
    "their growth",
    "their merge",
    "their split",
    "last drop",
    "free squares",
];

/// What the evaluation sees, from the view of the side that drops next, which is not the side to move where
/// a Free is due.
pub(super) fn features<B: Bits>(rules: &Rules<B>, stones: &Stones<B>) -> [i32; FEATURES] {
    let (dropper, other) = if stones.free_due {
        (stones.theirs(), stones.own())
    } else {
        (stones.own(), stones.theirs())
    };
    let empty = rules.empty(stones);
    let free = rules.free_squares(stones).count() as i32;
    let mut all = [0; FEATURES];
    all[0] = 1;
    all[1..=SIDE_FEATURES].copy_from_slice(&side(&rules.board, dropper, other, empty));
    all[1 + SIDE_FEATURES..=2 * SIDE_FEATURES].copy_from_slice(&side(
        &rules.board,
        other,
        dropper,
        empty,
    ));
    let odd = if empty.count() & 1 == 1 { 1 } else { -1 };
    all[2 * SIDE_FEATURES + 1] = if free == 0 { odd } else { 0 };
    all[2 * SIDE_FEATURES + 2] = free;
    all
}

/// The features of one side's stones against those of the other.
fn side<B: Bits>(board: &Board<B>, own: B, theirs: B, empty: B) -> [i32; SIDE_FEATURES] {
    let (mut largest, mut first, mut second) = (B::EMPTY, 0, 0);
    let (mut spread, mut groups) = (0, 0);
    for group in board.groups(own) {
        let size = group.count() as i32;
        groups += 1;
        spread += size * size;
        if size > first {
            second = first;
            (largest, first) = (group, size);
        } else if size == first {
            // Groups that share the first place count as one in what follows: none of them is special.
            second = size;
            largest = largest | group;
        } else if size > second {
            second = size;
        }
    }
    let reach = board.around(empty);
    // Where a Drop would add to a largest group.
    let growth = board.beside(largest) & theirs & reach;
    // Where it would also join another group to it.
    let joints = if second == first { growth } else { growth & board.beside(own & !largest) };
    let joined = |joint: usize| {
        let stone = B::bit(joint);
        board.group(own | stone, stone).count() as i32
    };
    let merge = joints.squares().map(joined).max().map_or(0, |size| size - first);
    let split = board.groups(largest).map(|group| worst_split(board, group, reach)).max();
    [
        first,
        second,
        spread,
        groups,
        (largest & reach).count() as i32,
        growth.count() as i32,
        merge,
        split.unwrap_or(0),
    ]
}

/// The most stones that a group loses by a Drop on one of the stones within reach.
fn worst_split<B: Bits>(board: &Board<B>, group: B, reach: B) -> i32 {
    let mut worst = 0;
    for square in (group & reach).squares() {
        let stone = B::bit(square);
        let beside = board.beside(stone) & group;
        worst = worst.max(1);
        if beside.without_lowest().is_empty() {
            continue;
        }
        // Neighbours that are connected around the stone stay together without it.
        let seed = B::bit(beside.lowest());
        let local = board.group(board.near(square) & group, seed);
        if beside & !local == B::EMPTY {
            continue;
        }
        let rest = group ^ stone;
        let part = board.group(rest, seed);
        if part != rest {
            let kept = part.count().max(board.largest_group(rest ^ part));
            worst = worst.max((group.count() - kept) as i32);
        }
    }
    worst
}
