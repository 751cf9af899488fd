//! The levels that ship.

use plyground_core::Pack;

/// The packs: one, whose chapters its levels name.
pub fn packs() -> Vec<Pack> {
    vec![Pack::new("plyground", include_str!("../levels/plyground.xsb"))]
}
