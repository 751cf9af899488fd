//! Counting the members of many sets at once.

/// A counter for each cell, as planes of bits (a carry-save adder): only the few planes need their
/// bits counted in the end. `N` planes count up to 2^`N` - 1 sets with the same member.
pub(crate) struct Tally<const N: usize> {
    planes: [u64; N],
}

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self { planes: [0; N] }
    }
}

impl<const N: usize> Tally<N> {
    /// Adds two sets.
    #[inline(always)]
    pub fn add(&mut self, a: u64, b: u64) {
        let either = self.planes[0] ^ a;
        let mut carry = (self.planes[0] & a) | (either & b);
        self.planes[0] = either ^ b;
        for plane in &mut self.planes[1..] {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The members of all sets.
    #[inline(always)]
    pub fn total(&self) -> u32 {
        self.planes.iter().enumerate().map(|(i, plane)| plane.count_ones() << i).sum()
    }
}
