//! Text files of levels: rows of squares with titles and remarks around them.

use std::fmt::Write as _;

use plyground_core::ParseError;

use super::lurd;
use super::rows::{self, Kind, Row};
use crate::{Grid, Level};

/// A word about a level.
#[derive(Debug)]
enum Remark {
    Title(String),
    Author(String),
    Solution(String),
    /// `; name`, or a line of plain words: the level's name, if it has no title.
    Name(String),
    Comment(String),
}

/// What a file consists of, in order.
#[derive(Debug)]
enum Part {
    Board(Vec<Row>),
    Remark(Remark),
    Blank,
}

/// Reads a collection; none is no error here.
pub(super) fn parse(text: &str) -> Result<Vec<Level>, ParseError> {
    assign(split(text)?)
}

/// Cuts a file into boards, remarks and blanks.
fn split(text: &str) -> Result<Vec<Part>, ParseError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let after_row = matches!(parts.last(), Some(Part::Board(_)));
        let rows = match rows::kind(line, after_row) {
            Kind::Plain => vec![rows::read_plain(line, at + 1, 0)?],
            Kind::Runs => rows::read_runs(line, at + 1)?,
            Kind::Text => Vec::new(),
        };
        if rows.is_empty() {
            at += read_remark(&lines[at..], &mut parts);
        } else {
            if let (true, Some(Part::Board(board))) = (after_row, parts.last_mut()) {
                board.extend(rows);
            } else {
                parts.push(Part::Board(rows));
            }
            at += 1;
        }
    }
    Ok(parts)
}

/// Reads a remark or a blank from the first lines; returns how many it took.
fn read_remark(lines: &[&str], parts: &mut Vec<Part>) -> usize {
    let line = lines[0].trim();
    let mut add = |remark| parts.push(Part::Remark(remark));
    if line.is_empty() {
        parts.push(Part::Blank);
        return 1;
    }
    if let Some(name) = line.strip_prefix(';') {
        if !name.trim().is_empty() {
            add(Remark::Name(name.trim().to_owned()));
        }
        return 1;
    }
    let Some((key, value)) = line.split_once(':') else {
        add(Remark::Name(line.to_owned()));
        return 1;
    };
    let value = value.trim();
    match key.trim().to_ascii_lowercase().as_str() {
        "title" => add(Remark::Title(value.to_owned())),
        "author" => add(Remark::Author(value.to_owned())),
        "comment" => return read_comment(lines, value, parts),
        "comment-end" => {}
        "solution" => {
            let more = lines[1..].iter().take_while(|line| is_lurd(line)).count();
            let whole = value.to_owned() + &lines[1..=more].concat();
            match lurd::expand(&whole) {
                Ok(solution) if !solution.is_empty() => add(Remark::Solution(solution)),
                _ => add(Remark::Comment(line.to_owned())),
            }
            return 1 + more;
        }
        _ => add(Remark::Comment(line.to_owned())),
    }
    1
}

/// Reads `Comment: …` up to `Comment-End:`, or the one line where there is no end.
fn read_comment(lines: &[&str], first: &str, parts: &mut Vec<Part>) -> usize {
    let has_key = |line: &str, wanted: &str| {
        line.get(..wanted.len()).is_some_and(|key| key.eq_ignore_ascii_case(wanted))
    };
    let end = lines[1..]
        .iter()
        .position(|line| has_key(line, "comment-end:") || has_key(line, "comment:"))
        .map(|end| end + 1)
        .filter(|&end| has_key(lines[end], "comment-end:"));
    let mut add = |text: &str| parts.push(Part::Remark(Remark::Comment(text.to_owned())));
    if !first.is_empty() {
        add(first);
    }
    let Some(end) = end else { return 1 };
    for line in &lines[1..end] {
        add(line.trim_end());
    }
    end + 1
}

fn is_lurd(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| c.is_ascii_digit() || "lurdLURD~".contains(c))
}

