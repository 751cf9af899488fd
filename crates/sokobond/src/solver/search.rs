use plyground_core::{Limits, Progress, Puzzle as _, Status};
use plyground_search::driver::{AtWork, Driver};
use plyground_search::optimise::optimise;

use super::exact::{Exact, Task};
use super::explorer::{Explorer, Turn};
use super::scout::scout;
use super::sharded::Sharded;
use super::tide::Tide;
use super::{Found, found};
use crate::anatomy::Anatomy;
use crate::deadlock::is_layout_dead;
use crate::heuristics::gap_of;
use crate::layout::Large;
use crate::symmetry::Symmetry;
use crate::{Board, Direction};

/// Whole turns of the search after which a level counts as hard, and an explorer looks for a first solution: so many of
/// its steps after each turn.
const HARD: u64 = 12;
const STEPS: u64 = 256;
/// The part of the memory that the explorer may have.
const PART: u64 = 4;
/// States in which a solution is made shorter along its line, for each move of it.
const SHORTENING: u64 = 200;
/// Whole turns after which scouts look for shorter ones.
const VERY_HARD: u64 = 48;
/// How wide the first scout's beam is, and how much wider each next one is.
const NARROW: usize = 100;
const WIDER: usize = 3;
/// A turn of the search for so many states of the last scout comes before the next one.
const SHARE: u64 = 200;
/// Only the board itself.
static NO_SYMMETRY: Symmetry = Symmetry::NONE;

struct Search<'b> {
    board: &'b Board,
    driver: Driver,
    limits: &'b Limits,
    threads: usize,
    exact: Box<dyn Exact + 'b>,
    best: Option<Vec<Direction>>,
    bound: u32,
    explorer: Option<Box<Explorer<'b>>>,
    next_scout: u64,
    scout_width: usize,
}

