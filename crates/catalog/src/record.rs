//! Game records as text that people can read and edit:
//!
//! ```text
//! [World "abalone"]
//! [Setup "belgian-daisy"]
//! [First "alphabeta(time=200)"]
//! [Second "greedy"]
//! [Result "1-0"]
//!
//! 1. i-A4-1! {0.20s} i-I6-7 {0.01s} {too slow}
//!   (1... i-I5-7 {eval +120 best i-A5-1} 2. i-A5-1)
//! 2. i-B5-1 {0.20s}
//! 1-0
//! ```
//!
//! Headers come first, in brackets. Turns follow; numbers before them are for the eye. A turn may carry a mark
//! (`!`, `?`, `!!`, `??`, `!?`, `?!`). Braces after it hold the time it took (`0.20s`), what the position is worth
//! for the first side (`eval +120`, with the result where it is proven and the best turn where it is known), or
//! a comment; before the first turn they speak of the start. Parentheses hold a variation: other turns in the
//! place of the one before them. A `;` begins a remark to the end of the line, which is not kept.
//!
//! In a comment `\}` is a brace, `\\` a backslash, `\n` a new line, and a backslash before any other character is that
//! character. A turn that would be read as something else stands in double quotes.

mod read;
mod write;

use std::str::FromStr;

use plyground_core::{Options, Outcome, ParseError, Side};

use crate::tree::{Node, NodeId, Tree};
use crate::{AnyGameWorld, Catalog, Contest, GameSession};

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
    /// The turns, or parts of them, with variations and remarks.
    pub tree: Tree,
    /// Where the turns were read.
    pub(crate) lines: Lines,
}

/// The line of each node of a tree that was read. Where it stood is not what a record says, so all are equal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lines(Vec<u32>);

impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Record {
    /// The record of a session as it stands.
    pub fn of(session: &dyn GameSession, players: [String; 2]) -> Self {
        let turns = session.turns();
        let begins = turns.first().map_or_else(|| session.side(), |turn| turn.side);
        let ending = session.ending();
        let mut tree = Tree::new();
        let second_begins = begins == Side::Second && !turns.is_empty();
        turns.into_iter().fold(NodeId::ROOT, |node, turn| tree.add(node, turn.text));
        Self {
            world: session.world().info().id.into_owned(),
            options: session.options().clone(),
            players,
            result: ending.as_ref().map(|ending| ending.outcome),
            headers: ending
                .map(|ending| ("Ending".to_owned(), ending.reason))
                .into_iter()
                .collect(),
            second_begins,
            tree,
            lines: Lines::default(),
        }
    }

    /// Reads one record from a file.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        text.parse::<Self>().map_err(|error| error.in_file(file))
    }

    /// Reads a file of records, one after the other: headers after moves begin the next one.
    pub fn parse_all(file: &str, text: &str) -> Result<Vec<Self>, ParseError> {
        read::records(text, true).map_err(|error| error.in_file(file))
    }

    /// The names of the turns of the main line.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.line(NodeId::ROOT).collect()
    }

    /// The turns of the main line.
    pub fn turns(&self) -> impl Iterator<Item = &Node> {
        self.tree.line(NodeId::ROOT).map(|id| &self.tree[id])
    }

    /// The line that a turn was read from; 0 where it was not read.
    pub fn line_of(&self, turn: NodeId) -> usize {
        self.lines.0.get(turn.0 as usize).map_or(0, |&line| line as usize)
    }

    /// Plays the record through the rules, variations too, and gives the end of the game; an error names the line
    /// and the turn.
    pub fn replay(&self, catalog: &Catalog) -> Result<Box<dyn GameSession>, ParseError> {
        Ok(Contest::of_record(catalog, self)?.into_session())
    }

    /// The same in a world that is at hand.
    pub fn replay_in(&self, world: &dyn AnyGameWorld) -> Result<Box<dyn GameSession>, ParseError> {
        Ok(Contest::of_record_in(world, self)?.into_session())
    }
}

impl FromStr for Record {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let records = read::records(text, false)?;
        Ok(records.into_iter().next().unwrap_or_default())
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

/// Takes move numbers (`12.`, `3...`) off a word; what is left of it, and whether the last number had three dots.
fn without_numbers(word: &str) -> (&str, bool) {
    let (mut rest, mut dots) = (word, false);
    loop {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == rest.len() || !after.starts_with('.') {
            return (rest, dots);
        }
        dots |= after.starts_with("...");
        rest = after.trim_start_matches('.');
    }
}

/// Whether a character ends a word.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')')
}

/// The word without its mark, and the mark.
fn split_mark(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}
