//! How much less deep, and where not at all: the numbers that trade certainty for depth.

use super::super::logarithm::ln;
use super::ordering::HISTORY_LIMIT;

/// Plies less for a late quiet move.
pub(super) fn late_move(depth: i32, number: usize, in_window: bool, history: i32) -> i32 {
    let base = logarithm(depth as usize) * logarithm(number) / LATE_DIVISOR;
    let mut reduction = base - history * 64 / HISTORY_LIMIT;
    if in_window {
        reduction -= 64;
    }
    (reduction / 64).clamp(0, depth - 2)
}

const LATE_DIVISOR: i32 = 96;

/// 64 · ln(n).
fn logarithm(n: usize) -> i32 {
    LOGARITHMS[n.min(LOGARITHMS.len() - 1)]
}

const LOGARITHMS: [i32; 128] = {
    let mut table = [0; 128];
    let mut n = 2;
    while n < 128 {
        table[n] = (ln(n as f64) * 64.0) as i32;
        n += 1;
    }
    table
};

/// Half the width of the first window, for scores that moved by `swing` lately.
pub(super) fn aspiration(unit: i32, swing: i32) -> i32 {
    unit / 8 + swing + 1
}

/// Plies less after a pass.
pub(super) fn null_move(depth: i32, surplus: i32, unit: i32) -> i32 {
    2 + depth / 4 + (surplus / unit.max(1)).clamp(0, 2)
}

/// Whether a position is so far above the window that a few quiet plies will hardly bring it back.
pub(super) fn is_far_above(value: i32, beta: i32, depth: i32, unit: i32) -> bool {
    depth <= 6 && value - depth * unit / 3 >= beta
}

/// Whether a quiet move near the horizon can be skipped: too late in the order, or too far below.
pub(super) fn is_hopeless(value: i32, alpha: i32, depth: i32, number: usize, unit: i32) -> bool {
    let below = depth <= 3 && value.saturating_add(depth * unit / 2) <= alpha;
    let late = depth <= 4 && number as i32 >= 3 + 2 * depth * depth;
    below || late
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more_and_never_below_one_ply() {
        assert_eq!(late_move(3, 3, false, 0), 0);
        assert!(late_move(8, 40, false, 0) > late_move(8, 5, false, 0));
        assert!(late_move(12, 20, false, 0) >= late_move(6, 20, false, 0));
        assert!((3..60).all(|depth| late_move(depth, 127, false, -HISTORY_LIMIT) <= depth - 2));
    }
}
