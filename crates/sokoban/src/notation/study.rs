//! YAML maps: sizes, player, boxes, targets and walls by row and column. Row 0 is the bottom row, and the
//! map's edge is a wall that is not stored. Only the values matter here, not how they are nested, so the
//! lists may be written in blocks or in brackets, with or without tags.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use plyground_core::{ParseError, SpecError, text};

use super::rows;
use crate::{Grid, GridError, Level, MAX_SIDE, Tile};

/// The most rows or columns of a map: the edge is not stored.
const MAX_INSIDE: usize = MAX_SIDE - 2;

/// A value with its place.
#[derive(Debug, Clone)]
struct Scalar {
    line: usize,
    column: usize,
    text: String,
}

impl Scalar {
    fn number(&self, range: RangeInclusive<usize>, what: &str) -> Result<usize, ParseError> {
        let number = self.text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let message = format!(
                "{} is no {what}; expected a number from {least} to {most}",
                text::quoted(&self.text)
            );
            ParseError::new(self.line, self.column, message)
        })
    }
}

/// The values of one key.
#[derive(Debug)]
struct Entry {
    line: usize,
    key: String,
    values: Vec<Scalar>,
}

/// Whether a text is a map of this kind: it has the keys at the start of lines. So may a remark about a board
/// that is drawn, which has the player in a row.
pub(super) fn is_study(text: &str) -> bool {
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    let is_drawn = |line: &str| {
        line.contains('#')
            && line.contains(['@', '+'])
            && rows::kind(line, false) != rows::Kind::Text
    };
    has("height:") && has("width:") && has("player:") && !text.lines().any(is_drawn)
}

/// Reads one map, or several separated by `---`.
pub(super) fn parse(text: &str, each: &mut dyn FnMut(Level)) -> Result<(), ParseError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_end() == "---" {
            if !entries.is_empty() {
                each(level(&entries)?);
                entries.clear();
            }
            continue;
        }
        let key = line.split_once(':').filter(|(key, _)| {
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        if let Some((key, value)) = key {
            let skipped = key.len() + 1;
            let mut entry = Entry { line: index + 1, key: key.to_owned(), values: Vec::new() };
            if matches!(key, "title" | "author") {
                entry.values.push(Scalar { line: index + 1, column: skipped, text: plain(value) });
            } else {
                scalars(value, index + 1, skipped, &mut entry.values);
            }
            entries.push(entry);
        } else if let Some(entry) = entries.last_mut() {
            scalars(line, index + 1, 0, &mut entry.values);
        }
    }
    if !entries.is_empty() {
        each(level(&entries)?);
    }
    Ok(())
}

/// Appends the values in a line: what is left without dashes, brackets, commas, quotes, tags and remarks.
fn scalars(line: &str, number: usize, skipped: usize, out: &mut Vec<Scalar>) {
    let line = line.split(" #").next().unwrap_or("");
    if line.trim_start().starts_with('#') {
        return;
    }
    let mut column = skipped;
    for word in line.split([' ', '\t', '[', ']', ',', '"', '\'']) {
        if !word.is_empty() && word != "-" && !word.starts_with('!') {
            out.push(Scalar { line: number, column: column + 1, text: word.to_owned() });
        }
        column += word.chars().count() + 1;
    }
}

fn plain(value: &str) -> String {
    text::unquote(value.trim()).unwrap_or_else(|| value.trim().to_owned())
}

