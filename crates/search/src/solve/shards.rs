//! What `pbfs` and `pastar` share: a batch of states expanded by all threads at once.
//!
//! The store is split by hash into a fixed number of shards. First the threads expand a part of the
//! batch each and sort what they find by shard; then each thread takes in what was found for its
//! shards, in the order of the batch. So nothing depends on how many threads there are.

use plyground_core::{Event, Heuristic, PruneReason, Puzzle, Successors};

use super::search::Run;
use super::steps::StepCosts;
use crate::driver::Clock;
use crate::room::Full;
use crate::store::{Entry, NONE, Store, hash, moves_between};

/// How many parts the store has, whatever the number of threads.
pub(super) const SHARDS: usize = 16;
/// The most states of a batch.
const BATCH: usize = 4096;
/// The bytes of a record before its packed state.
const HEAD: usize = 9;
/// Successors or records between two looks at the time.
const GLANCE: usize = 256;
/// Below this, one thread is faster than waking more.
const SMALL: usize = 128;

/// The split store.
pub(super) struct Shards {
    shards: Vec<Store>,
    packed_len: usize,
    /// What the threads found, by thread and shard; kept for its memory.
    found: Vec<Found>,
}

/// What one thread found.
struct Found {
    /// For each shard: parent, cost, whether the move was quiet, and packed state, one after another.
    records: [Vec<u8>; SHARDS],
    generated: u64,
    costs: StepCosts,
}

/// A state that was new, or reached more cheaply.
pub(super) struct Reached {
    pub(super) id: u32,
    pub(super) g: u32,
    pub(super) h: u32,
    pub(super) new: bool,
    pub(super) solved: bool,
}

/// What one shard took in.
#[derive(Default)]
struct Taken {
    reached: Vec<Reached>,
    evaluated: u64,
    dead_ends: u64,
    full: bool,
}

