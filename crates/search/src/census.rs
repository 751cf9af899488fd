//! Counts every position that can be reached, layer by layer, and from which of them the goal can still be reached.
//!
//! The positions of a layer lie one behind the other in the [`Store`], so a layer is a range of indices. Where each
//! position leads is kept as a list of indices; what is solvable is then found by passes over that list alone.

use plyground_core::{Census, Expanded, Limits, PackedSpace, Progress, Puzzle, Status, Successors};

use crate::driver::{AtWork, Driver};
use crate::room::{Full, reserve};
use crate::solve::bits::Bits;
use crate::store::{Entry, NONE, Store, moves_between};

/// Marks the last way that leads from a position; no index is so high.
const LAST: u32 = 1 << 31;

/// A puzzle as a space of packed positions.
pub struct SpaceOf<'a, P: Puzzle> {
    puzzle: &'a P,
    successors: Successors<P::Move>,
}

impl<'a, P: Puzzle> SpaceOf<'a, P> {
    /// All positions of a puzzle.
    pub fn new(puzzle: &'a P) -> Self {
        Self { puzzle, successors: Successors::default() }
    }
}

impl<P: Puzzle> PackedSpace for SpaceOf<'_, P> {
    fn packed_len(&self) -> usize {
        self.puzzle.packed_len()
    }

    fn start(&self, out: &mut [u8]) {
        self.puzzle.pack(&self.puzzle.start(), out);
    }

    fn expand(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Expanded {
        let state = self.puzzle.unpack(packed);
        self.successors.clear(packed.len());
        self.puzzle.successors(&state, packed, &mut self.successors);
        self.successors.iter().for_each(|next| out.extend_from_slice(next.packed));
        let solved = self.puzzle.is_solved(&state);
        Expanded { solved, seen_dead: !solved && self.puzzle.is_dead(&state) }
    }

    fn line(&self, positions: &[&[u8]]) -> String {
        self.puzzle.line_text(&moves_between(self.puzzle, positions))
    }
}

