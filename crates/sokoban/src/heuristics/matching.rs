use crate::FAR;

/// Gives each box a goal of its own at the least total cost, by shortest augmenting paths (the Hungarian
/// method). One value is used again and again, so that it allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Matching {
    /// The price of each goal.
    prices: Vec<i32>,
    /// The box each goal went to, from 1; 0 for none.
    owners: Vec<usize>,
    slack: Vec<i32>,
    from: Vec<usize>,
    used: Vec<bool>,
    offers: Vec<i32>,
}

/// Larger than any sum of distances on a board.
const INFINITE: i32 = i32::MAX / 2;

impl Matching {
    /// Nothing matched yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least total of `cost(box, goal)` over all ways to give each of `count` boxes one of `count` goals,
    /// where [`FAR`] forbids a pair; `None` where there is no way.
    pub fn cheapest(&mut self, count: usize, cost: impl Fn(usize, usize) -> u16) -> Option<u32> {
        // Goals and boxes count from 1 here; goal 0 stands for "the box that seeks a goal".
        self.prices.clear();
        self.prices.resize(count + 1, 0);
        self.offers.clear();
        self.offers.resize(count + 1, 0);
        self.owners.clear();
        self.owners.resize(count + 1, 0);
        self.from.resize(count + 1, 0);
        let mut total = 0;
        for seeker in 1..=count {
            total += self.place(seeker, count, &cost)?;
        }
        u32::try_from(total).ok()
    }

    /// Finds a goal for one more box; returns by how much the total grows.
    fn place(
        &mut self,
        seeker: usize,
        count: usize,
        cost: &impl Fn(usize, usize) -> u16,
    ) -> Option<i32> {
        self.owners[0] = seeker;
        self.slack.clear();
        self.slack.resize(count + 1, INFINITE);
        self.used.clear();
        self.used.resize(count + 1, false);
        let mut goal = 0;
        let mut grown = 0;
        loop {
            self.used[goal] = true;
            let owner = self.owners[goal];
            let mut least = INFINITE;
            let mut next = 0;
            for other in 1..=count {
                if self.used[other] {
                    continue;
                }
                let distance = cost(owner - 1, other - 1);
                if distance != FAR {
                    let reduced = i32::from(distance) - self.offers[owner] - self.prices[other];
                    if reduced < self.slack[other] {
                        self.slack[other] = reduced;
                        self.from[other] = goal;
                    }
                }
                if self.slack[other] < least {
                    least = self.slack[other];
                    next = other;
                }
            }
            if next == 0 {
                return None;
            }
            for other in 0..=count {
                if self.used[other] {
                    self.offers[self.owners[other]] += least;
                    self.prices[other] -= least;
                } else if self.slack[other] < INFINITE {
                    self.slack[other] -= least;
                }
            }
            grown += least;
            goal = next;
            if self.owners[goal] == 0 {
                break;
            }
        }
        while goal != 0 {
            let before = self.from[goal];
            self.owners[goal] = self.owners[before];
            goal = before;
        }
        Some(grown)
    }
}

#[cfg(test)]
mod tests {
    use pathfinding::kuhn_munkres::kuhn_munkres_min;
    use pathfinding::matrix::Matrix;
    use plyground_core::Rng;

    use super::*;

    #[test]
    fn the_cheapest_matching_is_that_of_an_independent_implementation() {
        let mut rng = Rng::new(5);
        let mut matching = Matching::new();
        for _ in 0..2000 {
            let count = 1 + rng.below(9);
            let barred = rng.below(4);
            let costs: Vec<u16> = (0..count * count)
                .map(|_| if rng.below(8) < barred { FAR } else { rng.below(30) as u16 })
                .collect();
            let ours = matching.cheapest(count, |owner, goal| costs[owner * count + goal]);
            let weights: Vec<i64> = costs
                .iter()
                .map(|&cost| if cost == FAR { 1_000_000 } else { i64::from(cost) })
                .collect();
            let (theirs, _) = kuhn_munkres_min(&Matrix::from_vec(count, count, weights).unwrap());
            let theirs = (theirs < 1_000_000).then_some(theirs as u32);
            assert_eq!(ours, theirs, "{costs:?}");
        }
    }
}
