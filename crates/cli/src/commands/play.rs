use std::path::PathBuf;

use plyground_tui::{Look, Opening, PlayError};

use crate::failure::{Done, Failure};
use crate::input;
use plyground_catalog::Catalog;

/// Play in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples: plyground play\n          \
                        plyground play {puzzle} --level 3\n          \
                        plyground play {game}")]
pub struct Args {
    /// The world; without one, a menu of all
    world: Option<String>,
    /// A file of levels, or a game record
    file: Option<PathBuf>,
    /// Which level to begin with, or which game of the file
    #[arg(long, value_name = "N", requires = "world")]
    level: Option<usize>,
    /// Plain ASCII instead of line characters
    #[arg(long)]
    ascii: bool,
    /// The folder of progress and saved games, which the page uses too
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Plays until the person quits.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let read = |path: PathBuf| -> Result<_, Failure> {
        Ok((path.to_string_lossy().into_owned(), input::read(&path)?))
    };
    let opening = Opening {
        world: args.world,
        file: args.file.map(read).transpose()?,
        level: args.level,
        data: args.data,
        look: Look::from_environment(args.ascii),
    };
    plyground_tui::play(catalog, &opening)
        .map_err(|error: PlayError| Failure::input(error.to_string()))?;
    Ok(Done::Yes)
}
