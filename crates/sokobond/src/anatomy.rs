use crate::board::Board;
use crate::layout::Layout;

/// What dead-state tests and estimates ask about a position: who is free, who belongs together.
pub(crate) struct Anatomy<const A: usize> {
    pub(crate) len: usize,
    /// Free electrons, seat by seat.
    pub(crate) free: [u8; A],
    /// The sum of all free electrons.
    pub(crate) total: u32,
    /// The molecule of each seat, named by the lowest seat in it: the hero's is 0.
    pub(crate) molecule: [u8; A],
}

impl<const A: usize> Anatomy<A> {
    pub(crate) fn new<const P: usize>(board: &Board, layout: &Layout<P, A>) -> Self {
        Self {
            len: layout.len,
            free: layout.bonds.free,
            total: layout.bonds.total,
            molecule: layout.molecules(board),
        }
    }

    /// The seats with free electrons.
    pub(crate) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&seat| self.free[seat] > 0)
    }
}
