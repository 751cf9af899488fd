//! A* over a store in parts that threads fill side by side: from deed to deed in corridors, move by move in rooms.

use plyground_core::{Puzzle as _, Stats};
use plyground_search::room::Full;

use super::exact::{Exact, Progressed, Task};
use super::frontier::Frontier;
use super::shards::{Id, SHARDS, Shard, Shards};
use super::side_by_side::{join, side_by_side};
use crate::Board;
use crate::Direction;
use crate::anatomy::Anatomy;
use crate::deadlock::is_dead_after;
use crate::heuristics::gap_of;
use crate::layout::{Large, Layout, unfolded};
use crate::rules::Plan;
use crate::symmetry::Symmetry;
use crate::walk::Walk;

/// States expanded together. Within a batch nobody sees what the others found, so a batch is the price of
/// working side by side: at most so many states are expanded in vain.
const BATCH: u64 = 4096;
/// States that one thread takes at a time. Fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 256;
/// A batch of fewer states is not worth a second thread.
const WORTH_SHARING: usize = 1024;

/// What the expansion of a chunk took.
#[derive(Default)]
struct Effort {
    generated: u64,
    evaluated: u64,
    dead: u64,
}

/// Successors of a chunk of states, by shard.
#[derive(Default)]
struct Findings {
    effort: Effort,
    shards: [Vec<u8>; SHARDS],
    notes: [Vec<Note>; SHARDS],
}

/// What belongs to a found state beside its packed bytes.
#[derive(Clone, Copy)]
struct Note {
    parent: Id,
    /// The moves to it.
    moves: u32,
    length: u32,
    solved: bool,
}

pub(super) struct Sharded<'b> {
    board: &'b Board,
    symmetry: &'b Symmetry,
    shards: Shards,
    frontier: Frontier,
    /// The estimate of the start.
    estimate: u32,
}

impl<'b> Sharded<'b> {
    /// A search from the start, whose solutions have at least so many moves.
    pub(super) fn new(board: &'b Board, symmetry: &'b Symmetry, estimate: u32) -> Self {
        let shards = Shards::new(board.packed_len());
        Self { board, symmetry, shards, frontier: Frontier::default(), estimate }
    }

    fn begin(&mut self, mut room: u64) -> Result<(), Full> {
        let board = self.board;
        let layout = Large::new(board, &board.start());
        let mut packed = vec![0; board.packed_len()];
        board.pack(&self.symmetry.fold(board, &layout), &mut packed);
        let shard = Shards::shard_of(&packed);
        if let Some(id) = self.shards.0[shard].offer(&packed, 0, Id::NONE, &mut room)? {
            self.frontier.push(self.estimate, 0, id);
        }
        Ok(())
    }

    fn expand(
        &mut self,
        batch: &[Id],
        length: u32,
        moves: u32,
        task: &Task,
        stats: &mut Stats,
    ) -> Result<Progressed, Full> {
        let threads = if batch.len() < WORTH_SHARING { 1 } else { task.threads.clamp(1, SHARDS) };
        let chunks: Vec<&[Id]> = batch.chunks(CHUNK).collect();
        let (board, symmetry, shards) = (self.board, self.symmetry, &self.shards);
        let find = |chunk: &&[Id]| {
            let packed = vec![0; board.packed_len()];
            let found = Findings::default();
            Expansion { board, symmetry, shards, length, moves, most: task.most, packed, found }
                .of(chunk)
        };
        let findings: Vec<Findings> = side_by_side(threads, &chunks, find);
        for found in &findings {
            stats.generated += found.effort.generated;
            stats.evaluated += found.effort.evaluated;
            stats.dead_ends += found.effort.dead;
        }
        let kept = self.keep(threads, task.room, &findings)?;
        let mut progressed = Progressed { bound: Some(length), ..Progressed::default() };
        let mut most = task.most;
        for (note, id) in kept.into_iter().flatten() {
            if !note.solved {
                self.frontier.push(note.length, note.moves, id);
            } else if note.moves < most {
                match self.shards.path(board, symmetry, id) {
                    Some(path) => {
                        most = path.len() as u32;
                        progressed.solution = Some(path);
                    }
                    None => progressed.misled = true,
                }
            }
        }
        Ok(progressed)
    }

