//! SLC: collections of levels in XML (`SokobanLevels`, `LevelCollection`, `Level`, `L`).

use std::fmt::Write as _;

use plyground_core::text::abridged;
use plyground_core::{CollectionInfo, ParseError};
use quick_xml::XmlVersion;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::lurd;
use super::rows::{self, Row};
use crate::Level;

/// Finds lines and columns in a text whose places are asked for in rising order: each byte is looked at
/// once, however long a line is.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl Lines<'_> {
    fn line(&mut self, position: u64) -> usize {
        let to = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len()).max(self.at);
        for &byte in &self.text.as_bytes()[self.at..to] {
            if byte == b'\n' {
                self.line += 1;
                self.column = 0;
            } else if byte & 0xc0 != 0x80 {
                // The first byte of a character; the others do not count.
                self.column += 1;
            }
        }
        self.at = to;
        self.line
    }

    /// How many columns of its line lie before the place that was asked for last.
    fn column(&self) -> usize {
        self.column
    }
}

/// A level that is being read.
#[derive(Default)]
struct Draft {
    title: String,
    author: String,
    comments: Vec<String>,
    solution: Option<String>,
    rows: Vec<Row>,
}

/// Reads a collection and hands each level over; gives what is said of all of them. None is no error here.
pub(super) fn parse(text: &str, each: &mut dyn FnMut(Level)) -> Result<CollectionInfo, ParseError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut lines = Lines { text, at: 0, line: 1, column: 0 };
    let mut draft: Option<Draft> = None;
    let mut words = String::new();
    let mut info = CollectionInfo::default();
    let mut place = (0, 0);
    loop {
        let event = reader.read_event();
        let line = match &event {
            Ok(_) => lines.line(reader.buffer_position()),
            Err(_) => lines.line(reader.error_position()),
        };
        let broken =
            |what: String| ParseError::new(line, 0, abridged(&what) + "; expected SLC XML");
        match event.map_err(|error| broken(error.to_string()))? {
            Event::Start(tag) => {
                words.clear();
                match tag.local_name().into_inner() {
                    "L" => place = (line, lines.column()),
                    "LevelCollection" => info.author = attribute(&tag, "Copyright"),
                    "Level" => {
                        let author = attribute(&tag, "Copyright");
                        draft = Some(Draft {
                            title: attribute(&tag, "Id"),
                            author: if author.is_empty() { info.author.clone() } else { author },
                            ..Draft::default()
                        });
                    }
                    _ => {}
                }
            }
            Event::Text(part) => words.push_str(&part),
            Event::CData(part) => words.push_str(&part),
            Event::GeneralRef(reference) => {
                let reference = format!("&{};", &*reference);
                let plain = unescape(&reference).map_err(|error| broken(error.to_string()))?;
                words.push_str(&plain);
            }
            Event::End(tag) => {
                match (tag.local_name().into_inner(), &mut draft) {
                    ("L", Some(draft)) => {
                        draft.rows.push(rows::read_plain(&words, place.0, place.1)?);
                    }
                    ("Comment", Some(draft)) => draft.comments.push(words.clone()),
                    ("Solution", Some(draft)) => draft.solution = lurd::expand(&words).ok(),
                    ("Title", None) => info.title = words.trim().to_owned(),
                    ("Description", None) => {
                        let lines = words.lines().map(|line| line.trim().to_owned());
                        info.introduction.extend(lines.filter(|line| !line.is_empty()));
                    }
                    ("Level", draft) => {
                        if let Some(level) = draft.take().map(finish).transpose()? {
                            each(level);
                        }
                    }
                    _ => {}
                }
                words.clear();
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if draft.is_some() {
        let message = "the file ends inside a level; expected </Level>";
        return Err(ParseError::new(lines.line, 0, message));
    }
    Ok(info)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    let value = tag.try_get_attribute(name).ok().flatten();
    let value = value.and_then(|value| {
        value.normalized_value(XmlVersion::Explicit1_0).ok().map(|value| value.trim().to_owned())
    });
    value.unwrap_or_default()
}

fn finish(draft: Draft) -> Result<Level, ParseError> {
    Ok(Level {
        title: draft.title,
        author: draft.author,
        comments: draft.comments,
        solution: draft.solution,
        grid: rows::grid(&draft.rows)?,
    })
}

/// Writes levels as one collection. Remarks and solutions get elements of their own, which other readers
/// pass over.
pub(super) fn print(info: &CollectionInfo, levels: &[Level]) -> String {
    let widest = levels.iter().map(|level| level.grid.width()).max().unwrap_or(0);
    let highest = levels.iter().map(|level| level.grid.height()).max().unwrap_or(0);
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n".to_owned();
    // Writing to a string cannot fail.
    if !info.title.is_empty() {
        let _ = writeln!(text, "  <Title>{}</Title>", clean(&info.title));
    }
    if !info.introduction.is_empty() {
        let lines: Vec<String> = info.introduction.iter().map(|line| clean(line)).collect();
        let _ = writeln!(text, "  <Description>{}</Description>", lines.join("\n"));
    }
    text.push_str("  <LevelCollection");
    if !info.author.is_empty() {
        let _ = write!(text, " Copyright=\"{}\"", clean(&info.author));
    }
    let _ = writeln!(text, " MaxWidth=\"{widest}\" MaxHeight=\"{highest}\">");
    for level in levels {
        let (width, height) = (level.grid.width(), level.grid.height());
        let _ = write!(text, "    <Level Id=\"{}\"", clean(&level.title));
        let _ = write!(text, " Width=\"{width}\" Height=\"{height}\"");
        if !level.author.is_empty() {
            let _ = write!(text, " Copyright=\"{}\"", clean(&level.author));
        }
        text.push_str(">\n");
        for row in rows::plain_rows(&level.grid) {
            let _ = writeln!(text, "      <L>{row}</L>");
        }
        for comment in &level.comments {
            let _ = writeln!(text, "      <Comment>{}</Comment>", clean(comment));
        }
        if let Some(solution) = &level.solution {
            let _ = writeln!(text, "      <Solution>{solution}</Solution>");
        }
        text.push_str("    </Level>\n");
    }
    text + "  </LevelCollection>\n</SokobanLevels>\n"
}

/// Text without characters that XML cannot hold, its special ones escaped.
fn clean(text: &str) -> String {
    let allowed: String =
        text.chars().filter(|&c| !c.is_control() && c < '\u{fffe}' || c > '\u{ffff}').collect();
    escape(allowed).into_owned()
}
