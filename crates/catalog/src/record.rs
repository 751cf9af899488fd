//! Game records as text that people can read and edit:
//!
//! ```text
//! [World "abalone"]
//! [Setup "belgian-daisy"]
//! [First "alphabeta(time=200)"]
//! [Second "greedy"]
//! [Result "1-0"]
//!
//! 1. i-A4-1 {0.20s} i-I6-7 {0.01s}
//! 2. i-B5-1 {0.20s} 1-0
//! ```
//!
//! Headers come first, in brackets. Moves follow; numbers before them are for the eye, braces hold
//! the time a move took or a remark. A `;` begins a remark to the end of the line.

use std::fmt;
use std::str::FromStr;

use plyground_core::{Options, Outcome, ParseError, Side, SpecError, text};

use crate::{AnyGameWorld, Catalog, GameSession};

/// A move in a record.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordMove {
    /// The turn, or a part of one, in the world's notation.
    pub text: String,
    /// How long the player thought, in seconds.
    pub seconds: Option<f64>,
    /// The line it was read from; 0 where it was not read.
    pub line: usize,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// The world's id.
    pub world: String,
    /// How it began: `setup`, `size`, `position` and the world's own options.
    pub options: Options,
    /// Who played, first side first; empty where unknown.
    pub players: [String; 2],
    /// The result; `None` where the game is not over.
    pub result: Option<Outcome>,
    /// Other headers, in order.
    pub headers: Vec<(String, String)>,
    /// Whether the second side moves first (a position that was set up so).
    pub second_begins: bool,
    /// The moves.
    pub moves: Vec<RecordMove>,
}

impl Record {
    /// The record of a session as it stands.
    pub fn of(session: &dyn GameSession, players: [String; 2]) -> Self {
        let turns = session.turns();
        let begins = turns.first().map_or_else(|| session.side(), |turn| turn.side);
        let ending = session.ending();
        Self {
            world: session.world().info().id.into_owned(),
            options: session.options().clone(),
            players,
            result: ending.as_ref().map(|ending| ending.outcome),
            headers: ending
                .map(|ending| ("Ending".to_owned(), ending.reason))
                .into_iter()
                .collect(),
            second_begins: begins == Side::Second,
            moves: turns
                .into_iter()
                .map(|turn| RecordMove { text: turn.text, seconds: None, line: 0 })
                .collect(),
        }
    }

    /// Reads one record from a file.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        text.parse::<Self>().map_err(|error| error.in_file(file))
    }

    /// Reads a file of records, one after the other: headers after moves begin the next one.
    pub fn parse_all(file: &str, text: &str) -> Result<Vec<Self>, ParseError> {
        let mut records = Vec::new();
        let mut begin = 0;
        let (mut has_moves, mut number) = (false, 0);
        let mut chunk = String::new();
        let mut take = |chunk: &mut String, begin: usize| {
            let mut record: Self = chunk.parse().map_err(|mut error: ParseError| {
                error.line += if error.line > 0 { begin } else { 0 };
                error.in_file(file)
            })?;
            for mv in &mut record.moves {
                mv.line += begin;
            }
            records.push(record);
            chunk.clear();
            Ok(())
        };
        for line in text.lines() {
            let header = line.trim_start().starts_with('[');
            if header && has_moves {
                take(&mut chunk, begin)?;
                (begin, has_moves) = (number, false);
            }
            has_moves |= !header && !line.trim().is_empty() && !line.trim_start().starts_with(';');
            chunk.push_str(line);
            chunk.push('\n');
            number += 1;
        }
        take(&mut chunk, begin)?;
        Ok(records)
    }

    /// Plays the record through the rules; an error names the line and the move.
    pub fn replay(&self, catalog: &Catalog) -> Result<Box<dyn GameSession>, ParseError> {
        self.replay_in(&*catalog.game_world(&self.world).map_err(whole)?)
    }

    /// The same in a world that is at hand.
    pub fn replay_in(&self, world: &dyn AnyGameWorld) -> Result<Box<dyn GameSession>, ParseError> {
        let mut session = world.start(&self.options).map_err(whole)?;
        for (number, mv) in self.moves.iter().enumerate() {
            session
                .play(&mv.text)
                .map_err(|error| ParseError::new(mv.line, 0, error.at(number + 1).to_string()))?;
        }
        if let (Some(claimed), Some(ending)) = (self.result, session.ending())
            && claimed != ending.outcome
        {
            let message = format!(
                "the result is given as {claimed}, but the moves end in {}: {}",
                ending.outcome, ending.reason
            );
            return Err(ParseError::new(0, 0, message));
        }
        Ok(session)
    }
}

