use std::collections::BTreeMap;

use crate::room::{Full, reserve, take};

/// What a bucket takes beside its items.
const BUCKET_BYTES: u64 = 64;

/// States waiting, cheapest first; among equals the last in is the first out, which goes deep.
///
/// A state whose key falls is pushed again: its lower key comes out first, so whoever pops need
/// only remember which states have been out.
#[derive(Debug, Default)]
pub struct Queue {
    /// The bucket in use; kept out of the map since most pushes and pops go here.
    lowest: Bucket,
    others: BTreeMap<u32, Vec<u32>>,
    len: usize,
    bytes: u64,
}

#[derive(Debug, Default)]
struct Bucket {
    key: u32,
    items: Vec<u32>,
}

impl Queue {
    /// Adds a state.
    pub fn push(&mut self, key: u32, item: u32, room: &mut u64) -> Result<(), Full> {
        if key < self.lowest.key || (self.lowest.items.is_empty() && self.others.is_empty()) {
            self.put_lowest_back(room)?;
            self.lowest.key = key;
        }
        let items = if key == self.lowest.key {
            &mut self.lowest.items
        } else {
            if !self.others.contains_key(&key) {
                take(room, BUCKET_BYTES)?;
                self.bytes += BUCKET_BYTES;
            }
            self.others.entry(key).or_default()
        };
        self.bytes += reserve(items, 1, room)?;
        items.push(item);
        self.len += 1;
        Ok(())
    }

    /// Removes the state with the lowest key.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        while self.lowest.items.is_empty() {
            let (key, items) = self.others.pop_first()?;
            self.bytes -= BUCKET_BYTES + 4 * self.lowest.items.capacity() as u64;
            self.lowest = Bucket { key, items };
        }
        let item = self.lowest.items.pop()?;
        self.len -= 1;
        Some((self.lowest.key, item))
    }

    /// The lowest key.
    pub fn lowest(&self) -> Option<u32> {
        if self.lowest.items.is_empty() {
            self.others.keys().next().copied()
        } else {
            Some(self.lowest.key)
        }
    }

    /// How many wait.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The bytes held.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    fn put_lowest_back(&mut self, room: &mut u64) -> Result<(), Full> {
        if !self.lowest.items.is_empty() {
            take(room, BUCKET_BYTES)?;
            self.bytes += BUCKET_BYTES;
            self.others.insert(self.lowest.key, std::mem::take(&mut self.lowest.items));
        }
        Ok(())
    }
}
