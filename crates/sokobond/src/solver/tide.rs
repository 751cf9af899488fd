//! A* in open rooms: what positions have in common is kept once.
//!
//! Positions that differ only in where the hero's molecule stands share a [`Setting`](super::setting::Setting). Those of one setting that are due are
//! expanded together: the setting is made ready once, a bit says whether a place was expanded, and the hero walks on from place
//! to place without a look at anything else. Only deeds lead into other settings. As the estimates are consistent, a position with
//! the estimated length that is under way has been reached in the fewest moves, in whatever order they come. Of the two, `gap` is
//! asked of every position, `pairing` only of those that are due, and where it pays.
//!
//! The settings at hand go out in [`Wave`]s, side by side with all threads. This thread takes in what they found, wave by wave: so
//! results do not depend on the number of threads, nor on how many waves go at once.

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

/// Positions at hand in a wave, and a few more where they share a setting. Fixed, so that results do not depend on the
/// number of threads.
const WAVE: usize = 256;
/// The most waves that go out at once.
const WAVES: usize = 64;

pub(super) struct Tide<'b> {
    chart: Chart<'b>,
    /// Estimated length → moves made → positions.
    waiting: Vec<Vec<Vec<Spot>>>,
    spots: u64,
    /// Bytes of what waits and is at hand.
    allocated: u64,
    /// Positions at hand, sorted by setting.
    hand: Vec<Spot>,
    due: Due,
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
            due: Due { length: bound, moves: 0, most: u32::MAX, pairs },
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

    /// The positions at hand that go out next, in waves of whole settings.
    fn waves(&self, most: usize) -> Vec<&[Spot]> {
        let mut rest = &self.hand[..];
        let mut waves = Vec::new();
        while !rest.is_empty() && waves.len() < most {
            let first = rest.len().saturating_sub(WAVE);
            let before = rest[..first].iter().rposition(|spot| spot.setting != rest[first].setting);
            let (left, wave) = rest.split_at(before.map_or(0, |last| last + 1));
            waves.push(wave);
            rest = left;
        }
        waves
    }

    /// Expands at most so many states of those at hand.
    fn expand(&mut self, states: u64, threads: usize, stats: &mut Stats) -> Result<(), Full> {
        let (chart, due) = (&self.chart, self.due);
        let waves = self.waves(if threads == 1 { 1 } else { WAVES });
        let expanded = |wave: &&[Spot]| Wave::new(chart, due, states).over(wave);
        let findings = side_by_side(threads, &waves, expanded);
        let end = stats.expanded + states;
        for found in findings {
            let left = end - stats.expanded;
            if found.expanded >= left && left < states {
                // It went on for too long: the others had their part of the states.
                return Ok(());
            }
            self.take_in(found, stats)?;
            if self.goal.is_some() {
                return Ok(());
            }
        }
        Ok(())
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
            self.wait(length, moves, spot)?;
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
        self.goal = found.goal;
        Ok(())
    }
}

impl Exact for Tide<'_> {
    fn go_on(&mut self, task: &Task, stats: &mut Stats) -> Result<Progressed, Full> {
        self.room = task.room;
        self.due.most = task.most;
        if self.chart.is_empty() {
            self.begin()?;
        }
        let end = stats.expanded + task.states;
        while stats.expanded < end && self.goal.is_none() {
            if self.hand.is_empty() && !self.take_spots() {
                return Ok(Progressed::default());
            }
            if self.due.length >= self.due.most {
                break;
            }
            self.expand(end - stats.expanded, task.threads, stats)?;
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
