//! Dropper on any size as one [`Game`]: the narrow sets where they suffice, the wide ones elsewhere.

use plyground_core::{Game, Outcome, Rng, Side};

use crate::board::bits::{Bits, Wide};
use crate::board::{Board, DIRECTIONS};
use crate::evaluation;
use crate::rules::{Ply, Rules, Stones};

/// The largest size whose squares fit one word.
const WORD_SIZE: usize = 8;

/// A game of Dropper: size, start and variant.
#[derive(Debug, Clone)]
pub enum DropperGame {
    /// Up to 8 × 8.
    Small(Rules<u64>),
    /// Above.
    Large(Rules<Wide>),
}

/// A position of a [`DropperGame`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// Up to 8 × 8.
    Small(Stones<u64>),
    /// Above.
    Large(Stones<Wide>),
}

/// Runs the same code on the rules and the stones, whichever their width.
///
/// A state of another game's width is a programmer's mistake, as a state of another size would be.
macro_rules! either {
    ($game:expr, $state:expr, $rules:ident, $stones:ident => $body:expr) => {
        match ($game, $state) {
            ($crate::rules::DropperGame::Small($rules), $crate::rules::State::Small($stones)) => {
                $body
            }
            ($crate::rules::DropperGame::Large($rules), $crate::rules::State::Large($stones)) => {
                $body
            }
            _ => unreachable!("a state belongs to the game that made it"),
        }
    };
}
pub(crate) use either;

/// Stones that were set up: which square holds whose stone, whose ply it is and whether its Free is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Squares along a side.
    pub size: usize,
    /// What lies on each square, A1 first.
    pub squares: Vec<Option<Side>>,
    /// Whose ply it is.
    pub to_move: Side,
    /// Whether the Drop is played and its Free is due.
    pub free_due: bool,
}

impl Setup {
    /// The empty board, First to move.
    pub fn empty(size: usize) -> Self {
        Self { size, squares: vec![None; size * size], to_move: Side::First, free_due: false }
    }

    fn rules<B: Bits>(&self, pass: bool) -> Rules<B> {
        let of = Side::BOTH.map(|side| {
            let squares = self.squares.iter().enumerate();
            let held = squares.filter(|(_, stone)| **stone == Some(side));
            held.fold(B::EMPTY, |set, (square, _)| set | B::bit(square))
        });
        let second = self.to_move == Side::Second;
        let stones = Stones { of, second, free_due: self.free_due };
        Rules::new(Board::new(self.size), stones, pass)
    }
}

impl DropperGame {
    /// The game on the empty board of this size.
    pub fn new(size: usize) -> Self {
        Self::from_setup(&Setup::empty(size), false)
    }

    /// The game from stones that were set up; `pass` lets a stuck player pass.
    pub fn from_setup(setup: &Setup, pass: bool) -> Self {
        if setup.size <= WORD_SIZE {
            Self::Small(setup.rules(pass))
        } else {
            Self::Large(setup.rules(pass))
        }
    }

    /// Squares along a side.
    pub fn size(&self) -> usize {
        match self {
            Self::Small(rules) => rules.board.size(),
            Self::Large(rules) => rules.board.size(),
        }
    }

    /// What lies on a square.
    pub fn stone_at(&self, state: &State, square: usize) -> Option<Side> {
        either!(self, state, _rules, stones => {
            Side::BOTH.into_iter().find(|side| stones.of[side.index()].has(square))
        })
    }

    /// Whether the Drop is played and its Free is due.
    pub fn is_free_due(&self, state: &State) -> bool {
        either!(self, state, _rules, stones => stones.free_due)
    }

    /// The squares a Free could take now.
    pub fn free_squares(&self, state: &State) -> Vec<usize> {
        either!(self, state, rules, stones => rules.free_squares(stones).squares().collect())
    }

    /// Empty squares.
    pub fn empties(&self, state: &State) -> u32 {
        either!(self, state, rules, stones => rules.empty(stones).count())
    }

    /// The group sizes of both sides as text, largest first.
    pub fn group_lists(&self, state: &State) -> [String; 2] {
        either!(self, state, rules, stones => {
            stones.of.map(|of| rules.board.group_sizes(of).to_string())
        })
    }

    /// Plays at random to the end.
    pub fn playout(&self, state: &State, rng: &mut Rng) -> Outcome {
        either!(self, state, rules, stones => rules.playout(stones, rng))
    }
}

impl Game for DropperGame {
    type State = State;
    type Move = Ply;

    fn start(&self) -> State {
        match self {
            Self::Small(rules) => State::Small(rules.start),
            Self::Large(rules) => State::Large(rules.start),
        }
    }

    fn to_move(&self, state: &State) -> Side {
        either!(self, state, _rules, stones => stones.to_move())
    }

    fn moves(&self, state: &State, out: &mut Vec<Ply>) {
        either!(self, state, rules, stones => rules.each_ply(stones, |ply| out.push(ply)));
    }

    fn play(&self, state: &mut State, mv: Ply) {
        either!(self, state, rules, stones => rules.play(stones, mv));
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        either!(self, state, rules, stones => rules.outcome(stones))
    }

    fn key(&self, state: &State) -> u64 {
        either!(self, state, _rules, stones => stones.key())
    }

    fn random_move(&self, state: &State, rng: &mut Rng, _scratch: &mut Vec<Ply>) -> Option<Ply> {
        either!(self, state, rules, stones => rules.random_ply(stones, rng))
    }

    fn order(&self, state: &State, mv: Ply) -> i32 {
        either!(self, state, rules, stones => evaluation::order(rules, stones, mv))
    }

    fn move_slot(&self, state: &State, mv: Ply) -> usize {
        let squares = self.size() * self.size();
        let side = self.to_move(state).index() * squares * (DIRECTIONS + 1);
        side + match mv {
            Ply::Drop { from, to } => {
                let size = self.size();
                let (from, to) = (usize::from(from), usize::from(to));
                let (columns, rows) = (1 + to % size - from % size, 1 + to / size - from / size);
                let ninth = rows * 3 + columns;
                squares + from * DIRECTIONS + ninth - usize::from(ninth > 4)
            }
            Ply::Free(square) => usize::from(square),
        }
    }

    fn move_slots(&self) -> usize {
        2 * self.size() * self.size() * (DIRECTIONS + 1)
    }

    fn perft(&self, state: &State, depth: u32) -> u64 {
        either!(self, state, rules, stones => rules.perft(stones, depth))
    }
}
