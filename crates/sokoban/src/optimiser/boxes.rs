use crate::{Cell, CellSet};

/// Where the boxes are: one bit for each live cell of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Boxes<const N: usize>(pub [u64; N]);

impl<const N: usize> Boxes<N> {
    /// No box at all.
    pub const NONE: Self = Self([0; N]);

    /// The boxes of a set, all of which stand on live cells.
    pub fn of(cells: &CellSet) -> Self {
        cells.iter().fold(Self::NONE, Self::with)
    }

    /// Whether a box is on a live cell.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
    }

    /// The same with one box more.
    #[inline]
    #[must_use]
    pub fn with(mut self, cell: Cell) -> Self {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
        self
    }

    /// The same with one box less.
    #[inline]
    #[must_use]
    pub fn without(mut self, cell: Cell) -> Self {
        self.0[usize::from(cell >> 6)] &= !(1 << (cell & 63));
        self
    }

    /// The same with a box moved.
    #[inline]
    #[must_use]
    pub fn moved(self, from: Cell, to: Cell) -> Self {
        self.without(from).with(to)
    }

    /// Whether all of them are among the others.
    pub fn is_subset(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(ours, theirs)| ours & !theirs == 0)
    }

    /// Those that are not among the others.
    #[must_use]
    pub fn minus(mut self, others: &Self) -> Self {
        for (ours, theirs) in self.0.iter_mut().zip(&others.0) {
            *ours &= !theirs;
        }
        self
    }

    /// A number that spreads evenly.
    #[inline]
    pub fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = 0_u64;
        for &word in &self.0 {
            hash = (hash.rotate_left(29) ^ word).wrapping_mul(ODD);
            hash ^= hash >> 32;
        }
        hash
    }

    /// The cells, lowest first.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    (index * 64) as Cell + bit as Cell
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_boxes_holds_what_was_put_in() {
        let boxes = Boxes::<2>::NONE.with(3).with(64).with(127);
        assert_eq!(boxes.cells().collect::<Vec<_>>(), [3, 64, 127]);
        let moved = boxes.moved(64, 5);
        assert!(moved.contains(5) && !moved.contains(64) && moved.contains(127));
        assert_eq!(boxes.minus(&moved).cells().collect::<Vec<_>>(), [64]);
        assert!(boxes.without(64).is_subset(&moved) && !boxes.is_subset(&moved));
        assert_ne!(boxes.hash(), moved.hash());
    }
}
