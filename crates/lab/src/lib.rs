//! Experiments, matches and tournaments.

pub mod experiment;
pub mod matches;
pub mod ratings;
pub mod tune;
