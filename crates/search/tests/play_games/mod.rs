//! Small games that the tests of the players share.
#![allow(dead_code)]

use std::collections::HashMap;

use plyground_core::{Evaluation, Game, Outcome, Rng, Side};

fn mix(value: u64) -> u64 {
    Rng::new(value).next_u64()
}

/// Any position gets a random value, always the same one.
pub struct Noise(pub u64);

impl<G: Game> Evaluation<G> for Noise {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        (mix(game.key(state) ^ self.0) % 401) as i32 - 200
    }
}

/// Every position gets the same value.
pub struct Flat;

impl<G: Game> Evaluation<G> for Flat {
    fn evaluate(&self, _game: &G, _state: &G::State) -> i32 {
        0
    }
}

/// Stones in a row win, on a board of `width` × `height`; with `falling`, a stone falls to the lowest
/// free cell of its column. (3, 3, 3) is tic-tac-toe.
pub struct Row {
    pub width: usize,
    pub height: usize,
    pub row: usize,
    pub falling: bool,
}

pub const TIC_TAC_TOE: Row = Row { width: 3, height: 3, row: 3, falling: false };

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stones {
    pub of: [u64; 2],
    pub to_move: Side,
}

impl Row {
    fn has_row(&self, stones: u64) -> bool {
        let at = |x: i32, y: i32| {
            (0..self.width as i32).contains(&x)
                && (0..self.height as i32).contains(&y)
                && stones >> (y * self.width as i32 + x) & 1 == 1
        };
        (0..self.height as i32).any(|y| {
            (0..self.width as i32).any(|x| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(dx, dy)| (0..self.row as i32).all(|i| at(x + i * dx, y + i * dy)))
            })
        })
    }
}

impl Game for Row {
    type State = Stones;
    type Move = usize;

    fn start(&self) -> Stones {
        Stones { of: [0; 2], to_move: Side::First }
    }
    fn to_move(&self, state: &Stones) -> Side {
        state.to_move
    }
    fn moves(&self, state: &Stones, out: &mut Vec<usize>) {
        if self.outcome(state).is_some() {
            return;
        }
        let taken = state.of[0] | state.of[1];
        let free = |&cell: &usize| {
            taken >> cell & 1 == 0
                && (!self.falling || cell < self.width || taken >> (cell - self.width) & 1 == 1)
        };
        out.extend((0..self.width * self.height).filter(free));
    }
    fn play(&self, state: &mut Stones, mv: usize) {
        state.of[state.to_move.index()] |= 1 << mv;
        state.to_move = state.to_move.other();
    }
    fn outcome(&self, state: &Stones) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.has_row(state.of[side.index()]) {
                return Some(Outcome::Win(side));
            }
        }
        let full = (1 << (self.width * self.height)) - 1;
        (state.of[0] | state.of[1] == full).then_some(Outcome::Draw)
    }
    fn key(&self, state: &Stones) -> u64 {
        mix(mix(state.of[0]) ^ state.of[1].rotate_left(7))
    }
    fn is_loud(&self, state: &Stones, mv: usize) -> bool {
        self.has_row(state.of[state.to_move.index()] | 1 << mv)
    }
    fn move_slot(&self, _state: &Stones, mv: usize) -> usize {
        mv
    }
    fn move_slots(&self) -> usize {
        self.width * self.height
    }
}

/// Heaps of stones; a turn takes 1 to 3 from one heap; who takes the last wins.
pub struct Nim(pub [u8; 3]);

impl Game for Nim {
    type State = ([u8; 3], Side);
    type Move = (usize, u8);

    fn start(&self) -> Self::State {
        (self.0, Side::First)
    }
    fn to_move(&self, state: &Self::State) -> Side {
        state.1
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        for heap in 0..3 {
            out.extend((1..=state.0[heap].min(3)).map(|taken| (heap, taken)));
        }
    }
    fn play(&self, state: &mut Self::State, (heap, taken): Self::Move) {
        state.0[heap] -= taken;
        state.1 = state.1.other();
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        (state.0 == [0; 3]).then_some(Outcome::Win(state.1.other()))
    }
    fn key(&self, state: &Self::State) -> u64 {
        let [a, b, c] = state.0;
        mix(u64::from_le_bytes([a, b, c, state.1.index() as u8, 0, 0, 0, 0]))
    }
}

