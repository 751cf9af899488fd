use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the side to move, with wins counted from this position.
    pub score: i32,
    /// Plies searched below; [`PROVEN`] where the game's end was in sight everywhere.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
    /// The best ply, as its place in the order of generation; [`NO_MOVE`] where none is known.
    pub index: u16,
}

/// The depth of a score that no deeper search can change.
pub(super) const PROVEN: u8 = u8::MAX;
/// Stands for no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

const SCORE_BITS: u32 = 24;
const AGES: u8 = 64;

impl Entry {
    // From the low bit: score 24, depth 8, index 16, bound 2, age 6.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.score as u32 & ((1 << SCORE_BITS) - 1))
            | u64::from(self.depth) << 24
            | u64::from(self.index) << 32
            | (self.bound as u64) << 48
            | u64::from(age) << 50
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let unused = u32::BITS - SCORE_BITS;
        Some(Self {
            score: ((data as u32) << unused) as i32 >> unused,
            depth: (data >> 24) as u8,
            bound,
            index: (data >> 32) as u16,
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 & (AGES - 1)
}

/// Two words that belong together only if their xor is the key: a torn write by two threads at once
/// reads as an unknown position, so no lock is needed.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn data_for(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
    }
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table: what searches found about positions, shared by all threads.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of about so many bytes.
    pub fn new(bytes: u64) -> Self {
        let count = (bytes as usize / size_of::<Bucket>()).max(1);
        Self { buckets: std::iter::repeat_with(Bucket::default).take(count).collect(), age: 0 }
    }

    pub fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// A new search begins: what earlier ones stored gives way first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[Slot; 4] {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize].0
    }

    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| slot.data_for(key)).and_then(Entry::unpack)
    }

    /// Keeps an entry, in place of the shallowest and oldest one of its bucket.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let known = bucket.iter().find_map(|slot| Some((slot, slot.data_for(key)?)));
        let slot = if let Some((slot, data)) = known {
            if let Some(old) = Entry::unpack(data) {
                let deeper =
                    entry.bound == Bound::Exact || entry.depth.saturating_add(2) >= old.depth;
                if !deeper && age_of(data) == self.age {
                    return;
                }
                if entry.index == NO_MOVE {
                    entry.index = old.index;
                }
            }
            slot
        } else {
            let worth = |slot: &&Slot| {
                let data = slot.data.load(Ordering::Relaxed);
                let Some(old) = Entry::unpack(data) else { return i32::MIN };
                let years = (self.age + AGES - age_of(data)) % AGES;
                i32::from(old.depth) - 4 * i32::from(years)
            };
            bucket.iter().min_by_key(worth).unwrap_or(&bucket[0])
        };
        let data = entry.pack(self.age);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: u8) -> Entry {
        Entry { score, depth, bound: Bound::Exact, index: 7 }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1 << 16);
        for (i, score) in [0, 1, -1, 2_000_000, -2_000_000].into_iter().enumerate() {
            let key = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, entry(score, 9));
            assert_eq!(table.probe(key), Some(entry(score, 9)));
        }
        assert_eq!(table.probe(12345), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = Table::new(64);
        for key in 1..=4 {
            table.store(key, entry(0, 10 + key as u8));
        }
        table.store(5, entry(0, 1));
        assert!(table.probe(1).is_none() && table.probe(2).is_some());
        for _ in 0..10 {
            table.grow_older();
        }
        table.store(6, entry(0, 1));
        table.store(7, entry(0, 1));
        assert!(table.probe(5).is_none() && table.probe(2).is_none());
        assert!(table.probe(6).is_some() && table.probe(7).is_some());
    }

    #[test]
    fn a_torn_write_reads_as_unknown() {
        let table = Table::new(64);
        table.store(1, entry(5, 5));
        table.buckets[0].0[0].data.store(entry(6, 6).pack(0), Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_known_move_is_kept_when_a_search_finds_none() {
        let table = Table::new(64);
        table.store(1, entry(5, 5));
        table.store(1, Entry { score: -3, depth: 6, bound: Bound::Upper, index: NO_MOVE });
        assert_eq!(table.probe(1).unwrap().index, 7);
    }
}
