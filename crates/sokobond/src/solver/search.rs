use plyground_core::{Limits, Progress, Puzzle as _, Status};
use plyground_search::driver::{AtWork, Driver};
use plyground_search::room::Full;

use super::Outcome;
use super::frontier::Frontier;
use super::scout::scout;
use super::shards::{Id, SHARDS, Shard, Shards};
use crate::anatomy::Anatomy;
use crate::dead::{is_dead_after, is_layout_dead};
use crate::heuristics::gap_of;
use crate::layout::{Large, Layout, unfolded};
use crate::rules::Plan;
use crate::symmetry::Symmetry;
use crate::walk::Walk;
use crate::{Board, Direction};

/// States expanded together. Within a batch nobody sees what the others found, so a batch is the price of
/// working side by side: at most so many states are expanded in vain.
const BATCH: usize = 4096;
/// States that one thread takes at a time. Fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 256;
/// A batch of fewer states is not worth a second thread.
const WORTH_SHARING: usize = 1024;
/// States after which a level counts as hard, and a scout looks for a first solution.
const HARD: u64 = 200_000;
/// How wide the first scout's beam is, and how much wider each next one is.
const NARROW: usize = 100;
const WIDER: usize = 3;
/// How many times the states of the last scout are searched before the next one. (In open rooms a scout's state costs
/// several of the search's.)
const SHARE: u64 = 20;
/// Only the board itself.
static NO_SYMMETRY: Symmetry = Symmetry::NONE;

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

struct Search<'b> {
    board: &'b Board,
    symmetry: &'b Symmetry,
    driver: Driver,
    threads: usize,
    shards: Shards,
    frontier: Frontier,
    best: Option<Vec<Direction>>,
    /// Whether a solution was found that only images of the board have.
    misled: bool,
    bound: u32,
    next_scout: u64,
    scout_width: usize,
}

