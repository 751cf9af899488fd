//! The world of Abalone: two players push each other's marbles off a hexagonal board.
//!
//! ```
//! use plyground_abalone::{AbaloneGame, layouts, notation};
//! use plyground_core::Game;
//!
//! let game = AbaloneGame::new(layouts::find("belgian-daisy")?.start);
//! let mut state = game.start();
//! assert_eq!(game.perft(&state, 3), 149_322);
//! state.play(notation::parse_move(&state, "i-A1-1")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod evaluation;
mod guide;
pub mod layouts;
pub mod notation;
pub mod planes;
pub mod problems;
mod rules;
pub mod scene;
pub mod statespace;
mod world;

pub use rules::{AbaloneGame, Move, State, generate};
pub use world::Abalone;
