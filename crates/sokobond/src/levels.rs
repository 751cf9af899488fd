//! The levels that ship.

use plyground_core::Pack;

/// The packs, one for each chapter.
pub const PACKS: [Pack; 4] = [
    Pack { name: "Bonding", text: include_str!("../../../levels/sokobond/1-bonding.txt") },
    Pack { name: "Pushing", text: include_str!("../../../levels/sokobond/2-pushing.txt") },
    Pack {
        name: "Cutting and doubling",
        text: include_str!("../../../levels/sokobond/3-cutting.txt"),
    },
    Pack { name: "Turning", text: include_str!("../../../levels/sokobond/4-turning.txt") },
];
