//! Search algorithms over the core traits; they know no world.
//!
//! [`solve`] holds the solvers of puzzles, [`optimise`] makes their solutions cheaper, [`census`] counts their states, [`play`] holds the players
//! of games; [`driver`] keeps all within their limits.

pub mod census;
pub mod driver;
mod methods;
pub mod optimise;
pub mod play;
pub mod room;
pub mod solve;
pub mod store;
