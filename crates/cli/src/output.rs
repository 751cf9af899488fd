//! Results on stdout; colours only on a terminal; files that are never half-written.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::AnsiColor;
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
    const fn ansi(self) -> anstyle::Style {
        match self {
            Self::Bold => anstyle::Style::new().bold(),
            Self::Dim => anstyle::Style::new().dimmed(),
            Self::Good => AnsiColor::Green.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
            Self::Warm => AnsiColor::Yellow.on_default(),
        }
    }
}

fn colours(terminal: bool) -> bool {
    let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
    terminal && unset("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The text in a style, where stdout shows styles.
pub fn styled(text: impl Display, style: Style) -> String {
    if colours(io::stdout().is_terminal()) { paint(text, style.ansi()) } else { text.to_string() }
}

fn paint(text: impl Display, style: anstyle::Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Says on stderr what is wrong.
pub fn complain(message: &str) {
    let word = if colours(io::stderr().is_terminal()) {
        paint("error", Style::Bad.ansi().bold())
    } else {
        "error".to_owned()
    };
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
