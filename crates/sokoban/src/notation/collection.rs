//! Text files of levels: rows of squares with titles and remarks around them.

use std::fmt::Write as _;
use std::str::Lines;

use plyground_core::{CollectionInfo, ParseError};

use super::lurd;
use super::rows::{self, Kind, Row};
use crate::{Grid, Level};

/// A word about a level.
#[derive(Debug)]
enum Remark {
    Title(String),
    Author(String),
    Solution(String),
    /// A line of plain words, or one that is marked, `; name`: the level's name, if it has no title.
    Name {
        text: String,
        marked: bool,
    },
    Comment(String),
}

/// Reads a collection and hands each level over as soon as it is whole; gives what is said of all of them. None is no
/// error here.
///
/// Whose name a line of words is can depend on the whole file. So the file is gone through twice: first for the
/// words, of which little is kept, and then for the boards, of which only one is ever made at a time.
pub(super) fn parse(text: &str, each: &mut dyn FnMut(Level)) -> Result<CollectionInfo, ParseError> {
    assign(text, gather(text), each)
}

/// The lines of a board: where they begin and end in the text, and the number of the first.
#[derive(Debug, Clone, Copy)]
struct Drawing {
    start: usize,
    end: usize,
    line: usize,
}

impl Drawing {
    fn rows(self, text: &str) -> Result<Vec<Row>, ParseError> {
        let mut rows = Vec::new();
        for (number, line) in (self.line..).zip(text[self.start..self.end].lines()) {
            match rows::kind(line, !rows.is_empty()) {
                Kind::Plain => rows.push(rows::read_plain(line, number, 0)?),
                Kind::Runs => rows.extend(rows::read_runs(line, number)?),
                // A mark of remarks with nothing in it does not end a board.
                Kind::Text => {}
            }
        }
        Ok(rows)
    }
}

/// Reads a remark from the first lines of the rest of a file; returns how many it took.
fn read_remark(rest: &str, remarks: &mut Vec<Remark>) -> usize {
    let mut lines = rest.lines();
    let line = lines.next().unwrap_or_default().trim();
    let mut add = |remark| remarks.push(remark);
    if let Some(name) = line.strip_prefix(';') {
        if !name.trim().is_empty() {
            add(Remark::Name { text: name.trim().to_owned(), marked: true });
        }
        return 1;
    }
    // SOK: a heading, then the moves on lines of their own.
    let heads_solution = lines.clone().next().is_some_and(is_lurd)
        && line.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("solution"));
    let line = if heads_solution && !line.contains(':') { "Solution:" } else { line };
    let Some((key, value)) = line.split_once(':') else {
        add(Remark::Name { text: line.to_owned(), marked: false });
        return 1;
    };
    let value = value.trim();
    match key.trim().to_ascii_lowercase().as_str() {
        "title" => add(Remark::Title(value.to_owned())),
        "author" => add(Remark::Author(value.to_owned())),
        "comment" => return read_comment(lines, value, remarks),
        "comment-end" => {}
        "solution" => {
            let more: Vec<&str> = lines.take_while(|line| is_lurd(line)).collect();
            let whole = value.to_owned() + &more.concat();
            match lurd::expand(&whole) {
                Ok(solution) if !solution.is_empty() => add(Remark::Solution(solution)),
                _ => add(Remark::Comment(line.to_owned())),
            }
            return 1 + more.len();
        }
        _ => add(Remark::Comment(line.to_owned())),
    }
    1
}

/// Reads `Comment: …` up to `Comment-End:`, or the one line where there is no end.
fn read_comment(lines: Lines<'_>, first: &str, remarks: &mut Vec<Remark>) -> usize {
    let has_key = |line: &str, wanted: &str| {
        line.get(..wanted.len()).is_some_and(|key| key.eq_ignore_ascii_case(wanted))
    };
    let mut add = |text: &str| remarks.push(Remark::Comment(text.to_owned()));
    if !first.is_empty() {
        add(first);
    }
    let end = lines
        .clone()
        .enumerate()
        .find(|(_, line)| has_key(line, "comment-end:") || has_key(line, "comment:"))
        .filter(|(_, line)| has_key(line, "comment-end:"));
    let Some((count, _)) = end else { return 1 };
    for line in lines.take(count) {
        add(line.trim_end());
    }
    count + 2
}

fn is_lurd(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| c.is_ascii_digit() || "lurdLURD~".contains(c))
}

