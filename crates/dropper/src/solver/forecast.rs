//! Who will win, as long as there are Free squares: a guess that orders plies.
//!
//! Once no Free square is left, each turn fills one square, and whoever fills the last one nearly always wins:
//! the mover where the empty squares are odd. So the fight is about who takes the last Free square. Played to
//! that point only, the game is small enough to be searched in full, and it tells too which way of winning
//! leaves the smallest games to be proven.

use std::collections::HashMap;

use super::symmetry::Symmetry;
use super::table::Key;
use crate::board::Board;
use crate::board::bits::Bits;

/// On boards above this size the forecast begins where few Free squares are left.
const SMALL: usize = 5;
/// So few.
const FEW: u32 = 5;
/// How much more work a proof is by each empty square (on 4×4, 1.5 needs three quarters of the nodes of 3.3).
const RATE: f32 = 1.5;

/// Forecasts on one board, remembered.
#[derive(Default)]
pub(super) struct Forecast<B> {
    wins: HashMap<Key<B>, bool>,
    costs: HashMap<Key<B>, f32>,
}

/// Where forecasts are made.
pub(super) struct Ground<'a, B> {
    pub board: &'a Board<B>,
    pub symmetry: &'a Symmetry<B>,
}

impl<B: Bits> Forecast<B> {
    /// How promising a position is for its mover: above 0 where a win is foreseen, and the more the easier it is
    /// to prove; below 0 where a loss is, and the more the harder it is to prove.
    pub fn promise(&mut self, ground: &Ground<'_, B>, key: Key<B>) -> i32 {
        const SURE: f32 = 100.0;
        let free = ground.free(&key).count();
        if free > FEW && ground.board.size() > SMALL {
            return 0;
        }
        let trust = SURE - self.cost(ground, key).log2();
        (if self.wins(ground, key) { trust } else { -trust }) as i32
    }

    fn wins(&mut self, ground: &Ground<'_, B>, key: Key<B>) -> bool {
        if ground.free(&key).is_empty() {
            return ground.empties(&key) % 2 == 1;
        }
        let key = ground.canonical(key);
        if let Some(&wins) = self.wins.get(&key) {
            return wins;
        }
        let mut replies = ground.replies(&key);
        // Those that end this part of the game are known at once.
        replies.sort_by_key(|reply| ground.free(reply).count());
        let wins = replies.into_iter().any(|reply| self.gains(ground, reply));
        self.wins.insert(key, wins);
        wins
    }

    /// Whether the one whose ply led to this position wins.
    fn gains(&mut self, ground: &Ground<'_, B>, reply: Key<B>) -> bool {
        // Only where a Free is due it is still the same player's turn.
        self.wins(ground, reply) == reply.free_due
    }

    /// About how much work it is to prove who wins: the winner takes the easiest way, the loser tries them all.
    fn cost(&mut self, ground: &Ground<'_, B>, key: Key<B>) -> f32 {
        if ground.free(&key).is_empty() {
            return RATE.powi(ground.empties(&key) as i32);
        }
        let key = ground.canonical(key);
        if let Some(&cost) = self.costs.get(&key) {
            return cost;
        }
        let replies = ground.replies(&key);
        let cost = if self.wins(ground, key) {
            let mut least = f32::INFINITY;
            for reply in replies {
                if self.gains(ground, reply) {
                    least = least.min(self.cost(ground, reply));
                }
            }
            least
        } else {
            replies.into_iter().map(|reply| self.cost(ground, reply)).sum()
        };
        self.costs.insert(key, cost);
        cost
    }
}

impl<B: Bits> Ground<'_, B> {
    fn free(&self, key: &Key<B>) -> B {
        self.board.free_squares(key.own | key.theirs)
    }

    fn empties(&self, key: &Key<B>) -> u32 {
        (self.board.all() & !(key.own | key.theirs)).count()
    }

    fn canonical(&self, key: Key<B>) -> Key<B> {
        let (own, theirs) = self.symmetry.canonical(key.own, key.theirs);
        Key { own, theirs, ..key }
    }

    /// The positions after each ply, where there is a Free square.
    fn replies(&self, key: &Key<B>) -> Vec<Key<B>> {
        let Key { own, theirs, free_due } = *key;
        let empty = self.board.all() & !(own | theirs);
        let mut replies = Vec::new();
        if !free_due {
            for from in (theirs & self.board.around(empty)).squares() {
                for to in (self.board.near(from) & empty).squares() {
                    replies
                        .push(self.dropped(own | B::bit(from), theirs ^ B::bit(from) | B::bit(to)));
                }
            }
        }
        if replies.is_empty() {
            for square in self.free(key).squares() {
                replies.push(Key { own: theirs, theirs: own | B::bit(square), free_due: false });
            }
        }
        replies
    }

    /// The position after a Drop, of which the one who made it sees `own` and `theirs`.
    pub fn dropped(&self, own: B, theirs: B) -> Key<B> {
        if self.board.free_squares(own | theirs).is_empty() {
            Key { own: theirs, theirs: own, free_due: false }
        } else {
            Key { own, theirs, free_due: true }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who wins the fight for the last Free square, by trying everything.
    fn plain(ground: &Ground<'_, u32>, key: Key<u32>) -> bool {
        if ground.free(&key).is_empty() {
            return ground.empties(&key) % 2 == 1;
        }
        let replies = ground.replies(&key);
        replies.into_iter().any(|reply| plain(ground, reply) == reply.free_due)
    }

    #[test]
    fn every_opening_of_small_boards_is_foreseen_as_by_trying_everything() {
        for size in 2..=4 {
            let board = Board::<u32>::new(size);
            let symmetry = Symmetry::new(&board);
            let ground = Ground { board: &board, symmetry: &symmetry };
            let mut forecast = Forecast::default();
            for square in board.all().squares() {
                let key = Key { own: 0, theirs: 1 << square, free_due: false };
                assert_eq!(forecast.promise(&ground, key) > 0, plain(&ground, key));
                assert_ne!(forecast.promise(&ground, key), 0);
            }
        }
    }

    #[test]
    fn the_last_square_to_be_filled_is_foreseen_to_win() {
        let board = Board::<u64>::new(8);
        let symmetry = Symmetry::new(&board);
        let ground = Ground { board: &board, symmetry: &symmetry };
        let all = board.all();
        for (empty, wins) in [(0b1, true), (0b11, false), (0b111, true)] {
            let key = Key { own: 0, theirs: all ^ empty, free_due: false };
            assert_eq!(Forecast::default().promise(&ground, key) > 0, wins);
        }
        let key = Key { own: 0, theirs: 0, free_due: false };
        assert_eq!(Forecast::default().promise(&ground, key), 0, "too many Free squares");
    }
}
