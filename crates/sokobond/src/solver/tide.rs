//! A* in open rooms: what positions have in common is kept once.
//!
//! Positions that differ only in where the hero's molecule stands share a [`Setting`]. Those of one setting that are due are
//! expanded together: the setting is made ready once, a bit says whether a place was expanded, and the hero walks on from place
//! to place without a look at anything else. Only deeds lead into other settings. As the estimates are consistent, a position with
//! the estimated length that is under way has been reached in the fewest moves, in whatever order they come. Of the two, `gap` is
//! asked of every position, `pairing` only of those that are due, and where it pays.

use std::collections::HashMap;
use std::rc::Rc;

use plyground_core::{Puzzle as _, Stats};
use plyground_search::room::{Full, reserve, take};
use plyground_search::store::{Entry, NONE, Store};

use super::exact::{Exact, Progressed, Task};
use super::grid::{Bits, Grid, each_bit};
use super::needs::Needs;
use super::route::deed_to;
use super::setting::{Atoms, Key, Pushed, Setting};
use crate::anatomy::Anatomy;
use crate::deadlock::is_dead_after;
use crate::heuristics::lacks_partners;
use crate::layout::Small;
use crate::rules::Plan;
use crate::symmetry::Symmetry;
use crate::{Board, Direction, State};

/// A position that waits.
#[derive(Clone, Copy)]
struct Spot {
    setting: u32,
    place: u8,
    /// Whether it was estimated.
    is_known: bool,
}

/// Where a deed begins.
#[derive(Clone, Copy)]
struct Origin {
    setting: u32,
    moves: u32,
    place: u8,
}

/// A deed into a setting.
struct Arrival {
    /// The arrival in the same setting before this one.
    previous: u32,
    origin: Origin,
    moves: u16,
    place: u8,
}

/// A deed that solves the level.
struct Goal {
    origin: Origin,
    moves: u32,
    state: State,
}

pub(super) struct Tide<'b> {
    board: &'b Board,
    symmetry: &'b Symmetry,
    grid: Rc<Grid>,
    /// The settings; in the place of a cost the last arrival in each.
    settings: Store,
    /// Setting → places that were expanded.
    closed: Vec<Bits>,
    /// Setting and place where the hero's molecule bonds → the fewest moves with which it did.
    bonded: HashMap<(u32, u8), u32>,
    arrivals: Vec<Arrival>,
    /// Estimated length → moves made → positions.
    waiting: Vec<Vec<Vec<Spot>>>,
    spots: u64,
    /// Bytes of what waits and is at hand.
    allocated: u64,
    /// Positions at hand, sorted by setting, with their estimated length and the moves made.
    hand: Vec<Spot>,
    length: u32,
    moves: u32,
    /// Places in the setting under work that are to be expanded, with the moves to them.
    walk: Vec<(u8, u32)>,
    /// Solutions must be shorter than this.
    most: u32,
    goal: Option<Goal>,
    /// Whether `pairing` pays.
    pairs: bool,
    room: u64,
}

impl<'b> Tide<'b> {
    /// A search from the start, whose solutions have at least so many moves; `None` where the board is too large.
    pub(super) fn new(board: &'b Board, symmetry: &'b Symmetry, bound: u32) -> Option<Self> {
        if !board.is_small() {
            return None;
        }
        Some(Self {
            board,
            symmetry,
            grid: Rc::new(Grid::new(board, symmetry.images())?),
            settings: Store::new(Key::len_for(board)),
            closed: Vec::new(),
            bonded: HashMap::new(),
            arrivals: Vec::new(),
            waiting: Vec::new(),
            spots: 0,
            allocated: 0,
            hand: Vec::new(),
            length: bound,
            moves: 0,
            walk: Vec::new(),
            most: u32::MAX,
            goal: None,
            // Only asked where molecules turn and nothing else changes them: elsewhere it takes longer than it saves.
            pairs: board.has_rotators && !board.has_cuts && !board.has_doublers,
            room: 0,
        })
    }

    fn begin(&mut self, stats: &mut Stats) -> Result<(), Full> {
        let layout = Small::new(self.board, &self.board.start());
        let atoms = Atoms::of(&self.grid, &layout, &layout.molecules(self.board));
        let nowhere = Origin { setting: NONE, place: 0, moves: 0 };
        self.take_in(&atoms, nowhere, 0, || false, stats)
    }

    /// Takes the next positions to hand; false where nothing waits.
    fn take_spots(&mut self) -> bool {
        while let Some(row) = self.waiting.get_mut(self.length as usize) {
            if let Some(moves) = row.iter().rposition(|spots| !spots.is_empty()) {
                self.allocated -= (self.hand.capacity() * size_of::<Spot>()) as u64;
                self.hand = std::mem::take(&mut row[moves]);
                self.hand.sort_unstable_by_key(|spot| (spot.setting, spot.place));
                self.moves = moves as u32;
                return true;
            }
            self.length += 1;
        }
        false
    }