    /// Stores what was found, each shard by one thread; the news by shard.
    fn keep(
        &mut self,
        threads: usize,
        room: u64,
        findings: &[Findings],
    ) -> Result<Vec<Vec<(Note, Id)>>, Full> {
        let room = room / SHARDS as u64;
        let packed_len = self.board.packed_len();
        let keep = |(number, shard): (usize, &mut Shard)| {
            let mut room = room;
            let mut news = Vec::new();
            for found in findings {
                let states = found.shards[number].chunks_exact(packed_len);
                for (packed, note) in states.zip(&found.notes[number]) {
                    if let Some(id) = shard.offer(packed, note.moves, note.parent, &mut room)? {
                        news.push((*note, id));
                    }
                }
            }
            Ok(news)
        };
        let mut shards: Vec<(usize, &mut Shard)> = self.shards.0.iter_mut().enumerate().collect();
        if threads == 1 {
            return shards.into_iter().map(keep).collect();
        }
        let keep = &keep;
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            while !shards.is_empty() {
                let part = shards.split_off(shards.len().saturating_sub(SHARDS.div_ceil(threads)));
                workers.push(scope.spawn(move || part.into_iter().map(keep).collect::<Vec<_>>()));
            }
            // Parts were taken from the end.
            workers.into_iter().rev().flat_map(join).collect()
        })
    }
}

impl Exact for Sharded<'_> {
    fn go_on(&mut self, task: &Task, stats: &mut Stats) -> Result<Progressed, Full> {
        if self.shards.bytes() == 0 {
            self.begin(task.room)?;
        }
        let mut batch = Vec::new();
        let Some((length, moves)) = self.frontier.pop(task.states as usize, &mut batch) else {
            return Ok(Progressed::default());
        };
        if length >= task.most {
            return Ok(Progressed { bound: Some(length), ..Progressed::default() });
        }
        batch.retain(|&id| self.shards.moves_to(id) == moves);
        stats.expanded += batch.len() as u64;
        self.expand(&batch, length, moves, task, stats)
    }

    fn turn(&self) -> u64 {
        BATCH
    }

    fn bytes(&self) -> u64 {
        self.shards.bytes() + self.frontier.bytes()
    }

    fn waiting(&self) -> u64 {
        self.frontier.len() as u64
    }
}

/// States under expansion: all with the same estimated length and as many moves made.
struct Expansion<'s> {
    board: &'s Board,
    symmetry: &'s Symmetry,
    shards: &'s Shards,
    length: u32,
    moves: u32,
    /// Solutions must be shorter than this.
    most: u32,
    packed: Vec<u8>,
    found: Findings,
}

impl Expansion<'_> {
    /// Finds the successors of some states that are new, alive and short enough.
    fn of(mut self, chunk: &[Id]) -> Findings {
        for &id in chunk {
            let state = self.board.unpack(self.shards.packed(id));
            unfolded!(self.board, &state, |layout| self.expand(id, &layout));
        }
        self.found
    }

    fn expand<const P: usize, const A: usize>(&mut self, id: Id, layout: &Layout<P, A>) {
        let board = self.board;
        if board.is_open {
            for way in Direction::ALL {
                if let Ok(plan) = Plan::new(board, layout, way) {
                    self.take(id, layout, &plan, 1);
                }
            }
        } else {
            let mut walk = Walk::new(board, layout, &Anatomy::new(board, layout));
            walk.each_deed(board, layout, |plan, moves| self.take(id, layout, plan, moves));
        }
    }

    fn take<const P: usize, const A: usize>(
        &mut self,
        id: Id,
        before: &Layout<P, A>,
        plan: &Plan<'_, P, A>,
        moves: u32,
    ) {
        plan.each_after(self.board, self.symmetry.images(), |after| {
            self.found.effort.generated += 1;
            self.look_at(id, before, after, self.moves + moves);
        });
    }

    fn look_at<const P: usize, const A: usize>(
        &mut self,
        parent: Id,
        before: &Layout<P, A>,
        after: &Layout<P, A>,
        moves: u32,
    ) {
        let board = self.board;
        let next = self.symmetry.fold(board, after);
        board.pack(&next, &mut self.packed);
        let shard = Shards::shard_of(&self.packed);
        if self.shards.knows(shard, &self.packed, moves) {
            return;
        }
        let anatomy = Anatomy::new(board, after);
        if is_dead_after(board, before, after, &anatomy) {
            self.found.effort.dead += 1;
            return;
        }
        self.found.effort.evaluated += 1;
        let Some(rest) = gap_of(board, after, &anatomy) else {
            self.found.effort.dead += 1;
            return;
        };
        // An estimate that drops by more than the moves made tells less than the one before it.
        let length = self.length.max(moves + rest);
        if length >= self.most {
            return;
        }
        let solved = after.bonds.total == 0 && board.is_solved(&next);
        self.found.shards[shard].extend_from_slice(&self.packed);
        self.found.notes[shard].push(Note { parent, moves, length, solved });
    }
}
