//! Settings at hand under expansion.
//!
//! What a wave finds depends on its own settings alone, which no other wave changes: so any number of them can go side by
//! side, and whoever takes in what they found, in the order of the waves, has the same results as if one had gone after the
//! other. The chart of other settings only saves work (what was expanded there stays so), never decides.
//!
//! Of the two estimates, `gap` is asked of every position, `pairing` only of those that are due, and where it pays. Whether a
//! setting is dead is asked when the first of its positions would be expanded: once, and only where it matters.

use super::chart::{Chart, Goal, Origin};
use super::grid::{Bits, each_bit};
use super::needs::Needs;
use super::setting::{Atoms, Pushed, Setting};
use crate::Direction;
use crate::anatomy::Anatomy;
use crate::deadlock::is_layout_dead;
use crate::layout::Small;
use crate::rules::Plan;
use plyground_core::Puzzle as _;

/// A position that waits.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) setting: u32,
    pub(super) place: u8,
    /// Whether it was estimated.
    pub(super) is_known: bool,
}

/// What all positions at hand have in common.
#[derive(Clone, Copy)]
pub(super) struct Due {
    /// The estimated length of a solution.
    pub(super) length: u32,
    /// The moves made.
    pub(super) moves: u32,
    /// Whether `pairing` is asked.
    pub(super) pairs: bool,
}

/// A position of a setting of the wave that will be due later.
pub(super) struct Later {
    pub(super) length: u32,
    pub(super) moves: u32,
    pub(super) spot: Spot,
}

/// A position that a deed leads to.
pub(super) struct Reached {
    pub(super) origin: Origin,
    /// `None` where it is new: then the next of the keys names it.
    pub(super) setting: Option<u32>,
    pub(super) place: u8,
    /// Whether the deed may have made it dead.
    pub(super) may_be_dead: bool,
}

/// What a wave found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) evaluated: u64,
    pub(super) dead: u64,
    /// Positions at hand that were looked at.
    pub(super) taken: usize,
    /// Settings with the places that are expanded now.
    pub(super) closed: Vec<(u32, Bits)>,
    /// Places where the hero's molecule bonded, with the moves there.
    pub(super) bonded: Vec<(u32, u8, u32)>,
    pub(super) later: Vec<Later>,
    pub(super) reached: Vec<Reached>,
    /// The keys of new settings.
    pub(super) keys: Vec<u8>,
    /// The solution of the fewest moves.
    pub(super) goal: Option<Goal>,
}

pub(super) struct Wave<'t> {
    chart: &'t Chart<'t>,
    due: Due,
    /// States that may be expanded.
    states: u64,
    /// Places in the setting under work that are to be expanded, with the moves to them.
    walk: Vec<(u8, u32)>,
    found: Findings,
}

impl<'t> Wave<'t> {
    pub(super) fn new(chart: &'t Chart<'t>, due: Due, states: u64) -> Self {
        Self { chart, due, states, walk: Vec::new(), found: Findings::default() }
    }

    /// Expands what is due at some places, which come setting by setting; the last setting first.
    pub(super) fn over(mut self, mut spots: &[Spot]) -> Findings {
        let all = spots.len();
        while let Some(&Spot { setting, .. }) = spots.last()
            && self.found.expanded < self.states
        {
            let others = spots.iter().rposition(|spot| spot.setting != setting);
            let (rest, here) = spots.split_at(others.map_or(0, |last| last + 1));
            self.expand(setting, here);
            spots = rest;
        }
        self.found.taken = all - spots.len();
        self.found
    }

    /// Expands what is due in a setting.
    fn expand(&mut self, index: u32, spots: &[Spot]) {
        let chart = self.chart;
        let closed = chart.closed(index);
        let mut open = spots.iter().rev().filter(|spot| closed >> spot.place & 1 == 0).peekable();
        if open.peek().is_none() {
            return;
        }
        let mut visit = Visit::new(chart.setting(index), closed, self.found.bonded.len());
        let Due { length: due, moves, .. } = self.due;
        for &spot in open {
            let mut length = due;
            if !spot.is_known {
                self.found.evaluated += 1;
                length = length.max(moves.saturating_add(visit.needs.gap(spot.place)));
            }
            self.come(index, length, moves, spot.place);
        }
        let mut in_doubt = chart.may_be_dead(index);
        while let Some((place, moves)) = self.walk.pop() {
            if self.found.expanded >= self.states {
                self.wait(due, moves, index, place);
            } else if visit.closed >> place & 1 == 1 {
                continue;
            } else if self.due.pairs && !visit.needs.can_pair(place, due - moves) {
                // Who cannot pair in so many moves never can.
                if due - moves < u8::MAX.into() {
                    self.wait(due + 1, moves, index, place);
                }
            } else if std::mem::take(&mut in_doubt) && self.is_dead(&visit.setting, place) {
                self.found.dead += 1;
                visit.closed = Bits::MAX;
                self.walk.clear();
            } else {
                visit.closed |= 1 << place;
                self.found.expanded += 1;
                self.leave(&visit, Origin { setting: index, place, moves });
            }
        }
        if visit.closed != closed {
            self.found.closed.push((index, visit.closed));
        }
    }