    fn wait(&mut self, length: u32, moves: u32, spot: Spot) -> Result<(), Full> {
        if length >= self.most {
            return Ok(());
        }
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

    /// Expands what is due in the setting that comes next at hand.
    fn expand(&mut self, end: u64, stats: &mut Stats) -> Result<(), Full> {
        let Some(&Spot { setting: index, .. }) = self.hand.last() else { return Ok(()) };
        let grid = Rc::clone(&self.grid);
        let mut visit = None;
        while let Some(spot) = self.hand.pop_if(|spot| spot.setting == index) {
            self.spots -= 1;
            if self.closed[index as usize] >> spot.place & 1 == 1 {
                continue;
            }
            let visit = visit.get_or_insert_with(|| {
                Visit::new(Setting::new(self.board, &grid, self.settings.packed(index)))
            });
            let mut length = self.length;
            if !spot.is_known {
                stats.evaluated += 1;
                length = length.max(self.moves.saturating_add(visit.needs.gap(spot.place)));
            }
            if length > self.length {
                self.wait(length, self.moves, Spot { is_known: true, ..spot })?;
            } else {
                self.walk.push((spot.place, self.moves));
            }
        }
        let Some(visit) = visit else { return Ok(()) };
        while let Some((place, moves)) = self.walk.pop() {
            if stats.expanded >= end {
                self.wait(self.length, moves, Spot { setting: index, place, is_known: true })?;
            } else if self.closed[index as usize] >> place & 1 == 1 {
                continue;
            } else if self.pairs && !visit.needs.can_pair(place, self.length - moves) {
                // Who cannot pair in so many moves never can.
                if self.length - moves < u8::MAX.into() {
                    let spot = Spot { setting: index, place, is_known: true };
                    self.wait(self.length + 1, moves, spot)?;
                }
            } else {
                self.closed[index as usize] |= 1 << place;
                stats.expanded += 1;
                self.leave(&visit, Origin { setting: index, place, moves }, stats)?;
            }
        }
        Ok(())
    }

    /// Goes all ways from a place.
    fn leave(&mut self, visit: &Visit<'_>, origin: Origin, stats: &mut Stats) -> Result<(), Full> {
        let moves = origin.moves + 1;
        for way in Direction::ALL {
            let steps = visit.setting.steps(1 << origin.place, way);
            if steps.deeds != 0 {
                self.act(&visit.setting, origin, way, stats)?;
            }
            let Some(place) = each_bit(steps.walks).next() else { continue };
            if visit.bonding >> place & 1 == 1 {
                self.bond(&visit.setting, origin, place, stats)?;
            } else if self.closed[origin.setting as usize] >> place & 1 == 0 {
                stats.generated += 1;
                let length = self.length.max(moves.saturating_add(visit.needs.gap(place)));
                if length > self.length {
                    let spot = Spot { setting: origin.setting, place, is_known: true };
                    self.wait(length, moves, spot)?;
                } else {
                    self.walk.push((place, moves));
                }
            }
        }
        Ok(())
    }

    /// Walks onto a place where the hero's molecule bonds.
    fn bond(
        &mut self,
        setting: &Setting<'_>,
        origin: Origin,
        place: u8,
        stats: &mut Stats,
    ) -> Result<(), Full> {
        let moves = origin.moves + 1;
        if self.bonded.len() == self.bonded.capacity() {
            let growth = self.bonded_bytes();
            take(&mut self.room, growth)?;
        }
        let before = self.bonded.entry((origin.setting, place)).or_insert(u32::MAX);
        if *before <= moves {
            return Ok(());
        }
        *before = moves;
        let board = self.board;
        let layout = Small::new(board, &setting.at(place).state(board, &self.grid));
        let mut news = Vec::new();
        layout.clone().bonded_in_each_order(board, self.symmetry.images(), |after| {
            news.push(after.clone());
        });
        self.consider(&layout, &news, origin, stats)
    }

    /// Pushes, or sweeps over a modifier.
    fn act(
        &mut self,
        setting: &Setting<'_>,
        origin: Origin,
        way: Direction,
        stats: &mut Stats,
    ) -> Result<(), Full> {
        match setting.pushed(origin.place, way) {
            Pushed::Nothing => Ok(()),
            Pushed::Quietly(atoms) => {
                stats.generated += 1;
                self.take_in(&atoms, origin, origin.moves + 1, || false, stats)
            }
            Pushed::Loudly => {
                let board = self.board;
                let state = setting.at(origin.place).state(board, &self.grid);
                let layout = Small::new(board, &state);
                let Ok(plan) = Plan::new(board, &layout, way) else { return Ok(()) };
                let mut news = Vec::new();
                plan.each_after(board, self.symmetry.images(), |after| news.push(after.clone()));
                self.consider(&layout, &news, origin, stats)
            }
        }
    }

    /// Takes positions in that may be dead or solved.
    fn consider(
        &mut self,
        before: &Small,
        news: &[Small],
        origin: Origin,
        stats: &mut Stats,
    ) -> Result<(), Full> {
        let (board, moves) = (self.board, origin.moves + 1);
        for after in news {
            stats.generated += 1;
            let state = after.fold(board);
            if after.bonds.total == 0 && board.is_solved(&state) {
                if moves < self.goal.as_ref().map_or(self.most, |goal| goal.moves) {
                    self.goal = Some(Goal { origin, moves, state });
                }
                continue;
            }
            let anatomy = Anatomy::new(board, after);
            let atoms = Atoms::of(&self.grid, after, &anatomy.molecule);
            let is_dead = || {
                is_dead_after(board, before, after, &anatomy)
                    || lacks_partners(board, after, &anatomy)
            };
            self.take_in(&atoms, origin, moves, is_dead, stats)?;
        }
        Ok(())
    }

    /// Takes a position in, unless it is dead or was expanded already. In open rooms all positions of a setting are dead or
    /// none is, so each is asked about once.
    fn take_in(
        &mut self,
        atoms: &Atoms,
        origin: Origin,
        moves: u32,
        is_dead: impl Fn() -> bool,
        stats: &mut Stats,
    ) -> Result<(), Full> {
        let (key, place) = atoms.settled(self.board, &self.grid);
        let index = match self.settings.entry(key.bytes()) {
            Entry::Known(index) => index,
            Entry::New(vacant) => {
                reserve(&mut self.closed, 1, &mut self.room)?;
                let dead = is_dead();
                stats.dead_ends += u64::from(dead);
                self.closed.push(if dead { Bits::MAX } else { 0 });
                self.settings.insert(vacant, key.bytes(), NONE, NONE, &mut self.room)?
            }
        };
        if self.closed[index as usize] >> place & 1 == 1 {
            return Ok(());
        }
        let previous = self.settings.g(index);
        let twin = |last: &Arrival| last.place == place && u32::from(last.moves) <= moves;
        if self.arrivals.get(previous as usize).is_some_and(twin) {
            return Ok(());
        }
        reserve(&mut self.arrivals, 1, &mut self.room)?;
        self.settings.set(index, self.arrivals.len() as u32, NONE);
        self.arrivals.push(Arrival { previous, origin, moves: moves as u16, place });
        self.wait(self.length, moves, Spot { setting: index, place, is_known: false })
    }

    fn bonded_bytes(&self) -> u64 {
        (self.bonded.capacity() * (size_of::<((u32, u8), u32)>() + 1)) as u64
    }

    /// The line of moves to a goal; `None` where only images of the board have it.
    fn path(&self, goal: &Goal) -> Option<Vec<Direction>> {
        let (board, grid) = (self.board, &*self.grid);
        let mut line = vec![goal.state];
        let mut at = goal.origin;
        loop {
            let setting = Setting::new(board, grid, self.settings.packed(at.setting));
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
            line.push(setting.at(arrival.place).state(board, grid));
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

/// A setting under work.
struct Visit<'g> {
    setting: Setting<'g>,
    needs: Needs<'g>,
    /// Where the hero's molecule bonds.
    bonding: Bits,
}

impl<'g> Visit<'g> {
    fn new(setting: Setting<'g>) -> Self {
        let (needs, bonding) = (setting.needs(), setting.bonding());
        Self { setting, needs, bonding }
    }
}

impl Exact for Tide<'_> {
    fn go_on(&mut self, task: &Task, stats: &mut Stats) -> Result<Progressed, Full> {
        self.room = task.room;
        self.most = task.most;
        if self.settings.is_empty() {
            self.begin(stats)?;
        }
        let end = stats.expanded + task.states;
        while stats.expanded < end && self.goal.is_none() {
            if self.hand.is_empty() && !self.take_spots() {
                return Ok(Progressed::default());
            }
            if self.length >= self.most {
                break;
            }
            self.expand(end, stats)?;
        }
        let mut progressed = Progressed { bound: Some(self.length), ..Progressed::default() };
        if let Some(goal) = self.goal.take() {
            progressed.solution = self.path(&goal);
            progressed.misled = progressed.solution.is_none();
        }
        Ok(progressed)
    }

    fn turn(&self) -> u64 {
        32_768
    }

    fn bytes(&self) -> u64 {
        self.settings.bytes()
            + self.allocated
            + self.bonded_bytes()
            + (self.closed.capacity() * size_of::<Bits>()
                + self.arrivals.capacity() * size_of::<Arrival>()) as u64
    }

    fn waiting(&self) -> u64 {
        self.spots
    }
}
