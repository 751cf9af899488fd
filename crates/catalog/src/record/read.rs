//! Records from text, in one pass from the first character to the last.

use plyground_core::{ParseError, text};

use super::{Record, ends_word, parse_result, split_mark, without_numbers};
use crate::tree::{Assessment, NodeId};

/// Reads the records of a text, or exactly one.
pub(super) fn records(text: &str, several: bool) -> Result<Vec<Record>, ParseError> {
    let mut reader = Reader::new(text);
    let mut records = Vec::new();
    loop {
        reader.record()?;
        records.push(std::mem::take(&mut reader.record));
        if reader.rest.is_empty() {
            return Ok(records);
        }
        if !several {
            return Err(reader.error("headers come before the moves"));
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    /// Where `rest` begins, both from 1.
    line: usize,
    column: usize,
    /// Whether only blanks were read on this line.
    at_line_start: bool,
    record: Record,
    /// The turn that was read last.
    last: NodeId,
    /// The turns in whose place the open variations stand, with the places of their parentheses.
    open: Vec<(NodeId, usize, usize)>,
    /// Whether the last thing was a parenthesis that opens.
    opened: bool,
    /// Whether anything but headers was read, and the result.
    has_body: bool,
    has_result: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            column: 1,
            at_line_start: true,
            record: Record::default(),
            last: NodeId::ROOT,
            open: Vec::new(),
            opened: false,
            has_body: false,
            has_result: false,
        }
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, message)
    }

    /// Goes on by so many bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        match passed.rfind('\n') {
            Some(last) => {
                self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
                self.column = passed[last + 1..].chars().count() + 1;
            }
            None => self.column += passed.chars().count(),
        }
        passed
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        if self.advance(blanks).contains('\n') {
            self.at_line_start = true;
        }
    }

    /// The rest of the line, without what ends it.
    fn line_length(&self) -> usize {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        end - usize::from(self.rest[..end].ends_with('\r'))
    }

    /// Reads up to the headers of the next record, or the end.
    fn record(&mut self) -> Result<(), ParseError> {
        self.last = NodeId::ROOT;
        (self.has_body, self.has_result) = (false, false);
        loop {
            self.skip_blanks();
            let Some(first) = self.rest.chars().next() else { break };
            let begins = std::mem::take(&mut self.at_line_start);
            match first {
                '[' if begins => {
                    if self.has_body {
                        self.at_line_start = true;
                        break;
                    }
                    self.header()?;
                }
                ';' => {
                    self.advance(self.line_length());
                }
                '{' => self.remark()?,
                '(' => self.open_variation()?,
                ')' => self.close_variation()?,
                '}' => return Err(self.error("this brace was never opened")),
                _ => self.word()?,
            }
        }
        if let Some(&(_, line, column)) = self.open.last() {
            return Err(ParseError::new(line, column, "this parenthesis is never closed"));
        }
        self.record.second_begins &= !self.record.tree.is_empty();
        if self.record.world.is_empty() {
            return Err(ParseError::new(0, 0, "the header [World \"…\"] is missing"));
        }
        Ok(())
    }

    fn header(&mut self) -> Result<(), ParseError> {
        let line = &self.rest[..self.line_length()];
        let taken = match parse_header(line.trim_end()) {
            None => Err("expected a header such as [World \"abalone\"]".to_owned()),
            Some((name, value)) => self.record.take_header(&name, value),
        };
        taken.map_err(|message| ParseError::new(self.line, 1, message))?;
        self.advance(line.len());
        Ok(())
    }

    fn remark(&mut self) -> Result<(), ParseError> {
        self.has_body = true;
        let Some(length) = end_of_remark(self.rest) else {
            return Err(self.error("this brace is never closed"));
        };
        let inside = &self.advance(length)[1..length - 1];
        let Some(node) = self.record.tree.get_mut(self.last) else { return Ok(()) };
        if let Some(seconds) = parse_seconds(inside) {
            node.seconds = Some(seconds);
        } else if let Some(value) = parse_assessment(inside) {
            node.assessment = Some(value);
        } else {
            let comment = unescape(inside);
            let comment = comment.trim();
            if !node.comment.is_empty() && !comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(comment);
        }
        Ok(())
    }

    fn open_variation(&mut self) -> Result<(), ParseError> {
        self.refuse_after_result()?;
        let parent = self.record.tree[self.last].parent();
        let Some(parent) = parent.filter(|_| !self.opened) else {
            return Err(self.error("a variation stands after the move whose place it takes"));
        };
        self.open.push((self.last, self.line, self.column));
        (self.last, self.opened) = (parent, true);
        self.advance(1);
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), ParseError> {
        if self.opened {
            return Err(self.error("this variation has no moves"));
        }
        let Some((turn, ..)) = self.open.pop() else {
            return Err(self.error("this parenthesis was never opened"));
        };
        self.last = turn;
        self.advance(1);
        Ok(())
    }

    fn refuse_after_result(&mut self) -> Result<(), ParseError> {
        self.has_body = true;
        if self.has_result { Err(self.error("nothing comes after the result")) } else { Ok(()) }
    }

    /// A number, a turn or the result.
    fn word(&mut self) -> Result<(), ParseError> {
        self.refuse_after_result()?;
        let end = self.rest.find(ends_word).unwrap_or(self.rest.len());
        let (rest, dots) = without_numbers(&self.rest[..end]);
        if dots && self.record.tree.is_empty() {
            self.record.second_begins = true;
        }
        self.advance(end - rest.len());
        if rest.is_empty() || rest.starts_with(';') {
            return Ok(());
        }
        if rest.starts_with('"') {
            return self.quoted_turn();
        }
        if let Some(result) = parse_result(rest) {
            if let Some(&(_, line, column)) = self.open.last() {
                return Err(ParseError::new(line, column, "this parenthesis is never closed"));
            }
            self.has_result = true;
            self.record.result = result.or(self.record.result);
            self.advance(rest.len());
            return Ok(());
        }
        let (turn, mark) = split_mark(rest);
        let turn = text::one_line(turn);
        if turn.is_empty() {
            return Err(self.error("expected a move"));
        }
        self.turn(turn, mark)?;
        self.advance(rest.len());
        Ok(())
    }

    /// A turn in double quotes, with its mark behind them.
    fn quoted_turn(&mut self) -> Result<(), ParseError> {
        let Some(length) = end_of_quotes(self.rest) else {
            return Err(self.error("this quote is never closed"));
        };
        let turn = text::unquote(&self.rest[..length]).map(|turn| text::one_line(&turn));
        let after = &self.rest[length..];
        let marked = after.find(ends_word).unwrap_or(after.len());
        let (more, mark) = split_mark(&after[..marked]);
        match turn {
            Some(turn) if more.is_empty() && !turn.is_empty() => self.turn(turn, mark)?,
            _ => return Err(self.error("expected a move in quotes, and a blank after it")),
        }
        self.advance(length + marked);
        Ok(())
    }

    fn turn(&mut self, turn: String, mark: &str) -> Result<(), ParseError> {
        let mark = match mark {
            "" => None,
            _ => {
                Some(mark.parse().map_err(|error: plyground_core::SpecError| self.error(error.0))?)
            }
        };
        self.last = self.record.tree.add(self.last, turn);
        self.opened = false;
        if let Some(node) = self.record.tree.get_mut(self.last) {
            node.mark = mark;
        }
        let lines = &mut self.record.lines.0;
        lines.resize(self.last.0 as usize, 0);
        lines.push(u32::try_from(self.line).unwrap_or(u32::MAX));
        Ok(())
    }
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
                        return Err(format!(
                            "{part} is not an option; expected name=value",
                            part = text::quoted(part)
                        ));
                    };
                    self.options.set(name, value);
                }
            }
            "first" => self.players[0] = value,
            "second" => self.players[1] = value,
            "result" => {
                self.result = parse_result(&value).ok_or_else(|| {
                    format!(
                        "{value} is not a result; expected 1-0, 0-1, 1/2-1/2 or *",
                        value = text::quoted(&value)
                    )
                })?;
            }
            _ => self.headers.push((name.to_owned(), value)),
        }
        Ok(())
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

