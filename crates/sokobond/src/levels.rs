//! The levels that ship.

use plyground_core::Pack;

/// The packs, one for each chapter.
pub fn packs() -> Vec<Pack> {
    vec![
        Pack::new("Bonding", include_str!("../levels/1-bonding.txt")),
        Pack::new("Pushing", include_str!("../levels/2-pushing.txt")),
        Pack::new("Cutting and doubling", include_str!("../levels/3-cutting.txt")),
        Pack::new("Turning", include_str!("../levels/4-turning.txt")),
        Pack::new("Laboratory", include_str!("../levels/5-laboratory.txt")),
    ]
}