/// What is said of a level before it is made.
#[derive(Debug, Default)]
struct Draft {
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
            Remark::Name { text, .. } if before => {
                self.comments.extend(self.name_before.replace(text));
            }
            Remark::Name { text, .. } if self.name_after.is_none() => self.name_after = Some(text),
            Remark::Name { text, .. } => self.comments.push(text),
        }
    }

    /// One level is no collection: what introduces it is said of it.
    fn take_in(&mut self, info: &mut CollectionInfo) {
        self.comments.splice(0..0, std::mem::take(&mut info.introduction));
        let title = self.title.take().or(Some(std::mem::take(&mut info.title)));
        self.title = title.filter(|title| !title.is_empty());
    }

    fn finish(self, rows: &[Row]) -> Result<Level, ParseError> {
        Ok(Level {
            title: self.title.or(self.name_before).or(self.name_after).unwrap_or_default(),
            author: self.author,
            comments: self.comments,
            solution: self.solution,
            grid: rows::grid(rows)?,
        })
    }
}

/// Remarks without a blank line between them, and the boards they touch.
#[derive(Debug, Default)]
struct Paragraph {
    remarks: Vec<Remark>,
    touches_previous: bool,
    touches_next: bool,
}

impl Paragraph {
    fn names(&self) -> impl DoubleEndedIterator<Item = (&str, bool)> {
        self.remarks.iter().filter_map(|remark| match remark {
            Remark::Name { text, marked } => Some((text.as_str(), *marked)),
            _ => None,
        })
    }
}

/// The boards of a file, and the paragraphs before, between and after them.
struct Gathered {
    drawings: Vec<Drawing>,
    gaps: Vec<Vec<Paragraph>>,
}

impl Gathered {
    /// Ends a paragraph, at a board or not.
    fn close(&mut self, paragraph: &mut Paragraph, board: bool) {
        let ended = std::mem::take(paragraph);
        if let (Some(gap), false) = (self.gaps.last_mut(), ended.remarks.is_empty()) {
            gap.push(Paragraph { touches_next: board, ..ended });
        }
    }
}

fn gather(text: &str) -> Gathered {
    let mut gathered = Gathered { drawings: Vec::new(), gaps: vec![Vec::new()] };
    let mut paragraph = Paragraph::default();
    let (mut start, mut number) = (0, 1);
    let mut after_row = false;
    while start < text.len() {
        let rest = &text[start..];
        let line = rest.lines().next().unwrap_or_default();
        let mut taken = 1;
        let is_row = rows::kind(line, after_row) != Kind::Text;
        if is_row && !after_row {
            gathered.close(&mut paragraph, true);
            gathered.drawings.push(Drawing { start, end: start, line: number });
            gathered.gaps.push(Vec::new());
            paragraph.touches_previous = true;
        } else if !is_row && line.trim().is_empty() {
            gathered.close(&mut paragraph, false);
            after_row = false;
        } else if !is_row {
            let before = paragraph.remarks.len();
            taken = read_remark(rest, &mut paragraph.remarks);
            after_row &= paragraph.remarks.len() == before;
        }
        start += rest.split_inclusive('\n').take(taken).map(str::len).sum::<usize>();
        number += taken;
        if is_row && let Some(drawing) = gathered.drawings.last_mut() {
            drawing.end = start;
            after_row = true;
        }
    }
    gathered.close(&mut paragraph, false);
    gathered
}

impl Gathered {
    /// Whether names that stand apart are those of the level before them. Numbers tell (`; 1` after the first board);
    /// where there are none, a name after the last board does, if there is none like it before the first.
    fn names_follow(&self) -> bool {
        let inner =
            || self.gaps.iter().enumerate().skip(1).take(self.drawings.len().saturating_sub(1));
        let mut votes = 0i64;
        for (board, gap) in inner() {
            for (text, _) in
                gap.iter().filter(|paragraph| paragraph.is_apart()).flat_map(Paragraph::names)
            {
                let digits = |c: &char| c.is_ascii_digit();
                let number: String =
                    text.chars().skip_while(|c| !digits(c)).take_while(digits).collect();
                match number.parse::<usize>() {
                    Ok(number) if number == board => votes += 1,
                    Ok(number) if number == board + 1 => votes -= 1,
                    _ => {}
                }
            }
        }
        if votes != 0 {
            return votes > 0;
        }
        let Some(last) = self.gaps.last().filter(|_| self.drawings.len() > 1) else { return false };
        let Some((_, marked)) = last.iter().flat_map(Paragraph::names).next() else { return false };
        // Names between the boards look alike; a closing word may not.
        if inner()
            .flat_map(|(_, gap)| gap)
            .flat_map(Paragraph::names)
            .any(|(_, other)| other != marked)
        {
            return false;
        }
        let first = self.gaps[0].last();
        !first.is_some_and(|paragraph| paragraph.is_name(marked))
    }

    /// Whether names between the boards are marked.
    fn marks_names(&self) -> bool {
        self.gaps.iter().skip(1).flatten().flat_map(Paragraph::names).any(|(_, marked)| marked)
    }
}

impl Paragraph {
    /// Whether it touches the boards on both sides, or none.
    fn is_apart(&self) -> bool {
        self.touches_previous == self.touches_next
    }

