//! The world of Dropper: board, rules, notation, looks.
//!
//! Two players on N × N squares. A turn is a Drop (the mover takes the square of an opponent's stone, which
//! is pushed to an empty neighbour) and then a Free (a stone on a square that touches no stone) while there
//! are such squares. At the end the lists of group sizes decide, the largest first.
//!
//! ```
//! use plyground_core::Game;
//! use plyground_dropper::{DropperGame, notation};
//!
//! let game = DropperGame::new(8);
//! let mut state = game.start();
//! for text in ["D5", "D5-C5+G5", "G5-H6+A1"] {
//!     for ply in notation::parse_turn(&game, &state, text).unwrap() {
//!         game.play(&mut state, ply);
//!     }
//! }
//! assert_eq!(
//!     notation::position_text(&game, &state),
//!     "......../......../.......O/..XO..X./......../......../......../X....... O"
//! );
//! ```

mod board;
pub mod evaluation;
mod guide;
pub mod notation;
mod planes;
pub mod problems;
mod rules;
mod scene;
pub mod solver;
mod world;

pub use board::bits::{Bits, Squares, Wide};
pub use board::{Board, DIRECTIONS, GroupSizes, Groups, MAX_SIZE, MIN_SIZE};
pub use rules::{DropperGame, Ply, Rules, Setup, State, Stones};
pub use world::Dropper;