fn whole(error: SpecError) -> ParseError {
    ParseError::new(0, 0, error.0)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = |name: &str, value: &str| {
            writeln!(f, "[{name} {}]", text::quote(&text::one_line(value)))
        };
        header("World", &self.world)?;
        let mut variant = Vec::new();
        for (name, value) in self.options.iter() {
            match name {
                "setup" => header("Setup", value)?,
                "size" => header("Size", value)?,
                "position" => header("Position", value)?,
                _ => variant.push(format!("{name}={value}")),
            }
        }
        if !variant.is_empty() {
            header("Options", &variant.join(" "))?;
        }
        for (name, player) in ["First", "Second"].into_iter().zip(&self.players) {
            if !player.is_empty() {
                header(name, player)?;
            }
        }
        header("Result", &result_text(self.result))?;
        for (name, value) in &self.headers {
            header(name, value)?;
        }
        let offset = usize::from(self.second_begins);
        for (i, mv) in self.moves.iter().enumerate() {
            let (number, second) = ((i + offset) / 2 + 1, (i + offset) % 2 == 1);
            match (second, i) {
                (false, _) => write!(f, "\n{number}. {}", mv.text)?,
                (true, 0) => write!(f, "\n{number}... {}", mv.text)?,
                (true, _) => write!(f, " {}", mv.text)?,
            }
            if let Some(seconds) = mv.seconds {
                write!(f, " {{{seconds:.2}s}}")?;
            }
        }
        writeln!(f, "\n{}", result_text(self.result))
    }
}

fn result_text(result: Option<Outcome>) -> String {
    result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

fn parse_result(text: &str) -> Option<Option<Outcome>> {
    match text {
        "*" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

impl FromStr for Record {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut record = Self::default();
        let mut result_seen = false;
        for (index, full) in text.lines().enumerate() {
            let number = index + 1;
            let line = full.trim();
            if line.starts_with('[') {
                if !record.moves.is_empty() {
                    return Err(ParseError::new(number, 1, "headers come before the moves"));
                }
                let (name, value) = parse_header(line).ok_or_else(|| {
                    ParseError::new(number, 1, "expected a header such as [World \"abalone\"]")
                })?;
                record
                    .take_header(&name, value)
                    .map_err(|message| ParseError::new(number, 1, message))?;
            } else {
                record.take_moves(full, number, &mut result_seen)?;
            }
        }
        record.second_begins &= !record.moves.is_empty();
        if record.world.is_empty() {
            return Err(ParseError::new(0, 0, "the header [World \"…\"] is missing"));
        }
        Ok(record)
    }
}

/// `[Name "value"]`, with `\"` and `\\` inside the value.
fn parse_header(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let value = text::unquote(value.trim()).filter(|_| is_word)?;
    Some((name.to_owned(), text::one_line(&value)))
}

impl Record {
    fn take_header(&mut self, name: &str, value: String) -> Result<(), String> {
        match name.to_lowercase().as_str() {
            "world" => self.world = value,
            "setup" | "size" | "position" => self.options.set(&name.to_lowercase(), value),
            "options" => {
                for part in value.split_whitespace() {
                    let option = part.split_once('=').filter(|(name, _)| !name.is_empty());
                    let Some((name, value)) = option else {
                        return Err(format!("{part:?} is not an option; expected name=value"));
                    };
                    self.options.set(name, value);
                }
            }
            "first" => self.players[0] = value,
            "second" => self.players[1] = value,
            "result" => {
                self.result = parse_result(&value).ok_or_else(|| {
                    format!("{value:?} is not a result; expected 1-0, 0-1, 1/2-1/2 or *")
                })?;
            }
            _ => self.headers.push((name.to_owned(), value)),
        }
        Ok(())
    }

    fn take_moves(
        &mut self,
        line: &str,
        number: usize,
        result_seen: &mut bool,
    ) -> Result<(), ParseError> {
        let mut rest = line;
        loop {
            let column = line.chars().count() - rest.trim_start().chars().count() + 1;
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with(';') {
                return Ok(());
            }
            if let Some(inside) = rest.strip_prefix('{') {
                let Some((remark, after)) = inside.split_once('}') else {
                    return Err(ParseError::new(number, column, "this brace is never closed"));
                };
                if let Some(mv) = self.moves.last_mut()
                    && let Some(seconds) = parse_seconds(remark)
                {
                    mv.seconds = Some(seconds);
                }
                rest = after;
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            if *result_seen {
                return Err(ParseError::new(number, column, "nothing comes after the result"));
            }
            let Some(word) = self.take_number(word) else { continue };
            if word.starts_with(';') {
                return Ok(());
            }
            if let Some(result) = parse_result(word) {
                *result_seen = true;
                self.result = result.or(self.result);
            } else {
                self.moves.push(RecordMove { text: word.to_owned(), seconds: None, line: number });
            }
        }
    }

    /// Takes move numbers off a word; what is left of it, if anything.
    fn take_number<'a>(&mut self, word: &'a str) -> Option<&'a str> {
        let mut rest = word;
        while !rest.is_empty() {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() == rest.len() || !after.starts_with('.') {
                return Some(rest);
            }
            if after.starts_with("...") && self.moves.is_empty() {
                self.second_begins = true;
            }
            rest = after.trim_start_matches('.');
        }
        None
    }
}

fn parse_seconds(remark: &str) -> Option<f64> {
    let seconds: f64 = remark.trim().strip_suffix('s')?.trim().parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then_some(seconds)
}
