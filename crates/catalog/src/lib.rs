//! The worlds and methods by name; the one place where types are erased.
//!
//! A world is written once, against the typed traits of `plyground_core`; search is generic over
//! those. Front ends see only what is here: a [`Catalog`] lists what there is, [`AnyPuzzleWorld`] and
//! [`AnyGameWorld`] offer it, an [`AnyLevel`] is solved, a [`PuzzleSession`] or [`GameSession`] is
//! played, an [`AnyPlayer`] thinks, and everything goes in and out as text.
//!
//! Adding a world is one line in `worlds.rs`, or a call of [`Catalog::with`] in a program of one's own.

mod attempt;
pub mod contest;
pub mod daily;
mod game;
pub mod given;
mod pieces;
mod puzzle;
pub mod record;
mod state;
pub mod tree;
mod worlds;

pub use attempt::{Attempt, Clue, NotPlayed};
pub use contest::{Contest, TimeControl};
pub use daily::Date;
pub use game::{
    AnyGameWorld, AnyPlayer, Ending, GameSession, Games, LineText, PlayedTurn, ThoughtText,
    TurnText,
};
pub use given::{Estimate, GivenEvaluation, GivenHeuristic, GivenPlayer, Judge};
pub use puzzle::{
    AnyLevel, AnyPuzzleWorld, BatchSetup, BatchStep, Hint, Level, MadeLevel, NextMove, PuzzleBatch,
    PuzzleSession, Puzzles, Solved, TraceEvent, Unwatched, Verified, Watcher, level_key,
    level_text, symmetric_key,
};
pub use record::Record;
pub use state::AnyState;
pub use tree::{NodeId, Tree};
pub use worlds::{Catalog, Kind, World};