/// A tree grown from a seed: how many plies there are, who plays and how it ends are all random.
/// The side to move need not change, and positions are reached by several ways.
pub struct Tree {
    pub seed: u64,
    pub plies: u32,
    /// Positions of a level; small numbers make many transpositions.
    pub width: u64,
    pub alternating: bool,
    pub draws_only: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TreeNode {
    pub level: u32,
    pub place: u64,
}

impl Tree {
    pub fn new(seed: u64) -> Self {
        Self { seed, plies: 7, width: 1000, alternating: false, draws_only: false }
    }

    fn roll(&self, state: &TreeNode, what: u64) -> u64 {
        mix(mix(self.seed ^ what << 48) ^ u64::from(state.level) << 32 ^ state.place)
    }
}

impl Game for Tree {
    type State = TreeNode;
    type Move = u64;

    fn start(&self) -> TreeNode {
        TreeNode { level: 0, place: 0 }
    }
    fn to_move(&self, state: &TreeNode) -> Side {
        let second = if self.alternating {
            state.level % 2 == 1
        } else {
            state.level > 0 && self.roll(state, 1) % 2 == 1
        };
        if second { Side::Second } else { Side::First }
    }
    fn moves(&self, state: &TreeNode, out: &mut Vec<u64>) {
        if self.outcome(state).is_none() {
            out.extend(0..1 + self.roll(state, 2) % 5);
        }
    }
    fn play(&self, state: &mut TreeNode, mv: u64) {
        let place = self.roll(state, 3 + mv) % self.width;
        *state = TreeNode { level: state.level + 1, place };
    }
    fn outcome(&self, state: &TreeNode) -> Option<Outcome> {
        let roll = self.roll(state, 100);
        if state.level < self.plies && (state.level == 0 || !roll.is_multiple_of(8)) {
            return None;
        }
        Some(match roll / 8 % 3 {
            _ if self.draws_only => Outcome::Draw,
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }
    fn key(&self, state: &TreeNode) -> u64 {
        self.roll(state, 200)
    }
    fn is_loud(&self, state: &TreeNode, mv: u64) -> bool {
        self.roll(state, 300 + mv).is_multiple_of(4)
    }
    fn order(&self, state: &TreeNode, mv: u64) -> i32 {
        (self.roll(state, 400 + mv) % 8) as i32
    }
    fn move_slot(&self, _state: &TreeNode, mv: u64) -> usize {
        mv as usize
    }
    fn move_slots(&self) -> usize {
        5
    }
}

/// Two walkers on a ring of `cells`; each may step either way or, on the goal, never. Without its draw
/// rules it would go on for ever.
pub struct Ring {
    pub cells: u8,
    pub repetition_limit: u32,
    pub ply_cap: Option<u32>,
}

impl Game for Ring {
    type State = ([u8; 2], Side);
    type Move = bool;

    fn start(&self) -> Self::State {
        ([1, self.cells / 2], Side::First)
    }
    fn to_move(&self, state: &Self::State) -> Side {
        state.1
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<bool>) {
        if self.outcome(state).is_none() {
            out.extend([true, false]);
        }
    }
    fn play(&self, state: &mut Self::State, forward: bool) {
        let walker = &mut state.0[state.1.index()];
        *walker = (*walker + if forward { 1 } else { self.cells - 1 }) % self.cells;
        state.1 = state.1.other();
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        // The first catches the second by stepping onto the same cell; the second wins at cell 0.
        if state.0[0] == state.0[1] {
            return Some(Outcome::Win(Side::First));
        }
        (state.0[1] == 0).then_some(Outcome::Win(Side::Second))
    }
    fn key(&self, state: &Self::State) -> u64 {
        let [a, b] = state.0;
        mix(u64::from_le_bytes([a, b, state.1.index() as u8, 0, 0, 0, 0, 0]))
    }
    fn repetition_limit(&self) -> u32 {
        self.repetition_limit
    }
    fn ply_cap(&self) -> Option<u32> {
        self.ply_cap
    }
    fn adjudicate(&self, state: &Self::State) -> Outcome {
        if state.0[0] > state.0[1] { Outcome::Win(Side::First) } else { Outcome::Draw }
    }
}

/// The true value of a position for First: 1, 0 or -1, by looking at everything.
pub fn true_value<G: Game>(game: &G, state: &G::State) -> i32 {
    value_below(game, state, &mut HashMap::new())
}

fn value_below<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, i32>) -> i32 {
    match game.outcome(state) {
        Some(Outcome::Win(Side::First)) => return 1,
        Some(Outcome::Win(Side::Second)) => return -1,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        value_below(game, &next, known)
    });
    let best = match game.to_move(state) {
        Side::First => values.max(),
        Side::Second => values.min(),
    };
    let value = best.expect("a game that is not over has moves");
    known.insert(state.clone(), value);
    value
}