/// The length of what begins with a brace, both braces included.
fn end_of_remark(text: &str) -> Option<usize> {
    end_of(text, '}')
}

/// The length of what begins with a quote, both quotes included.
fn end_of_quotes(text: &str) -> Option<usize> {
    end_of(text, '"')
}

fn end_of(text: &str, close: char) -> Option<usize> {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == close => return Some(place + c.len_utf8()),
            _ => {}
        }
    }
    None
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some(c) => plain.push(printable(c)),
                None => {}
            },
            c => plain.push(printable(c)),
        }
    }
    plain
}

/// New lines stay, other control characters become blanks.
fn printable(c: char) -> char {
    if c.is_control() && c != '\n' { ' ' } else { c }
}

fn parse_seconds(remark: &str) -> Option<f64> {
    let seconds: f64 = remark.trim().strip_suffix('s')?.trim().parse().ok()?;
    (seconds.is_finite() && (0.0..=1e9).contains(&seconds)).then_some(seconds)
}

/// `eval +120 1-0 best i-A4-1`, without the result or the best turn where they are not known.
fn parse_assessment(remark: &str) -> Option<Assessment> {
    let rest = remark.trim().strip_prefix("eval ")?.trim_start();
    let (score, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut value = Assessment { score: score.parse().ok()?, ..Assessment::default() };
    let mut rest = rest.trim_start();
    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
    if let Ok(proof) = word.parse() {
        value.proof = Some(proof);
        rest = after.trim_start();
    }
    if let Some(best) = rest.strip_prefix("best ") {
        value.best = text::one_line(&unescape(best));
        rest = "";
    }
    rest.is_empty().then_some(value)
}
