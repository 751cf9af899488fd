//! Results on stdout; colours only on a terminal; files that are never half-written.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// A colour or weight.
#[derive(Debug, Clone, Copy)]
pub enum Style {
    Bold,
    Dim,
    Good,
    Bad,
    Warm,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Bad => "31",
            Self::Warm => "33",
        }
    }
}

fn colours(terminal: bool) -> bool {
    let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
    terminal && unset("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The text in a style, where stdout shows styles.
pub fn styled(text: impl Display, style: Style) -> String {
    if colours(io::stdout().is_terminal()) {
        format!("\x1b[{}m{text}\x1b[0m", style.code())
    } else {
        text.to_string()
    }
}

/// Says on stderr what is wrong.
pub fn complain(message: &str) {
    let word = if colours(io::stderr().is_terminal()) { "\x1b[1;31merror\x1b[0m" } else { "error" };
    let _ = writeln!(io::stderr(), "{word}: {message}");
}

/// Says something on stderr that is not a result.
pub fn remark(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints a line of results.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints text that brings its own line ends.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints one result for machines, on one line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    line(serde_json::to_string(value).map_err(|error| Failure::input(error.to_string()))?)
}

/// Writes a file whole or not at all.
pub fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    plyground_core::file::write(path, bytes).map_err(|error| Failure::file(path.display(), &error))
}
