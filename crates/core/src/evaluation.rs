use crate::Game;

/// Evaluations stay within ± this; what lies outside are proven wins and losses.
pub const EVALUATION_LIMIT: i32 = 1_000_000;

/// How good a position looks, without searching.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The value for the side to move; larger is better; within ±[`EVALUATION_LIMIT`].
    fn evaluate(&self, game: &G, state: &G::State) -> i32;
    /// What one marble or one stone is worth: a search takes its margins from this.
    fn unit(&self) -> i32 {
        100
    }
}

impl<G: Game, E: Evaluation<G> + ?Sized> Evaluation<G> for Box<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        (**self).evaluate(game, state)
    }
    fn unit(&self) -> i32 {
        (**self).unit()
    }
}
