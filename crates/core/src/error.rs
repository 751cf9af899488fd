use std::fmt;

use thiserror::Error;

use crate::text::{excerpt, quoted};

/// Text that cannot be read: where, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct ParseError {
    /// The file's name, or what stands for it (`<pasted text>`).
    pub file: String,
    /// Line, from 1; 0 where the whole text is meant.
    pub line: usize,
    /// Column, from 1, in characters; 0 where the whole line is meant.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl ParseError {
    /// An error at a place. `line` and `column` count from 1; 0 means the whole.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { file: String::new(), line, column, message: message.into() }
    }

    /// The same error with the file's name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        if self.file.is_empty() {
            file.clone_into(&mut self.file);
        }
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = Vec::new();
        if !self.file.is_empty() {
            place.push(self.file.clone());
        }
        if self.line > 0 {
            place.push(format!("line {}", self.line));
        }
        if self.column > 0 {
            place.push(format!("column {}", self.column));
        }
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        f.write_str(&self.message)
    }
}

/// A method, option or value that is not known or not possible here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpecError(pub String);

impl SpecError {
    /// An unknown word, with the nearest known one and the list of all.
    pub fn unknown<S: AsRef<str>>(
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = S>,
    ) -> Self {
        let known: Vec<S> = known.into_iter().collect();
        let all: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let hint = crate::nearest(word, all.iter().copied())
            .map_or_else(String::new, |near| format!("; did you mean {near}?"));
        Self(format!(
            "unknown {what} {word}{hint} (known: {})",
            all.join(", "),
            word = quoted(word)
        ))
    }
}

/// A move that was refused: which one, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct MoveError {
    /// The number of the move in the text, from 1; 0 where there is only one.
    pub number: usize,
    /// The move as it was written.
    pub text: String,
    /// The rule that forbids it, or what was expected.
    pub reason: String,
}

impl MoveError {
    /// A refusal of a single move.
    pub fn new(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { number: 0, text: text.into(), reason: reason.into() }
    }

    /// The same refusal as move `number` of a line.
    #[must_use]
    pub fn at(mut self, number: usize) -> Self {
        self.number = number;
        self
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number > 0 {
            write!(f, "move {} ", self.number)?;
        } else {
            f.write_str("move ")?;
        }
        write!(f, "({}): {}", excerpt(&self.text), self.reason)
    }
}
