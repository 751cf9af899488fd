//! The packed state store that all solvers share.
//!
//! States live packed in chunks that never move, each with its cost and its parent beside it. A
//! table of `u32` indices finds them again. Moves are not kept: a path is read back by asking the
//! rules which move leads from a parent to its child.

use plyground_core::Puzzle;

use crate::room::{Full, reserve, take};

/// The parent of a state that has none.
pub const NONE: u32 = u32::MAX;

/// Where a state is, or would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The state is held under this index.
    Known(u32),
    /// The state is not held; where it belongs, for [`Store::insert`].
    New(Vacant),
}

/// Where a new state belongs, until the next one is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vacant {
    hash: u64,
    slot: usize,
}

const EMPTY: u32 = u32::MAX;
/// States in a chunk: few enough that a search in a very small memory can start.
const CHUNK: usize = 1024;
/// States put into a new table at a time.
const BLOCK: usize = 32;
const SMALLEST_TABLE: usize = 64;
/// Beside the packed bytes: cost and parent.
const EXTRA: usize = 8;

/// Packed states by index, found again by their bytes.
#[derive(Debug)]
pub struct Store {
    /// Bytes of one state with its cost and parent.
    record: usize,
    chunks: Vec<Box<[u8]>>,
    len: usize,
    /// Open addressing with linear probing. An entry is an index, and in the bits that no index
    /// needs a part of the hash, so that other states are told apart without looking at them.
    table: Vec<u32>,
    tag_mask: u32,
}

impl Store {
    /// An empty store for packed states of this length.
    pub fn new(packed_len: usize) -> Self {
        Self {
            record: packed_len + EXTRA,
            chunks: Vec::new(),
            len: 0,
            table: Vec::new(),
            tag_mask: 0,
        }
    }

    /// The bytes of a packed state.
    pub const fn packed_len(&self) -> usize {
        self.record - EXTRA
    }

    /// How many states are held.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether none is held.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes held, slack included.
    pub const fn bytes(&self) -> u64 {
        (self.chunks.len() * CHUNK * self.record
            + self.chunks.capacity() * size_of::<Box<[u8]>>()
            + self.table.capacity() * size_of::<u32>()) as u64
    }

    /// Looks for a state.
    pub fn entry(&self, packed: &[u8]) -> Entry {
        let hash = hash(packed);
        if self.table.is_empty() {
            return Entry::New(Vacant { hash, slot: 0 });
        }
        let tag = hash as u32 & self.tag_mask;
        let mut slot = slot_of(hash, self.table.len());
        loop {
            let entry = self.table[slot];
            if entry == EMPTY {
                return Entry::New(Vacant { hash, slot });
            }
            if entry & self.tag_mask == tag {
                let index = entry & !self.tag_mask;
                if same(self.packed(index), packed) {
                    return Entry::Known(index);
                }
            }
            slot = self.slot_after(slot);
        }
    }

    /// Adds a state that [`entry`](Store::entry) has just called new. What is allocated for it is
    /// taken from `room`.
    pub fn insert(
        &mut self,
        vacant: Vacant,
        packed: &[u8],
        g: u32,
        parent: u32,
        room: &mut u64,
    ) -> Result<u32, Full> {
        if self.len == self.chunks.len() * CHUNK {
            self.add_chunk(room)?;
        }
        let mut slot = vacant.slot;
        if self.len >= most_for(self.table.len()) {
            self.grow_table(room)?;
            slot = self.vacant_slot(vacant.hash);
        }
        let index = self.len as u32;
        self.len += 1;
        let record = self.record_mut(index);
        record[..4].copy_from_slice(&g.to_le_bytes());
        record[4..8].copy_from_slice(&parent.to_le_bytes());
        record[EXTRA..].copy_from_slice(packed);
        self.table[slot] = (vacant.hash as u32 & self.tag_mask) | index;
        Ok(index)
    }

    /// The packed bytes of a state.
    #[inline]
    pub fn packed(&self, index: u32) -> &[u8] {
        &self.record(index)[EXTRA..]
    }

    /// The cost from the start to a state.
    #[inline]
    pub fn g(&self, index: u32) -> u32 {
        read(self.record(index), 0)
    }

