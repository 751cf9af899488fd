use std::fmt;

/// A floor cell of one board, numbered from 0; see [`Board`](crate::Board).
pub type Cell = u16;

/// No cell: a wall, or outside.
pub const NONE: Cell = Cell::MAX;

/// Boards of up to this many cells keep their sets inline.
const INLINE_WORDS: usize = 4;

/// A set of cells of one board. All sets of one board have the same form, so equal sets are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum CellSet {
    /// Up to 256 cells, without allocation.
    Small([u64; INLINE_WORDS]),
    /// More.
    Large(Box<[u64]>),
}

impl CellSet {
    /// An empty set for a board of that many cells.
    pub fn new(cells: usize) -> Self {
        if cells <= INLINE_WORDS * 64 {
            Self::Small([0; INLINE_WORDS])
        } else {
            Self::Large(vec![0; cells.div_ceil(64)].into_boxed_slice())
        }
    }

    /// The bits, cell 0 first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match self {
            Self::Small(words) => words,
            Self::Large(words) => words,
        }
    }

    /// The bits, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Small(words) => words,
            Self::Large(words) => words,
        }
    }

    /// Whether a cell is in it. The cell must be of the board.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words()[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
    }

    /// Puts a cell in.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.words_mut()[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.words_mut()[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    /// Takes all cells out.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// How many cells are in it.
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Whether all its cells are in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }

    /// Its cells, lowest first.
    #[inline]
    pub fn iter(&self) -> Cells<'_> {
        let words = self.words();
        Cells { words, index: 0, rest: words[0] }
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a CellSet {
    type Item = Cell;
    type IntoIter = Cells<'a>;
    fn into_iter(self) -> Cells<'a> {
        self.iter()
    }
}

/// The cells of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Cells<'a> {
    words: &'a [u64],
    index: usize,
    rest: u64,
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.rest == 0 {
            self.index += 1;
            self.rest = *self.words.get(self.index)?;
        }
        let bit = self.rest.trailing_zeros();
        self.rest &= self.rest - 1;
        Some((self.index * 64) as Cell + bit as Cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_order() {
        for cells in [10, 256, 257, 5000] {
            let mut set = CellSet::new(cells);
            let mut expected = vec![0, 3, cells as Cell / 2, cells as Cell - 1];
            expected.dedup();
            for &cell in expected.iter().rev() {
                set.insert(cell);
            }
            assert_eq!(set.iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.len(), expected.len());
            set.remove(3);
            assert!(!set.contains(3) && set.contains(0));
            set.clear();
            assert!(set.is_empty() && set.iter().next().is_none());
        }
    }
}
