use crate::FAR;

/// The cost of a pair that is not possible.
const IMPOSSIBLE: i32 = 1 << 20;

/// Rows between two looks at whether it is too late; with a thousand rows that is some milliseconds.
const GLANCE: usize = 16;

/// Gives each box a goal of its own at the least total cost, by shortest augmenting paths (the Hungarian
/// method): rows are assigned to columns, as many of the one as of the other. The prices are kept, so that
/// the change of a single row is cheap to follow. One value is used again and again, so that it allocates
/// nothing.
#[derive(Debug, Clone, Default)]
pub struct Matching {
    size: usize,
    costs: Vec<i32>,
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    /// The row of each column; `size` where it has none.
    row_of: Vec<usize>,
    slack: Vec<i32>,
    /// The slack of each column that is not done.
    open: Vec<i32>,
    came: Vec<u32>,
    done: Vec<u32>,
    /// The rows that were not given the column they want most.
    rest: Vec<usize>,
}

impl Matching {
    /// Nothing matched yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least total of `cost(box, goal)` over all ways to give each of `count` boxes one of `count` goals,
    /// where [`FAR`] forbids a pair; `None` where there is no way.
    pub fn cheapest(&mut self, count: usize, cost: impl Fn(usize, usize) -> u16) -> Option<u32> {
        self.solve(count, cost);
        self.total()
    }

    /// The same; but `None` too where `is_over` says so before all boxes have goals.
    pub fn cheapest_unless(
        &mut self,
        count: usize,
        cost: impl Fn(usize, usize) -> u16,
        is_over: impl Fn() -> bool,
    ) -> Option<u32> {
        self.solve_unless(count, cost, is_over);
        self.total()
    }

    /// Assigns all rows anew; `cost` gives the price of a row and a column, [`FAR`] where they are no pair.
    pub fn solve(&mut self, size: usize, cost: impl Fn(usize, usize) -> u16) {
        self.solve_unless(size, cost, || false);
    }

    /// The same; but where `is_over` says so, some rows are left without a column, and there is no
    /// [`total`](Self::total).
    pub fn solve_unless(
        &mut self,
        size: usize,
        cost: impl Fn(usize, usize) -> u16,
        is_over: impl Fn() -> bool,
    ) {
        self.size = size;
        self.costs.clear();
        for row in 0..size {
            self.costs.extend((0..size).map(|column| price(cost(row, column))));
        }
        self.row_price.clear();
        self.row_price.resize(size, 0);
        self.column_price.clear();
        self.column_price.resize(size, 0);
        self.row_of.clear();
        self.row_of.resize(size, size);
        self.rest.clear();
        for row in 0..size {
            // Whoever is the first to want its cheapest column has it; the others push their way in.
            let costs = &self.costs[row * size..][..size];
            let cheapest = (0..size).min_by_key(|&column| costs[column]);
            match cheapest.filter(|&column| self.row_of[column] == size) {
                Some(column) => {
                    self.row_of[column] = row;
                    self.row_price[row] = costs[column];
                }
                None => self.rest.push(row),
            }
        }
        for index in 0..self.rest.len() {
            if index % GLANCE == GLANCE - 1 && is_over() {
                return;
            }
            self.assign(self.rest[index]);
        }
    }

    /// Gives a row new costs and assigns it anew.
    pub fn change(&mut self, row: usize, cost: impl Fn(usize) -> u16) {
        let start = row * self.size;
        for (column, slot) in self.costs[start..start + self.size].iter_mut().enumerate() {
            *slot = price(cost(column));
        }
        if let Some(column) = self.row_of.iter().position(|&of| of == row) {
            self.row_of[column] = self.size;
        }
        self.assign(row);
    }

    /// The sum of all costs; `None` where some row has no possible column left, or was given none.
    pub fn total(&self) -> Option<u32> {
        let mut total = 0;
        for (column, &row) in self.row_of.iter().enumerate() {
            let cost = self.costs.get(row * self.size + column).copied().unwrap_or(IMPOSSIBLE);
            if cost >= IMPOSSIBLE {
                return None;
            }
            total += cost as u32;
        }
        Some(total)
    }

