use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_lab::store::merge;

use crate::failure::{Done, Failure};
use crate::numbers::counted;
use crate::output;

/// Join the folders of experiments or tournaments that were run in parts
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground compare {puzzle} my-levels.txt --with bfs --shard 1/2 --out part-1\n  \
    plyground compare {puzzle} my-levels.txt --with bfs --shard 2/2 --out part-2\n  \
    plyground merge joined part-1 part-2\n  \
    plyground compare {puzzle} my-levels.txt --with bfs --out joined\n\n\
    The last line finds everything done, and writes tables, plots and the report.")]
pub struct Args {
    /// The folder that gets everything; made where it is missing
    out: PathBuf,
    /// The folders to join
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Joins.
pub fn run(_: &Catalog, args: Args) -> Result<Done, Failure> {
    let merged = merge(&args.out, &args.parts)?;
    if args.json {
        output::json(&merged)?;
        return Ok(Done::Yes);
    }
    let (runs, games) = (counted(merged.runs, "run"), counted(merged.games, "game"));
    output::line(format!("{runs} and {games} came in; {} were there already", merged.known))?;
    Ok(Done::Yes)
}