/// Searches a level whose start is not solved.
pub(crate) fn run(board: &Board, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Found {
    let mut driver = Driver::start(limits);
    let Some(bound) = estimate(board) else {
        return found(Status::Unsolvable, None, None, *driver.stats());
    };
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let exact = exact(board, &board.symmetry, bound);
    let mut search = Search {
        board,
        driver,
        limits,
        threads: limits.threads.unwrap_or_else(available),
        next_scout: VERY_HARD * exact.turn(),
        exact,
        best: None,
        bound,
        explorer: Some(Box::new(Explorer::new(board))),
        scout_width: NARROW,
    };
    let status = match search.go(progress) {
        Ok(status) | Err(status) => status,
    };
    search.found(status)
}

/// The moves that the start needs at least; `None` where it is dead.
fn estimate(board: &Board) -> Option<u32> {
    let layout = Large::new(board, &board.start());
    let anatomy = Anatomy::new(board, &layout);
    if is_layout_dead(board, &layout, &anatomy) { None } else { gap_of(board, &layout, &anatomy) }
}

/// The search that suits a board.
fn exact<'b>(board: &'b Board, symmetry: &'b Symmetry, bound: u32) -> Box<dyn Exact + 'b> {
    match board.is_open.then(|| Tide::new(board, symmetry, bound)).flatten() {
        Some(tide) => Box::new(tide),
        None => Box::new(Sharded::new(board, symmetry, bound)),
    }
}

impl Search<'_> {
    fn go(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<Status, Status> {
        loop {
            self.driver.check(&self.at_work(), progress)?;
            let task = Task {
                states: self.quota()?,
                room: self.room(),
                most: self.shortest().unwrap_or(u32::MAX),
                threads: self.threads,
            };
            let (stats, _) = self.driver.parts();
            let progressed = self.exact.go_on(&task, stats).map_err(|_| Status::MemoryLimit)?;
            self.driver.see(&self.at_work());
            self.best = progressed.solution.or(self.best.take());
            let Some(bound) = progressed.bound else { break };
            self.bound = self.bound.max(bound);
            if self.shortest().is_some_and(|shortest| shortest <= self.bound) {
                break;
            }
            if progressed.misled {
                // What was proven holds.
                self.exact = exact(self.board, &NO_SYMMETRY, self.bound);
            }
            if self.expanded() >= HARD * self.exact.turn() && self.explore() {
                return Ok(Status::Unsolvable);
            }
            if self.expanded() >= self.next_scout {
                self.scout();
            }
        }
        Ok(if self.best.is_some() { Status::Solved } else { Status::Unsolvable })
    }

    /// How many states may be expanded next.
    fn quota(&self) -> Result<u64, Status> {
        let left = self.driver.quota();
        if left == 0 { Err(Status::StateLimit) } else { Ok(left.min(self.exact.turn())) }
    }

    fn room(&self) -> u64 {
        self.driver.room(self.held())
    }

    fn held(&self) -> u64 {
        let explorer = self.explorer.as_ref().map_or(0, |explorer| explorer.bytes());
        self.exact.bytes() + explorer
    }

    fn shortest(&self) -> Option<u32> {
        self.best.as_ref().map(|moves| moves.len() as u32)
    }

    /// States expanded so far.
    fn expanded(&mut self) -> u64 {
        self.driver.parts().0.expanded
    }

    fn at_work(&self) -> Standing {
        Standing {
            bytes: self.held(),
            frontier: self.exact.waiting(),
            shortest: self.shortest(),
            bound: self.bound,
        }
    }

    /// Looks for a first solution for a while; whether there is none.
    fn explore(&mut self) -> bool {
        let Some(mut explorer) = self.explorer.take_if(|_| self.best.is_none()) else {
            return false;
        };
        let (expanded, generated) = (explorer.expanded, explorer.generated);
        let room = (self.room() / PART).max(explorer.bytes());
        let turn = explorer.go_on(STEPS.min(self.driver.quota()), room);
        let (stats, _) = self.driver.parts();
        stats.expanded += explorer.expanded - expanded;
        stats.generated += explorer.generated - generated;
        match turn {
            Turn::Found(moves) => self.best = Some(self.shortened(moves)),
            Turn::Going => self.explorer = Some(explorer),
            Turn::Nothing => return true,
            Turn::Full => {}
        }
        false
    }

    /// A solution made shorter along its line.
    fn shortened(&mut self, moves: Vec<Direction>) -> Vec<Direction> {
        let states = (SHORTENING * moves.len() as u64).min(self.driver.quota());
        let limits = Limits {
            time: self.driver.clock().left(),
            memory: Some(self.room()),
            cancel: self.limits.cancel.clone(),
            ..Limits::states(states)
        };
        let report = optimise(self.board, &moves, &limits, &mut |_| {});
        let (stats, _) = self.driver.parts();
        stats.expanded += report.stats.expanded.min(states);
        stats.generated += report.stats.generated;
        report.solution.unwrap_or(moves)
    }

    /// Looks for a solution, or a shorter one, with a beam, so that a limit does not leave us with nothing, and so
    /// that whatever cannot be shorter is not kept. The next one is wider, and comes later.
    fn scout(&mut self) {
        let most = self.shortest().unwrap_or(u32::MAX);
        let (quota, clock) = (self.driver.quota(), self.driver.clock());
        let mut stop = |expanded: u64| expanded > quota || clock.is_over();
        let scouted = scout(self.board, self.scout_width, most, &mut stop);
        let (stats, _) = self.driver.parts();
        stats.expanded += scouted.expanded.min(quota);
        stats.generated += scouted.generated;
        if let Some(moves) = scouted.solution {
            self.best = Some(self.shortened(moves));
        }
        self.scout_width *= WIDER;
        self.next_scout = self.expanded() + scouted.expanded * self.exact.turn() / SHARE;
    }

    fn found(mut self, status: Status) -> Found {
        let bound = match (&self.best, status) {
            (Some(moves), Status::Solved) => Some(moves.len() as u64),
            (_, Status::Unsolvable) => None,
            _ => Some(u64::from(self.bound)),
        };
        found(status, self.best, bound, *self.driver.stats())
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
