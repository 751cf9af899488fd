use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyground_catalog::Catalog;
use plyground_core::scene::sheet::{self, Entry as Drawn};
use plyground_core::scene::svg::Theme;
use plyground_core::{CollectionInfo, LevelInfo, Measures, Options};
use plyground_picture::sheet_png;
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::input::{Choice, Numbered, Source};
use crate::table::{Align, table};
use crate::{input, output};

/// Lines of the list that are aligned and printed together.
const AT_ONCE: usize = 1_000;
/// Columns of cells on a sheet.
const SHEET_CELLS: f32 = 124.0;

/// List the levels of a file, or those that ship
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples: plyground levels {puzzle} my-levels.txt
          \
                        plyground levels {puzzle} --sheet levels.png")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Draw all of them on one sheet: a PNG file, or SVG where the name ends so
    #[arg(long, value_name = "OUT")]
    sheet: Option<PathBuf>,
    /// Pixels in a cell of the sheet
    #[arg(long, value_name = "PIXELS", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(4..=64))]
    cell: u32,
    /// Leave levels out that are broken, and name them
    #[arg(long)]
    skip_bad: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    level: usize,
    title: String,
    author: String,
    width: usize,
    height: usize,
    /// How many things are to be brought home: boxes, atoms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<usize>,
    /// From 1 to 10, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<f64>,
    best: Option<Measures>,
    /// Whether the best is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
    /// What else the file says: chapter, difficulty.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<String, String>,
    /// What makes it worth playing, in numbers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    measures: BTreeMap<String, f64>,
    /// What it is about, for authors.
    #[serde(skip_serializing_if = "Option::is_none")]
    idea: Option<String>,
}

impl Entry {
    fn new(numbered: &Numbered) -> Self {
        let info = numbered.level.info();
        Self {
            level: numbered.number,
            title: info.title,
            author: info.author,
            pieces: info.pieces,
            difficulty: difficulty(&info.notes),
            width: info.width,
            height: info.height,
            proven: info.best.as_ref().map(|best| best.proven),
            best: info.best.map(|best| best.measures),
            notes: info.notes.into_iter().collect(),
            measures: info.measures.into_iter().collect(),
            idea: info.idea,
        }
    }

    fn row(self) -> Vec<String> {
        let note = |name: &str| self.notes.get(name).cloned().unwrap_or_default();
        let (difficulty, chapter) = (note("difficulty"), note("chapter"));
        vec![
            self.level.to_string(),
            self.title,
            format!("{} × {}", self.width, self.height),
            self.best.map_or_else(String::new, |best| super::solve::measures_text(&best)),
            difficulty,
            chapter,
        ]
    }
}

/// Lists the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    if let Some(path) = &args.sheet {
        let choice = Choice::All;
        let levels = input::chosen_levels(&*world, args.file.as_deref(), choice, args.skip_bad)?;
        return draw(&levels, path, args.cell);
    }
    let source = Source::open(&*world, args.file.as_deref())?;
    if !args.skip_bad {
        // Nothing is listed of a file that is broken further down.
        source.each(&*world, false, &mut |_| {})?;
    }
    if !args.json {
        introduce(&source.info(&*world));
    }
    let mut list = List { json: args.json, rows: Vec::new(), count: 0 };
    let mut printed = Ok(());
    source.each(&*world, args.skip_bad, &mut |numbered| {
        if printed.is_ok() {
            printed = list.add(Entry::new(&numbered));
        }
    })?;
    printed?;
    list.finish()?;
    Ok(Done::Yes)
}

/// Tells what a file says of its levels as a whole; that is not one of them.
fn introduce(info: &CollectionInfo) {
    let name = match (&*info.title, &*info.author) {
        (title, "") => title.to_owned(),
        ("", author) => format!("by {author}"),
        (title, author) => format!("{title}, by {author}"),
    };
    for line in std::iter::once(&name).chain(&info.introduction).filter(|line| !line.is_empty()) {
        output::remark(line);
    }
}

/// A list that is printed as it grows, so that one of millions of levels takes no more memory than one of a thousand.
struct List {
    json: bool,
    /// Lines of the table, or objects of the array, that are not printed yet.
    rows: Vec<Vec<String>>,
    count: usize,
}

impl List {
    fn add(&mut self, entry: Entry) -> Result<(), Failure> {
        let row = if self.json { vec![output::json_text(&entry)?] } else { entry.row() };
        self.rows.push(row);
        if self.rows.len() == AT_ONCE { self.print() } else { Ok(()) }
    }

    fn print(&mut self) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.rows);
        let first = self.count == 0;
        self.count += rows.len();
        if !self.json {
            const ALIGN: [Align; 6] =
                [Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Left];
            return output::text(&table(&ALIGN, &rows));
        }
        let before = if first { "[" } else { "," };
        output::text(&(before.to_owned() + &rows.concat().join(",")))
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.print()?;
        if self.json { output::line("]") } else { Ok(()) }
    }
}

/// The difficulty that a file tells, where it is a number.
fn difficulty(notes: &[(String, String)]) -> Option<f64> {
    notes.iter().find(|(name, _)| name == "difficulty").and_then(|(_, value)| value.parse().ok())
}

/// Draws all levels on one sheet.
fn draw(levels: &[Numbered], path: &Path, cell: u32) -> Result<Done, Failure> {
    let mut drawn = Vec::new();
    for numbered in levels {
        let LevelInfo { title, notes, .. } = numbered.level.info();
        let chapter = notes.into_iter().find(|(name, _)| name == "chapter");
        let mut scene = numbered.level.start(&Options::new())?.scene();
        scene.marks.clear();
        drawn.push(Drawn {
            scene,
            title: format!("{} {title}", numbered.number),
            chapter: chapter.map(|(_, chapter)| chapter).unwrap_or_default(),
        });
    }
    let sheet = sheet::sheet(&drawn, SHEET_CELLS, Theme::Light);
    if path.extension().is_some_and(|ending| ending == "svg") {
        output::file(path, sheet.svg.as_bytes())?;
    } else {
        output::file(path, &sheet_png(&sheet, cell, Theme::Light)?)?;
    }
    output::remark(&format!("{} levels drawn on {}", levels.len(), path.display()));
    Ok(Done::Yes)
}