    /// The row that a column was given, if any.
    pub fn row_of(&self, column: usize) -> Option<usize> {
        self.row_of.get(column).copied().filter(|&row| row < self.size)
    }

    /// Finds the cheapest chain of changes that gives a row a column.
    fn assign(&mut self, row: usize) {
        let size = self.size;
        // A price that leaves no pair of this row too cheap: the search below relies on it.
        self.row_price[row] = (self.costs[row * size..][..size].iter())
            .zip(&self.column_price)
            .map(|(cost, price)| cost - price)
            .min()
            .unwrap_or(0);
        for fresh in [&mut self.slack, &mut self.open] {
            fresh.clear();
            fresh.resize(size, i32::MAX);
        }
        self.came.clear();
        self.came.resize(size, size as u32);
        self.done.clear();
        let mut at_row = row;
        let mut at_column = size;
        let mut path: i32 = 0;
        loop {
            self.look_on(at_row, at_column, path);
            let best = self.open.iter().copied().min().unwrap_or(i32::MAX);
            let Some(next) = self.open.iter().position(|&slack| slack == best) else { return };
            path = best;
            at_column = next;
            if self.row_of[next] == size {
                break;
            }
            self.open[next] = i32::MAX;
            self.done.push(next as u32);
            at_row = self.row_of[next];
        }
        self.row_price[row] += path;
        for &column in &self.done {
            let column = column as usize;
            let change = path - self.slack[column];
            self.column_price[column] -= change;
            self.row_price[self.row_of[column]] += change;
        }
        let mut column = at_column;
        loop {
            let before = self.came[column] as usize;
            if before == size {
                self.row_of[column] = row;
                break;
            }
            self.row_of[column] = self.row_of[before];
            column = before;
        }
    }

    /// Notes to which columns a row gives a cheaper way than was known. It gives none to those that are done, whose slack
    /// is no more than the length of the way to the row: no need to leave them out. A plain loop over four columns of
    /// numbers, which becomes a few wide instructions.
    fn look_on(&mut self, row: usize, column: usize, path: i32) {
        let size = self.size;
        let base = path - self.row_price[row];
        let costs = self.costs[row * size..][..size].iter().zip(&self.column_price);
        let known = self.slack.iter_mut().zip(&mut self.open).zip(&mut self.came);
        for ((cost, price), ((slack, open), came)) in costs.zip(known) {
            let reduced = base + cost - price;
            debug_assert!(reduced >= path);
            let is_less = reduced < *slack;
            *slack = if is_less { reduced } else { *slack };
            *open = if is_less { reduced } else { *open };
            *came = if is_less { column as u32 } else { *came };
        }
    }
}

/// The price of a distance.
#[inline]
const fn price(distance: u16) -> i32 {
    if distance == FAR { IMPOSSIBLE } else { distance as i32 }
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

    fn cheapest(costs: &[u16], size: usize, row: usize, used: u32) -> i32 {
        if row == size {
            return 0;
        }
        (0..size)
            .filter(|column| used >> column & 1 == 0)
            .map(|column| {
                price(costs[row * size + column])
                    + cheapest(costs, size, row + 1, used | 1 << column)
            })
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn a_matching_and_its_changes_are_the_cheapest() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let size = 1 + rng.below(6);
            let draw = |rng: &mut Rng| {
                if rng.below(4) == 0 { FAR } else { rng.below(20) as u16 }
            };
            let mut costs: Vec<u16> = (0..size * size).map(|_| draw(&mut rng)).collect();
            let mut matching = Matching::default();
            matching.solve(size, |row, column| costs[row * size + column]);
            for _ in 0..4 {
                let best = cheapest(&costs, size, 0, 0);
                let expected = (best < IMPOSSIBLE).then_some(best as u32);
                assert_eq!(matching.total(), expected);
                let row = rng.below(size);
                for column in 0..size {
                    costs[row * size + column] = draw(&mut rng);
                }
                matching.change(row, |column| costs[row * size + column]);
            }
        }
    }
}
