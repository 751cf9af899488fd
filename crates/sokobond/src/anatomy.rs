use crate::board::Board;
use crate::layout::Layout;
use crate::level::MAX_ATOMS;

/// What dead-state tests and estimates ask about a position: who is free, who belongs together.
pub(crate) struct Anatomy {
    pub(crate) len: usize,
    /// Free electrons, seat by seat.
    pub(crate) free: [u8; MAX_ATOMS],
    /// The sum of all free electrons.
    pub(crate) total: u32,
    /// The molecule of each seat, named by the lowest seat in it: the hero's is 0.
    pub(crate) molecule: [u8; MAX_ATOMS],
}

impl Anatomy {
    pub(crate) fn new<const N: usize>(board: &Board, layout: &Layout<N>) -> Self {
        let free = layout.free(board);
        Self {
            len: layout.len,
            total: free[..layout.len].iter().map(|&count| u32::from(count)).sum(),
            free,
            molecule: layout.molecules(board),
        }
    }

    /// The seats with free electrons.
    pub(crate) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&seat| self.free[seat] > 0)
    }
}
