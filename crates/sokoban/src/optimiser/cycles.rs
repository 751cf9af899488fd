use std::collections::HashMap;

use super::budget::Budget;
use super::terrain::Walker;
use super::work::{Method, Work};

/// Leaves out what leads back to where it began: the same boxes, and the player no farther than a walk that
/// costs no more.
#[derive(Debug, Default)]
pub(super) struct Cycles;

impl<const N: usize> Method<N> for Cycles {
    fn name(&self) -> String {
        "cycles".into()
    }

    fn pass(&mut self, work: &mut Work<N>, _budget: &mut Budget<'_>) {
        let line = &work.line;
        let mut met: HashMap<[u64; N], Vec<usize>> = HashMap::new();
        for (index, place) in line.places.iter().enumerate() {
            met.entry(place.boxes.0).or_default().push(index);
        }
        let mut walker = Walker::default();
        let mut kept = Vec::new();
        let mut at = 0;
        while at < line.pushes.len() {
            let place = &line.places[at];
            let again = met[&place.boxes.0].iter().rev().take_while(|&&later| later > at);
            let jump = again.copied().find(|&later| {
                let to = line.places[later].player;
                let walk = walker.walk(&work.terrain, &place.boxes, place.player, to);
                let spent = line.costs[later] - line.costs[at];
                walk.is_some_and(|walk| u64::from(walk) * work.price.walk <= spent)
            });
            if let Some(later) = jump {
                at = later;
            } else {
                kept.push(line.pushes[at]);
                at += 1;
            }
        }
        if kept.len() < line.pushes.len() {
            work.replace(0, work.line.pushes.len(), &kept);
        }
    }
}
