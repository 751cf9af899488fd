//! Worlds of one's own, outside Plyground: a puzzle and a game, each a page of code, registered by a call.
//!
//! `cargo run --release --example my_worlds` serves them beside those that are built in; every command works on them:
//! `cargo run --release --example my_worlds -- solve tiles --with idastar`.

mod connect;
mod tiles;

pub use connect::Connect;
pub use tiles::Tiles;

use plyground::{Catalog, Games, Puzzles};

/// The worlds that are built in, and those of this crate.
pub fn catalog() -> Catalog {
    Catalog::new().with(Puzzles::new(Tiles)).with(Games::new(Connect))
}
