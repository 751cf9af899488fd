use crate::room::{Full, reserve};

/// A set of state indices, one bit each.
#[derive(Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Adds an index; whether it was not in the set before.
    pub fn add(&mut self, index: u32, room: &mut u64) -> Result<bool, Full> {
        let word = index as usize / 64;
        if word >= self.0.len() {
            let more = word + 1 - self.0.len();
            reserve(&mut self.0, more, room)?;
            self.0.resize(word + 1, 0);
        }
        let bit = 1 << (index % 64);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        Ok(new)
    }

    /// Removes an index; whether it was in the set.
    pub fn remove(&mut self, index: u32) -> bool {
        let Some(word) = self.0.get_mut(index as usize / 64) else { return false };
        let bit = 1 << (index % 64);
        let was = *word & bit != 0;
        *word &= !bit;
        was
    }

    /// Whether an index is in the set.
    pub fn contains(&self, index: u32) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// How many indices are in the set.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The bytes held.
    pub const fn bytes(&self) -> u64 {
        8 * self.0.capacity() as u64
    }
}