    /// The state from which a state was reached; [`NONE`] for the first.
    #[inline]
    pub fn parent(&self, index: u32) -> u32 {
        read(self.record(index), 4)
    }

    /// Notes another way to a state.
    pub fn set(&mut self, index: u32, g: u32, parent: u32) {
        let record = self.record_mut(index);
        record[..4].copy_from_slice(&g.to_le_bytes());
        record[4..8].copy_from_slice(&parent.to_le_bytes());
    }

    /// Forgets all states but keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
        self.table.fill(EMPTY);
    }

    /// The indices from the first ancestor of a state down to the state.
    pub fn ancestry(&self, index: u32) -> Vec<u32> {
        let mut line = vec![index];
        let mut at = self.parent(index);
        while at != NONE {
            line.push(at);
            at = self.parent(at);
        }
        line.reverse();
        line
    }

    /// The moves from the first ancestor of a state to the state.
    pub fn path<P: Puzzle>(&self, puzzle: &P, index: u32) -> Vec<P::Move> {
        let line = self.ancestry(index);
        let states: Vec<&[u8]> = line.iter().map(|&index| self.packed(index)).collect();
        moves_between(puzzle, &states)
    }

    #[inline]
    fn record(&self, index: u32) -> &[u8] {
        let (chunk, place) = (index as usize / CHUNK, index as usize % CHUNK);
        &self.chunks[chunk][place * self.record..][..self.record]
    }

    fn record_mut(&mut self, index: u32) -> &mut [u8] {
        let (chunk, place) = (index as usize / CHUNK, index as usize % CHUNK);
        &mut self.chunks[chunk][place * self.record..][..self.record]
    }

    fn add_chunk(&mut self, room: &mut u64) -> Result<(), Full> {
        take(room, (CHUNK * self.record) as u64)?;
        reserve(&mut self.chunks, 1, room)?;
        self.chunks.push(vec![0; CHUNK * self.record].into_boxed_slice());
        Ok(())
    }

    /// The old table goes before the new one comes: everything in it can be found from the states.
    fn grow_table(&mut self, room: &mut u64) -> Result<(), Full> {
        let old = self.table.len();
        let slots = (old + old / 2).max(SMALLEST_TABLE);
        let most = most_for(slots);
        if most >= EMPTY as usize {
            return Err(Full);
        }
        take(room, ((slots - old) * size_of::<u32>()) as u64)?;
        let index_bits = usize::BITS - most.leading_zeros();
        self.tag_mask = (u64::MAX << index_bits) as u32;
        self.table = Vec::new();
        self.table = vec![EMPTY; slots];
        let mut first = 0;
        while first < self.len {
            let block: [u64; BLOCK] =
                std::array::from_fn(|i| hash(self.packed((first + i).min(self.len - 1) as u32)));
            // Reading all the slots first lets the memory answer all at once.
            let touched = block.map(|hash| self.table[slot_of(hash, slots)]);
            std::hint::black_box(touched);
            for (i, &hash) in block.iter().enumerate().take(self.len - first) {
                let slot = self.vacant_slot(hash);
                self.table[slot] = (hash as u32 & self.tag_mask) | (first + i) as u32;
            }
            first += BLOCK;
        }
        Ok(())
    }

    fn vacant_slot(&self, hash: u64) -> usize {
        let mut slot = slot_of(hash, self.table.len());
        while self.table[slot] != EMPTY {
            slot = self.slot_after(slot);
        }
        slot
    }

    #[inline]
    fn slot_after(&self, slot: usize) -> usize {
        if slot + 1 == self.table.len() { 0 } else { slot + 1 }
    }
}

/// The cheapest moves that lead from each packed state to the next.
pub fn moves_between<P: Puzzle>(puzzle: &P, states: &[&[u8]]) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let mut key = vec![0; puzzle.packed_len()];
    states
        .windows(2)
        .filter_map(|pair| {
            let state = puzzle.unpack(pair[0]);
            moves.clear();
            puzzle.moves(&state, &mut moves);
            moves
                .iter()
                .copied()
                .filter(|&mv| {
                    puzzle.pack(&puzzle.play(&state, mv), &mut key);
                    key == pair[1]
                })
                .min_by_key(|&mv| puzzle.cost(&state, mv))
        })
        .collect()
}

