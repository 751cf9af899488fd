//! What a search in an open room knows of the settings.
//!
//! Waves read it side by side; what they find goes in between them, by one thread.

use std::collections::HashMap;

use plyground_core::Puzzle as _;
use plyground_search::room::{Full, reserve, take};
use plyground_search::store::{Entry, NONE, Store};

use super::grid::{Bits, Grid};
use super::route::deed_to;
use super::setting::{Key, Setting};
use crate::layout::Small;
use crate::symmetry::Symmetry;
use crate::{Board, Direction, State};

/// Where a deed begins.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) setting: u32,
    pub(super) moves: u32,
    pub(super) place: u8,
}

/// A deed that solves the level.
pub(super) struct Goal {
    pub(super) origin: Origin,
    pub(super) state: State,
}

impl Goal {
    pub(super) const fn moves(&self) -> u32 {
        self.origin.moves + 1
    }
}

/// A deed into a setting.
struct Arrival {
    /// The arrival in the same setting before this one.
    previous: u32,
    origin: Origin,
    moves: u16,
    place: u8,
}

pub(super) struct Chart<'b> {
    pub(super) board: &'b Board,
    pub(super) symmetry: &'b Symmetry,
    pub(super) grid: Grid,
    /// The settings; in the place of a cost the last arrival in each, in that of a parent whether it may be dead.
    settings: Store,
    /// Setting → places that were expanded.
    closed: Vec<Bits>,
    /// Setting and place where the hero's molecule bonds → the fewest moves with which it did.
    bonded: HashMap<(u32, u8), u32>,
    arrivals: Vec<Arrival>,
}

impl<'b> Chart<'b> {
    /// A chart without a setting; `None` where the board is too large.
    pub(super) fn new(board: &'b Board, symmetry: &'b Symmetry) -> Option<Self> {
        if !board.is_small() {
            return None;
        }
        Some(Self {
            board,
            symmetry,
            grid: Grid::new(board, symmetry.images())?,
            settings: Store::new(Key::len_for(board)),
            closed: Vec::new(),
            bonded: HashMap::new(),
            arrivals: Vec::new(),
        })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// Bytes of a setting's key.
    pub(super) const fn key_len(&self) -> usize {
        self.settings.packed_len()
    }

    /// A setting, made ready.
    pub(super) fn setting(&self, index: u32) -> Setting<'_> {
        Setting::new(self.board, &self.grid, self.settings.packed(index))
    }

    /// The setting with a key, where it is known.
    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        match self.settings.entry(key) {
            Entry::Known(index) => Some(index),
            Entry::New(_) => None,
        }
    }

    /// The setting with a key; whether it may be dead is kept of one that is new.
    pub(super) fn find_or_add(
        &mut self,
        key: &[u8],
        may_be_dead: bool,
        room: &mut u64,
    ) -> Result<u32, Full> {
        match self.settings.entry(key) {
            Entry::Known(index) => Ok(index),
            Entry::New(vacant) => {
                reserve(&mut self.closed, 1, room)?;
                self.closed.push(0);
                self.settings.insert(vacant, key, NONE, may_be_dead.into(), room)
            }
        }
    }

    /// The places of a setting that were expanded.
    pub(super) fn closed(&self, setting: u32) -> Bits {
        self.closed[setting as usize]
    }

    pub(super) fn close(&mut self, setting: u32, places: Bits) {
        self.closed[setting as usize] = places;
    }

    /// Whether a setting was found by a deed that may have made it dead, and nobody has looked yet.
    pub(super) fn may_be_dead(&self, setting: u32) -> bool {
        self.closed(setting) == 0 && self.settings.parent(setting) != 0
    }

    /// Whether the hero's molecule bonded on a place in so few moves before.
    pub(super) fn has_bonded(&self, setting: u32, place: u8, moves: u32) -> bool {
        self.bonded.get(&(setting, place)).is_some_and(|&before| before <= moves)
    }

    pub(super) fn bond(
        &mut self,
        setting: u32,
        place: u8,
        moves: u32,
        room: &mut u64,
    ) -> Result<(), Full> {
        if self.bonded.len() == self.bonded.capacity() {
            take(room, self.bonded_bytes())?;
        }
        self.bonded.insert((setting, place), moves);
        Ok(())
    }

    /// Whether an arrival says nothing new: the place was expanded, or the one before was there as soon.
    pub(super) fn has_arrived(&self, setting: u32, place: u8, moves: u32) -> bool {
        let twin = |last: &Arrival| last.place == place && u32::from(last.moves) <= moves;
        self.closed(setting) >> place & 1 == 1
            || self.arrivals.get(self.settings.g(setting) as usize).is_some_and(twin)
    }

    pub(super) fn arrive(
        &mut self,
        setting: u32,
        place: u8,
        moves: u32,
        origin: Origin,
        room: &mut u64,
    ) -> Result<(), Full> {
        reserve(&mut self.arrivals, 1, room)?;
        let (previous, may_be_dead) = (self.settings.g(setting), self.settings.parent(setting));
        self.settings.set(setting, self.arrivals.len() as u32, may_be_dead);
        self.arrivals.push(Arrival { previous, origin, moves: moves as u16, place });
        Ok(())
    }

    fn bonded_bytes(&self) -> u64 {
        (self.bonded.capacity() * (size_of::<((u32, u8), u32)>() + 1)) as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        self.settings.bytes()
            + self.bonded_bytes()
            + (self.closed.capacity() * size_of::<Bits>()
                + self.arrivals.capacity() * size_of::<Arrival>()) as u64
    }

    /// The line of moves to a goal; `None` where only images of the board have it.
    pub(super) fn path(&self, goal: Goal) -> Option<Vec<Direction>> {
        let board = self.board;
        let mut line = vec![goal.state];
        let mut at = goal.origin;
        loop {
            let setting = self.setting(at.setting);
            let mut number = self.settings.g(at.setting);
            let arrival = loop {
                let arrival = self.arrivals.get(number as usize)?;
                let walked = at.moves.checked_sub(arrival.moves.into());
                if walked.is_some() && setting.moves_between(arrival.place, at.place) == walked {
                    break arrival;
                }
                number = arrival.previous;
            };
            if arrival.origin.setting == NONE {
                break;
            }
            line.push(setting.at(arrival.place).state(board, &self.grid));
            at = arrival.origin;
        }
        let mut moves = Vec::new();
        let mut state = board.start();
        for wanted in line.iter().rev() {
            let wanted = self.symmetry.fold(board, &Small::new(board, wanted));
            let layout = Small::new(board, &state);
            state = deed_to(board, self.symmetry, &layout, &wanted, &mut moves)?;
        }
        Some(moves)
    }
}
