use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_core::Measures;
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::table::{Align, table};
use crate::{input, output};

/// List the levels of a file, or those that ship
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground levels {puzzle} my-levels.txt")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    level: usize,
    title: String,
    width: usize,
    height: usize,
    best: Option<Measures>,
}

/// Lists the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let levels = input::levels(&*catalog.puzzle_world(&args.world)?, args.file.as_deref())?;
    let entries: Vec<Entry> = levels
        .iter()
        .map(|numbered| {
            let info = numbered.level.info();
            Entry {
                level: numbered.number,
                title: info.title,
                width: info.width,
                height: info.height,
                best: info.best.map(|best| best.measures),
            }
        })
        .collect();
    if args.json {
        output::json(&entries)?;
        return Ok(Done::Yes);
    }
    let rows: Vec<Vec<String>> = entries
        .iter()
        .map(|entry| {
            vec![
                entry.level.to_string(),
                entry.title.clone(),
                format!("{} × {}", entry.width, entry.height),
                entry.best.map_or_else(String::new, |best| super::solve::measures_text(&best)),
            ]
        })
        .collect();
    output::text(&table(&[Align::Right, Align::Left, Align::Right, Align::Left], &rows))?;
    Ok(Done::Yes)
}
