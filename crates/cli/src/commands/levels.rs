use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyground_catalog::Catalog;
use plyground_core::scene::sheet::{self, Entry as Drawn};
use plyground_core::scene::svg::Theme;
use plyground_core::{LevelInfo, Measures, Options};
use plyground_picture::sheet_png;
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::input::Numbered;
use crate::table::{Align, table};
use crate::{input, output};

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

/// Lists the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let levels = input::levels(&*catalog.puzzle_world(&args.world)?, args.file.as_deref())?;
    if let Some(path) = &args.sheet {
        return draw(&levels, path, args.cell);
    }
    let entries: Vec<Entry> = levels
        .iter()
        .map(|numbered| {
            let info = numbered.level.info();
            Entry {
                level: numbered.number,
                title: info.title,
                width: info.width,
                height: info.height,
                proven: info.best.as_ref().map(|best| best.proven),
                best: info.best.map(|best| best.measures),
                notes: info.notes.into_iter().collect(),
                measures: info.measures.into_iter().collect(),
                idea: info.idea,
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
            let note = |name: &str| entry.notes.get(name).cloned().unwrap_or_default();
            vec![
                entry.level.to_string(),
                entry.title.clone(),
                format!("{} × {}", entry.width, entry.height),
                entry.best.map_or_else(String::new, |best| super::solve::measures_text(&best)),
                note("difficulty"),
                note("chapter"),
            ]
        })
        .collect();
    let align = [Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Left];
    output::text(&table(&align, &rows))?;
    Ok(Done::Yes)
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
