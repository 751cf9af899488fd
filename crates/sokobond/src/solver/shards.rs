use plyground_search::room::Full;
use plyground_search::store::{Entry, NONE, Store, hash};

use plyground_core::Puzzle as _;

use super::route::deed_to;
use crate::layout::unfolded;
use crate::symmetry::Symmetry;
use crate::{Board, Direction};

/// How many parts the store has. Fixed, so that results do not depend on the number of threads.
pub(crate) const SHARDS: usize = 16;
const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// Names a state: its shard in the low bits, its index there above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Id(pub(crate) u32);

impl Id {
    pub(crate) const NONE: Self = Self(NONE);
    const fn new(shard: usize, index: u32) -> Self {
        Self(index << SHARD_BITS | shard as u32)
    }
    const fn shard(self) -> usize {
        self.0 as usize % SHARDS
    }
    const fn index(self) -> u32 {
        self.0 >> SHARD_BITS
    }
}

/// One part of the store, which one thread at a time fills.
pub(crate) struct Shard {
    number: usize,
    store: Store,
}

impl Shard {
    /// Keeps a state with the moves to it, unless it is known with as few; its id where it is news.
    pub(crate) fn offer(
        &mut self,
        packed: &[u8],
        moves: u32,
        parent: Id,
        room: &mut u64,
    ) -> Result<Option<Id>, Full> {
        let index = match self.store.entry(packed) {
            Entry::Known(index) if self.store.g(index) <= moves => return Ok(None),
            Entry::Known(index) => {
                self.store.set(index, moves, parent.0);
                index
            }
            Entry::New(hash) => {
                if self.store.len() >= (NONE >> SHARD_BITS) as usize {
                    return Err(Full);
                }
                self.store.insert(hash, packed, moves, parent.0, room)?
            }
        };
        Ok(Some(Id::new(self.number, index)))
    }
}

/// All states seen, in parts that can be filled side by side.
pub(crate) struct Shards(pub(crate) Vec<Shard>);

impl Shards {
    pub(crate) fn new(packed_len: usize) -> Self {
        Self((0..SHARDS).map(|number| Shard { number, store: Store::new(packed_len) }).collect())
    }

    /// The shard a packed state belongs to. (The store uses the high half of the hash and the low bits, so
    /// bits in between decide.)
    pub(crate) fn shard_of(packed: &[u8]) -> usize {
        (hash(packed) >> 28) as usize % SHARDS
    }

    /// Whether a state is known with at most so many moves.
    pub(crate) fn knows(&self, shard: usize, packed: &[u8], moves: u32) -> bool {
        let store = &self.0[shard].store;
        matches!(store.entry(packed), Entry::Known(index) if store.g(index) <= moves)
    }

    pub(crate) fn packed(&self, id: Id) -> &[u8] {
        self.0[id.shard()].store.packed(id.index())
    }

    /// The moves to a state.
    pub(crate) fn moves_to(&self, id: Id) -> u32 {
        self.0[id.shard()].store.g(id.index())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.iter().map(|shard| shard.store.bytes()).sum()
    }

    /// The line of moves from the start to a state; `None` where only images of the board have it.
    pub(crate) fn path(
        &self,
        board: &Board,
        symmetry: &Symmetry,
        to: Id,
    ) -> Option<Vec<Direction>> {
        let mut line = Vec::new();
        let mut at = to;
        while at != Id::NONE {
            line.push(at);
            at = Id(self.0[at.shard()].store.parent(at.index()));
        }
        let mut moves = Vec::new();
        let mut state = board.start();
        for &id in line.iter().rev().skip(1) {
            let wanted = board.unpack(self.packed(id));
            state = unfolded!(board, &state, |layout| {
                deed_to(board, symmetry, &layout, &wanted, &mut moves)
            })?;
        }
        Some(moves)
    }
}