/// How many states a table of so many slots may hold.
const fn most_for(slots: usize) -> usize {
    slots / 32 * 25
}

/// Scales the hash to the table, so that any length will do.
const fn slot_of(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

#[inline]
fn read(record: &[u8], at: usize) -> u32 {
    record[at..].first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

/// A hash of packed bytes. It only finds places: states are always compared byte by byte.
pub fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut hash = 0x9e37_79b9_7f4a_7c15;
    for &word in words {
        hash = fold(hash ^ u64::from_le_bytes(word), 0xd6e8_feb8_6659_fd93);
    }
    fold(hash ^ last_word(rest), 0xa076_1d64_78bd_642f)
}

/// Whether packed bytes of the same length are equal; for so few, faster than a call.
fn same(a: &[u8], b: &[u8]) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
    let equal = |(&a, &b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(a) == u64::from_le_bytes(b);
    last_word(a_rest) == last_word(b_rest) && a.iter().zip(b).all(equal)
}

/// Less than eight bytes as a number, another for each content of one length; parts may be read twice.
fn last_word(rest: &[u8]) -> u64 {
    match (rest.first_chunk(), rest.last_chunk()) {
        (Some(&first), Some(&last)) => {
            u64::from(u32::from_le_bytes(first)) << 32 | u64::from(u32::from_le_bytes(last))
        }
        _ => rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plyground_core::Rng;

    use super::*;

    #[test]
    fn a_store_answers_like_a_hash_map() {
        let mut rng = Rng::new(3);
        let (mut store, mut map) = (Store::new(3), HashMap::new());
        let mut room = u64::MAX;
        for _ in 0..60_000 {
            let word = rng.below(30_000) as u32;
            let packed = &word.to_le_bytes()[..3];
            match (store.entry(packed), map.get(packed).copied()) {
                (Entry::Known(index), Some(known)) => assert_eq!(index, known),
                (Entry::New(vacant), None) => {
                    let index = store.insert(vacant, packed, word, word / 2, &mut room).unwrap();
                    map.insert(packed.to_vec(), index);
                    assert_eq!(store.g(index), word);
                    assert_eq!(store.parent(index), word / 2);
                }
                (entry, known) => panic!("{entry:?} but {known:?}"),
            }
        }
        assert_eq!(store.len(), map.len());
        assert_eq!(u64::MAX - room, store.bytes(), "what was taken is what is held");
    }

    #[test]
    fn a_state_takes_its_packed_bytes_and_at_most_16_more() {
        let mut store = Store::new(11);
        let mut room = u64::MAX;
        for i in 0..700_000u64 {
            let mut packed = [0; 11];
            packed[..8].copy_from_slice(&i.to_le_bytes());
            let Entry::New(vacant) = store.entry(&packed) else { panic!("{i} is new") };
            store.insert(vacant, &packed, 0, NONE, &mut room).unwrap();
            if i > 50_000 {
                let extra = store.bytes() as f64 / (i + 1) as f64 - 11.0;
                assert!(extra <= 16.0, "{extra} bytes beside each of {i} states");
            }
        }
    }

    #[test]
    fn a_store_never_takes_more_room_than_there_is() {
        let mut store = Store::new(4);
        let mut room = 100_000;
        let full = (0..100_000u32).find(|i| {
            let packed = i.to_le_bytes();
            let Entry::New(vacant) = store.entry(&packed) else { panic!("{i} is new") };
            store.insert(vacant, &packed, 0, NONE, &mut room).is_err()
        });
        assert!(full.is_some_and(|count| count > 2_000), "{full:?}");
        assert!(store.bytes() <= 100_000);
        assert_eq!(store.entry(&7u32.to_le_bytes()), Entry::Known(7), "still readable");
    }

    #[test]
    fn a_cleared_store_is_empty_and_holds_its_memory() {
        let mut store = Store::new(1);
        let mut room = u64::MAX;
        for round in 0..2 {
            assert!(matches!(store.entry(&[5]), Entry::New(_)), "round {round}");
            let Entry::New(vacant) = store.entry(&[5]) else { panic!("it is new") };
            store.insert(vacant, &[5], 0, NONE, &mut room).unwrap();
            assert_eq!(store.entry(&[5]), Entry::Known(0));
            store.clear();
            assert!(store.is_empty());
        }
    }
}