fn level(entries: &[Entry]) -> Result<Level, ParseError> {
    let start = entries.first().map_or(1, |entry| entry.line);
    let entry = |key: &str| {
        entries.iter().find(|entry| entry.key == key).ok_or_else(|| {
            ParseError::new(start, 0, format!("the map has no {key}; expected a line {key}: …"))
        })
    };
    let only = |key: &str| match entry(key)?.values.as_slice() {
        [value] => value.number(1..=MAX_INSIDE, key),
        _ => Err(ParseError::new(entry(key)?.line, 0, format!("expected one number for {key}"))),
    };
    let (height, width) = (only("height")?, only("width")?);
    let mut rows = vec![vec![Tile::Wall; width + 2]; height + 2];
    for row in &mut rows[1..=height] {
        row[1..=width].fill(Tile::Floor);
    }
    let mut each = |key: &str, names: usize, put: &dyn Fn(Tile) -> Option<Tile>| {
        let entry = entry(key)?;
        let chunks = entry.values.chunks_exact(2 + names);
        if !chunks.remainder().is_empty() {
            let expected =
                if names > 0 { "a name, a row and a column" } else { "a row and a column" };
            let message = format!("a place in {key} is not complete; expected {expected} each");
            return Err(ParseError::new(entry.line, 0, message));
        }
        for place in chunks {
            let row = place[names].number(0..=height - 1, "row of this map")?;
            let column = place[names + 1].number(0..=width - 1, "column of this map")?;
            let tile = &mut rows[height - row][column + 1];
            *tile = put(*tile).ok_or_else(|| {
                let message = format!("{key}: something else stands here; expected a free square");
                ParseError::new(place[names].line, place[names].column, message)
            })?;
        }
        Ok(entry.values.len() / (2 + names))
    };
    each("walls", 0, &|_| Some(Tile::Wall))?;
    each("targets", 0, &|tile| (tile == Tile::Floor).then_some(Tile::Goal))?;
    each("boxes", 1, &|tile| match tile {
        Tile::Floor => Some(Tile::Crate),
        Tile::Goal => Some(Tile::CrateOnGoal),
        _ => None,
    })?;
    let players = each("player", 0, &|tile| match tile {
        Tile::Floor => Some(Tile::Player),
        Tile::Goal => Some(Tile::PlayerOnGoal),
        _ => None,
    })?;
    if players != 1 {
        return Err(ParseError::new(entry("player")?.line, 0, "expected one player: row, column"));
    }
    let grid =
        Grid::new(&rows).map_err(|GridError { message, .. }| ParseError::new(start, 0, message))?;
    let word = |key: &str| {
        let entry = entries.iter().find(|entry| entry.key == key);
        entry
            .and_then(|entry| entry.values.first())
            .map_or_else(String::new, |value| value.text.clone())
    };
    Ok(Level { title: word("title"), author: word("author"), ..Level::new(grid) })
}

/// Writes levels as maps, separated by `---`. The wall around a level is left out; blanks outside it become
/// walls.
pub(super) fn print(levels: &[Level]) -> Result<String, SpecError> {
    let maps: Result<Vec<String>, SpecError> = levels.iter().map(map).collect();
    Ok(maps?.join("---\n"))
}

fn map(level: &Level) -> Result<String, SpecError> {
    let grid = &level.grid;
    let on_edge = |square: usize| {
        let (row, column) = (square / grid.width(), square % grid.width());
        row == 0 || column == 0 || row + 1 == grid.height() || column + 1 == grid.width()
    };
    let edge_is_plain = (0..grid.tiles().len())
        .all(|square| !on_edge(square) || matches!(grid.tiles()[square], Tile::Wall | Tile::Floor));
    let edge = usize::from(edge_is_plain);
    let (height, width) = (grid.height() - 2 * edge, grid.width() - 2 * edge);
    if height.max(width) > MAX_INSIDE {
        return Err(SpecError(format!(
            "the level is too large for a map, whose edge is all wall: {width} by {height}; expected \
             at most {MAX_INSIDE} by {MAX_INSIDE}"
        )));
    }
    let places = |wanted: fn(Tile) -> bool| {
        (0..grid.tiles().len()).filter_map(move |square| {
            let (row, column) = (square / grid.width(), square % grid.width());
            let kept = wanted(grid.tiles()[square]) && !(edge_is_plain && on_edge(square));
            kept.then(|| (grid.height() - 1 - row - edge, column - edge))
        })
    };
    let mut text = String::new();
    let mut list = |key: &str, wanted: fn(Tile) -> bool, name: &str| {
        let all: Vec<(usize, usize)> = places(wanted).collect();
        let _ = writeln!(text, "{key}:{}", if all.is_empty() { " []" } else { "" });
        for (index, (row, column)) in all.into_iter().enumerate() {
            text.push_str("- !!python/tuple\n");
            if !name.is_empty() {
                let _ = writeln!(text, "  - {name}{}", index + 1);
            }
            let _ = write!(text, "  - {row}\n  - {column}\n");
        }
    };
    list("boxes", Tile::is_crate, "box");
    list("targets", Tile::is_goal, "");
    list("walls", |tile| tile == Tile::Wall, "");
    for (row, column) in places(Tile::is_player) {
        let _ = write!(text, "player:\n- {row}\n- {column}\n");
    }
    let _ = write!(text, "height: {height}\nwidth: {width}\n");
    for (key, value) in [("title", &level.title), ("author", &level.author)] {
        if !value.is_empty() {
            let _ = writeln!(text, "{key}: {}", text::quote(value));
        }
    }
    Ok(text)
}
