//! Search algorithms over the core traits; they know no world.
//!
//! [`solve`] holds the solvers of puzzles, [`play`] the players of games.

mod methods;
pub mod play;
pub mod room;
pub mod solve;
pub mod store;
