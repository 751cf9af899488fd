//! What each feature is worth.
//!
//! Fitted by logistic regression to the results of 15,000 games on 8×8 that the evaluation played against
//! itself, with the weights of an earlier fit (`cargo run --release --example fit`). The loss on those same
//! games was 0.556, where knowing nothing gives 0.693. One turn ahead, it beat `groups` by 85 to 15. Both
//! figures are from before groups that share the first place were counted together.

use super::features::FEATURES;

/// Parts of the game between the empty board and the full one.
pub(super) const STAGES: i32 = 256;

/// What each feature is worth on the empty board and on the full one.
pub(super) const WEIGHTS: [[i32; 2]; FEATURES] = [
    [40, 54],   // one
    [-76, 81],  // largest
    [-6, 1],    // second largest
    [-4, 5],    // spread
    [-41, 45],  // groups
    [36, -8],   // exposed
    [-8, 47],   // growth
    [-27, 51],  // merge
    [17, -48],  // split
    [50, -101], // their largest
    [10, -9],   // their second largest
    [6, -4],    // their spread
    [37, -38],  // their groups
    [-17, -12], // their exposed
    [13, -41],  // their growth
    [4, -22],   // their merge
    [-56, 111], // their split
    [-56, 42],  // last drop
    [-1, 6],    // free squares
];
