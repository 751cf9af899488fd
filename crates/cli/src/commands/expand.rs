use std::collections::HashSet;
use std::path::{Path, PathBuf};

use plyground_catalog::{Catalog, Watcher as _};
use plyground_core::{Enumeration, ExpandError, Expansion, StateSpace, Status};
use serde::Serialize;

use crate::args::LimitArgs;
use crate::failure::{Done, Failure};
use crate::numbers::{counted, grouped};
use crate::progress::Live;
use crate::{input, output};

/// Write state-space files: FILE.move and FILE.board
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground expand {game} Test1.input Test2.input --out boards\n  \
    plyground expand {game} - --board-only < Test1.input > Test1.board\n\n\
    From a pipe to a pipe, a line has the move, a tab and the board; with --board-only the board alone.")]
pub struct Args {
    /// The world; one that has such files
    world: String,
    /// Positions to expand; - reads standard input and prints
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

#[derive(Serialize)]
struct Piped {
    moves: Vec<String>,
    boards: Vec<String>,
}

/// Expands the files: all are read before the first is written.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.game_world(&args.world)?;
    let Some(space) = world.state_space() else {
        let able = catalog.game_worlds().filter(|world| world.state_space().is_some());
        let able: Vec<_> = able.map(|world| world.info().id).collect();
        let (id, able) = (world.info().id, able.join(" or "));
        return Err(Failure::input(format!("{id} has no state-space files; expected {able}")));
    };
    if args.files.iter().any(|file| file.as_os_str() == "-") {
        return pipe(space, &args);
    }
    let mut names = HashSet::new();
    let mut moves = Vec::new();
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
        moves.push(space.read(file).map_err(failure)?);
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), &error))?;
    }
    let mut done = true;
    let out = args.out.as_deref();
    for (file, &moves) in args.files.iter().zip(&moves) {
        let (found, written) = match args.depth {
            None => (None, space.expand(file, out, args.board_only).map_err(failure)?),
            Some(depth) => {
                let mut live = Live::new(file.display().to_string());
                let tell = &mut |progress: &_| live.progress(progress);
                let limits = args.limits.limits();
                let found = space.layers(file, out, depth, &limits, tell).map_err(failure)?;
                (Some(found.0), found.1)
            }
        };
        let entry = entry(file, moves, found, written);
        done &= entry.stopped.is_none();
        if args.json {
            output::json(&entry)?;
        } else {
            print(&entry)?;
        }
    }
    Ok(done.into())
}

/// Standard input, expanded to standard output.
fn pipe(space: &dyn StateSpace, args: &Args) -> Result<Done, Failure> {
    if args.files.len() > 1 || args.out.is_some() || args.depth.is_some() {
        return Err(Failure::input("- stands alone, without other files, --out and --depth"));
    }
    let Expansion { moves, boards } = space.expansion("-", &input::read(&args.files[0])?)?;
    if args.json {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        output::json(&Piped { moves: lines(&moves), boards: lines(&boards) })?;
    } else if args.board_only {
        output::text(&boards)?;
    } else {
        let lines = moves.lines().zip(boards.lines());
        output::text(&lines.map(|(mv, board)| format!("{mv}\t{board}\n")).collect::<String>())?;
    }
    Ok(Done::Yes)
}

fn failure(error: ExpandError) -> Failure {
    match error {
        ExpandError::Input(error) => error.into(),
        ExpandError::File(path, error) => Failure::file(path.display(), &error),
    }
}

fn entry(file: &Path, moves: usize, found: Option<Enumeration>, written: Vec<PathBuf>) -> Entry {
    Entry {
        input: file.display().to_string(),
        moves,
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
