//! The rules for one width of sets: state, plies, end and result.

mod game;

use std::cmp::Ordering;

use plyground_core::{Outcome, Rng, Side};

use crate::board::bits::{Bits, scramble};
use crate::board::{Board, DIRECTIONS};

pub(crate) use game::either;
pub use game::{DropperGame, Setup, State};

/// Half a turn: the Drop, or the Free that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ply {
    /// The opponent's stone on `from` goes to `to`, a stone of the mover takes its place.
    Drop {
        /// Where the opponent's stone is, and the mover's will be.
        from: u8,
        /// The empty neighbour to which it is pushed.
        to: u8,
    },
    /// A stone on an empty square that touches no stone.
    Free(u8),
}

/// A position: the stones, whose ply it is, and whether the turn is half done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stones<B> {
    /// The stones of First and of Second.
    pub of: [B; 2],
    /// Whether Second is to move.
    pub second: bool,
    /// Whether the Drop is played and its Free is due.
    pub free_due: bool,
}

impl<B: Bits> Stones<B> {
    /// Whose ply it is.
    pub const fn to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }
    /// The stones of the side to move.
    pub const fn own(&self) -> B {
        self.of[self.second as usize]
    }
    /// The stones of its opponent.
    pub const fn theirs(&self) -> B {
        self.of[!self.second as usize]
    }
    /// All stones.
    pub fn occupied(&self) -> B {
        self.of[0] | self.of[1]
    }
    /// A 64-bit key that equal positions share.
    pub fn key(&self) -> u64 {
        let phase = u64::from(self.second) | u64::from(self.free_due) << 1;
        scramble(self.of[0].digest().rotate_left(31) ^ self.of[1].digest() ^ phase << 7)
    }
}

/// Board, start and variant.
#[derive(Debug, Clone)]
pub struct Rules<B> {
    /// The board.
    pub board: Board<B>,
    /// Where the game starts.
    pub start: Stones<B>,
    /// Whether a stuck player passes instead of ending the game.
    pub pass: bool,
}

impl<B: Bits> Rules<B> {
    /// The game from a position. Where the side to move is stuck and passes, its opponent moves.
    pub fn new(board: Board<B>, start: Stones<B>, pass: bool) -> Self {
        let mut rules = Self { board, start, pass };
        if pass && rules.is_over(&start) {
            let other = Stones { second: !start.second, ..start };
            if !rules.is_over(&other) {
                rules.start = other;
            }
        }
        rules
    }

    /// The squares on which no stone lies.
    pub fn empty(&self, stones: &Stones<B>) -> B {
        self.board.all() & !stones.occupied()
    }

    /// The squares a Free could take now.
    pub fn free_squares(&self, stones: &Stones<B>) -> B {
        self.board.free_squares(stones.occupied())
    }

    /// The opponent's stones on which the side to move can Drop.
    pub fn droppable(&self, stones: &Stones<B>) -> B {
        stones.theirs() & self.board.around(self.empty(stones))
    }

    /// Whether the side to move has no ply. (Under the pass variant its opponent then has none either.)
    pub fn is_over(&self, stones: &Stones<B>) -> bool {
        !stones.free_due
            && self.droppable(stones).is_empty()
            && self.free_squares(stones).is_empty()
    }

    /// Calls `found` for each legal ply: Drops by their stone, then by where it goes; or Frees.
    pub fn each_ply(&self, stones: &Stones<B>, mut found: impl FnMut(Ply)) {
        if !stones.free_due {
            let empty = self.empty(stones);
            let droppable = self.droppable(stones);
            for from in droppable.squares() {
                for to in (self.board.near(from) & empty).squares() {
                    found(Ply::Drop { from: from as u8, to: to as u8 });
                }
            }
            if !droppable.is_empty() {
                return;
            }
        }
        for square in self.free_squares(stones).squares() {
            found(Ply::Free(square as u8));
        }
    }

    /// Plays a legal ply.
    pub fn play(&self, stones: &mut Stones<B>, ply: Ply) {
        let (own, theirs) = (usize::from(stones.second), usize::from(!stones.second));
        match ply {
            Ply::Drop { from, to } => {
                let (from, to) = (B::bit(usize::from(from)), B::bit(usize::from(to)));
                stones.of[own] = stones.of[own] | from;
                stones.of[theirs] = stones.of[theirs] ^ from ^ to;
                stones.free_due = !self.free_squares(stones).is_empty();
            }
            Ply::Free(square) => {
                stones.of[own] = stones.of[own] | B::bit(usize::from(square));
                stones.free_due = false;
            }
        }
        if !stones.free_due {
            stones.second = !stones.second;
            if self.pass && self.is_over(stones) {
                stones.second = !stones.second;
            }
        }
    }

    /// The result by the groups as they are, whether or not the game is over.
    pub fn standing(&self, stones: &Stones<B>) -> Outcome {
        let [first, second] = stones.of.map(|of| self.board.group_sizes(of));
        match first.cmp(&second) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Less => Outcome::Win(Side::Second),
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// The result, if the game is over.
    pub fn outcome(&self, stones: &Stones<B>) -> Option<Outcome> {
        self.is_over(stones).then(|| self.standing(stones))
    }

    /// Sequences of `turns` turns; the rest of a half-done turn counts as one.
    pub fn perft(&self, stones: &Stones<B>, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        if turns == 1 && (stones.free_due || self.droppable(stones).is_empty()) {
            return u64::from(self.free_squares(stones).count());
        }
        let mut total = 0;
        self.each_ply(stones, |ply| {
            let mut next = *stones;
            self.play(&mut next, ply);
            total += self.perft(&next, turns - u32::from(!next.free_due));
        });
        total
    }

    /// One of the legal plies, each as likely as the others; `None` where the game is over.
    pub fn random_ply(&self, stones: &Stones<B>, rng: &mut Rng) -> Option<Ply> {
        if !stones.free_due {
            let (empty, theirs) = (self.empty(stones), stones.theirs());
            let mut targets = [B::EMPTY; DIRECTIONS];
            let mut total = 0;
            for (direction, set) in targets.iter_mut().enumerate() {
                *set = self.board.step(theirs, direction) & empty;
                total += set.count();
            }
            if total > 0 {
                let mut index = rng.below(total as usize) as u32;
                for (direction, set) in targets.iter().enumerate() {
                    let count = set.count();
                    if index < count {
                        let to = set.nth(index);
                        let from = self.board.step(B::bit(to), 7 - direction).lowest();
                        return Some(Ply::Drop { from: from as u8, to: to as u8 });
                    }
                    index -= count;
                }
            }
        }
        let free = self.free_squares(stones);
        if free.is_empty() {
            return None;
        }
        Some(Ply::Free(free.nth(rng.below(free.count() as usize) as u32) as u8))
    }

    /// Plays at random to the end.
    pub fn playout(&self, stones: &Stones<B>, rng: &mut Rng) -> Outcome {
        let mut stones = *stones;
        while let Some(ply) = self.random_ply(&stones, rng) {
            self.play(&mut stones, ply);
        }
        self.standing(&stones)
    }
}
