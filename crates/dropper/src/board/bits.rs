//! Sets of squares: half a word for boards up to 5×5 where memory counts, one for boards up to 8×8, three for
//! the larger ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares, square `i` being bit `i`.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// No square.
    const EMPTY: Self;
    /// The set of one square.
    fn bit(square: usize) -> Self;
    /// Every square moved up by `by` numbers, 0 < `by` < 32.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Every square moved down by `by` numbers, 0 < `by` < 32.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// How many squares.
    fn count(self) -> u32;
    /// The lowest square; the set must not be empty.
    fn lowest(self) -> usize;
    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The lowest eight squares, as bits of a number.
    fn low_byte(self) -> usize;
    /// A word in which all bits of the set have a say.
    fn digest(self) -> u64;

    /// Whether there is no square.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the square is in the set.
    fn has(self, square: usize) -> bool {
        !(self & Self::bit(square)).is_empty()
    }
    /// The squares, lowest first.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
    /// The square before which `index` others come; there must be one.
    fn nth(self, index: u32) -> usize {
        let mut rest = self;
        for _ in 0..index {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }
}

/// The squares of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

/// Sets within one number.
macro_rules! number {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            fn bit(square: usize) -> Self {
                1 << square
            }
            fn up(self, by: u32) -> Self {
                self << by
            }
            fn down(self, by: u32) -> Self {
                self >> by
            }
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            fn low_byte(self) -> usize {
                (self & 0xff) as usize
            }
            fn digest(self) -> u64 {
                scramble(u64::from(self))
            }
            fn nth(self, index: u32) -> usize {
                // A binary search by population count: playouts choose a random square of a set all the time.
                let (mut word, mut index, mut base) = (self, index, 0);
                let mut width = Self::BITS / 2;
                while width >= 8 {
                    let low = (word & ((1 << width) - 1)).count_ones();
                    if index >= low {
                        index -= low;
                        word >>= width;
                        base += width;
                    }
                    width /= 2;
                }
                for _ in 0..index {
                    word &= word.wrapping_sub(1);
                }
                (base + word.trailing_zeros()) as usize
            }
        }
    };
}

number!(u32);
number!(u64);

/// A set of up to 192 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Wide([u64; 3]);

impl BitAnd for Wide {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Wide {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitXor for Wide {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }
}

impl Not for Wide {
    type Output = Self;
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1], !self.0[2]])
    }
}

impl Bits for Wide {
    const EMPTY: Self = Self([0; 3]);

    fn bit(square: usize) -> Self {
        let mut words = [0; 3];
        words[square / 64] = 1 << (square % 64);
        Self(words)
    }
    fn up(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([a << by, b << by | a >> (64 - by), c << by | b >> (64 - by)])
    }
    fn down(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([a >> by | b << (64 - by), b >> by | c << (64 - by), c >> by])
    }
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn lowest(self) -> usize {
        let word = usize::from(self.0[0] == 0) + usize::from(self.0[0] | self.0[1] == 0);
        64 * word + self.0[word].trailing_zeros() as usize
    }
    fn without_lowest(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        Self(words)
    }
    fn low_byte(self) -> usize {
        (self.0[0] & 0xff) as usize
    }
    fn digest(self) -> u64 {
        self.0.iter().fold(0, |digest, &word| scramble(digest ^ word).rotate_left(17))
    }
}

/// A bijection of words in which every bit of the input changes about half of the output.
pub(crate) const fn scramble(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;

    #[test]
    fn a_wide_set_is_three_words_in_a_row() {
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let squares: Vec<usize> = (0..20).map(|_| rng.below(170)).collect();
            let wide = squares.iter().fold(Wide::EMPTY, |set, &s| set | Wide::bit(s));
            let mut sorted = squares.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(wide.squares().collect::<Vec<_>>(), sorted);
            assert_eq!(wide.count() as usize, sorted.len());
            assert_eq!(wide.nth(3), sorted[3]);
            let by = 1 + rng.below(13) as u32;
            let up: Vec<usize> = sorted.iter().map(|s| s + by as usize).collect();
            assert_eq!(wide.up(by).squares().collect::<Vec<_>>(), up);
            assert_eq!(wide.up(by).down(by), wide);
        }
    }

    #[test]
    fn the_nth_square_of_a_word_is_found_as_by_counting() {
        let mut rng = Rng::new(4);
        for _ in 0..500 {
            let set = rng.next_u64() & rng.next_u64() | 1 << rng.below(64);
            let squares: Vec<usize> = set.squares().collect();
            for (index, &square) in squares.iter().enumerate() {
                assert_eq!(set.nth(index as u32), square);
            }
        }
    }
}
