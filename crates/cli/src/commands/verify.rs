use std::path::PathBuf;

use plyground_catalog::Catalog;

use crate::args::PuzzleArgs;
use crate::failure::{Done, Failure};
use crate::output::{Style, styled};
use crate::{input, output};

/// Replay a solution and say what it reaches
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground verify {puzzle} my-levels.txt --level 3 \
                        --solution rrUUdL")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Which level
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
    /// The moves; the level's own solution where none is given
    #[arg(long, value_name = "MOVES")]
    solution: Option<String>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Replays the solution.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let numbered =
        input::one(&*catalog.puzzle_world(&args.world)?, args.file.as_deref(), args.level)?;
    let own = || numbered.level.info().best.map(|best| best.solution);
    let solution = args.solution.clone().or_else(own).ok_or_else(|| {
        Failure::input("the level brings no solution of its own; give one with --solution")
    })?;
    let verified = numbered.level.verify(&args.puzzle.options(), &solution)?;
    if args.json {
        output::json(&verified)?;
    } else if verified.valid {
        let measures = super::solve::measures_text(&verified.measures);
        let (word, style) = if verified.solved {
            ("solved", Style::Good)
        } else {
            ("legal, but the end is not solved", Style::Warm)
        };
        output::line(format!("{} · {measures}", styled(word, style)))?;
    }
    if let Some(error) = verified.error {
        return Err(Failure::input(error));
    }
    Ok(verified.solved.into())
}
