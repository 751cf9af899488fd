use super::{Adviser, Scene};
use crate::solver::field::Distances;

/// Keeps boxes where the plan can still use them: recommends the best move that takes a box out of the lost
/// cells; else takes the box nearest to them as far away as it can be taken and brought back.
#[derive(Debug, Default)]
pub(super) struct Loser {
    distances: Distances,
}

impl Adviser for Loser {
    fn advise(&mut self, scene: &mut Scene<'_>) -> Option<usize> {
        let before = scene.before;
        let better = scene.children.iter().position(|child| child.score.lost < before.lost);
        if better.is_some() || scene.stage.lost.iter().all(|&word| word == 0) {
            return better;
        }
        self.distances.spread_from_set(&scene.ground.field, &scene.stage.lost);
        let farther =
            |(index, child): (usize, &super::Child)| {
                let (from, to) =
                    (self.distances.get(child.push.from), self.distances.get(child.push.to));
                let harmless = child.score.regions <= before.regions
                    && child.score.links <= before.links
                    && child.score.lost <= before.lost;
                (to > from && harmless && scene.ways.leads(child.push.to, child.push.from))
                    .then_some((from, std::cmp::Reverse(to), index))
            };
        let nearest = scene.children.iter().enumerate().filter_map(farther).min();
        nearest.map(|(_, _, index)| index)
    }
}
