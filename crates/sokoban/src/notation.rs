//! Levels and solutions as text: one file for each format.

mod collection;
mod lurd;
mod rows;
mod slc;
mod study;

use plyground_core::{ParseError, SpecError};

use crate::Level;

pub use lurd::{LurdStep, expand as expand_lurd, read as read_lurd, write_rle as write_lurd_rle};

/// The largest file that is read.
const MAX_BYTES: usize = 64 << 20;

/// The formats that [`print()`] writes, the usual one first.
pub const FORMATS: &[&str] = &["xsb", "rle", "slc", "yaml"];

/// Reads a file of any format; at least one level or an error.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
    parse_bytes(bytes).map_err(|error| error.in_file(file))
}

fn parse_bytes(bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
    if bytes.len() > MAX_BYTES {
        let megabytes = MAX_BYTES >> 20;
        return Err(ParseError::new(0, 0, format!("expected at most {megabytes} MB of levels")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.chars().rev().take_while(|&c| c != '\n').count() + 1;
        ParseError::new(line, column, "a byte that is no UTF-8; expected UTF-8 text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut levels = if text.trim_start().starts_with('<') {
        slc::parse(text)?
    } else if study::is_study(text) {
        study::parse(text)?
    } else {
        collection::parse(text)?
    };
    if levels.is_empty() {
        return Err(ParseError::new(0, 0, "no level; expected rows of # $ . * @ + and spaces"));
    }
    levels.iter_mut().for_each(Level::tidy);
    Ok(levels)
}

/// Writes levels as one file in one of the [`FORMATS`].
pub fn print(levels: &[Level], format: &str) -> Result<String, SpecError> {
    match format {
        "xsb" => Ok(collection::print(levels, rows::write_plain)),
        "rle" => Ok(collection::print(levels, rows::write_rle)),
        "slc" => Ok(slc::print(levels)),
        "yaml" => study::print(levels),
        _ => Err(SpecError::unknown("format", format, FORMATS.iter().copied())),
    }
}
