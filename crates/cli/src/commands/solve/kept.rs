//! The file of levels with their solutions that a solve leaves.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use plyground_catalog::{AnyPuzzleWorld, Level};
use plyground_core::{Amendment, CollectionInfo, Measures, Options};

use crate::failure::Failure;
use crate::output;

/// The file is written anew no more often than this.
const PAUSE: Duration = Duration::from_secs(1);

/// All levels of a file; those that were solved hold the better of their old solution and the new one.
pub struct Kept<'a> {
    world: &'a dyn AnyPuzzleWorld,
    path: PathBuf,
    format: String,
    info: CollectionInfo,
    options: Options,
    levels: Vec<(usize, Level)>,
    written: Option<Instant>,
}

impl<'a> Kept<'a> {
    /// A file of these levels, by their numbers in rising order. Its format is asked for, or told by its name, or the usual one.
    pub fn new(
        world: &'a dyn AnyPuzzleWorld,
        path: PathBuf,
        format: Option<&str>,
        info: CollectionInfo,
        options: &Options,
        levels: Vec<(usize, Level)>,
    ) -> Result<Self, Failure> {
        let formats = world.formats();
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        let named = ending.filter(|ending| formats.iter().any(|format| *format == **ending));
        let usual = || formats.first().map(ToString::to_string).unwrap_or_default();
        let format = format.map(str::to_lowercase).or(named).unwrap_or_else(usual);
        let options = options.clone();
        let kept = Self { world, path, format, info, options, levels, written: None };
        kept.text()?;
        Ok(kept)
    }

    fn text(&self) -> Result<String, Failure> {
        let levels: Vec<Level> = self.levels.iter().map(|(_, level)| level.clone()).collect();
        Ok(self.world.print_collection(&self.info, &levels, &self.format)?)
    }

    /// Takes a solution of a level, unless the one it has is as good.
    pub fn take(
        &mut self,
        number: usize,
        solution: &str,
        measures: &Measures,
    ) -> Result<(), Failure> {
        let Ok(place) = self.levels.binary_search_by_key(&number, |(known, _)| *known) else {
            return Ok(());
        };
        let level = &mut self.levels[place].1;
        let old =
            level.info().best.and_then(|best| level.verify(&self.options, &best.solution).ok());
        let old = old.filter(|old| old.valid && old.solved).map(|old| old.measures);
        if old.is_none_or(|old| cost(&self.options, measures) < cost(&self.options, &old)) {
            let solution = Some(solution.to_owned());
            *level = level.amended(&Amendment { solution, ..Amendment::default() });
        }
        // What is printed cannot be written anew.
        let is_file = self.path.as_os_str() != "-";
        if is_file && self.written.is_none_or(|written| written.elapsed() > PAUSE) {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the file.
    pub fn write(&mut self) -> Result<(), Failure> {
        output::file(&self.path, self.text()?.as_bytes())?;
        self.written = Some(Instant::now());
        Ok(())
    }
}

/// What a solution costs in the metric asked for, ties broken by the other one.
fn cost(options: &Options, measures: &Measures) -> (u64, u64) {
    let pushes = measures.pushes.unwrap_or(measures.moves);
    if options.get("metric") == Some("pushes") {
        (pushes, measures.moves)
    } else {
        (measures.moves, pushes)
    }
}
