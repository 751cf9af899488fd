//! Search algorithms over the core traits; they know no world.
//!
//! [`solve`] holds the solvers of puzzles, [`play`] the players of games; [`driver`] keeps both within their limits.

pub mod driver;
mod methods;
pub mod play;
pub mod room;
pub mod solve;
pub mod store;
