use std::sync::atomic::{AtomicU64, Ordering};

/// Shallower nodes are done before anybody could ask.
pub(super) const LEAST_DEPTH: i32 = 2;

const SLOTS: usize = 1 << 12;

/// What the threads of a search are at: a ply that one of them is searching is left for later by the others, which
/// then find its value in the table (Kerrigan's simple form of ABDADA).
pub(super) struct Busy(Vec<AtomicU64>);

/// One ply of one position, as a thread sees it.
pub(super) struct Errand<'a> {
    slot: &'a AtomicU64,
    name: u64,
}

/// Held while a thread is at an errand.
pub(super) struct AtIt<'a>(Errand<'a>);

impl Busy {
    pub fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }

    /// The ply with this place in the order of generation, in the position with this key.
    pub fn errand(&self, key: u64, index: u16) -> Errand<'_> {
        let name = (key ^ (u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1);
        Errand { slot: &self.0[name as usize % SLOTS], name }
    }
}

impl<'a> Errand<'a> {
    /// Whether a thread is at it.
    pub fn is_taken(&self) -> bool {
        self.slot.load(Ordering::Relaxed) == self.name
    }

    /// Tells the others.
    pub fn take(self) -> AtIt<'a> {
        self.slot.store(self.name, Ordering::Relaxed);
        AtIt(self)
    }
}

impl Drop for AtIt<'_> {
    fn drop(&mut self) {
        // Another thread may have put its own errand into the slot.
        if self.0.is_taken() {
            self.0.slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errand_is_taken_until_its_thread_is_done() {
        let busy = Busy::new();
        assert!(!busy.errand(5, 0).is_taken());
        let at_it = busy.errand(5, 0).take();
        assert!(busy.errand(5, 0).is_taken());
        assert!(!busy.errand(5, 1).is_taken() && !busy.errand(6, 0).is_taken());
        drop(at_it);
        assert!(!busy.errand(5, 0).is_taken());
    }

    #[test]
    fn who_is_done_leaves_the_errand_of_another_alone() {
        let busy = Busy::new();
        let errand = |name| Errand { slot: &busy.0[1], name };
        let (first, second) = (errand(1).take(), errand(2).take());
        drop(first);
        assert!(errand(2).is_taken());
        drop(second);
        assert!(!errand(2).is_taken());
    }
}
