use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use plyground_catalog::{Catalog, Level, Solved, symmetric_key};
use plyground_core::{Limits, Options, ParseError, Status};
use serde::Serialize;

use crate::args;
use crate::failure::{Done, Failure};
use crate::input;
use crate::interrupt;
use crate::numbers::counted;
use crate::output::{self, Style, styled};
use crate::progress::Live;

/// Say what is wrong with each level of some files
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground check my-levels.txt\n  \
    plyground check my-levels.txt --time 0.5 --json\n\n\
    A level is broken (its line and what was expected are named), the same as another one up to turning and mirroring, \
    proven to have no solution, solvable in so many moves, or not solved in time. Files in Windows-1252 are read too. The \
    exit code is 1 where something is broken or unsolvable.")]
pub struct Args {
    /// Files of levels, - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The world; the one that reads most of the file where none is given
    #[arg(long)]
    world: Option<String>,
    /// Seconds for each level; 0 does not solve them
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds_or_none)]
    time: Duration,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
}

fn seconds_or_none(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { args::seconds(text) }
}

/// What is to be said of a level.
#[derive(Serialize)]
struct Entry {
    file: String,
    level: usize,
    title: String,
    status: &'static str,
    /// What is wrong, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The level before it that is the same up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u64>,
    optimal: bool,
}

/// A level by its file and number.
#[derive(Clone, Serialize)]
struct Place {
    file: String,
    level: usize,
}

/// Checks the files; one that is broken does not keep the others from being checked.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let limits = Limits {
        time: Some(args.time),
        threads: Some(1),
        cancel: interrupt::cancel(),
        ..Limits::default()
    };
    let mut known = HashMap::new();
    let mut tally = Tally::default();
    for path in &args.files {
        let bytes = input::read(path)?;
        let name = path.display().to_string();
        let world = match &args.world {
            Some(id) => catalog.puzzle_world(id)?,
            None => catalog.world_of_levels(&name, &bytes)?,
        };
        input::remark_on(&name, &bytes);
        let mut number = 0;
        let mut judge = |read: Result<Level, ParseError>| -> Result<(), Failure> {
            number += 1;
            let place = Place { file: name.clone(), level: number };
            let entry = match read {
                Err(error) => broken(place, &error),
                Ok(level) => {
                    let same_as =
                        symmetric_key(&level).and_then(|key| known.insert(key, place.clone()));
                    judged(place, &level, same_as, &limits)?
                }
            };
            tally.add(&entry);
            if args.json { output::json(&entry) } else { print(&entry) }
        };
        let mut done = Ok(());
        world.parse_each(&name, &bytes, &mut |read| {
            if done.is_ok() && !limits.cancel.is_cancelled() {
                done = judge(read);
            }
        });
        done?;
        if limits.cancel.is_cancelled() {
            return Ok(Done::No);
        }
    }
    if !args.json {
        output::line(tally.text())?;
    }
    Ok((tally.broken + tally.unsolvable == 0).into())
}

fn broken(place: Place, error: &ParseError) -> Entry {
    Entry {
        file: place.file,
        level: place.level,
        title: String::new(),
        status: "broken",
        problem: Some(error.message.clone()),
        line: Some(error.line).filter(|&line| line > 0),
        column: Some(error.column).filter(|&column| column > 0),
        same_as: None,
        moves: None,
        pushes: None,
        optimal: false,
    }
}

/// Solves a level that could be read, where time is given for that.
fn judged(
    place: Place,
    level: &Level,
    same_as: Option<Place>,
    limits: &Limits,
) -> Result<Entry, Failure> {
    let title = level.info().title;
    let solved: Option<Solved> = if limits.time == Some(Duration::ZERO) {
        None
    } else {
        let mut live = Live::new(&title);
        let method = level.world().default_method();
        Some(level.solve(&method, &Options::new(), limits, &mut live)?)
    };
    let status = match &solved {
        None => "read",
        Some(solved) if solved.solution.is_some() => "solved",
        Some(solved) if solved.status == Status::Unsolvable => "unsolvable",
        Some(_) => "unknown",
    };
    let measures = solved.as_ref().and_then(|solved| solved.measures);
    Ok(Entry {
        file: place.file,
        level: place.level,
        title,
        status,
        problem: (status == "unsolvable").then(|| "there is no solution".to_owned()),
        line: None,
        column: None,
        same_as,
        moves: measures.map(|measures| measures.moves),
        pushes: measures.and_then(|measures| measures.pushes),
        optimal: solved.is_some_and(|solved| solved.optimal),
    })
}

fn print(entry: &Entry) -> Result<(), Failure> {
    let mut parts = vec![match entry.status {
        "broken" => styled("broken", Style::Bad),
        "unsolvable" => styled("unsolvable: there is no solution", Style::Bad),
        "solved" => styled("solvable", Style::Good),
        "read" => "read".to_owned(),
        _ => styled("not solved in time", Style::Warm),
    }];
    if let Some(moves) = entry.moves {
        let best = if entry.optimal { "" } else { " or fewer" };
        let pushes = entry.pushes.map_or_else(String::new, |pushes| {
            format!(", {} push{}", pushes, if pushes == 1 { "" } else { "es" })
        });
        parts.push(format!("{}{pushes}{best}", counted(moves, "move")));
    }
    if let (Some(problem), "broken") = (&entry.problem, entry.status) {
        let column = entry.column.map_or_else(String::new, |column| format!(", column {column}"));
        let place = entry.line.map_or_else(String::new, |line| format!("line {line}{column}: "));
        parts.push(format!("{place}{problem}"));
    }
    if let Some(same) = &entry.same_as {
        let file =
            if same.file == entry.file { String::new() } else { format!(" of {}", same.file) };
        parts.push(styled(format!("the same as level {}{file}", same.level), Style::Warm));
    }
    let Entry { file, level, title, .. } = entry;
    output::line(format!("{file}: {level:>4}  {title:<24}  {}", parts.join(" · ")))
}

#[derive(Default)]
struct Tally {
    levels: u64,
    broken: u64,
    unsolvable: u64,
    solved: u64,
    repeated: u64,
}

impl Tally {
    fn add(&mut self, entry: &Entry) {
        self.levels += 1;
        self.repeated += u64::from(entry.same_as.is_some());
        match entry.status {
            "broken" => self.broken += 1,
            "unsolvable" => self.unsolvable += 1,
            "solved" => self.solved += 1,
            _ => {}
        }
    }

    fn text(&self) -> String {
        let mut parts = vec![counted(self.levels, "level")];
        for (count, what) in [
            (self.broken, "broken"),
            (self.unsolvable, "unsolvable"),
            (self.repeated, "the same as another"),
            (self.solved, "solvable"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        parts.join(" · ")
    }
}
