use std::path::PathBuf;

use plyground_catalog::{Catalog, Hint};
use plyground_core::Status;

use super::solve::end_text;
use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::numbers::counted;
use crate::progress::Live;
use crate::{input, output};

/// The next move, and how many remain
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground hint {puzzle} my-levels.txt --level 3 --at rrU")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Which level
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
    /// The moves that were played
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    at: String,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Finds the next move.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let numbered =
        input::one(&*catalog.puzzle_world(&args.world)?, args.file.as_deref(), args.level)?;
    let mut session = numbered.level.start(&args.puzzle.options())?;
    session.play(&args.at)?;
    let mut live = Live::new(numbered.title());
    let hint = session.hint(&args.limits.limits(), &mut live)?;
    live.clear();
    if args.json {
        output::json(&hint)?;
    } else {
        output::line(text(&hint))?;
    }
    Ok(matches!(hint, Hint::Move(_) | Hint::Solved).into())
}

fn text(hint: &Hint) -> String {
    match hint {
        Hint::Move(next) => {
            format!("{} · {} to the solution", next.step, counted(next.remaining, "move"))
        }
        Hint::Solved => "this is solved already".into(),
        Hint::Unsolvable => end_text(Status::Unsolvable),
        Hint::Stopped { status } => end_text(*status),
    }
}
