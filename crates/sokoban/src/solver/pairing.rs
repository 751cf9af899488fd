/// Gives rows columns of their own, each row one that it fits. Where only asked whether there is a way, this is quicker
/// than the cheapest matching.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The row of each column.
    owners: Vec<usize>,
    asked: Vec<usize>,
}

const NOBODY: usize = usize::MAX;

impl Pairing {
    /// Whether there is a way, or no time to find out.
    pub fn is_possible(
        &mut self,
        (rows, columns): (usize, usize),
        fits: impl Fn(usize, usize) -> bool,
        is_over: impl Fn() -> bool,
    ) -> bool {
        self.owners.clear();
        self.owners.resize(columns, NOBODY);
        self.asked.clear();
        self.asked.resize(columns, NOBODY);
        (0..rows).take_while(|_| !is_over()).all(|row| self.place(&fits, row, row))
    }

    /// Finds a column for a row; others may have to take another one.
    fn place(&mut self, fits: &impl Fn(usize, usize) -> bool, row: usize, round: usize) -> bool {
        for column in 0..self.owners.len() {
            if self.asked[column] == round || !fits(row, column) {
                continue;
            }
            self.asked[column] = round;
            let owner = self.owners[column];
            if owner == NOBODY || self.place(fits, owner, round) {
                self.owners[column] = row;
                return true;
            }
        }
        false
    }
}