/// Searches a level whose start is not solved.
pub(crate) fn run(board: &Board, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Outcome {
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut search = Search {
        board,
        symmetry: &board.symmetry,
        driver: Driver::start(limits),
        threads: limits.threads.unwrap_or_else(available).clamp(1, SHARDS),
        shards: Shards::new(board.packed_len()),
        frontier: Frontier::default(),
        best: None,
        misled: false,
        bound: 0,
        next_scout: HARD,
        scout_width: NARROW,
    };
    let status = match search.go(progress) {
        Ok(status) | Err(status) => status,
    };
    search.outcome(status)
}

impl Search<'_> {
    fn go(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<Status, Status> {
        let Some(estimate) = self.begin()? else { return Ok(Status::Unsolvable) };
        self.bound = estimate;
        let mut batch = Vec::new();
        while let Some((length, moves)) = self.frontier.pop(self.quota()?, &mut batch) {
            self.bound = self.bound.max(length);
            if self.shortest().is_some_and(|shortest| shortest <= self.bound) {
                return Ok(Status::Solved);
            }
            batch.retain(|&id| self.shards.moves_to(id) == moves);
            self.driver.parts().0.expanded += batch.len() as u64;
            self.expand(&batch, length, moves)?;
            if self.misled {
                self.forget_symmetry()?;
            }
            self.driver.check(&self.at_work(), progress)?;
            if self.expanded() >= self.next_scout {
                self.scout();
            }
        }
        Ok(if self.shortest().is_some() { Status::Solved } else { Status::Unsolvable })
    }

    /// Takes the start in; `None` where it is dead.
    fn begin(&mut self) -> Result<Option<u32>, Status> {
        let board = self.board;
        let layout = Large::new(board, &board.start());
        let anatomy = Anatomy::new(board, &layout);
        if is_layout_dead(board, &layout, &anatomy) {
            return Ok(None);
        }
        let Some(estimate) = gap_of(board, &layout, &anatomy) else { return Ok(None) };
        let mut packed = vec![0; board.packed_len()];
        board.pack(&self.symmetry.fold(board, &layout), &mut packed);
        let shard = Shards::shard_of(&packed);
        let mut room = self.room();
        let id = self.shards.0[shard].offer(&packed, 0, Id::NONE, &mut room).map_err(full)?;
        if let Some(id) = id {
            self.frontier.push(estimate, 0, id);
        }
        Ok(Some(estimate))
    }

    /// Begins anew without symmetry. What was proven holds.
    fn forget_symmetry(&mut self) -> Result<(), Status> {
        self.misled = false;
        self.symmetry = &NO_SYMMETRY;
        self.shards = Shards::new(self.board.packed_len());
        self.frontier = Frontier::default();
        self.begin().map(|_| ())
    }

    /// How many states may be expanded next.
    fn quota(&self) -> Result<usize, Status> {
        let left = self.driver.quota();
        if left == 0 { Err(Status::StateLimit) } else { Ok(left.min(BATCH as u64) as usize) }
    }

    fn room(&self) -> u64 {
        self.driver.room(self.shards.bytes() + self.frontier.bytes())
    }

    fn shortest(&self) -> Option<u32> {
        self.best.as_ref().map(|moves| moves.len() as u32)
    }

    fn expand(&mut self, batch: &[Id], length: u32, moves: u32) -> Result<(), Status> {
        let threads = if batch.len() < WORTH_SHARING { 1 } else { self.threads };
        let chunks: Vec<&[Id]> = batch.chunks(CHUNK).collect();
        let (board, symmetry, shards) = (self.board, self.symmetry, &self.shards);
        let most = self.shortest().unwrap_or(u32::MAX);
        let find = |chunk: &&[Id]| {
            let packed = vec![0; board.packed_len()];
            let found = Findings::default();
            Expansion { board, symmetry, shards, length, moves, most, packed, found }.of(chunk)
        };
        let findings: Vec<Findings> = side_by_side(threads, &chunks, find);
        for found in &findings {
            let (stats, _) = self.driver.parts();
            stats.generated += found.effort.generated;
            stats.evaluated += found.effort.evaluated;
            stats.dead_ends += found.effort.dead;
        }

        let kept = self.keep(threads, &findings).map_err(full)?;
        for (note, id) in kept.into_iter().flatten() {
            if !note.solved {
                self.frontier.push(note.length, note.moves, id);
            } else if self.shortest().is_none_or(|shortest| note.moves < shortest) {
                let path = self.shards.path(self.board, self.symmetry, id);
                self.misled |= path.is_none();
                self.best = path.or(self.best.take());
            }
        }
        self.driver.see(&self.at_work());
        Ok(())
    }

    /// Stores what was found, each shard by one thread; the news by shard.
    fn keep(
        &mut self,
        threads: usize,
        findings: &[Findings],
    ) -> Result<Vec<Vec<(Note, Id)>>, Full> {
        let room = self.room() / SHARDS as u64;
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

    /// States expanded so far.
    fn expanded(&mut self) -> u64 {
        self.driver.parts().0.expanded
    }

    fn at_work(&self) -> Standing {
        Standing {
            bytes: self.shards.bytes() + self.frontier.bytes(),
            frontier: self.frontier.len() as u64,
            shortest: self.shortest(),
            bound: self.bound,
        }
    }

    /// Looks for a solution, or a shorter one, with a beam, so that a limit does not leave us with nothing, and so
    /// that whatever cannot be shorter is not kept. The next one is wider, and comes later.
    fn scout(&mut self) {
        let most = self.shortest().unwrap_or(u32::MAX);
        let before = self.expanded();
        let (quota, clock) = (self.driver.quota(), self.driver.clock());
        let mut stop = |expanded: u64| expanded > quota || clock.is_over();
        let scouted = scout(self.board, self.scout_width, most, &mut stop);
        let (stats, _) = self.driver.parts();
        stats.expanded += scouted.expanded.min(quota);
        stats.generated += scouted.generated;
        if scouted.solution.is_some() {
            self.best = scouted.solution;
        }
        self.scout_width *= WIDER;
        let now = self.expanded();
        self.next_scout = now + SHARE * (now - before);
    }

    fn outcome(mut self, status: Status) -> Outcome {
        let bound = match (&self.best, status) {
            (Some(moves), Status::Solved) => Some(moves.len() as u64),
            (_, Status::Unsolvable) => None,
            _ => Some(u64::from(self.bound)),
        };
        Outcome { status, solution: self.best, bound, stats: *self.driver.stats() }
    }
}

/// What the search is at, between two batches.
struct Standing {
    bytes: u64,
    frontier: u64,
    shortest: Option<u32>,
    bound: u32,
}

impl AtWork for Standing {
    fn bytes(&self) -> u64 {
        self.bytes
    }
    fn frontier(&self) -> u64 {
        self.frontier
    }
    fn note(&self) -> String {
        match self.shortest {
            Some(best) => format!("{best} moves, at least {}", self.bound),
            None => format!("at least {} moves", self.bound),
        }
    }
}

fn full(_: Full) -> Status {
    Status::MemoryLimit
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

/// Does some work for each item with some threads; results in the items' order.
fn side_by_side<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 || items.len() < 2 {
        return items.iter().map(work).collect();
    }
    let each = items.len().div_ceil(threads);
    let work = &work;
    std::thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(each)
            .map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>()))
            .collect();
        workers.into_iter().flat_map(join).collect()
    })
}

/// A worker's result; its panic goes on in this thread.
fn join<T>(worker: std::thread::ScopedJoinHandle<'_, T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
