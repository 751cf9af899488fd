use super::{Adviser, Scene};
use crate::solver::fess::score::Score;

/// Recommends the best move that makes one number of the score smaller.
#[derive(Debug)]
pub(super) struct Improver(pub fn(Score) -> i32);

impl Adviser for Improver {
    fn advise(&mut self, scene: &mut Scene<'_>) -> Option<usize> {
        let before = self.0(scene.before);
        scene.children.iter().position(|child| self.0(child.score) < before)
    }
}
