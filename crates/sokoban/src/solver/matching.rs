/// The cost of a pair that is not possible.
pub(crate) const IMPOSSIBLE: i32 = 1 << 20;

/// The cheapest one-to-one assignment of rows to columns (as many of the one as of the other), with its
/// prices, so that the change of a single row is cheap to follow.
#[derive(Debug, Clone, Default)]
pub(crate) struct Matching {
    size: usize,
    costs: Vec<i32>,
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    /// The row of each column; `size` where it has none.
    row_of: Vec<usize>,
    slack: Vec<i32>,
    came: Vec<usize>,
    done: Vec<bool>,
}

impl Matching {
    /// Assigns all rows anew; `cost` gives the price of a row and a column.
    pub fn solve(&mut self, size: usize, mut cost: impl FnMut(usize, usize) -> i32) {
        self.size = size;
        self.costs.clear();
        for row in 0..size {
            self.costs.extend((0..size).map(|column| cost(row, column)));
        }
        self.row_price.clear();
        self.row_price.resize(size, 0);
        self.column_price.clear();
        self.column_price.resize(size, 0);
        self.row_of.clear();
        self.row_of.resize(size, size);
        for row in 0..size {
            self.assign(row);
        }
    }

    /// Gives a row new costs and assigns it anew.
    pub fn change(&mut self, row: usize, cost: impl FnMut(usize) -> i32) {
        let start = row * self.size;
        for (slot, value) in
            self.costs[start..start + self.size].iter_mut().zip((0..self.size).map(cost))
        {
            *slot = value;
        }
        if let Some(column) = self.row_of.iter().position(|&of| of == row) {
            self.row_of[column] = self.size;
        }
        self.assign(row);
    }

    /// The sum of all costs; `None` where some row has no possible column left.
    pub fn total(&self) -> Option<u32> {
        let mut total = 0;
        for (column, &row) in self.row_of.iter().enumerate() {
            let cost = self.costs[row * self.size + column];
            if cost >= IMPOSSIBLE {
                return None;
            }
            total += cost as u32;
        }
        Some(total)
    }

    /// Finds the cheapest chain of changes that gives a row a column.
    fn assign(&mut self, row: usize) {
        let size = self.size;
        // A price that leaves no pair of this row too cheap: the search below relies on it.
        self.row_price[row] = (0..size)
            .map(|column| self.costs[row * size + column] - self.column_price[column])
            .min()
            .unwrap_or(0);
        self.slack.clear();
        self.slack.resize(size, i32::MAX);
        self.came.clear();
        self.came.resize(size, size);
        self.done.clear();
        self.done.resize(size, false);
        let mut at_row = row;
        let mut at_column = size;
        let mut path: i32 = 0;
        loop {
            let mut best = i32::MAX;
            let mut next = size;
            for column in 0..size {
                if self.done[column] {
                    continue;
                }
                let reduced = path + self.costs[at_row * size + column]
                    - self.row_price[at_row]
                    - self.column_price[column];
                if reduced < self.slack[column] {
                    self.slack[column] = reduced;
                    self.came[column] = at_column;
                }
                if self.slack[column] < best {
                    best = self.slack[column];
                    next = column;
                }
            }
            path = best;
            at_column = next;
            self.done[next] = true;
            if self.row_of[next] == size {
                break;
            }
            at_row = self.row_of[next];
        }
        self.row_price[row] += path;
        for column in 0..size {
            if self.done[column] && column != at_column {
                let change = path - self.slack[column];
                self.column_price[column] -= change;
                self.row_price[self.row_of[column]] += change;
            }
        }
        let mut column = at_column;
        loop {
            let before = self.came[column];
            if before == size {
                self.row_of[column] = row;
                break;
            }
            self.row_of[column] = self.row_of[before];
            column = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Rng;

    fn cheapest(costs: &[i32], size: usize, row: usize, used: u32) -> i32 {
        if row == size {
            return 0;
        }
        (0..size)
            .filter(|column| used >> column & 1 == 0)
            .map(|column| {
                costs[row * size + column] + cheapest(costs, size, row + 1, used | 1 << column)
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
                if rng.below(4) == 0 { IMPOSSIBLE } else { rng.below(20) as i32 }
            };
            let mut costs: Vec<i32> = (0..size * size).map(|_| draw(&mut rng)).collect();
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
