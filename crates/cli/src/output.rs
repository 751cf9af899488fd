//! Results on stdout; colours only on a terminal; files that are never half-written.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::AnsiColor;
use plyground_core::file::Pending;
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

/// Text that moves no cursor and sets no title, whatever others wrote into it: only our own colours stay, where they are
/// shown.
fn safe(text: &str, colours: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = rest.strip_prefix("\x1b[").and_then(|after| {
            let end = after.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            after[end..].starts_with('m').then_some("\x1b[".len() + end + 1)
        });
        let kept = match colour {
            Some(length) if colours => length,
            _ if rest.starts_with("\r\n") => 2,
            _ => 0,
        };
        if kept == 0 {
            out.push(plyground_core::text::sign(c));
        } else {
            out.push_str(&rest[..kept]);
        }
        rest = &rest[kept.max(c.len_utf8())..];
    }
    out
}

/// Says on stderr what is wrong.
pub fn complain(message: &str) {
    let word = if colours(io::stderr().is_terminal()) {
        paint("error", Style::Bad.ansi().bold())
    } else {
        "error".to_owned()
    };
    let _ = writeln!(io::stderr(), "{word}: {}", safe(message, false));
}

/// Says something on stderr that is not a result.
pub fn remark(message: &str) {
    let _ = writeln!(io::stderr(), "{}", safe(message, false));
}

/// Prints a line of results.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", safe(&text.to_string(), colours(io::stdout().is_terminal())))?;
    Ok(out.flush()?)
}

/// Prints text that brings its own line ends.
pub fn text(text: &str) -> Result<(), Failure> {
    bytes(safe(text, colours(io::stdout().is_terminal())).as_bytes())
}

/// Prints bytes as they are.
pub fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Prints one result for machines, on one line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    line(json_text(value)?)
}

/// A result for machines as it is printed.
pub fn json_text(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::input(error.to_string()))
}

/// Writes a file whole or not at all; `-` is standard output.
pub fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return self::bytes(bytes);
    }
    plyground_core::file::write(path, bytes).map_err(|error| Failure::file(path.display(), &error))
}

/// A file that is written as it grows, and there only when it is whole; `-` is standard output.
pub struct Growing(Option<Pending>);

impl Growing {
    /// Begins it.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self(None));
        }
        let file = Pending::create(path).map_err(|error| Failure::file(path.display(), &error))?;
        Ok(Self(Some(file)))
    }

    /// Writes on.
    pub fn add(&mut self, text: &str) -> Result<(), Failure> {
        let Some(file) = &mut self.0 else { return bytes(text.as_bytes()) };
        let written = file.write_all(text.as_bytes());
        written.map_err(|error| Failure::file(file.path().display(), &error))
    }

    /// It is whole.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(file) = self.0 else { return Ok(()) };
        let path = file.path().to_owned();
        file.commit().map_err(|error| Failure::file(path.display(), &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_pass_and_only_where_they_are_shown() {
        let ours = paint("x", Style::Good.ansi());
        assert_eq!(safe(&ours, true), ours);
        assert_eq!(safe(&ours, false), "␛[32mx␛[0m");
        assert_eq!(safe("\x1b[2Jt\x1b]0;title\x07\rline\r\n", true), "␛[2Jt␛]0;title␇␍line\r\n");
        assert_eq!(safe("\x1b[1", true), "␛[1");
    }
}
