//! Who does the pieces of an experiment or a tournament.
//!
//! A [`Load`] is what there is to do, piece by piece; a [`Crew`] takes pieces and hands back what they gave. There are
//! three: the threads of this machine ([`Local`]), a fixed part of the pieces for batch systems ([`Shard`]), and the
//! workers of a cluster, in a crate of their own.

use std::ops::ControlFlow;
use std::str::FromStr;

use plyground_core::text::quoted;
use plyground_core::{Cancel, SpecError, mix};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::order::Order;
use crate::pool;
use crate::store::RunError;

/// What is to be done, piece by piece.
pub trait Load: Sync {
    /// What a piece gives.
    type Product: Serialize + DeserializeOwned + Send;

    /// How many pieces there are.
    fn count(&self) -> usize;
    /// Names a piece by all that decides what it gives.
    fn id(&self, index: usize) -> &str;
    /// Does a piece on this machine, one of `jobs` at a time; `None` where either flag cut it off.
    fn make(
        &self,
        index: usize,
        jobs: usize,
        cancel: &Cancel,
        stop: &Cancel,
    ) -> Result<Option<Self::Product>, RunError>;
    /// All that another process needs to do a piece.
    fn order(&self, index: usize) -> Result<Order, SpecError>;
    /// What another process gave for a piece, replayed; the reason where it is not true.
    fn check(&self, index: usize, product: Self::Product) -> Result<Self::Product, String>;
    /// What a piece gives that nobody could do.
    fn failed(&self, index: usize, reason: &str) -> Self::Product;
}

/// What a crew tells.
pub enum News<P> {
    /// These pieces are done.
    Made(Vec<(usize, P)>),
    /// How the workers of a cluster are.
    Workers(Workers),
}

/// How the workers of a cluster are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Workers {
    /// Those that were heard of in the last seconds.
    pub workers: usize,
    /// Their job slots.
    pub slots: usize,
    /// Those of another version, which get no work.
    pub refused: usize,
    /// Results that were not true, and whose pieces are done again.
    pub rejected: usize,
    /// Pieces that ended every worker that tried them.
    pub failed: usize,
}

/// Whoever listens to a crew; may break off.
pub type Hear<'a, P> = &'a mut dyn FnMut(News<P>) -> Result<ControlFlow<()>, RunError>;

/// Somebody who does pieces.
pub trait Crew {
    /// How many pieces are done at a time, as far as is known.
    fn jobs(&self) -> usize;
    /// Whether a piece of this name is done here at all.
    fn takes(&self, _id: &str) -> bool {
        true
    }
    /// Does all pieces. No piece is begun once `cancel` is raised or `hear` breaks off.
    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError>;
}

/// The threads of this machine.
#[derive(Debug, Clone, Copy)]
pub struct Local {
    /// Pieces at a time.
    pub jobs: usize,
}

impl Crew for Local {
    fn jobs(&self) -> usize {
        self.jobs.max(1)
    }

    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError> {
        let jobs = self.jobs.clamp(1, load.count().max(1));
        let work = |index: usize, stop: &Cancel| load.make(index, jobs, cancel, stop);
        pool::each(load.count(), jobs, cancel, work, |index, made| match made? {
            Some(product) => hear(News::Made(vec![(index, product)])),
            None => Ok(ControlFlow::Continue(())),
        })
    }
}

/// A fixed part of the pieces, chosen by their names: the parts of `1/N` to `N/N` are all of them, and no two share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 1.
    pub index: u32,
    /// How many parts there are.
    pub count: u32,
}

impl Part {
    /// Whether a piece belongs to this part.
    pub fn contains(self, id: &str) -> bool {
        let bytes = id.as_bytes().chunks(8);
        let words: Vec<u64> = bytes
            .map(|part| part.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        mix(&words) % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.map(|(index, count)| (index.trim().parse(), count.trim().parse()));
        match parts {
            Some((Ok(index), Ok(count))) if (1..=count).contains(&index) => {
                Ok(Self { index, count })
            }
            _ => Err(format!(
                "{text} is not a part; expected I/N with I from 1 to N, such as 3/20",
                text = quoted(text)
            )),
        }
    }
}

/// One part of the pieces, on the threads of this machine.
#[derive(Debug, Clone, Copy)]
pub struct Shard {
    /// Which part.
    pub part: Part,
    /// The threads.
    pub local: Local,
}

impl Crew for Shard {
    fn jobs(&self) -> usize {
        self.local.jobs()
    }

    fn takes(&self, id: &str) -> bool {
        self.part.contains(id)
    }

    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError> {
        self.local.work(load, cancel, hear)
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::fingerprint;

    use super::*;

    #[test]
    fn parts_share_no_piece_leave_none_out_and_are_about_equal() {
        let ids: Vec<String> = (0..10_000).map(|i| fingerprint(&i.to_string())).collect();
        for count in [1, 2, 3, 7, 100] {
            let mut sizes = vec![0; count as usize];
            for id in &ids {
                let takers: Vec<u32> =
                    (1..=count).filter(|&index| Part { index, count }.contains(id)).collect();
                assert_eq!(takers.len(), 1);
                sizes[takers[0] as usize - 1] += 1;
            }
            let mean = 10_000 / count as usize;
            assert!(sizes.iter().all(|&size| size > mean / 2 && size < mean * 2), "{sizes:?}");
        }
    }

    #[test]
    fn a_part_is_a_number_of_a_number() {
        assert_eq!("3/20".parse(), Ok(Part { index: 3, count: 20 }));
        for bad in ["", "3", "0/4", "5/4", "a/b", "1/0", "-1/3", "1/2/3"] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }
}
