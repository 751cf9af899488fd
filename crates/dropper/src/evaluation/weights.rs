//! What each feature is worth: fitted to the results of games that the evaluation played against itself. `TUNING.md`
//! tells how, and what was gained.

use super::features::FEATURES;

/// Parts of the game between the empty board and the full one.
pub(super) const STAGES: i32 = 256;

/// What each feature is worth on the empty board and on the full one.
pub type Weights = [[i32; 2]; FEATURES];

/// The weights in use.
pub const WEIGHTS: Weights = [
    [-14, 34], // one
    [-26, 81], // largest
    [-17, 15], // second largest
    [-4, 0],   // spread
    [-9, 6],   // groups
    [-2, 2],   // exposed
    [-10, 41], // growth
    [-4, 18],  // merge
    [34, -45], // split
    [26, -80], // their largest
    [18, -16], // their second largest
    [3, 0],    // their spread
    [9, -6],   // their groups
    [3, -8],   // their exposed
    [7, -30],  // their growth
    [1, -13],  // their merge
    [-34, 56], // their split
    [-19, 43], // last drop
    [0, 1],    // free squares
];
