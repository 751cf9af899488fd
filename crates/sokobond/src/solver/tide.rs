//! A* in open rooms: what positions have in common is kept once.
//!
//! Positions that differ only in where the hero's molecule stands share a [`Setting`](super::setting::Setting). Those of one
//! setting that are due are expanded together ([`Wave`]): the setting is made ready once, a bit says whether a place was
//! expanded, and the hero walks on from place to place without a look at anything else. Only deeds lead into other settings.
//! As the estimates are consistent, a position with the estimated length that is under way has been reached in the fewest
//! moves, in whatever order they come.
//!
//! So all positions with the same estimated length and as many moves made are at hand together, and go out in waves, side by
//! side with all threads. One thread takes in what they found, wave by wave, in a twentieth of the time that they take. What
//! it has not taken in when a turn ends stays for the next one.

use plyground_core::{Puzzle as _, Stats};
use plyground_search::room::{Full, reserve};
use plyground_search::store::NONE;

use super::chart::{Chart, Goal, Origin};
use super::exact::{Exact, Progressed, Task};
use super::setting::Atoms;
use super::side_by_side::side_by_side;
use super::wave::{Due, Findings, Later, Reached, Spot, Wave};
use crate::Board;
use crate::layout::Small;
use crate::symmetry::Symmetry;

/// Positions at hand in a wave, and a few more where they share a setting. Fixed, as results depend on it.
const WAVE: usize = 256;
/// The most waves that go out at once, for each thread: so many that it takes long beside starting a thread, so few that what
/// they found is about a megabyte and a half. Results do not depend on it.
const WAVES: usize = 32;
/// Fewer waves are not worth a second thread.
const WORTH_SHARING: usize = 3;

/// A wave that goes out, or is back.
struct Outing {
    /// The first of its positions at hand; the last is that before the next wave's first.
    first: usize,
    /// What it found, until that is taken in.
    found: Option<Findings>,
}

pub(super) struct Tide<'b> {
    chart: Chart<'b>,
    /// Estimated length → moves made → positions.
    waiting: Vec<Vec<Vec<Spot>>>,
    spots: u64,
    /// Bytes of what waits and is at hand.
    allocated: u64,
    /// Positions at hand, sorted by setting.
    hand: Vec<Spot>,
    /// The waves that they make; the last is next.
    outings: Vec<Outing>,
    due: Due,
    /// Solutions must be shorter than this.
    most: u32,
    goal: Option<Goal>,
    room: u64,
}

impl<'b> Tide<'b> {
    /// A search from the start, whose solutions have at least so many moves; `None` where the board is too large.
    pub(super) fn new(board: &'b Board, symmetry: &'b Symmetry, bound: u32) -> Option<Self> {
        // Only asked where molecules turn and nothing else changes them: elsewhere it takes longer than it saves.
        let pairs = board.has_rotators && !board.has_cuts && !board.has_doublers;
        Some(Self {
            chart: Chart::new(board, symmetry)?,
            waiting: Vec::new(),
            spots: 0,
            allocated: 0,
            hand: Vec::new(),
            outings: Vec::new(),
            due: Due { length: bound, moves: 0, pairs },
            most: u32::MAX,
            goal: None,
            room: 0,
        })
    }

    fn begin(&mut self) -> Result<(), Full> {
        let board = self.chart.board;
        let layout = Small::new(board, &board.start());
        let atoms = Atoms::of(&self.chart.grid, &layout, &layout.molecules(board));
        let (key, place) = atoms.settled(board, &self.chart.grid);
        let setting = self.chart.find_or_add(key.bytes(), false, &mut self.room)?;
        let nowhere = Origin { setting: NONE, place: 0, moves: 0 };
        self.chart.arrive(setting, place, 0, nowhere, &mut self.room)?;
        self.wait(self.due.length, 0, Spot { setting, place, is_known: false })
    }

    /// Takes the next positions to hand; false where nothing waits.
    fn take_spots(&mut self) -> bool {
        while let Some(row) = self.waiting.get_mut(self.due.length as usize) {
            if let Some(moves) = row.iter().rposition(|spots| !spots.is_empty()) {
                self.allocated -= (self.hand.capacity() * size_of::<Spot>()) as u64;
                self.hand = std::mem::take(&mut row[moves]);
                self.hand.sort_unstable_by_key(|spot| (spot.setting, spot.place));
                self.due.moves = moves as u32;
                self.part();
                return true;
            }
            self.due.length += 1;
        }
        false
    }

