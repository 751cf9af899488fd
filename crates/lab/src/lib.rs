//! Experiments, matches and tournaments.

pub mod matches;
pub mod ratings;
pub mod tune;