    /// Whether it ends in a name, and not in several lines of plain words.
    fn is_name(&self, marked: bool) -> bool {
        let mut names = self.names().rev();
        let Some((_, last)) = names.next() else { return false };
        last == marked && (last || names.next().is_none())
    }
}

/// Gives each remark to the level it speaks of.
///
/// Remarks that touch a board belong to it. Where they touch the boards on both sides, or none, names belong to the next
/// level, or to the one before where the file does so, and the rest to the one before. What stands
/// apart before the first board speaks of the whole file, but for a name right above it: its author is the
/// author of all levels that name none.
fn assign(
    text: &str,
    gathered: Gathered,
    each: &mut dyn FnMut(Level),
) -> Result<CollectionInfo, ParseError> {
    let follow = gathered.names_follow();
    let marked = gathered.marks_names();
    let Gathered { drawings, gaps } = gathered;
    let count = drawings.len();
    let mut info = CollectionInfo::default();
    let mut drawings = drawings.into_iter();
    let mut before: Option<(Drawing, Draft)> = None;
    for (gap, paragraphs) in gaps.into_iter().enumerate() {
        let mut after = drawings.next().map(|drawing| (drawing, Draft::default()));
        let last = paragraphs.len().saturating_sub(1);
        for (index, paragraph) in paragraphs.into_iter().enumerate() {
            let apart = paragraph.is_apart();
            if let (0, Some((_, first))) = (gap, &mut after) {
                let names = !follow
                    && index == last
                    && (paragraph.is_name(true) || paragraph.is_name(false) && !marked);
                introduce(paragraph, names, &mut info, first);
                continue;
            }
            for remark in paragraph.remarks {
                let is_name = matches!(remark, Remark::Name { .. });
                let to_next = if apart { is_name && !follow } else { paragraph.touches_next };
                match (&mut before, &mut after) {
                    (_, Some((_, next))) if to_next => next.take(remark, true),
                    (Some((_, previous)), _) => previous.take(remark, false),
                    _ => {}
                }
            }
        }
        // All that is said of the level before this gap is known.
        if let Some((drawing, mut draft)) = std::mem::replace(&mut before, after) {
            if count == 1 {
                draft.take_in(&mut info);
            }
            if draft.author.is_empty() {
                draft.author.clone_from(&info.author);
            }
            each(draft.finish(&drawing.rows(text)?)?);
        }
    }
    Ok(info)
}

/// Reads a paragraph before the first board; the last name in it is that of the first level where `names` says so.
fn introduce(paragraph: Paragraph, names: bool, info: &mut CollectionInfo, first: &mut Draft) {
    let (touches, plenty) = (paragraph.touches_next, paragraph.remarks.len());
    for (index, remark) in paragraph.remarks.into_iter().enumerate() {
        match remark {
            Remark::Name { text, .. } if names && index + 1 == plenty => {
                first.name_before = Some(text);
            }
            Remark::Name { text, .. } => info.introduction.push(text),
            remark if touches => first.take(remark, true),
            Remark::Title(title) => info.title = title,
            Remark::Author(author) => info.author = author,
            Remark::Comment(comment) => match comment.split_once(':') {
                Some(("Set" | "Collection", title)) => info.title = title.trim().to_owned(),
                _ => info.introduction.push(comment),
            },
            Remark::Solution(_) => {}
        }
    }
}

/// Writes what is said of all levels, above them.
pub(super) fn print_info(info: &CollectionInfo) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if !info.title.is_empty() {
        let _ = writeln!(text, "Title: {}", info.title);
    }
    if !info.author.is_empty() {
        let _ = writeln!(text, "Author: {}", info.author);
    }
    print_comments(&mut text, &info.introduction);
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn print_comments(text: &mut String, comments: &[String]) {
    if comments.is_empty() {
        return;
    }
    text.push_str("Comment:\n");
    for comment in comments {
        // A remark that looks like the end of the remarks is moved a little to the right.
        let clash = comment.to_ascii_lowercase().starts_with("comment");
        let _ = writeln!(text, "{}{comment}", if clash { " " } else { "" });
    }
    text.push_str("Comment-End:\n");
}

/// The moves of a solution behind their heading, as SOK has them: on lines of their own, none of them long.
pub(super) fn solution_below(text: &mut String, moves: &str) {
    text.push_str("Solution:\n");
    let moves: Vec<char> = moves.chars().collect();
    for row in moves.chunks(78) {
        text.extend(row);
        text.push('\n');
    }
}

/// The moves of a solution in one line.
pub(super) fn solution_beside(text: &mut String, moves: &str) {
    text.extend(["Solution: ", moves, "\n"]);
}

/// Writes levels with their titles and remarks below them.
pub(super) fn print(
    levels: &[Level],
    rows: impl Fn(&Grid) -> String,
    write_solution: impl Fn(&mut String, &str),
) -> String {
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
        print_comments(&mut text, &level.comments);
        if let Some(solution) = &level.solution {
            write_solution(&mut text, solution);
        }
    }
    text
}
