use std::path::PathBuf;

use plyground_catalog::{AnyPuzzleWorld, Catalog, Level};
use plyground_core::CollectionInfo;

use crate::failure::{Done, Failure};
use crate::input;
use crate::input::Source;
use crate::output::Growing;

/// Levels that are printed together.
const AT_ONCE: usize = 1_000;

/// Write a file of levels in another format
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground convert my-levels.txt --to json --out my-levels.json\n  \
    plyground convert my-levels.txt --to rle | head\n\n\
    Titles, authors, remarks and solutions are kept as far as the format has a place for them. `plyground worlds` lists the \
    formats of each world.")]
pub struct Args {
    /// A file of levels, - for standard input
    file: PathBuf,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The world; the one that reads most of the file where none is given
    #[arg(long)]
    world: Option<String>,
    /// Leave levels out that are broken, and name them
    #[arg(long)]
    skip_bad: bool,
    /// Write to this file
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    out: PathBuf,
}

/// Reads the one and writes the other.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let bytes = input::read(&args.file)?;
    let name = args.file.display().to_string();
    let world = match &args.world {
        Some(id) => catalog.puzzle_world(id)?,
        None => catalog.world_of_levels(&name, &bytes)?,
    };
    input::remark_on(&name, &bytes);
    let format = args.to.to_lowercase();
    let source = Source::of(&name, bytes);
    let mut written = Written {
        world: &*world,
        info: source.info(&*world),
        joint: world.joint(&format),
        format,
        out: Growing::create(&args.out)?,
        levels: Vec::new(),
        begun: false,
    };
    if !args.skip_bad {
        // Nothing is written of a file that is broken further down.
        source.each(&*world, false, &mut |_| {})?;
    }
    let mut done = Ok(());
    source.each(&*world, args.skip_bad, &mut |numbered| {
        if done.is_ok() {
            done = written.add(numbered.level);
        }
    })?;
    done?;
    written.print()?;
    written.out.finish()?;
    Ok(Done::Yes)
}

/// The other file, written part by part where its format allows that: so one of millions of levels takes no more memory
/// than one of a thousand.
struct Written<'a> {
    world: &'a dyn AnyPuzzleWorld,
    info: CollectionInfo,
    format: String,
    joint: Option<&'static str>,
    out: Growing,
    /// Those that are not written yet.
    levels: Vec<Level>,
    begun: bool,
}

impl Written<'_> {
    fn add(&mut self, level: Level) -> Result<(), Failure> {
        if self.joint.is_some() && self.levels.len() == AT_ONCE {
            self.print()?;
        }
        self.levels.push(level);
        Ok(())
    }

    fn print(&mut self) -> Result<(), Failure> {
        let levels = std::mem::take(&mut self.levels);
        if std::mem::replace(&mut self.begun, true) {
            self.out.add(self.joint.unwrap_or_default())?;
            self.info = CollectionInfo::default();
        }
        self.out.add(&self.world.print_collection(&self.info, &levels, &self.format)?)
    }
}
