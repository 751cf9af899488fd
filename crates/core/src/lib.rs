//! The words every part of Plyground speaks.
//!
//! A [`Puzzle`] is searched by solvers with a [`Heuristic`]; a [`Game`] is played by players with an
//! [`Evaluation`]. Searches run inside [`Limits`], tell an [`Observer`] what they do and end in a
//! [`Report`]. A [`PuzzleWorld`] or [`GameWorld`] bundles all that one world offers, so that the
//! catalog can list it. A [`Scene`] says how a position looks, whatever draws it.

mod census;
mod collection;
pub mod conformance;
mod direction;
mod encoding;
mod error;
mod evaluation;
pub mod file;
mod fingerprint;
mod game;
mod game_world;
mod guide;
mod heuristic;
mod limits;
mod method;
mod observer;
mod options;
mod plain;
mod player;
mod problem;
mod puzzle;
mod puzzle_world;
mod recover;
mod report;
mod rng;
pub mod scene;
mod sheet;
mod spec;
mod state_space;
mod successors;
mod suggest;
pub mod text;
mod world;

pub use census::{Census, Expanded, PackedSpace};
pub use collection::{Amendment, CollectionInfo};
pub use direction::Direction;
pub use encoding::{Decoded, decode};
pub use error::{MoveError, ParseError, SpecError};
pub use evaluation::{
    EVALUATION_LIMIT, Evaluation, EvaluationEntry, EvaluationInfo, evaluation_fn,
};
pub use fingerprint::{fingerprint, mix};
pub use game::{Game, Outcome, Side};
pub use game_world::{GameMove, GameState, GameWorld, OwnPlayer, Turn};
pub use guide::{Brush, Edit, LegendEntry, Lesson, Opponent, Rules, Spot, StepKey, Tip, Transform};
pub use heuristic::{
    Given, Heuristic, HeuristicEntry, HeuristicInfo, HeuristicSource, Heuristics, Properties,
    heuristic_fn,
};
pub use limits::{Cancel, Limits};
pub use method::MethodInfo;
pub use observer::{Event, Observer, Progress, PruneReason, Silent};
pub use options::{OptionInfo, OptionKind, Options};
pub use plain::Plain;
pub use player::{Budget, Line, Player, Position, Proof, Thought};
pub use problem::{HARDEST, Problem, Verdict, prove};
pub use puzzle::Puzzle;
pub use puzzle_world::{PuzzleMove, PuzzleState, PuzzleWorld};
pub use recover::parse_each;
pub use report::{Report, Stats, Status};
pub use rng::Rng;
pub use scene::Scene;
pub use sheet::Sheet;
pub use spec::{Spec, split_list};
pub use state_space::{Enumeration, ExpandError, Expansion, ExpansionPictures, StateSpace};
pub use successors::{Successor, Successors};
pub use suggest::nearest;
pub use world::{
    Best, DailyGrade, Generated, Generation, Intent, LevelInfo, Measures, Motion, Pack,
    PuzzleVisitor, SetupInfo, Text, Warning, WorldInfo,
};