/// What is said of a level before it is made.
#[derive(Debug, Default)]
struct Draft {
    rows: Vec<Row>,
    title: Option<String>,
    author: String,
    solution: Option<String>,
    /// The name given before the board: the nearest one.
    name_before: Option<String>,
    /// The name given after the board: the first one.
    name_after: Option<String>,
    comments: Vec<String>,
}

impl Draft {
    fn take(&mut self, remark: Remark, before: bool) {
        match remark {
            Remark::Title(title) => self.title = Some(title),
            Remark::Author(author) => self.author = author,
            Remark::Solution(solution) => self.solution = Some(solution),
            Remark::Comment(comment) => self.comments.push(comment),
            Remark::Name(name) if before => {
                self.comments.extend(self.name_before.replace(name));
            }
            Remark::Name(name) if self.name_after.is_none() => self.name_after = Some(name),
            Remark::Name(name) => self.comments.push(name),
        }
    }

    fn finish(self) -> Result<Level, ParseError> {
        Ok(Level {
            title: self.title.or(self.name_before).or(self.name_after).unwrap_or_default(),
            author: self.author,
            comments: self.comments,
            solution: self.solution,
            grid: rows::grid(&self.rows)?,
        })
    }
}

/// Gives each remark to the level it speaks of.
///
/// Remarks that touch a board belong to it. Where they touch the boards on both sides, or none, names belong
/// to the next level and the rest to the one before. What stands apart before the first board speaks of
/// the whole file: its author is the author of all levels that name none.
fn assign(parts: Vec<Part>) -> Result<Vec<Level>, ParseError> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut author_of_all = String::new();
    let mut for_next: Vec<Remark> = Vec::new();
    let mut paragraph: Vec<Remark> = Vec::new();
    let mut touches_previous = false;
    for part in parts.into_iter().chain([Part::Blank]) {
        match part {
            Part::Remark(remark) => paragraph.push(remark),
            Part::Blank => {
                for remark in paragraph.drain(..) {
                    let is_name = matches!(remark, Remark::Name(_));
                    match drafts.last_mut() {
                        Some(draft) if touches_previous || !is_name => draft.take(remark, false),
                        Some(_) => for_next.push(remark),
                        None => match remark {
                            Remark::Author(author) => author_of_all = author,
                            Remark::Name(_) => for_next.push(remark),
                            _ => {}
                        },
                    }
                }
                touches_previous = false;
            }
            Part::Board(rows) => {
                let mut draft = Draft { rows, ..Draft::default() };
                for_next.drain(..).for_each(|remark| draft.take(remark, true));
                for remark in paragraph.drain(..) {
                    let is_name = matches!(remark, Remark::Name(_));
                    match drafts.last_mut() {
                        Some(previous) if touches_previous && !is_name => {
                            previous.take(remark, false);
                        }
                        _ => draft.take(remark, true),
                    }
                }
                drafts.push(draft);
                touches_previous = true;
            }
        }
    }
    if let Some(last) = drafts.last_mut() {
        for_next.into_iter().for_each(|remark| last.take(remark, false));
    }
    for draft in &mut drafts {
        if draft.author.is_empty() {
            draft.author.clone_from(&author_of_all);
        }
    }
    drafts.into_iter().map(Draft::finish).collect()
}

/// Writes levels with their titles and remarks below them.
pub(super) fn print(levels: &[Level], rows: impl Fn(&Grid) -> String) -> String {
    let mut text = String::new();
    for (index, level) in levels.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&rows(&level.grid));
        // Writing to a string cannot fail.
        if !level.title.is_empty() {
            let _ = writeln!(text, "Title: {}", level.title);
        }
        if !level.author.is_empty() {
            let _ = writeln!(text, "Author: {}", level.author);
        }
        if !level.comments.is_empty() {
            text.push_str("Comment:\n");
            for comment in &level.comments {
                // A remark that looks like the end of the remarks is moved a little to the right.
                let clash = comment.to_ascii_lowercase().starts_with("comment");
                let _ = writeln!(text, "{}{comment}", if clash { " " } else { "" });
            }
            text.push_str("Comment-End:\n");
        }
        if let Some(solution) = &level.solution {
            let _ = writeln!(text, "Solution: {solution}");
        }
    }
    text
}
