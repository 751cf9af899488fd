//! What a person keeps: progress, saved games, own levels, and what was open last.
//!
//! One SQLite file in the user's data folder, shared by the page and the terminal. Whatever a call
//! has acknowledged survives a kill of the process.

pub mod backup;
mod claim;
mod collections;
pub mod database;
mod games;
mod levels;
mod positions;
mod progress;
mod rooms;
mod store;
mod tables;
mod usage;

pub use claim::Claim;
pub use collections::{Collection, MY_LEVELS, NewLevel};
pub use games::SavedGame;
pub use levels::OwnLevel;
pub use positions::SavedPosition;
pub use progress::Solution;
pub use store::{DataError, Store, default_folder};
pub use usage::{Share, Usage};
