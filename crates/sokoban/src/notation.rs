//! Levels and solutions as text: one file for each format.

mod collection;
mod json;
mod lurd;
mod rows;
mod slc;
mod study;

use plyground_core::text::one_line;
use plyground_core::{CollectionInfo, ParseError, SpecError, decode};

use crate::Level;
use collection::{solution_below, solution_beside};

pub use lurd::{LurdStep, expand as expand_lurd, read as read_lurd, write_rle as write_lurd_rle};

/// The largest file that is read.
const MAX_BYTES: usize = 64 << 20;

/// The formats that [`print()`] writes, the usual one first.
pub const FORMATS: &[&str] = &["xsb", "sok", "rle", "slc", "yaml", "json"];

/// Reads a file of any format; at least one level or an error.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
    let mut levels = Vec::new();
    parse_with(file, bytes, &mut |level| levels.push(level))?;
    Ok(levels)
}

/// The same, with each level handed over as soon as it is read. An error may come after some of them.
pub fn parse_with(file: &str, bytes: &[u8], each: &mut dyn FnMut(Level)) -> Result<(), ParseError> {
    read(bytes, each).map(drop).map_err(|error| error.in_file(file))
}

/// What a file says of its levels as a whole.
pub fn collection_info(bytes: &[u8]) -> CollectionInfo {
    read(bytes, &mut |_| {}).unwrap_or_default()
}

fn read(bytes: &[u8], each: &mut dyn FnMut(Level)) -> Result<CollectionInfo, ParseError> {
    if bytes.len() > MAX_BYTES {
        let megabytes = MAX_BYTES >> 20;
        return Err(ParseError::new(0, 0, format!("expected at most {megabytes} MB of levels")));
    }
    let text = &*decode(bytes).text;
    let mut none = true;
    let tidied = &mut |mut level: Level| {
        none = false;
        level.tidy();
        each(level);
    };
    let mut info = if text.trim_start().starts_with('<') {
        slc::parse(text, tidied)?
    } else if json::is_json(text) {
        json::parse(text, tidied)?
    } else if study::is_study(text) {
        study::parse(text, tidied)?;
        CollectionInfo::default()
    } else {
        collection::parse(text, tidied)?
    };
    if none {
        return Err(ParseError::new(0, 0, "no level; expected rows of # $ . * @ + and spaces"));
    }
    for line in info.introduction.iter_mut().chain([&mut info.title, &mut info.author]) {
        *line = one_line(line);
    }
    Ok(info)
}

/// What stands between two parts of a file; XML and JSON files have more around them.
pub fn joint(format: &str) -> Option<&'static str> {
    match format {
        "xsb" | "sok" | "rle" => Some("\n"),
        "yaml" => Some("---\n"),
        _ => None,
    }
}

/// Writes levels as one file in one of the [`FORMATS`].
pub fn print(levels: &[Level], format: &str) -> Result<String, SpecError> {
    print_collection(&CollectionInfo::default(), levels, format)
}

/// The same with what is said of them as a whole; a YAML file has no place for that.
pub fn print_collection(
    info: &CollectionInfo,
    levels: &[Level],
    format: &str,
) -> Result<String, SpecError> {
    let above = || collection::print_info(info);
    match format {
        "xsb" => Ok(above() + &collection::print(levels, rows::write_plain, solution_beside)),
        "sok" => Ok(above() + &collection::print(levels, rows::write_plain, solution_below)),
        "rle" => Ok(above() + &collection::print(levels, rows::write_rle, solution_beside)),
        "slc" => Ok(slc::print(info, levels)),
        "yaml" => study::print(levels),
        "json" => Ok(json::print(info, levels)),
        _ => Err(SpecError::unknown("format", format, FORMATS.iter().copied())),
    }
}