    fn wait(&mut self, length: u32, moves: u32, spot: Spot) -> Result<(), Full> {
        let (length, moves) = (length as usize, moves as usize);
        if self.waiting.len() <= length {
            self.waiting.resize_with(length + 1, Vec::new);
        }
        let row = &mut self.waiting[length];
        if row.len() <= moves {
            row.resize_with(moves + 1, Vec::new);
        }
        self.allocated += reserve(&mut row[moves], 1, &mut self.room)?;
        row[moves].push(spot);
        self.spots += 1;
        Ok(())
    }

    /// Parts what is at hand into waves of whole settings.
    fn part(&mut self) {
        let mut first = 0;
        while first < self.hand.len() {
            self.outings.push(Outing { first, found: None });
            let rest = &self.hand[first..];
            let last = rest[WAVE.min(rest.len()) - 1].setting;
            first += rest.partition_point(|spot| spot.setting <= last);
        }
    }

    /// Expands what goes out next, at most so many states of it.
    fn expand(&mut self, states: u64, threads: usize, stats: &mut Stats) -> Result<(), Full> {
        if self.outings.last().is_some_and(|outing| outing.found.is_none()) {
            self.send_out(threads);
        }
        let Some(Outing { first, found: Some(mut found) }) = self.outings.pop() else {
            return Ok(());
        };
        if found.expanded > states {
            // It went out without a limit: nobody knew what the others would leave to it.
            found = Wave::new(&self.chart, self.due, states).over(&self.hand[first..]);
            if found.taken < self.hand.len() - first {
                self.outings.push(Outing { first, found: None });
            }
        }
        self.take_in(found, stats)
    }

    /// Sends the next waves out, as many as are worth it.
    fn send_out(&mut self, threads: usize) {
        let most = if threads == 1 { 1 } else { WAVES * threads };
        let mut end = self.hand.len();
        let waves: Vec<&[Spot]> = self
            .outings
            .iter()
            .rev()
            .take_while(|outing| outing.found.is_none())
            .take(most)
            .map(|outing| &self.hand[outing.first..std::mem::replace(&mut end, outing.first)])
            .collect();
        let threads = if waves.len() < WORTH_SHARING { 1 } else { threads };
        let (chart, due) = (&self.chart, self.due);
        let findings =
            side_by_side(threads, &waves, |wave| Wave::new(chart, due, u64::MAX).over(wave));
        for (outing, found) in self.outings.iter_mut().rev().zip(findings) {
            outing.found = Some(found);
        }
    }

    fn take_in(&mut self, found: Findings, stats: &mut Stats) -> Result<(), Full> {
        stats.expanded += found.expanded;
        stats.generated += found.generated;
        stats.evaluated += found.evaluated;
        stats.dead_ends += found.dead;
        self.spots -= found.taken as u64;
        self.hand.truncate(self.hand.len() - found.taken);
        for (setting, places) in found.closed {
            self.chart.close(setting, places);
        }
        for (setting, place, moves) in found.bonded {
            self.chart.bond(setting, place, moves, &mut self.room)?;
        }
        for Later { length, moves, spot } in found.later {
            if length < self.most {
                self.wait(length, moves, spot)?;
            }
        }
        let mut keys = found.keys.chunks_exact(self.chart.key_len());
        for Reached { origin, setting, place, may_be_dead } in found.reached {
            let moves = origin.moves + 1;
            let setting = match setting {
                Some(setting) => setting,
                None => {
                    let key = keys.next().unwrap_or_default();
                    self.chart.find_or_add(key, may_be_dead, &mut self.room)?
                }
            };
            if !self.chart.has_arrived(setting, place, moves) {
                self.chart.arrive(setting, place, moves, origin, &mut self.room)?;
                self.wait(self.due.length, moves, Spot { setting, place, is_known: false })?;
            }
        }
        self.goal = found.goal.filter(|goal| goal.moves() < self.most);
        Ok(())
    }
}

impl Exact for Tide<'_> {
    fn go_on(&mut self, task: &Task, stats: &mut Stats) -> Result<Progressed, Full> {
        self.room = task.room;
        self.most = task.most;
        if self.chart.is_empty() {
            self.begin()?;
        }
        let end = stats.expanded + task.states;
        while stats.expanded < end && self.goal.is_none() {
            if self.hand.is_empty() && !self.take_spots() {
                return Ok(Progressed::default());
            }
            if self.due.length >= self.most {
                break;
            }
            self.expand(end - stats.expanded, task.threads.max(1), stats)?;
        }
        let mut progressed = Progressed { bound: Some(self.due.length), ..Progressed::default() };
        if let Some(goal) = self.goal.take() {
            progressed.solution = self.chart.path(goal);
            progressed.misled = progressed.solution.is_none();
        }
        Ok(progressed)
    }

    fn turn(&self) -> u64 {
        32_768
    }

    fn bytes(&self) -> u64 {
        self.chart.bytes() + self.allocated
    }

    fn waiting(&self) -> u64 {
        self.spots
    }
}
