//! The rules: who has which marbles, what a move does, who has won.

pub mod generate;
mod moves;
mod tally;

use std::cmp::Ordering;

use plyground_core::{Game, Outcome, Side};

use crate::board::{BOARD, Direction, looking_at, shifted};

pub use moves::Move;

/// Six marbles pushed off the board win.
pub const CAPTURES_TO_WIN: u8 = 6;

/// A side with fewer marbles is not expected to profit from a pass.
const MARBLES_TO_PASS: u32 = 5;

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The marbles of black (the first side) and white.
    pub marbles: [u64; 2],
    /// How many marbles each side has pushed off the board.
    pub captures: [u8; 2],
    /// Who moves.
    pub to_move: Side,
}

impl State {
    /// The marbles of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.marbles[self.to_move.index()]
    }

    /// The marbles of its opponent.
    #[inline]
    pub const fn other(&self) -> u64 {
        self.marbles[self.to_move.other().index()]
    }

    /// Appends the legal moves, whatever the score.
    pub fn moves(&self, out: &mut Vec<Move>) {
        generate::list(self.own(), self.other(), out);
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (own, other) = (self.to_move.index(), self.to_move.other().index());
        let (cell, direction, count) = (mv.cell(), mv.direction(), mv.count());
        if let Some(axis) = mv.axis() {
            let mut line = cell.bit() | cell.wrapping(axis, 1).bit();
            if count == 3 {
                line |= cell.wrapping(axis, 2).bit();
            }
            self.marbles[own] ^= line | shifted(line, direction);
        } else {
            let front = cell.wrapping(direction, count).bit();
            self.marbles[own] ^= cell.bit() | front;
            if mv.pushed() > 0 {
                self.marbles[other] ^= front;
                if mv.ejects() {
                    self.captures[own] += 1;
                } else {
                    self.marbles[other] ^= cell.wrapping(direction, count + mv.pushed()).bit();
                }
            }
        }
        self.to_move = self.to_move.other();
    }

    /// Whether the side to move has any legal move.
    #[inline]
    pub fn can_move(&self) -> bool {
        let (own, other) = (self.own(), self.other());
        let empty = BOARD & !(own | other);
        Direction::ALL.into_iter().any(|direction| own & looking_at(empty, direction) != 0)
            || generate::count(own, other) > 0
    }

    /// The result: six captures win, and who cannot move has lost.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.captures[side.index()] >= CAPTURES_TO_WIN {
                return Some(Outcome::Win(side));
            }
        }
        (!self.can_move()).then(|| Outcome::Win(self.to_move.other()))
    }

    /// A 64-bit key that equal positions share.
    #[inline]
    pub fn key(&self) -> u64 {
        // The three bits above the cells are free: side and captures go there.
        let black = self.marbles[0] | u64::from(self.captures[0]) << 61;
        let white = self.marbles[1] | u64::from(self.captures[1]) << 61;
        let side = self.to_move as u64;
        let a = mix(black ^ 0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9 ^ side);
        mix(a ^ white, 0x9e37_79b9_7f4a_7c15)
    }

    /// Move sequences of a length; a side that has lost has no moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let mut lists = vec![Vec::new(); depth as usize];
        self.perft_with(&mut lists)
    }

    fn perft_with(&self, lists: &mut [Vec<Move>]) -> u64 {
        let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
        if self.captures.iter().any(|&captures| captures >= CAPTURES_TO_WIN) {
            return 0;
        }
        if deeper.is_empty() {
            return generate::count(self.own(), self.other());
        }
        list.clear();
        self.moves(list);
        let mut total = 0;
        for &mv in &*list {
            let mut next = *self;
            next.play(mv);
            total += next.perft_with(deeper);
        }
        total
    }
}

/// Multiplies to 128 bits and folds the halves: every bit of the input reaches every bit.
#[inline]
const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The game from some start, with its draw rules.
#[derive(Debug, Clone)]
pub struct AbaloneGame {
    /// Where it starts.
    pub start: State,
    /// After so many plies the captures decide; `None` for never.
    pub plies: Option<u32>,
    /// So many occurrences of a position make a draw; 0 for never.
    pub repetition: u32,
}

impl AbaloneGame {
    /// Plies after which the captures decide, where nothing else is said.
    pub const PLIES: u32 = 400;
    /// Occurrences of a position that make a draw, where nothing else is said.
    pub const REPETITION: u32 = 3;

    /// The game from a position with the usual draw rules.
    pub const fn new(start: State) -> Self {
        Self { start, plies: Some(Self::PLIES), repetition: Self::REPETITION }
    }
}

impl Game for AbaloneGame {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        self.start
    }
    fn to_move(&self, state: &State) -> Side {
        state.to_move
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.captures.iter().all(|&captures| captures < CAPTURES_TO_WIN) {
            state.moves(out);
        }
    }
    fn play(&self, state: &mut State, mv: Move) {
        state.play(mv);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome()
    }
    fn key(&self, state: &State) -> u64 {
        state.key()
    }
    fn is_loud(&self, _state: &State, mv: Move) -> bool {
        mv.ejects()
    }
    fn loud_moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.captures.iter().all(|&captures| captures < CAPTURES_TO_WIN) {
            generate::list_ejections(state.own(), state.other(), out);
        }
    }
    fn pass(&self, state: &mut State) -> bool {
        // With few marbles, having to leave a good place is a burden.
        if state.own().count_ones() < MARBLES_TO_PASS {
            return false;
        }
        state.to_move = state.to_move.other();
        true
    }
    fn order(&self, _state: &State, mv: Move) -> i32 {
        mv.promise()
    }
    fn move_slot(&self, _state: &State, mv: Move) -> usize {
        mv.slot()
    }
    fn move_slots(&self) -> usize {
        Move::SLOTS
    }
    fn repetition_limit(&self) -> u32 {
        self.repetition
    }
    fn ply_cap(&self) -> Option<u32> {
        self.plies
    }
    fn adjudicate(&self, state: &State) -> Outcome {
        let [black, white] = state.captures;
        match black.cmp(&white) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Less => Outcome::Win(Side::Second),
            Ordering::Equal => Outcome::Draw,
        }
    }
    fn perft(&self, state: &State, depth: u32) -> u64 {
        state.perft(depth)
    }
}
