//! What a person keeps: progress, saved games, own levels, and what was open last.
//!
//! One SQLite file in the user's data folder, shared by the page and the terminal. Whatever a call
//! has acknowledged survives a kill of the process.

mod games;
mod levels;
mod progress;
mod rooms;
mod store;
mod tables;

pub use games::SavedGame;
pub use levels::OwnLevel;
pub use progress::Solution;
pub use store::{DataError, Store, default_folder};
