//! The terminal app: the same worlds on a text screen.
//!
//! [`play`] takes the terminal over until the person quits. Behind it, an [`App`] holds one screen at a
//! time (menu, levels, puzzle, the levels of the day, setup, game, saved games, problems) and is driven by [`run`] with any source of
//! [`Events`] and any ratatui backend. Screens see the catalog alone: boards are drawn from scenes,
//! moves go in as text or as intents, and every search runs on a thread of its own.

mod app;
mod begun;
mod board;
mod daily;
mod game;
mod hand;
mod keys;
mod levels;
mod menu;
mod parts;
mod playback;
mod problems;
mod prompt;
mod puzzle;
mod saved;
mod screen;
mod setup;
mod shelf;
mod terminal;
mod theme;
mod words;
mod worker;

use std::path::PathBuf;

use plyground_core::{ParseError, SpecError};
use plyground_data::DataError;
use thiserror::Error;

pub use app::{App, Events, run};
pub use terminal::play;
pub use theme::{Colours, Look};

/// What to begin with.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The world; the menu where none is named.
    pub world: Option<String>,
    /// A file of levels, or of a game record: its name and what is in it.
    pub file: Option<(String, Vec<u8>)>,
    /// The level to begin with, or the game of the file, from 1.
    pub level: Option<usize>,
    /// Where progress and saved games are kept; the user's data folder where none is named.
    pub data: Option<PathBuf>,
    /// How the screen looks.
    pub look: Look,
}

/// Why the terminal app cannot begin or go on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Standard input or output is not a terminal.
    #[error("the terminal app needs a terminal: its input and output cannot be a file or a pipe")]
    NoTerminal,
    /// A world, level or option that is not known.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A file that cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The data folder cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
}
