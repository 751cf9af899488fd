//! What is known of positions: bounds of their value.

use crate::bits::{Bits, scramble};

/// A position whose mover's value lies in `lower..=upper` (−1 loss, 0 draw, 1 win).
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<B> {
    own: B,
    theirs: B,
    pub lower: i8,
    pub upper: i8,
    /// Whether a Free is due.
    free_due: bool,
    /// The logarithm of the nodes it took: what was dear is kept.
    work: u8,
}

/// A key of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key<B> {
    pub own: B,
    pub theirs: B,
    pub free_due: bool,
}

/// Entries that share a place; a new one takes the place of the cheapest.
const BUCKET: usize = 4;

/// A table of bounds. Whole positions are stored and compared, so nothing is taken for another.
pub(super) struct Table<B> {
    entries: Vec<Entry<B>>,
}

impl<B: Bits> Table<B> {
    /// The largest table of at most so many bytes.
    pub fn new(bytes: u64) -> Self {
        let fit = (bytes as usize / size_of::<Entry<B>>() / BUCKET).max(1);
        let buckets = if fit.is_power_of_two() { fit } else { fit.next_power_of_two() / 2 };
        let unknown = Entry {
            own: B::EMPTY,
            theirs: B::EMPTY,
            lower: -1,
            upper: 1,
            free_due: false,
            work: 0,
        };
        Self { entries: vec![unknown; buckets * BUCKET] }
    }

    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<B>>()) as u64
    }

    fn bucket(&self, key: &Key<B>) -> usize {
        let mixed = key.own.digest().rotate_left(29) ^ key.theirs.digest();
        let hash = scramble(mixed ^ u64::from(key.free_due)) as usize;
        (hash & (self.entries.len() / BUCKET - 1)) * BUCKET
    }

    /// The bounds of a position, as far as known.
    pub fn bounds(&self, key: &Key<B>) -> (i8, i8) {
        let bucket = self.bucket(key);
        let found = self.entries[bucket..bucket + BUCKET].iter().find(|entry| entry.is(key));
        found.map_or((-1, 1), |entry| (entry.lower, entry.upper))
    }

    /// Keeps what was found out about a position.
    pub fn store(&mut self, key: &Key<B>, lower: i8, upper: i8, nodes: u64) {
        let bucket = self.bucket(key);
        let work = (64 - nodes.leading_zeros()) as u8;
        let entries = &mut self.entries[bucket..bucket + BUCKET];
        if let Some(entry) = entries.iter_mut().find(|entry| entry.is(key)) {
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.min(upper);
            entry.work = entry.work.max(work);
            return;
        }
        let Some(cheapest) = entries.iter_mut().min_by_key(|entry| entry.work) else { return };
        let Key { own, theirs, free_due } = *key;
        *cheapest = Entry { own, theirs, lower, upper, free_due, work };
    }
}

impl<B: Bits> Entry<B> {
    fn is(&self, key: &Key<B>) -> bool {
        self.own == key.own && self.theirs == key.theirs && self.free_due == key.free_due
    }
}
