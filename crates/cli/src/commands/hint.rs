use std::path::PathBuf;

use plyground_catalog::Catalog;
use serde::Serialize;

use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::numbers::counted;
use crate::progress::Live;
use crate::{input, output};

/// The next move, and how many remain
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground hint {puzzle} --level 2 --at RRU")]
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

#[derive(Serialize)]
struct Nothing<'a> {
    #[serde(rename = "move")]
    step: Option<String>,
    remaining: Option<u64>,
    status: &'a str,
}

/// Finds the next move.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let numbered =
        input::one(&*catalog.puzzle_world(&args.world)?, args.file.as_deref(), args.level)?;
    let mut session = numbered.level.start(&args.puzzle.options())?;
    session.play(&args.at)?;
    if session.is_solved() {
        if args.json {
            output::json(&Nothing { step: None, remaining: Some(0), status: "solved" })?;
        } else {
            output::line("this is solved already")?;
        }
        return Ok(Done::Yes);
    }
    let mut live = Live::new(numbered.title());
    let answer = session.hint(&args.limits.limits(), &mut live)?;
    live.clear();
    match answer {
        Ok(hint) => {
            if args.json {
                output::json(&hint)?;
            } else {
                let remaining = counted(hint.remaining, "move");
                output::line(format!("{} · {remaining} to the solution", hint.step))?;
            }
            Ok(Done::Yes)
        }
        Err(solved) => {
            if args.json {
                let status = solved.status.word();
                output::json(&Nothing { step: None, remaining: None, status })?;
            } else {
                output::line(super::solve::status_text(&solved))?;
            }
            Ok(Done::No)
        }
    }
}
