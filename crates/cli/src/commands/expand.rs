use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use plyground_catalog::Catalog;
use plyground_catalog::Watcher as _;
use plyground_catalog::abalone_statespace::{
    Enumeration, ExpandError, Layers, Position, enumerate, expand_file, input_text, read_input,
    sorted_moves,
};
use plyground_core::file::Pending;
use plyground_core::{Progress, Status};
use serde::Serialize;

use crate::args::LimitArgs;
use crate::failure::{Done, Failure};
use crate::numbers::{counted, grouped};
use crate::output;
use crate::progress::Live;

/// Write state-space files: FILE.move and FILE.board
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground expand abalone Test1.input Test2.input --out boards")]
pub struct Args {
    /// The world: abalone
    world: String,
    /// Positions to expand
    #[arg(required = true, value_name = "FILE.input")]
    files: Vec<PathBuf>,
    /// The folder for the new files; beside the inputs where none is given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write no .move files
    #[arg(long)]
    board_only: bool,
    /// Also find the different boards after 1 to N plies, into FILE.1.board, FILE.2.board, …
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON, one object a file
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    input: String,
    moves: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    files: Vec<String>,
}

/// Expands the files: all are read before the first is written.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let id = catalog.world(&args.world)?.info().id;
    if id != "abalone" {
        return Err(Failure::input(format!("{id} has no state-space files; expected abalone")));
    }
    let mut names = HashSet::new();
    let mut positions = Vec::new();
    for file in &args.files {
        if file.is_dir() {
            let name = file.display();
            return Err(Failure::input(format!("{name}: this is a folder; expected a file")));
        }
        let place = if args.out.is_some() { file.file_stem() } else { Some(file.as_os_str()) };
        if !names.insert(place) {
            let name = file.display();
            return Err(Failure::input(format!("{name}: another input has the same name")));
        }
        positions.push(read_input(file).map_err(failure)?);
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), &error))?;
    }
    let mut done = true;
    for (file, position) in args.files.iter().zip(&positions) {
        let entry = match args.depth {
            None => {
                let written = expand_file(file, args.out.as_deref(), args.board_only);
                entry(file, position, None, written.map_err(failure)?)
            }
            Some(depth) => {
                let (found, written) = layers(file, position, depth, &args)?;
                entry(file, position, Some(found), written)
            }
        };
        done &= entry.stopped.is_none();
        if args.json {
            output::json(&entry)?;
        } else {
            print(&entry)?;
        }
    }
    Ok(done.into())
}

fn failure(error: ExpandError) -> Failure {
    match error {
        ExpandError::Input(error) => error.into(),
        ExpandError::File(path, error) => Failure::file(path.display(), &error),
    }
}

fn entry(
    file: &Path,
    position: &Position,
    found: Option<Enumeration>,
    written: Vec<PathBuf>,
) -> Entry {
    Entry {
        input: file.display().to_string(),
        moves: sorted_moves(position).len(),
        stopped: found.as_ref().and_then(|found| found.stopped).map(Status::word),
        boards: found.map_or_else(Vec::new, |found| found.counts),
        files: written.iter().map(|path| path.display().to_string()).collect(),
    }
}

fn print(entry: &Entry) -> Result<(), Failure> {
    let mut text = format!("{}: {}", entry.input, counted(entry.moves as u64, "move"));
    for (index, count) in entry.boards.iter().enumerate() {
        text += &format!(" · {} boards at depth {}", grouped(*count), index + 1);
    }
    if let Some(stopped) = entry.stopped {
        text += &format!(" · {stopped}");
    }
    output::line(format!("{text} → {}", entry.files.join(", ")))
}

/// Streams the boards of each depth to a file of its own.
struct Writer {
    stem: PathBuf,
    open: Option<Pending>,
    written: Vec<PathBuf>,
    live: Live,
}

impl Layers for Writer {
    fn board(&mut self, depth: u32, position: &Position) -> io::Result<()> {
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let path = self.stem.with_extension(format!("{depth}.board"));
                self.open.insert(Pending::create(&path)?)
            }
        };
        writeln!(file, "{}", input_text(position).lines().nth(1).unwrap_or_default())
    }

    fn layer_done(&mut self, _depth: u32) -> io::Result<()> {
        if let Some(file) = self.open.take() {
            self.written.push(file.path().to_owned());
            file.commit()?;
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.live.progress(progress);
    }
}

/// The boards of each depth; a depth that a limit cut short leaves no file.
fn layers(
    file: &Path,
    position: &Position,
    depth: u32,
    args: &Args,
) -> Result<(Enumeration, Vec<PathBuf>), Failure> {
    let folder = args.out.as_deref().or_else(|| file.parent()).unwrap_or(Path::new(""));
    let mut writer = Writer {
        stem: folder.join(file.file_name().unwrap_or_default()),
        open: None,
        written: Vec::new(),
        live: Live::new(file.display().to_string()),
    };
    let found = enumerate(position, depth, &args.limits.limits(), &mut writer)
        .map_err(|error| Failure::file(writer.stem.display(), &error))?;
    Ok((found, writer.written))
}
