//! Experiments, matches and tournaments.

mod command;
pub mod contestant;
pub mod crew;
pub mod engine;
pub mod experiment;
mod forecast;
pub mod frame;
pub mod machine;
pub mod matches;
pub mod openings;
pub mod order;
mod pool;
mod program;
pub mod ratings;
pub mod report;
pub mod schema;
pub mod solver;
pub mod statistics;
pub mod store;
pub mod tournament;
pub mod tune;
pub mod units;
pub mod wait;

pub use pool::Progress;
pub use program::{Program, Reading};
