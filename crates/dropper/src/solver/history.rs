//! Which Drops were good elsewhere: a hint which to try first.

/// The most that is remembered of a Drop, for or against it.
const MOST: i32 = 4096;
/// What it then counts in an order.
const WEIGHT: i32 = 128;

/// How well Drops did, by the player who makes them (the one who fills the last square, or the other), the stone
/// and where it goes.
pub(super) struct History {
    squares: usize,
    scores: Vec<i32>,
}

impl History {
    pub fn new(squares: usize) -> Self {
        Self { squares, scores: vec![0; 2 * squares * squares] }
    }

    fn slot(&self, odd: bool, (from, to): (u8, u8)) -> usize {
        (usize::from(odd) * self.squares + usize::from(from)) * self.squares + usize::from(to)
    }

    /// What the memory adds to the rank of a Drop.
    pub fn bonus(&self, odd: bool, drop: (u8, u8)) -> i32 {
        self.scores[self.slot(odd, drop)] * WEIGHT / MOST
    }

    /// The Drop reached its goal.
    pub fn praise(&mut self, odd: bool, drop: (u8, u8)) {
        let slot = self.slot(odd, drop);
        self.scores[slot] += (MOST - self.scores[slot]) / 16;
    }

    /// Another Drop reached the goal that this one missed.
    pub fn blame(&mut self, odd: bool, drop: (u8, u8)) {
        let slot = self.slot(odd, drop);
        self.scores[slot] -= (MOST + self.scores[slot]) / 32;
    }
}
