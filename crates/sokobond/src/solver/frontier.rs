use super::shards::Id;

/// The states that wait, by estimated length of the solution through them, then by moves made.
#[derive(Default)]
pub(crate) struct Frontier {
    /// Estimated length → moves made → states.
    buckets: Vec<Vec<Vec<Id>>>,
    len: usize,
}

impl Frontier {
    pub(crate) fn push(&mut self, length: u32, moves: u32, id: Id) {
        let (length, moves) = (length as usize, moves as usize);
        if self.buckets.len() <= length {
            self.buckets.resize_with(length + 1, Vec::new);
        }
        let row = &mut self.buckets[length];
        if row.len() <= moves {
            row.resize_with(moves + 1, Vec::new);
        }
        row[moves].push(id);
        self.len += 1;
    }

    /// The states of the shortest estimated length, the furthest on: at most `most` of those added last.
    pub(crate) fn pop(&mut self, most: usize, out: &mut Vec<Id>) -> Option<(u32, u32)> {
        out.clear();
        for (length, row) in self.buckets.iter_mut().enumerate() {
            if let Some((moves, bucket)) =
                row.iter_mut().enumerate().rev().find(|(_, bucket)| !bucket.is_empty())
            {
                out.extend(bucket.drain(bucket.len().saturating_sub(most)..));
                self.len -= out.len();
                return Some((length as u32, moves as u32));
            }
            *row = Vec::new();
        }
        None
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> u64 {
        let ids: usize = self.buckets.iter().flatten().map(Vec::capacity).sum();
        (ids * size_of::<Id>()) as u64
    }
}
