//! What is known of positions: bounds of their value.

use crate::board::bits::{Bits, scramble};

/// A position, or its image under a symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key<B> {
    pub own: B,
    pub theirs: B,
    /// Whether a Free is due.
    pub free_due: bool,
}

/// Entries that share a place; a new one takes the place of the cheapest.
const WAYS: usize = 7;

/// Entries of one place. With sets of half a word they fill one cache line, with words two.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket<B> {
    own: [B; WAYS],
    theirs: [B; WAYS],
    notes: [Note; WAYS],
}

/// Bounds, kind and price of an entry in a byte: lower + 1 and upper + 1 in base 3 (0 to 8), whether a Free is
/// due (9), and the work (times 18).
#[derive(Debug, Clone, Copy)]
struct Note(u8);

impl Note {
    /// Of a place that was never used: all values are possible, no work was done.
    const UNKNOWN: Self = Self::new((-1, 1), false, 0);
    const MOST_WORK: u8 = 13;

    const fn new((lower, upper): (i8, i8), free_due: bool, work: u8) -> Self {
        Self((lower + 1) as u8 + 3 * (upper + 1) as u8 + 9 * free_due as u8 + 18 * work)
    }
    const fn bounds(self) -> (i8, i8) {
        ((self.0 % 3) as i8 - 1, (self.0 / 3 % 3) as i8 - 1)
    }
    const fn free_due(self) -> bool {
        self.0 / 9 % 2 == 1
    }
    const fn work(self) -> u8 {
        self.0 / 18
    }
}

/// A table of bounds. Whole positions are stored and compared, so nothing is taken for another.
pub(super) struct Table<B> {
    buckets: Vec<Bucket<B>>,
}

impl<B: Bits> Table<B> {
    /// The largest table of at most so many bytes whose length is a power of two.
    pub fn new(bytes: u64) -> Self {
        let fit = (bytes as usize / size_of::<Bucket<B>>()).max(1);
        let length = 1 << fit.ilog2();
        let unknown = Bucket {
            own: [B::EMPTY; WAYS],
            theirs: [B::EMPTY; WAYS],
            notes: [Note::UNKNOWN; WAYS],
        };
        Self { buckets: vec![unknown; length] }
    }

    pub fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket<B>>()) as u64
    }

    fn place(&self, key: &Key<B>) -> usize {
        let mixed = key.own.digest().rotate_left(29) ^ key.theirs.digest();
        scramble(mixed ^ u64::from(key.free_due)) as usize & (self.buckets.len() - 1)
    }

    /// The bounds of a position (−1 loss, 0 draw, 1 win of the mover), as far as known.
    pub fn bounds(&self, key: &Key<B>) -> (i8, i8) {
        let bucket = &self.buckets[self.place(key)];
        bucket.find(key).map_or((-1, 1), |way| bucket.notes[way].bounds())
    }

    /// Keeps what was found out about a position at the price of visiting so many nodes.
    pub fn store(&mut self, key: &Key<B>, (lower, upper): (i8, i8), nodes: u64) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let work = ((nodes.max(1).ilog2() / 2) as u8).min(Note::MOST_WORK);
        if let Some(way) = bucket.find(key) {
            let old = bucket.notes[way];
            let bounds = (lower.max(old.bounds().0), upper.min(old.bounds().1));
            bucket.notes[way] = Note::new(bounds, key.free_due, work.max(old.work()));
            return;
        }
        let mut cheapest = 0;
        for way in 1..WAYS {
            if bucket.notes[way].work() < bucket.notes[cheapest].work() {
                cheapest = way;
            }
        }
        bucket.own[cheapest] = key.own;
        bucket.theirs[cheapest] = key.theirs;
        bucket.notes[cheapest] = Note::new((lower, upper), key.free_due, work);
    }
}

impl<B: Bits> Bucket<B> {
    fn find(&self, key: &Key<B>) -> Option<usize> {
        (0..WAYS).find(|&way| {
            self.own[way] == key.own
                && self.theirs[way] == key.theirs
                && self.notes[way].free_due() == key.free_due
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_holds_bounds_kind_and_work() {
        for bounds in [(-1, 1), (-1, 0), (0, 1), (-1, -1), (0, 0), (1, 1)] {
            for free_due in [false, true] {
                for work in 0..=Note::MOST_WORK {
                    let note = Note::new(bounds, free_due, work);
                    assert_eq!(
                        (note.bounds(), note.free_due(), note.work()),
                        (bounds, free_due, work)
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_of_a_position_only_get_closer_and_dear_entries_stay() {
        let mut table = Table::<u32>::new(1);
        let key = |own| Key { own, theirs: 0, free_due: false };
        table.store(&key(1), (-1, 0), 1 << 20);
        table.store(&key(1), (0, 1), 1);
        for own in 2..100 {
            table.store(&key(own), (1, 1), 1);
        }
        assert_eq!(table.bounds(&key(1)), (0, 0));
        assert_eq!(table.bounds(&key(99)), (1, 1));
        assert_eq!(table.bounds(&key(200)), (-1, 1));
        assert_eq!(table.bounds(&Key { free_due: true, ..key(1) }), (-1, 1));
    }

    #[test]
    fn places_fill_cache_lines() {
        assert_eq!((size_of::<Bucket<u32>>(), size_of::<Bucket<u64>>()), (64, 128));
    }
}
