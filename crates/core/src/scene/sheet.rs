//! Many scenes on one sheet, so that one sees at a glance whether they look alike.

use std::fmt::Write as _;

use super::Scene;
use super::glyphs::word;
use super::svg::{self, Theme, UNIT};

/// A scene on a sheet, with what is written below it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The picture.
    pub scene: Scene,
    /// What is written below it.
    pub title: String,
    /// Under what heading it goes; a new one begins a new row.
    pub chapter: String,
}

/// The space between scenes, and around all of them, in cells.
const GAP: f32 = 1.0;
/// The height of a heading and of a title, in cells.
const HEADING: f32 = 0.9;
const TITLE: f32 = 0.55;

/// A drawing, and its size in cells.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The SVG document.
    pub svg: String,
    /// Columns of cells.
    pub width: f32,
    /// Rows of cells.
    pub height: f32,
}

/// Draws scenes in rows of at most `width` cells, all at the same scale.
pub fn sheet(entries: &[Entry], width: f32, theme: Theme) -> Sheet {
    let mut body = String::new();
    let mut top = GAP;
    let mut rest = entries;
    let mut chapter = "";
    while let Some(first) = rest.first() {
        if first.chapter != chapter {
            chapter = &first.chapter;
            let length = chapter.chars().count() as f32 * HEADING * 0.94;
            let (x, y) = (GAP + length / 2.0, top + HEADING);
            word(&mut body, chapter, x * UNIT, y * UNIT, HEADING * UNIT, svg::ink(theme));
            top += HEADING + 1.6 * GAP;
        }
        let (row, after) = rest.split_at(row_length(rest, width));
        let height = row.iter().map(|entry| entry.scene.height).fold(0.0, f32::max);
        let mut left = GAP;
        for entry in row {
            let down = top + (height - entry.scene.height) / 2.0;
            draw(&mut body, entry, left, down, theme);
            let middle = left + frame(entry) / 2.0;
            let below = (top + height + 0.9) * UNIT;
            word(&mut body, &entry.title, middle * UNIT, below, TITLE * UNIT, svg::ink(theme));
            left += frame(entry) + GAP;
        }
        top += height + 1.3 + GAP;
        rest = after;
    }
    let (across, down) = (width * UNIT, top * UNIT);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0} {down:.0}"><rect width="100%" height="100%" fill="{}"/>{body}</svg>"#,
        svg::background(theme),
    );
    Sheet { svg, width, height: top }
}

/// How wide a scene with its title is.
fn frame(entry: &Entry) -> f32 {
    entry.scene.width.max(entry.title.chars().count() as f32 * TITLE * 0.94)
}

/// How many scenes go into the next row: those of one chapter that fit.
fn row_length(entries: &[Entry], width: f32) -> usize {
    let mut left = GAP;
    let fits = |entry: &&Entry| {
        left += frame(entry) + GAP;
        left <= width && entry.chapter == entries[0].chapter
    };
    entries.iter().take_while(fits).count().max(1)
}

fn draw(out: &mut String, entry: &Entry, left: f32, top: f32, theme: Theme) {
    let layers = svg::layers(&entry.scene, theme);
    let (board, _) = svg::still_layers(&entry.scene, theme);
    let aside = left + (frame(entry) - entry.scene.width) / 2.0;
    let _ = write!(
        out,
        r#"<g transform="translate({:.0} {:.0})">{}{}{}</g>"#,
        aside * UNIT,
        top * UNIT,
        board,
        layers.links,
        layers.pieces
    );
}