/// Counts a space within limits.
pub fn count(
    space: &mut dyn PackedSpace,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Census {
    let mut driver = Driver::start(limits);
    let mut count = Count::new(space.packed_len());
    let counted = count.reach_all(space, &mut driver, tell);
    let solved = count.solvable.len();
    let solvable = counted.and_then(|()| count.spread(&mut driver, limits));
    let layers = count.layers();
    let states = count.store.len() as u64;
    let first_of_last = states - layers.last().copied().unwrap_or(states);
    let way = match states {
        0 => Vec::new(),
        _ => count.store.ancestry(first_of_last as u32),
    };
    let way: Vec<&[u8]> = way.into_iter().map(|index| count.store.packed(index)).collect();
    let stats = *driver.stats();
    Census {
        stopped: solvable.err(),
        states,
        layers,
        expanded: stats.expanded,
        moves: stats.generated,
        solved,
        shortest: count.shortest,
        solvable: solvable.ok(),
        dead: solvable.ok().map(|solvable| states - solvable),
        seen_dead: stats.dead_ends,
        deepest: space.line(&way),
        peak_bytes: stats.peak_bytes,
        seconds: stats.seconds,
    }
}

struct Count {
    store: Store,
    /// Behind the last index of each layer that is complete.
    ends: Vec<u32>,
    /// Where each position leads: indices, the last of each position marked with [`LAST`]. One that leads nowhere
    /// leads to itself here.
    ways: Vec<u32>,
    /// Solved positions, and what is known to lead to one.
    solvable: Bits,
    shortest: Option<u64>,
    /// The position to be expanded next.
    next: u32,
}

impl AtWork for Count {
    fn bytes(&self) -> u64 {
        self.store.bytes() + 4 * self.ways.capacity() as u64 + self.solvable.bytes()
    }

    fn frontier(&self) -> u64 {
        self.store.len() as u64 - u64::from(self.next)
    }

    fn note(&self) -> String {
        format!("layer {}", self.ends.len())
    }
}

impl Count {
    fn new(packed_len: usize) -> Self {
        Self {
            store: Store::new(packed_len),
            ends: Vec::new(),
            ways: Vec::new(),
            solvable: Bits::default(),
            shortest: None,
            next: 0,
        }
    }

    /// Expands every position, in the order in which they are reached.
    fn reach_all(
        &mut self,
        space: &mut dyn PackedSpace,
        driver: &mut Driver,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<(), Status> {
        let mut packed = vec![0; space.packed_len()];
        space.start(&mut packed);
        self.index(&packed, NONE, &mut driver.room(0)).map_err(|Full| Status::MemoryLimit)?;
        let mut successors = Vec::new();
        while (self.next as usize) < self.store.len() {
            if self.ends.last().is_none_or(|&end| end == self.next) {
                self.ends.push(self.store.len() as u32);
            }
            let held = driver.check(self, tell)?;
            packed.copy_from_slice(self.store.packed(self.next));
            successors.clear();
            let expanded = space.expand(&packed, &mut successors);
            let mut room = driver.room(held);
            self.note(expanded, &successors, &mut room).map_err(|Full| Status::MemoryLimit)?;
            let stats = driver.parts().0;
            stats.expanded += 1;
            stats.generated += (successors.len() / packed.len()) as u64;
            stats.dead_ends += u64::from(expanded.seen_dead);
            self.next += 1;
        }
        driver.see(self);
        Ok(())
    }

    /// Keeps what the next position is and where it leads.
    fn note(&mut self, expanded: Expanded, successors: &[u8], room: &mut u64) -> Result<(), Full> {
        if expanded.solved {
            self.solvable.add(self.next, room)?;
            self.shortest.get_or_insert(self.ends.len() as u64 - 1);
        }
        let count = successors.len() / self.store.packed_len();
        reserve(&mut self.ways, count.max(1), room)?;
        for packed in successors.chunks_exact(self.store.packed_len()) {
            let target = self.index(packed, self.next, room)?;
            self.ways.push(target);
        }
        if count == 0 {
            self.ways.push(self.next);
        }
        let last = self.ways.len() - 1;
        self.ways[last] |= LAST;
        Ok(())
    }

    /// The index of a position, which is new where it was not reached before.
    fn index(&mut self, packed: &[u8], from: u32, room: &mut u64) -> Result<u32, Full> {
        match self.store.entry(packed) {
            Entry::Known(index) => Ok(index),
            Entry::New(_) if self.store.len() as u32 == LAST => Err(Full),
            Entry::New(vacant) => self.store.insert(vacant, packed, 0, from, room),
        }
    }

    /// The number of positions in each layer.
    fn layers(&self) -> Vec<u64> {
        let reached = self.store.len() as u32;
        let open = self.ends.last().is_none_or(|&end| end < reached).then_some(reached);
        let ends = self.ends.iter().copied().chain(open);
        let mut first = 0;
        ends.map(|end| u64::from(end - std::mem::replace(&mut first, end))).collect()
    }

    /// Finds all positions that lead to a solved one; how many. Passes go from the last position to the first and
    /// back, until one changes nothing: most ways lead forward, so there are few.
    fn spread(&mut self, driver: &mut Driver, limits: &Limits) -> Result<u64, Status> {
        let held = driver.see(self);
        let mut room = driver.room(held);
        for backward in [true, false].into_iter().cycle() {
            let changed = self.pass(backward, &mut room).map_err(|Full| Status::MemoryLimit)?;
            if !changed {
                break;
            }
            if driver.clock().is_over() {
                let asked = limits.cancel.is_cancelled();
                return Err(if asked { Status::Cancelled } else { Status::TimeLimit });
            }
        }
        driver.see(self);
        Ok(self.solvable.len())
    }

    /// Looks once at every position; whether one more is found to be solvable.
    fn pass(&mut self, backward: bool, room: &mut u64) -> Result<bool, Full> {
        let mut changed = false;
        let mut look = |solvable: &mut Bits, from: u32, ways: &[u32]| {
            let leads = || ways.iter().any(|&way| solvable.contains(way & !LAST));
            if !solvable.contains(from) && leads() {
                solvable.add(from, room)?;
                changed = true;
            }
            Ok(())
        };
        if backward {
            let mut from = self.next;
            let mut rest = &self.ways[..];
            while let Some((_, before)) = rest.split_last() {
                let cut = before.iter().rposition(|way| way & LAST != 0).map_or(0, |at| at + 1);
                let (earlier, ways) = rest.split_at(cut);
                (rest, from) = (earlier, from - 1);
                look(&mut self.solvable, from, ways)?;
            }
        } else {
            for (from, ways) in (0..).zip(self.ways.split_inclusive(|way| way & LAST != 0)) {
                look(&mut self.solvable, from, ways)?;
            }
        }
        Ok(changed)
    }
}
