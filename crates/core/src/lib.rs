//! The words every part of Plyground speaks.
//!
//! A [`Puzzle`] is searched by solvers with a [`Heuristic`]; a [`Game`] is played by players with an
//! [`Evaluation`]. Searches run inside [`Limits`], tell an [`Observer`] what they do and end in a
//! [`Report`]. A [`PuzzleWorld`] or [`GameWorld`] bundles all that one world offers, so that the
//! catalog can list it. A [`Scene`] says how a position looks, whatever draws it.

pub mod conformance;
mod error;
mod evaluation;
pub mod file;
mod fingerprint;
mod game;
mod heuristic;
mod limits;
mod method;
mod observer;
mod options;
mod player;
mod puzzle;
mod report;
mod rng;
pub mod scene;
mod spec;
mod successors;
mod suggest;
pub mod text;
mod world;

pub use error::{MoveError, ParseError, SpecError};
pub use evaluation::{
    EVALUATION_LIMIT, Evaluation, EvaluationEntry, EvaluationInfo, evaluation_fn,
};
pub use fingerprint::fingerprint;
pub use game::{Game, Outcome, Side};
pub use heuristic::{
    Given, Heuristic, HeuristicEntry, HeuristicInfo, HeuristicSource, Heuristics, Properties,
    heuristic_fn,
};
pub use limits::{Cancel, Limits};
pub use method::MethodInfo;
pub use observer::{Event, Observer, Progress, PruneReason, Silent};
pub use options::{OptionInfo, OptionKind, Options};
pub use player::{Budget, Line, Player, Position, Proof, Thought};
pub use puzzle::Puzzle;
pub use report::{Report, Stats, Status};
pub use rng::Rng;
pub use scene::Scene;
pub use spec::{Spec, split_list};
pub use successors::{Successor, Successors};
pub use suggest::nearest;
pub use world::{
    Best, GameWorld, Generated, Generation, Intent, LevelInfo, Measures, Motion, OwnPlayer, Pack,
    PuzzleVisitor, PuzzleWorld, SetupInfo, SolveSummary, Text, Turn, Warning, WorldInfo,
};
