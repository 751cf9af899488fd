//! One position out of the eight that are the same but for turning or mirroring the board.

use crate::board::Board;
use crate::board::bits::Bits;

/// Squares that are looked up at once.
const CHUNK: usize = 8;
/// Above this size hardly two positions of a search are images of each other, so looking does not pay.
const LARGEST: usize = 6;

/// The images of sets under the symmetries of a board.
pub(super) struct Symmetry<B> {
    chunks: usize,
    /// The image of each set of squares within a chunk, by symmetry (the trivial one is left out), chunk
    /// and set.
    images: Vec<B>,
    symmetries: usize,
}

impl<B: Bits> Symmetry<B> {
    pub fn new(board: &Board<B>) -> Self {
        let squares = board.size() * board.size();
        let chunks = squares.div_ceil(CHUNK);
        let symmetries = if board.size() <= LARGEST { 8 } else { 1 };
        let mut images = Vec::with_capacity(((symmetries - 1) * chunks) << CHUNK);
        for symmetry in 1..symmetries {
            for chunk in 0..chunks {
                for set in 0..1usize << CHUNK {
                    let held = (0..CHUNK).filter(|&i| set >> i & 1 == 1).map(|i| chunk * CHUNK + i);
                    let image = held
                        .filter(|&square| square < squares)
                        .fold(B::EMPTY, |image, s| image | B::bit(board.turned(s, symmetry)));
                    images.push(image);
                }
            }
        }
        Self { chunks, images, symmetries }
    }

    fn image(&self, set: B, symmetry: usize) -> B {
        let first = (symmetry - 1) * self.chunks;
        let mut image = B::EMPTY;
        let mut rest = set;
        for chunk in 0..self.chunks {
            image = image | self.images[(first + chunk) << CHUNK | rest.low_byte()];
            rest = rest.down(CHUNK as u32);
        }
        image
    }

    /// The smallest of the eight images.
    pub fn canonical(&self, own: B, theirs: B) -> (B, B) {
        let mut best = (own, theirs);
        for symmetry in 1..self.symmetries {
            let image = self.image(own, symmetry);
            // The second set is only looked at where the first does not decide.
            if image <= best.0 {
                best = best.min((image, self.image(theirs, symmetry)));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;
    use crate::board::bits::Wide;

    fn all_images_have_one_canonical_form<B: Bits>(size: usize) {
        let board = Board::<B>::new(size);
        let symmetry = Symmetry::new(&board);
        let mut rng = Rng::new(size as u64);
        for _ in 0..200 {
            let mut sets = [B::EMPTY; 2];
            for square in 0..size * size {
                let which = rng.below(3);
                if which < 2 {
                    sets[which] = sets[which] | B::bit(square);
                }
            }
            let canonical = symmetry.canonical(sets[0], sets[1]);
            for turn in 0..8 {
                let turned = sets.map(|set| {
                    set.squares().fold(B::EMPTY, |image, s| image | B::bit(board.turned(s, turn)))
                });
                assert_eq!(symmetry.canonical(turned[0], turned[1]), canonical);
            }
        }
    }

    #[test]
    fn the_eight_images_of_a_position_have_one_canonical_form() {
        for size in 2..=LARGEST {
            all_images_have_one_canonical_form::<u64>(size);
        }
        all_images_have_one_canonical_form::<Wide>(5);
    }
}