impl Shards {
    pub(super) fn new(packed_len: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Store::new(packed_len)).collect();
        Self { shards, packed_len, found: Vec::new() }
    }

    /// How many states are held.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(Store::len).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        let found = self.found.iter().flat_map(|found| &found.records).map(Vec::capacity);
        self.shards.iter().map(Store::bytes).sum::<u64>() + found.sum::<usize>() as u64
    }

    pub(super) fn g(&self, id: u32) -> u32 {
        let (shard, index) = split(id);
        self.shards[shard].g(index)
    }

    fn packed(&self, id: u32) -> &[u8] {
        let (shard, index) = split(id);
        self.shards[shard].packed(index)
    }

    /// The length of each shard: what comes later has a greater index.
    pub(super) fn lengths(&self) -> [u32; SHARDS] {
        std::array::from_fn(|shard| self.shards[shard].len() as u32)
    }

    /// Puts the start in.
    pub(super) fn begin(&mut self, run: &mut Run<'_, impl Puzzle>) -> Result<u32, Full> {
        let mut key = vec![0; self.packed_len];
        run.puzzle.pack(&run.puzzle.start(), &mut key);
        let shard = shard_of(hash(&key));
        match self.shards[shard].entry(&key) {
            Entry::Known(index) => Ok(join(shard, index)),
            Entry::New(vacant) => {
                let index = self.shards[shard].insert(vacant, &key, 0, NONE, &mut run.room)?;
                Ok(join(shard, index))
            }
        }
    }

    /// How many states to expand at once: few where memory or the quota is small.
    pub(super) fn batch<P: Puzzle>(&self, run: &Run<'_, P>) -> usize {
        let by_room = run.room / (64 * ((self.packed_len + HEAD) as u64));
        by_room.min(run.quota).clamp(1, BATCH as u64) as usize
    }

    /// Expands a batch. A state known before counts as reached where the way is cheaper and its index
    /// in its shard is not below `fixed`.
    pub(super) fn expand<P: Puzzle>(
        &mut self,
        run: &mut Run<'_, P>,
        batch: &[u32],
        heuristic: Option<&dyn Heuristic<P>>,
        fixed: &[u32; SHARDS],
        costs: &mut StepCosts,
    ) -> Result<Vec<Reached>, Full> {
        let threads = if batch.len() < SMALL { 1 } else { run.threads.min(SHARDS) };
        let held = self.bytes();
        self.find(run.puzzle, run.clock, batch, threads);
        run.room = run.room.saturating_sub(self.bytes() - held);
        for found in &self.found {
            run.stats.generated += found.generated;
            costs.merge(found.costs);
        }
        run.stats.expanded += batch.len() as u64;
        let taken = self.take_in(run, heuristic, fixed, threads);
        let mut reached = Vec::new();
        let mut full = false;
        for mut taken in taken {
            run.stats.evaluated += taken.evaluated;
            run.stats.dead_ends += taken.dead_ends;
            full |= taken.full;
            reached.append(&mut taken.reached);
        }
        if run.watcher.is_some() {
            self.tell(run, batch);
        }
        if full { Err(Full) } else { Ok(reached) }
    }

    /// First half: each thread expands its part of the batch.
    fn find<P: Puzzle>(&mut self, puzzle: &P, clock: &Clock, batch: &[u32], threads: usize) {
        let mut founds = std::mem::take(&mut self.found);
        founds.resize_with(threads.max(founds.len()), Found::default);
        founds.iter_mut().for_each(Found::clear);
        let part = batch.len().div_ceil(threads).max(1);
        let this = &*self;
        std::thread::scope(|scope| {
            let mut work = batch.chunks(part).zip(&mut founds);
            let own = work.next();
            for (ids, found) in work {
                scope.spawn(move || this.find_from(puzzle, clock, ids, found));
            }
            if let Some((ids, found)) = own {
                this.find_from(puzzle, clock, ids, found);
            }
        });
        self.found = founds;
    }

    fn find_from<P: Puzzle>(&self, puzzle: &P, clock: &Clock, ids: &[u32], found: &mut Found) {
        let mut successors = Successors::default();
        let mut look = 0;
        for &id in ids {
            if found.generated >= look {
                if clock.is_over() {
                    return;
                }
                look = found.generated + GLANCE as u64;
            }
            let packed = self.packed(id);
            let state = puzzle.unpack(packed);
            let g = self.g(id);
            successors.clear(self.packed_len);
            puzzle.successors(&state, packed, &mut successors);
            for successor in successors.iter() {
                let cost = puzzle.cost(&state, successor.mv);
                let records = &mut found.records[shard_of(hash(successor.packed))];
                records.extend_from_slice(&id.to_le_bytes());
                records.extend_from_slice(&g.saturating_add(cost).to_le_bytes());
                records.push(u8::from(successor.quiet));
                records.extend_from_slice(successor.packed);
                found.generated += 1;
                found.costs.see(cost);
            }
        }
    }

    /// Second half: each thread takes in what was found for its shards.
    fn take_in<P: Puzzle>(
        &mut self,
        run: &Run<'_, P>,
        heuristic: Option<&dyn Heuristic<P>>,
        fixed: &[u32; SHARDS],
        threads: usize,
    ) -> Vec<Taken> {
        let (puzzle, clock) = (run.puzzle, run.clock);
        let room = run.room / SHARDS as u64;
        let found = &self.found;
        let work = |first: usize, stores: &mut [Store], taken: &mut [Taken]| {
            for (offset, (store, taken)) in stores.iter_mut().zip(taken).enumerate() {
                let shard = first + offset;
                let intake = Intake { puzzle, clock, heuristic, shard, fixed: fixed[shard] };
                taken.full = intake.all(found, store, room, taken).is_err();
            }
        };
        let mut taken: Vec<Taken> = (0..SHARDS).map(|_| Taken::default()).collect();
        let part = SHARDS.div_ceil(threads);
        std::thread::scope(|scope| {
            let mut parts = self.shards.chunks_mut(part).zip(taken.chunks_mut(part)).enumerate();
            let own = parts.next();
            for (number, (stores, taken)) in parts {
                let work = &work;
                scope.spawn(move || work(number * part, stores, taken));
            }
            if let Some((_, (stores, taken))) = own {
                work(0, stores, taken);
            }
        });
        taken
    }

    /// Tells what the batch did, after it is done.
    fn tell<P: Puzzle>(&self, run: &mut Run<'_, P>, batch: &[u32]) {
        let puzzle = run.puzzle;
        let mut moves = Vec::new();
        let mut key = vec![0; self.packed_len];
        for &parent in batch {
            let from = &puzzle.unpack(self.packed(parent));
            run.tell(&Event::Expanded {
                id: parent,
                state: from,
                g: self.g(parent),
                h: 0,
                frontier: 0,
            });
            moves.clear();
            puzzle.moves(from, &mut moves);
            for &mv in &moves {
                puzzle.pack(&puzzle.play(from, mv), &mut key);
                let shard = shard_of(hash(&key));
                let why = match self.shards[shard].entry(&key) {
                    Entry::Known(index) if self.shards[shard].parent(index) == parent => {
                        let (id, g) = (join(shard, index), self.shards[shard].g(index));
                        run.tell(&Event::Generated { id, parent, from, mv, g, h: 0 });
                        continue;
                    }
                    Entry::Known(_) => PruneReason::Duplicate,
                    Entry::New(_) => PruneReason::Dead,
                };
                run.tell(&Event::Pruned { parent, from, mv, why });
            }
        }
    }

    /// The moves from the start to a state.
    pub(super) fn path<P: Puzzle>(&self, puzzle: &P, id: u32) -> Vec<P::Move> {
        let mut states = Vec::new();
        let mut at = id;
        while at != NONE {
            states.push(self.packed(at));
            let (shard, index) = split(at);
            at = self.shards[shard].parent(index);
        }
        states.reverse();
        moves_between(puzzle, &states)
    }
}

