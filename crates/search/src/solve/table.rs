use plyground_core::{OptionInfo, OptionKind, SpecError};

use super::Setup;
use crate::room::Full;
use crate::store::{Entry, Store};

/// The option that bounds a table.
pub(super) const TABLE: OptionInfo = OptionInfo {
    id: "table",
    kind: OptionKind::Number,
    default: "256",
    summary: "megabytes for the table of states seen; 0 for none",
};

/// States seen by a search. One with a bound remembers what fits and forgets the rest.
pub(super) struct Table {
    store: Store,
    /// The most bytes to use; `None` where every state must be remembered.
    most: Option<u64>,
    /// The number of the last state that had no room.
    unstored: u32,
}

impl Table {
    pub(super) fn new(packed_len: usize, most: Option<u64>) -> Self {
        Self { store: Store::new(packed_len), most, unstored: u32::MAX }
    }

    /// A table of the size that the options ask for.
    pub(super) fn from_options<P: plyground_core::Puzzle>(
        setup: &Setup<'_, P>,
    ) -> Result<Self, SpecError> {
        let megabytes = setup.spec.options.number("table", 256, 0..=1 << 20)?;
        Ok(Self::new(setup.puzzle.packed_len(), Some(megabytes << 20)))
    }

    pub(super) fn entry(&self, packed: &[u8]) -> Entry {
        self.store.entry(packed)
    }

    /// What was noted of a state: its cost, and a mark.
    pub(super) fn noted(&self, id: u32) -> (u32, u32) {
        (self.store.g(id), self.store.parent(id))
    }

    /// Notes a cost and a mark, if there is room; the state's number.
    ///
    /// Where the table may forget, a quarter of the memory stays free for the line of the search.
    pub(super) fn note(
        &mut self,
        entry: Entry,
        packed: &[u8],
        (g, mark): (u32, u32),
        room: &mut u64,
    ) -> Result<u32, Full> {
        let vacant = match entry {
            Entry::Known(id) => {
                self.store.set(id, g, mark);
                return Ok(id);
            }
            Entry::New(vacant) => vacant,
        };
        let Some(most) = self.most else {
            return self.store.insert(vacant, packed, g, mark, room);
        };
        let held = self.store.bytes();
        let mut own = most.min(held.saturating_add(*room) / 4 * 3).saturating_sub(held);
        Ok(self.store.insert(vacant, packed, g, mark, &mut own).unwrap_or_else(|Full| {
            self.unstored = (self.unstored - 1).max(1 << 31);
            self.unstored
        }))
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.store.bytes()
    }
}
