use std::cmp::Reverse;

use super::{Adviser, Scene};
use crate::NONE;
use crate::solver::field::Distances;

/// Opens the way where nothing can be packed: the box nearest to the plan's next cell goes as far from it as
/// it can.
#[derive(Debug, Default)]
pub(super) struct Opener {
    distances: Distances,
}

impl Adviser for Opener {
    fn advise(&mut self, scene: &mut Scene<'_>) -> Option<usize> {
        let packs =
            scene.children.first().is_some_and(|child| child.score.packed > scene.before.packed);
        if packs || scene.stage.target == NONE {
            return None;
        }
        self.distances.spread_from(&scene.ground.field, scene.stage.target);
        let moves = scene.children.iter().enumerate().filter_map(|(index, child)| {
            let (from, to) =
                (self.distances.get(child.push.from), self.distances.get(child.push.to));
            (to > from).then_some((from, Reverse(to), index))
        });
        moves.min().map(|(_, _, index)| index)
    }
}
