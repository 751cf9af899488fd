//! What a session adds to a scene: stable names for the pieces, and marks of the last move.

use plyground_core::scene::{Mark, MarkKind};
use plyground_core::{Motion, Scene};

/// The ids of a scene's pieces, in order.
pub(crate) fn ids(scene: &Scene) -> Vec<u32> {
    scene.pieces.iter().map(|piece| piece.id).collect()
}

/// Gives a scene's pieces the ids that they had.
pub(crate) fn name(scene: &mut Scene, ids: &[u32]) {
    for (piece, &id) in scene.pieces.iter_mut().zip(ids) {
        piece.id = id;
    }
}

/// Points out where pieces came from and went to.
pub(crate) fn mark_last(scene: &mut Scene, motions: &[Motion]) {
    for motion in motions {
        for cell in [motion.from, motion.to].into_iter().flatten() {
            let mark = Mark { kind: MarkKind::Last, cell, to: None };
            if !scene.marks.contains(&mark) {
                scene.marks.push(mark);
            }
        }
    }
}
