//! Experiments, matches and tournaments.
