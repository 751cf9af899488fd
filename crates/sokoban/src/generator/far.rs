use plyground_core::Rng;

use crate::measure::{Floor, Shove, Spot, Spots, cells};

/// How much is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Positions up to which all are followed.
    pub most: usize,
    /// How many of one distance are followed from then on.
    pub width: usize,
    /// Positions at which the work ends.
    pub end: usize,
}

/// The positions from which a level can be solved, found by pulling the boxes away from the goals, with the
/// pushes each takes: the fewest as long as all were followed.
#[derive(Debug)]
pub(super) struct Far {
    spots: Spots,
    depth: Vec<u16>,
}

/// What the way from a start to the goals is like.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Story {
    pub pushes: usize,
    /// How often it turns to another box.
    pub changes: usize,
    /// Pushes at which another push loses.
    pub traps: usize,
}

impl Far {
    /// Pulls from all solved positions. When there are too many, those are followed whose boxes are far from
    /// the goals, and some others.
    pub fn search(floor: &Floor, effort: Effort, rng: &mut Rng) -> Self {
        let mut far = Self { spots: Spots::new(), depth: Vec::new() };
        let pulls = floor.pulls_from_goals();
        for player in cells(!floor.goals & floor.all()) {
            far.add(floor.spot(floor.goals, player), 0);
        }
        let mut layer: Vec<u32> = (0..far.depth.len() as u32).collect();
        let mut depth = 0;
        while !layer.is_empty() && far.spots.len() < effort.end {
            depth += 1;
            let mut next = Vec::new();
            for number in layer {
                let spot = far.spots.list()[number as usize];
                floor.each_pull(spot, |before| next.extend(far.add(before, depth)));
            }
            if far.spots.len() > effort.most && next.len() > effort.width {
                rng.shuffle(&mut next);
                let away = |&number: &u32| {
                    let boxes = far.spots.list()[number as usize].boxes;
                    cells(boxes).map(|cell| u32::from(pulls[usize::from(cell)])).sum::<u32>()
                };
                let lucky = next.split_off(next.len() - effort.width / 4);
                next.sort_by_cached_key(|number| std::cmp::Reverse(away(number)));
                next.truncate(effort.width - lucky.len());
                next.extend(lucky);
            }
            layer = next;
        }
        far
    }

    fn add(&mut self, spot: Spot, depth: u16) -> Option<u32> {
        let (number, fresh) = self.spots.insert(spot);
        if fresh {
            self.depth.push(depth);
        }
        fresh.then_some(number)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.depth.len()
    }

    /// The most pushes any start takes.
    pub fn deepest(&self) -> usize {
        self.depth.last().map_or(0, |&depth| depth.into())
    }

    /// The starts that take so many pushes.
    pub fn starts(&self, pushes: std::ops::RangeInclusive<usize>) -> Vec<Spot> {
        // Positions are in the order of their distance.
        let from = self.depth.partition_point(|&depth| usize::from(depth) < *pushes.start());
        let to = self.depth.partition_point(|&depth| usize::from(depth) <= *pushes.end());
        self.spots.list()[from..to.max(from)].to_vec()
    }

    fn depth_of(&self, spot: Spot) -> Option<u16> {
        Some(self.depth[self.spots.find(spot)? as usize])
    }

    /// Follows a start to the goals, staying with a box as long as that is a shortest way.
    pub fn story(&self, floor: &Floor, start: Spot) -> Option<Story> {
        let mut story = Story::default();
        let (mut spot, mut hand) = (start, None);
        let mut depth = self.depth_of(spot)?;
        while depth > 0 {
            let (mut best, mut best_depth, mut loses) = (None::<Shove>, depth, false);
            floor.each_push(spot, |shove| match self.depth_of(floor.after(spot, shove)) {
                None => loses = true,
                Some(left) => {
                    let same = Some(shove.from) == hand;
                    if left < best_depth || (left == best_depth && left < depth && same) {
                        (best, best_depth) = (Some(shove), left);
                    }
                }
            });
            let shove = best?;
            story.pushes += 1;
            story.changes += usize::from(hand != Some(shove.from));
            story.traps += usize::from(loses);
            hand = Some(shove.to);
            spot = floor.after(spot, shove);
            depth = best_depth;
        }
        Some(story)
    }
}