/// What one shard needs to take states in.
struct Intake<'a, P: Puzzle> {
    puzzle: &'a P,
    clock: &'a Clock,
    heuristic: Option<&'a dyn Heuristic<P>>,
    shard: usize,
    fixed: u32,
}

impl<P: Puzzle> Intake<'_, P> {
    fn all(
        &self,
        found: &[Found],
        store: &mut Store,
        mut room: u64,
        taken: &mut Taken,
    ) -> Result<(), Full> {
        let record = HEAD + self.puzzle.packed_len();
        for found in found {
            let records = found.records[self.shard].chunks_exact(record);
            for (number, record) in records.enumerate() {
                if number % GLANCE == 0 && self.clock.is_over() {
                    return Ok(());
                }
                self.one(store, &Record::read(record), &mut room, taken)?;
            }
        }
        Ok(())
    }

    fn one(
        &self,
        store: &mut Store,
        record: &Record<'_>,
        room: &mut u64,
        taken: &mut Taken,
    ) -> Result<(), Full> {
        let &Record { parent, g, quiet, packed } = record;
        let entry = store.entry(packed);
        if let Entry::Known(index) = entry
            && (index < self.fixed || g >= store.g(index))
        {
            return Ok(());
        }
        let new = matches!(entry, Entry::New(_));
        let (mut h, mut solved) = (0, false);
        // A quiet move from a state that is neither solved nor dead leads to another.
        if !quiet || self.heuristic.is_some() {
            let state = self.puzzle.unpack(packed);
            if new && !quiet && self.puzzle.is_dead(&state) {
                taken.dead_ends += 1;
                return Ok(());
            }
            if let Some(heuristic) = self.heuristic {
                if self.clock.is_stopped() {
                    return Ok(());
                }
                taken.evaluated += 1;
                let Some(estimate) =
                    heuristic.estimate_unless(self.puzzle, &state, &|| self.clock.is_over())
                else {
                    taken.dead_ends += 1;
                    return Ok(());
                };
                h = estimate;
            }
            solved = !quiet && self.puzzle.is_solved(&state);
        }
        let index = match entry {
            Entry::Known(index) => {
                store.set(index, g, parent);
                index
            }
            Entry::New(vacant) if store.len() < (NONE as usize) / SHARDS => {
                store.insert(vacant, packed, g, parent, room)?
            }
            Entry::New(_) => return Err(Full),
        };
        taken.reached.push(Reached { id: join(self.shard, index), g, h, new, solved });
        Ok(())
    }
}

impl Default for Found {
    fn default() -> Self {
        Self {
            records: std::array::from_fn(|_| Vec::new()),
            generated: 0,
            costs: StepCosts::default(),
        }
    }
}

impl Found {
    fn clear(&mut self) {
        self.records.iter_mut().for_each(Vec::clear);
        self.generated = 0;
        self.costs = StepCosts::default();
    }
}

/// What was found of one successor.
struct Record<'a> {
    parent: u32,
    g: u32,
    quiet: bool,
    packed: &'a [u8],
}

impl<'a> Record<'a> {
    fn read(record: &'a [u8]) -> Self {
        let number = |at: usize| {
            u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
        };
        let (parent, g) = (number(0), number(4));
        Self { parent, g, quiet: record[8] != 0, packed: &record[HEAD..] }
    }
}

const fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

const fn join(shard: usize, index: u32) -> u32 {
    index * SHARDS as u32 + shard as u32
}

const fn split(id: u32) -> (usize, u32) {
    (id as usize % SHARDS, id / SHARDS as u32)
}
