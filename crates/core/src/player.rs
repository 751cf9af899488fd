use schemars::JsonSchema;
use serde::Serialize;

use crate::{Game, Limits};

/// A position with what came before it: repetition and the ply cap need that.
#[derive(Debug)]
pub struct Position<G: Game> {
    /// The position now.
    pub state: G::State,
    /// The keys of all positions before it, oldest first.
    pub history: Vec<u64>,
}

impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), history: self.history.clone() }
    }
}

impl<G: Game> Position<G> {
    /// The start of a game.
    pub fn start(game: &G) -> Self {
        Self { state: game.start(), history: Vec::new() }
    }

    /// Plays a legal ply.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.history.push(game.key(&self.state));
        game.play(&mut self.state, mv);
    }

    /// Plies played so far.
    pub fn ply(&self) -> u32 {
        self.history.len() as u32
    }

    /// How often the position has occurred, this time included.
    pub fn occurrences(&self, game: &G) -> u32 {
        let key = game.key(&self.state);
        1 + self.history.iter().filter(|&&earlier| earlier == key).count() as u32
    }

    /// The result, by the position or by the rules on repetition and length.
    pub fn outcome(&self, game: &G) -> Option<crate::Outcome> {
        if let Some(outcome) = game.outcome(&self.state) {
            return Some(outcome);
        }
        let limit = game.repetition_limit();
        if limit > 0 && self.occurrences(game) >= limit {
            return Some(crate::Outcome::Draw);
        }
        match game.ply_cap() {
            Some(cap) if self.ply() >= cap => Some(game.adjudicate(&self.state)),
            _ => None,
        }
    }
}

/// What a player may use for one move.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Time, nodes (as states), memory, threads, cancellation.
    pub limits: Limits,
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// How many different first moves to give lines for.
    pub lines: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { limits: Limits::default(), depth: None, lines: 1 }
    }
}

/// A proven value, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The side to move wins with best play.
    Win,
    /// The side to move loses against best play.
    Loss,
    /// Neither can win against best play.
    Draw,
}

/// A continuation and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<M> {
    /// The value for the side to move at the root.
    pub score: i32,
    /// The plies, first one first.
    pub moves: Vec<M>,
}

/// What a player thinks of a position.
#[derive(Debug, Clone)]
pub struct Thought<M> {
    /// The chosen ply first; then those proven equally good, where the method is exact.
    pub best: Vec<M>,
    /// The value for the side to move.
    pub score: i32,
    /// The proven value, if there is a proof.
    pub proof: Option<Proof>,
    /// Plies looked ahead (completed).
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The best lines, best first.
    pub lines: Vec<Line<M>>,
}

/// Somebody who chooses moves.
pub trait Player<G: Game>: Send {
    /// Thinks about a position that is not over, and tells `info` now and then what it has so far.
    /// `best` of the answer is never empty, however small the budget.
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move>;

    /// Forgets what it learned: a new game begins.
    fn new_game(&mut self) {}
}
