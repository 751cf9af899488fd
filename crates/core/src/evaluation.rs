use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Game, SpecError, Text};

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

/// An evaluation made of a function, with what it says one marble or one stone is worth.
pub fn evaluation_fn<G: Game>(
    unit: i32,
    evaluate: impl Fn(&G, &G::State) -> i32 + Send + Sync,
) -> impl Evaluation<G> {
    ByFunction { unit, evaluate }
}

struct ByFunction<F> {
    unit: i32,
    evaluate: F,
}

impl<G: Game, F: Fn(&G, &G::State) -> i32 + Send + Sync> Evaluation<G> for ByFunction<F> {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        // Nothing that is given may be taken for a proof.
        (self.evaluate)(game, state).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
    fn unit(&self) -> i32 {
        self.unit
    }
}

/// An evaluation as it is listed to people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct EvaluationInfo {
    /// The word in `eval=…`.
    pub id: Text,
    /// What it counts, in one line.
    pub summary: Text,
}

/// A row of a world's table of evaluations: what is said of one, and how it is made for a game.
#[derive(Clone)]
pub struct EvaluationEntry<G: Game> {
    /// What is said of it.
    pub info: EvaluationInfo,
    make: Arc<MakeEvaluation<G>>,
}

type MakeEvaluation<G> = dyn Fn(&G) -> Box<dyn Evaluation<G>> + Send + Sync;

impl<G: Game> EvaluationEntry<G> {
    /// A row.
    pub fn new(
        id: impl Into<Text>,
        summary: impl Into<Text>,
        make: impl Fn(&G) -> Box<dyn Evaluation<G>> + Send + Sync + 'static,
    ) -> Self {
        let info = EvaluationInfo { id: id.into(), summary: summary.into() };
        Self { info, make: Arc::new(make) }
    }

    /// The evaluation of this row, for a game.
    pub fn make(&self, game: &G) -> Box<dyn Evaluation<G>> {
        (self.make)(game)
    }

    /// The evaluation of that name in a table; an error lists the known ones.
    pub fn find(table: &[Self], game: &G, name: &str) -> Result<Box<dyn Evaluation<G>>, SpecError> {
        match table.iter().find(|entry| entry.info.id == name) {
            Some(entry) => Ok(entry.make(game)),
            None => {
                let known = table.iter().map(|entry| &*entry.info.id);
                Err(SpecError::unknown("evaluation", name, known))
            }
        }
    }
}
