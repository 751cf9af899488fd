use super::{Adviser, Scene};
use crate::NONE;
use crate::solver::field::{Flood, back};
use crate::solver::ground::Ground;

/// Recommends the best move that can be taken back and lets the player push some box as it could not before.
#[derive(Debug, Default)]
pub(super) struct Explorer {
    flood: Flood,
}

impl Adviser for Explorer {
    fn advise(&mut self, scene: &mut Scene<'_>) -> Option<usize> {
        (0..scene.children.len()).find(|&index| {
            let push = scene.children[index].push;
            if !scene.ways.leads(push.to, push.from) {
                return false;
            }
            let ground = &mut *scene.ground;
            ground.shift(push.from, push.to);
            self.flood.fill(&ground.field, &ground.occupied, push.player);
            let opens = opens_a_push(ground, &self.flood, push.to);
            ground.shift(push.to, push.from);
            opens
        })
    }
}

/// Whether some box other than the moved one can be pushed from where the player could not stand before.
fn opens_a_push(ground: &Ground, after: &Flood, moved: crate::Cell) -> bool {
    let field = &ground.field;
    ground.boxes.iter().filter(|&&cell| cell != moved).any(|&cell| {
        (0..4).any(|way| {
            let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
            stand != NONE
                && to != NONE
                && usize::from(to) < field.live
                && after.contains(stand)
                && !ground.reach.contains(stand)
                && !ground.occupied[usize::from(to)]
        })
    })
}
