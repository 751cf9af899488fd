use std::path::PathBuf;

use plyground_catalog::{Catalog, Level, MadeLevel};
use plyground_core::{Generation, LevelInfo};
use serde::Serialize;

use crate::args::{self, Setting};
use crate::failure::{Done, Failure};
use crate::progress::Live;
use crate::{interrupt, output};

/// Make levels that are proven solvable, graded
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground generate {puzzle} --count 5 --seed 7 --out mine.txt")]
pub struct Args {
    /// The world
    world: String,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// The seed: the same one gives the same levels
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A setting of the generator; --settings lists them
    #[arg(long = "set", value_name = "NAME=VALUE")]
    values: Vec<Setting>,
    /// List the generator's settings
    #[arg(long)]
    settings: bool,
    /// The format; the world's usual one where none is given
    #[arg(long)]
    format: Option<String>,
    /// Write the levels to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    level: usize,
    difficulty: f64,
    text: String,
    #[serde(flatten)]
    info: LevelInfo,
}

/// Makes the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    if args.settings {
        let options = world.generator_options();
        output::text(&super::methods::option_lines(&options, "--set "))?;
        return Ok(Done::Yes);
    }
    let usual = world.formats().into_iter().next().unwrap_or_default();
    let format = args.format.as_deref().unwrap_or(&usual);
    let cancel = interrupt::cancel();
    let wanted = Generation {
        count: args.count as usize,
        seed: args.seed,
        options: args::options(&args.values),
        cancel: cancel.clone(),
    };
    let mut live = Live::new("");
    let mut made: Vec<Level> = Vec::new();
    let mut outcome = Ok(());
    world.generate(&wanted, &mut |MadeLevel { level, difficulty }| {
        made.push(level.clone());
        live.show(&format!("{} of {} levels", made.len(), args.count));
        if args.json && outcome.is_ok() {
            live.clear();
            outcome = entry(&level, made.len(), difficulty, format).and_then(|e| output::json(&e));
        }
        if outcome.is_err() {
            cancel.cancel();
        }
    })?;
    live.clear();
    outcome?;
    if made.is_empty() {
        return Err(Failure::input("no level came out; other settings may give some"));
    }
    let text = world.print(&made, format)?;
    if let Some(path) = &args.out {
        output::file(path, text.as_bytes())?;
        output::remark(&format!("{} levels written to {}", made.len(), path.display()));
    } else if !args.json {
        output::text(&text)?;
    }
    Ok((made.len() == wanted.count).into())
}

fn entry(level: &Level, number: usize, difficulty: f64, format: &str) -> Result<Entry, Failure> {
    Ok(Entry { level: number, difficulty, text: level.text(format)?, info: level.info() })
}
