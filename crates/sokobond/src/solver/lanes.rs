//! One small number for each atom, worked on all at once.

use super::setting::ATOMS;

/// A number for each seat; what grows too large stays at the most there can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes(pub(super) [u8; ATOMS]);

impl Lanes {
    pub(super) const NONE: Self = Self([0; ATOMS]);
    pub(super) const MOST: Self = Self([u8::MAX; ATOMS]);

    pub(super) const fn all(value: u8) -> Self {
        Self([value; ATOMS])
    }

    /// The most there can be for the seats of a set, and nothing for the others.
    #[inline]
    pub(super) fn of(seats: u16) -> Self {
        let mut lanes = Self::NONE;
        for (half, seats) in lanes.0.chunks_exact_mut(8).zip(seats.to_le_bytes()) {
            for (lane, bit) in half.iter_mut().zip([1, 2, 4, 8, 16, 32, 64, 128]) {
                *lane = if seats & bit != 0 { u8::MAX } else { 0 };
            }
        }
        lanes
    }

    /// A plain loop, which compilers turn into one instruction.
    #[inline(always)]
    fn with(mut self, other: Self, work: impl Fn(u8, u8) -> u8) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = work(*lane, other);
        }
        self
    }

    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        self.with(other, u8::min)
    }

    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        self.with(other, u8::max)
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        self.with(other, u8::saturating_add)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        self.with(other, u8::saturating_sub)
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn apart(self, other: Self) -> Self {
        self.max(other).minus(self.min(other))
    }

    /// Half of each, rounded up.
    #[inline]
    pub(super) fn halved(self) -> Self {
        self.with(self, |a, _| a / 2 + (a & 1))
    }
}
