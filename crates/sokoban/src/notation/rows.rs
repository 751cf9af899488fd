//! Rows of squares, plain or with run lengths.

use plyground_core::ParseError;

use crate::{Grid, GridError, Tile};

/// More squares in a row, or more rows, are refused at once: no level is that large, outer blanks included.
const MAX_RAW: usize = 1024;

/// One row as it was read, with the column of each square in its line.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    line: usize,
    tiles: Vec<Tile>,
    columns: Vec<u32>,
}

impl Row {
    fn push(&mut self, tile: Tile, column: usize, times: usize) -> Result<(), ParseError> {
        if self.tiles.len().saturating_add(times) > MAX_RAW {
            return Err(ParseError::new(
                self.line,
                column,
                format!("the row is too long; expected at most {} squares", crate::MAX_SIDE),
            ));
        }
        self.tiles.resize(self.tiles.len() + times, tile);
        self.columns.resize(self.columns.len() + times, column as u32);
        Ok(())
    }
}

/// What a line is, by its characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A row of squares.
    Plain,
    /// One or more rows with run lengths.
    Runs,
    /// Words.
    Text,
}

/// Tells rows from words. A line that is nearly a row counts as one, so that its strange character is reported.
pub(super) fn kind(line: &str, after_row: bool) -> Kind {
    let line = line.trim();
    let mut walls = 0;
    let mut letters = 0;
    let mut run_marks = 0;
    let mut bars = 0;
    let mut strange = 0;
    let mut all = 0;
    for c in line.chars() {
        all += 1;
        match c {
            '#' => walls += 1,
            '|' => bars += 1,
            '0'..='9' => run_marks += 1,
            _ if c.is_ascii_alphabetic() && Tile::from_char(c).is_some() => letters += 1,
            _ if Tile::from_char(c).is_some() => {}
            _ => strange += 1,
        }
    }
    let runs = bars > 0 && walls > 0;
    let first_fits = line.starts_with(|c: char| c.is_ascii_digit() || Tile::from_char(c).is_some());
    match strange {
        0 if all == 0 => Kind::Text,
        0 if runs && first_fits => Kind::Runs,
        0 if run_marks + bars == 0 && (walls > 0 || letters == 0) => Kind::Plain,
        _ if runs && first_fits && strange * 3 <= all => Kind::Runs,
        _ if bars == 0
            && line.starts_with('#')
            && (after_row || line.ends_with('#'))
            && (strange + run_marks) * 3 <= all =>
        {
            Kind::Plain
        }
        _ => Kind::Text,
    }
}

/// Reads a plain row that begins after `skipped` columns of its line.
pub(super) fn read_plain(text: &str, number: usize, skipped: usize) -> Result<Row, ParseError> {
    let mut row = Row { line: number, ..Row::default() };
    for (index, c) in text.trim_end().chars().enumerate() {
        let column = skipped + index + 1;
        row.push(tile(c, number, column)?, column, 1)?;
    }
    Ok(row)
}

/// Reads rows with run lengths: `3#|#-$@.#`.
pub(super) fn read_runs(line: &str, number: usize) -> Result<Vec<Row>, ParseError> {
    let mut rows = vec![Row { line: number, ..Row::default() }];
    let mut count: Option<usize> = None;
    let mut last_column = 0;
    for (index, c) in line.trim_end().chars().enumerate() {
        let column = index + 1;
        last_column = column;
        if let Some(digit) = c.to_digit(10) {
            count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let times = count.take().unwrap_or(1);
        if c == '|' {
            if rows.len().saturating_add(times) > MAX_RAW {
                let message = format!("too many rows; expected at most {}", crate::MAX_SIDE);
                return Err(ParseError::new(number, column, message));
            }
            rows.extend((0..times).map(|_| Row { line: number, ..Row::default() }));
        } else if let Some(row) = rows.last_mut() {
            row.push(tile(c, number, column)?, column, times)?;
        }
    }
    if count.is_some() {
        return Err(ParseError::new(
            number,
            last_column,
            "a run length of nothing; expected a square",
        ));
    }
    Ok(rows)
}

fn tile(c: char, line: usize, column: usize) -> Result<Tile, ParseError> {
    Tile::from_char(c).ok_or_else(|| {
        ParseError::new(
            line,
            column,
            format!("{c:?} is no square; expected one of # $ . * @ + or a space"),
        )
    })
}

/// The grid of these rows; errors name the place in the file.
pub(super) fn grid(rows: &[Row]) -> Result<Grid, ParseError> {
    let first_line = rows.first().map_or(0, |row| row.line);
    if rows.len() > MAX_RAW {
        let message = format!("too many rows; expected at most {}", crate::MAX_SIDE);
        return Err(ParseError::new(first_line, 0, message));
    }
    let tiles: Vec<Vec<Tile>> = rows.iter().map(|row| row.tiles.clone()).collect();
    Grid::new(&tiles).map_err(|GridError { place, message }| match place {
        None => ParseError::new(first_line, 0, message),
        Some((row, column)) => {
            let row = &rows[row];
            // An open border may lie where a ragged line has ended.
            let end = row.columns.last().map_or(0, |&last| last as usize + 1);
            let column = row.columns.get(column).map_or(end, |&column| column as usize);
            ParseError::new(row.line, column, message)
        }
    })
}

/// The rows of a grid without trailing blanks; a blank row is `-`, since an empty line would end the level.
pub(super) fn plain_rows(grid: &Grid) -> impl Iterator<Item = String> {
    grid.rows().map(|row| {
        let text: String = row.iter().map(|tile| tile.to_char()).collect();
        match text.trim_end() {
            "" => "-".to_owned(),
            row => row.to_owned(),
        }
    })
}

/// Writes a grid one line a row.
pub(super) fn write_plain(grid: &Grid) -> String {
    plain_rows(grid).map(|row| row + "\n").collect()
}

/// Writes a grid in one line with run lengths.
pub(super) fn write_rle(grid: &Grid) -> String {
    let rows: Vec<String> = plain_rows(grid).map(|row| runs(&row.replace(' ', "-"))).collect();
    rows.join("|") + "\n"
}

/// Shortens runs of a character to a count and the character.
pub(super) fn runs(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let mut count = 1;
        while rest.next_if_eq(&c).is_some() {
            count += 1;
        }
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push(c);
    }
    out
}
