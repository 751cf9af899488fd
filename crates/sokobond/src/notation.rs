//! Levels and solutions as text: reading and writing.

pub mod json;
pub mod moves;
pub mod text;

use plyground_core::{ParseError, SpecError, decode};

use crate::Level;

/// The formats levels are written in, the usual one first.
pub const FORMATS: &[&str] = &["text", "compact", "json"];

/// Reads a file of any format: JSON where it begins with a brace, text otherwise.
pub fn parse(bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
    let text = &*decode(bytes).text;
    let is_json = text.trim_start().starts_with(['{', '[']);
    let mut levels = if is_json { json::parse(text)? } else { text::parse(text)? };
    levels.iter_mut().for_each(|level| level.notes.tidy());
    Ok(levels)
}

/// Writes levels as one file in one of the [`FORMATS`].
pub fn print(levels: &[Level], format: &str) -> Result<String, SpecError> {
    match format {
        "text" => Ok(text::print(levels)),
        "compact" => text::print_compact(levels),
        "json" => Ok(json::print(levels)),
        _ => Err(SpecError::unknown("format", format, FORMATS.iter().copied())),
    }
}
