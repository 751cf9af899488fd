use super::floor::{Floor, Shove, Spot, Spots, bit};

/// How far a position is from a solution when it has none.
const LOST: u32 = u32::MAX;

/// More essentially different solutions are not counted.
pub(crate) const MOST_SOLUTIONS: usize = 100;

/// All positions that can be reached from a start without a box on a dead cell, with the fewest pushes from
/// each of them to a solution.
#[derive(Debug)]
pub(crate) struct Graph {
    floor: Floor,
    spots: Spots,
    /// Where the pushes of each position begin in `pushes`; one more at the end.
    first: Vec<u32>,
    pushes: Vec<(u32, Shove)>,
    distance: Vec<u32>,
}

impl Graph {
    /// Looks at every position; `None` where there are more than `most`.
    pub fn of(floor: Floor, start: Spot, most: usize) -> Option<Self> {
        let mut spots = Spots::new();
        spots.insert(start);
        let (mut first, mut pushes) = (vec![0], Vec::new());
        let mut number = 0;
        while let Some(&spot) = spots.list().get(number) {
            floor.each_push(spot, |shove| {
                if floor.live & bit(shove.to) != 0 {
                    pushes.push((spots.insert(floor.after(spot, shove)).0, shove));
                }
            });
            if spots.len() > most {
                return None;
            }
            first.push(pushes.len() as u32);
            number += 1;
        }
        let mut graph = Self { floor, spots, first, pushes, distance: Vec::new() };
        graph.distance = graph.distances();
        Some(graph)
    }

    /// The fewest pushes to a solution from each position: a search back along the pushes.
    fn distances(&self) -> Vec<u32> {
        let count = self.spots.len();
        let mut first = vec![0_u32; count + 1];
        for (to, _) in &self.pushes {
            first[*to as usize + 1] += 1;
        }
        for number in 0..count {
            first[number + 1] += first[number];
        }
        let mut fill = first.clone();
        let mut from = vec![0_u32; self.pushes.len()];
        for number in 0..count {
            for (to, _) in self.pushes(number as u32) {
                let slot = &mut fill[*to as usize];
                from[*slot as usize] = number as u32;
                *slot += 1;
            }
        }
        let mut distance = vec![LOST; count];
        let solved = |number: &u32| self.spots.list()[*number as usize].boxes == self.floor.goals;
        let mut queue: Vec<u32> = (0..count as u32).filter(solved).collect();
        queue.iter().for_each(|&number| distance[number as usize] = 0);
        let mut head = 0;
        while let Some(&number) = queue.get(head) {
            head += 1;
            let number = number as usize;
            for &before in &from[first[number] as usize..first[number + 1] as usize] {
                if distance[before as usize] == LOST {
                    distance[before as usize] = distance[number] + 1;
                    queue.push(before);
                }
            }
        }
        distance
    }

    fn pushes(&self, number: u32) -> &[(u32, Shove)] {
        let number = number as usize;
        &self.pushes[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// How many positions from which there is a solution.
    pub fn alive(&self) -> usize {
        self.distance.iter().filter(|&&distance| distance != LOST).count()
    }

    /// The fewest pushes; `None` where there is no solution.
    pub fn fewest(&self) -> Option<u32> {
        Some(self.distance[0]).filter(|&distance| distance != LOST)
    }

    /// A solution of the fewest pushes that stays with a box as long as it can: the positions on it, and
    /// the push made in each.
    pub fn solution(&self) -> Vec<(u32, Shove)> {
        let mut line = Vec::new();
        let (mut number, mut hand) = (0, None);
        while self.distance[number as usize] != 0 && self.distance[number as usize] != LOST {
            let left = self.distance[number as usize] - 1;
            let good = || {
                let pushes = self.pushes(number).iter();
                pushes.filter(|(to, _)| self.distance[*to as usize] == left)
            };
            let same = good().find(|(_, shove)| Some(shove.from) == hand);
            let Some(&(to, shove)) = same.or_else(|| good().next()) else { break };
            line.push((number, shove));
            (number, hand) = (to, Some(shove.to));
        }
        line
    }

    /// In a position, how many pushes there are, how many of them lose, and how many boxes have one that
    /// does not.
    pub fn choices(&self, number: u32) -> Choices {
        let mut choices = Choices::default();
        let spot = self.spots.list()[number as usize];
        let mut movers = 0_u128;
        self.floor.each_push(spot, |_| choices.pushes += 1);
        for (to, shove) in self.pushes(number) {
            if self.distance[*to as usize] != LOST {
                choices.good += 1;
                movers |= bit(shove.from);
            }
        }
        choices.movers = movers.count_ones();
        choices
    }

    /// How many solutions of the fewest pushes there are that differ in more than the order of their
    /// pushes, up to [`MOST_SOLUTIONS`].
    pub fn solutions(&self) -> usize {
        // For each position on a shortest solution the sums of what may come: each push has a random
        // number, and solutions with the same pushes have the same sum, whatever their order.
        let mut sums: Vec<Vec<u64>> = vec![Vec::new(); self.len()];
        let mut queue = vec![0_u32];
        let mut on_line = vec![false; self.len()];
        on_line[0] = true;
        let mut head = 0;
        while let Some(&number) = queue.get(head) {
            head += 1;
            for &(to, _) in self.shortest(number) {
                if !std::mem::replace(&mut on_line[to as usize], true) {
                    queue.push(to);
                }
            }
        }
        for &number in queue.iter().rev() {
            let mut here = Vec::new();
            if self.distance[number as usize] == 0 {
                here.push(0);
            }
            for &(to, shove) in self.shortest(number) {
                here.extend(sums[to as usize].iter().map(|sum| sum.wrapping_add(weight(shove))));
            }
            here.sort_unstable();
            here.dedup();
            here.truncate(MOST_SOLUTIONS);
            sums[number as usize] = here;
        }
        sums[0].len()
    }

    /// The pushes that are on a shortest way.
    fn shortest(&self, number: u32) -> impl Iterator<Item = &(u32, Shove)> {
        let left = self.distance[number as usize].wrapping_sub(1);
        self.pushes(number)
            .iter()
            .filter(move |(to, _)| left < LOST - 1 && self.distance[*to as usize] == left)
    }
}

/// What can be done in a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// Pushes the rules allow.
    pub pushes: u32,
    /// Those after which there still is a solution.
    pub good: u32,
    /// Boxes that have a good push.
    pub movers: u32,
}

fn weight(shove: Shove) -> u64 {
    let mut number = u64::from(shove.from) << 8 | u64::from(shove.to) | 1 << 40;
    for _ in 0..2 {
        number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    number ^ number >> 27
}
