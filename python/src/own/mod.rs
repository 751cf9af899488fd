//! What is written in Python and runs under the algorithms of the crates: puzzles, games, heuristics, players.

mod bot;
mod drawing;
mod estimate;
mod game;
mod puzzle;
mod states;

pub use bot::Bot;
pub use estimate::{GivenEstimate, promise};
pub use game::own_game;
pub use puzzle::own_puzzle;