    /// Whether a setting is dead. In open rooms all its positions are or none is, so any of them will do.
    fn is_dead(&self, setting: &Setting<'_>, place: u8) -> bool {
        let board = self.chart.board;
        let layout = Small::new(board, &setting.at(place).state(board, &self.chart.grid));
        is_layout_dead(board, &layout, &Anatomy::new(board, &layout))
    }

    /// A position of the setting under work, to be expanded at once where it is due.
    fn come(&mut self, setting: u32, length: u32, moves: u32, place: u8) {
        if length > self.due.length {
            self.wait(length, moves, setting, place);
        } else {
            self.walk.push((place, moves));
        }
    }

    fn wait(&mut self, length: u32, moves: u32, setting: u32, place: u8) {
        let spot = Spot { setting, place, is_known: true };
        self.found.later.push(Later { length, moves, spot });
    }

    /// Goes all ways from a place.
    fn leave(&mut self, visit: &Visit<'_>, origin: Origin) {
        let moves = origin.moves + 1;
        for way in Direction::ALL {
            let steps = visit.setting.steps(1 << origin.place, way);
            if steps.deeds != 0 {
                self.act(&visit.setting, origin, way);
            }
            let Some(place) = each_bit(steps.walks).next() else { continue };
            if visit.bonding >> place & 1 == 1 {
                self.bond(visit, origin, place);
            } else if visit.closed >> place & 1 == 0 {
                self.found.generated += 1;
                let gap = visit.needs.gap(place);
                let length = self.due.length.max(moves.saturating_add(gap));
                self.come(origin.setting, length, moves, place);
            }
        }
    }

    /// Walks onto a place where the hero's molecule bonds.
    fn bond(&mut self, visit: &Visit<'_>, origin: Origin, place: u8) {
        let (chart, moves) = (self.chart, origin.moves + 1);
        let mut bonded = self.found.bonded[visit.bonded..].iter_mut();
        match bonded.find(|bonded| bonded.1 == place) {
            Some((_, _, before)) if *before <= moves => return,
            Some((_, _, before)) => *before = moves,
            None if chart.has_bonded(origin.setting, place, moves) => return,
            None => self.found.bonded.push((origin.setting, place, moves)),
        }
        let board = chart.board;
        let layout = Small::new(board, &visit.setting.at(place).state(board, &chart.grid));
        layout.bonded_in_each_order(board, chart.symmetry.images(), |after| {
            self.consider(after, origin);
        });
    }

    /// Pushes, or sweeps over a modifier.
    fn act(&mut self, setting: &Setting<'_>, origin: Origin, way: Direction) {
        let chart = self.chart;
        match setting.pushed(origin.place, way) {
            Pushed::Nothing => {}
            Pushed::Quietly(atoms) => {
                self.found.generated += 1;
                self.reach(&atoms, origin, chart.board.minds_places);
            }
            Pushed::Loudly => {
                let board = chart.board;
                let state = setting.at(origin.place).state(board, &chart.grid);
                let layout = Small::new(board, &state);
                let Ok(plan) = Plan::new(board, &layout, way) else { return };
                plan.each_after(board, chart.symmetry.images(), |after| {
                    self.consider(after, origin);
                });
            }
        }
    }

    /// Looks at a position that may be dead or solved.
    fn consider(&mut self, after: &Small, origin: Origin) {
        let board = self.chart.board;
        self.found.generated += 1;
        if after.bonds.total == 0 {
            let state = after.fold(board);
            if board.is_solved(&state) {
                let goal = Goal { origin, state };
                if self.found.goal.as_ref().is_none_or(|best| goal.moves() < best.moves()) {
                    self.found.goal = Some(goal);
                }
                return;
            }
        }
        let atoms = Atoms::of(&self.chart.grid, after, &after.molecules(board));
        self.reach(&atoms, origin, true);
    }

    fn reach(&mut self, atoms: &Atoms, origin: Origin, may_be_dead: bool) {
        let chart = self.chart;
        let (key, place) = atoms.settled(chart.board, &chart.grid);
        let setting = chart.find(key.bytes());
        match setting {
            // What was expanded stays so, whatever other waves find; all else is for whoever takes in.
            Some(setting) if chart.closed(setting) >> place & 1 == 1 => return,
            Some(_) => {}
            None => self.found.keys.extend_from_slice(key.bytes()),
        }
        self.found.reached.push(Reached { origin, setting, place, may_be_dead });
    }
}

/// A setting under work.
struct Visit<'g> {
    setting: Setting<'g>,
    needs: Needs<'g>,
    /// Where the hero's molecule bonds.
    bonding: Bits,
    /// Where it was expanded.
    closed: Bits,
    /// The first of what the wave found bonded here.
    bonded: usize,
}

impl<'g> Visit<'g> {
    fn new(setting: Setting<'g>, closed: Bits, bonded: usize) -> Self {
        let (needs, bonding) = (setting.needs(), setting.bonding());
        Self { setting, needs, bonding, closed, bonded }
    }
}
