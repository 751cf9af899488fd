use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use plyground_catalog::{AnyPuzzleWorld, Catalog, Level, MadeLevel};
use plyground_core::{Generation, LevelInfo, SpecError, Text};
use serde::Serialize;

use crate::args::{self, Setting};
use crate::failure::{Done, Failure};
use crate::progress::Live;
use crate::{interrupt, numbers, output};

/// Make levels that are proven solvable, graded
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: plyground generate {puzzle} --count 5 --seed 7 --out mine.txt\n\n\
    Levels are kept as they are found: with fewer than asked for in --time the exit code is 1. Each one is solved, is not \
    solved by looking at it (--set least=N), and has nothing useless in it: no piece without work to do, no wall or square \
    that could go without changing the answer."
)]
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
    /// Seconds after which the work ends with what was found
    #[arg(long, value_name = "S", value_parser = args::seconds)]
    time: Option<Duration>,
    /// Positions looked at after which the work ends with what was found; the same ones on every machine
    #[arg(long, value_name = "N")]
    states: Option<u64>,
    /// Write the levels to this file, each as soon as it is found
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

/// Makes the levels. What was found is kept, however the work ends.
pub fn run(catalog: &Catalog, mut args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    // Standard output is where they go anyway.
    args.out.take_if(|out| out.as_os_str() == "-");
    if args.settings {
        let options = world.generator_options();
        output::text(&super::methods::option_lines(&options, "--set "))?;
        return Ok(Done::Yes);
    }
    let formats = world.formats();
    let usual = formats.first().cloned().unwrap_or_default();
    let format = args.format.clone().unwrap_or_else(|| usual.to_string());
    if !formats.iter().any(|known| *known == format) {
        return Err(SpecError::unknown("format", &format, &formats).into());
    }
    let cancel = interrupt::cancel();
    let wanted = Generation {
        count: args.count as usize,
        seed: args.seed,
        options: args::options(&args.values),
        states: args.states,
        cancel: cancel.clone(),
    };
    let began = Instant::now();
    let mut kept = Kept { world: &*world, format, streams: usual, args: &args, levels: Vec::new() };
    let mut live = Live::at_once();
    let mut outcome = Ok(());
    let ended = std::thread::scope(|scope| {
        let (done, timer) = std::sync::mpsc::channel::<()>();
        if let Some(time) = args.time {
            let cancel = cancel.clone();
            // Whichever comes first: the end of the time, or of the work, which drops the sender.
            scope.spawn(move || {
                if timer.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    cancel.cancel();
                }
            });
        }
        live.show(&format!("looking for {} levels", args.count));
        let ended = world.generate(&wanted, &mut |made| {
            if outcome.is_ok() {
                live.clear();
                outcome = kept.add(made);
            }
            if outcome.is_err() {
                cancel.cancel();
            }
            let seconds = numbers::seconds(began.elapsed().as_secs_f64());
            live.show(&format!("{} of {} levels · {seconds}", kept.levels.len(), args.count));
        });
        drop(done);
        ended
    });
    live.clear();
    outcome?;
    kept.finish()?;
    let found = kept.levels.len();
    match ended {
        // Wishes that cannot be met, found out before the first level.
        Err(error) if found == 0 => return Err(error.into()),
        Err(error) => output::remark(&error.to_string()),
        Ok(()) if found < wanted.count => {
            let why = if began.elapsed() >= args.time.unwrap_or(Duration::MAX) {
                "in time"
            } else {
                "before the end"
            };
            output::remark(&format!("{found} of {} levels were found {why}", wanted.count));
        }
        Ok(()) => {}
    }
    Ok((found == wanted.count).into())
}

/// The levels that were found, written as they come.
struct Kept<'a> {
    world: &'a dyn AnyPuzzleWorld,
    format: String,
    /// The format in which one level can be written after the other.
    streams: Text,
    args: &'a Args,
    levels: Vec<Level>,
}

impl Kept<'_> {
    fn add(&mut self, MadeLevel { level, difficulty }: MadeLevel) -> Result<(), Failure> {
        self.levels.push(level.clone());
        if self.args.json {
            output::json(&Entry {
                level: self.levels.len(),
                difficulty,
                text: level.text(&self.format)?,
                info: level.info(),
            })?;
        }
        if self.args.out.is_some() {
            self.write()
        } else if !self.args.json && self.streams == self.format {
            let gap = if self.levels.len() > 1 { "\n" } else { "" };
            output::text(&format!("{gap}{}", self.world.print(&[level], &self.format)?))
        } else {
            Ok(())
        }
    }

    /// The file, with all levels so far.
    fn write(&self) -> Result<(), Failure> {
        let Some(path) = &self.args.out else { return Ok(()) };
        output::file(path, self.world.print(&self.levels, &self.format)?.as_bytes())
    }

    /// What could not be written before.
    fn finish(&self) -> Result<(), Failure> {
        if let (Some(path), false) = (&self.args.out, self.levels.is_empty()) {
            let count = numbers::counted(self.levels.len() as u64, "level");
            output::remark(&format!("{count} written to {}", path.display()));
        } else if !self.args.json && self.streams != self.format && !self.levels.is_empty() {
            output::text(&self.world.print(&self.levels, &self.format)?)?;
        }
        Ok(())
    }
}
