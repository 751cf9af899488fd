//! Experiments, matches and tournaments.

pub mod contestant;
pub mod engine;
pub mod experiment;
pub mod matches;
pub mod openings;
mod pool;
pub mod ratings;
pub mod report;
pub mod store;
pub mod tournament;
pub mod tune;

pub use pool::Progress;
