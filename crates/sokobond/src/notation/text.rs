//! Levels as text: `v2` with corner lines between the rows, or compact without modifiers.
//!
//! A pack is several levels in one file: each begins with its `v2` line, compact ones are parted by an
//! empty line. What is told about a level follows its grid as `Name: value` lines.

use std::fmt::Write as _;

use plyground_core::text::quoted;
use plyground_core::{ParseError, SpecError};

use crate::level::{Atom, Flaw, Level, Modifier, ModifierKind, Notes};
use crate::{Direction, Element};

/// Reads one level or a pack.
pub fn parse(text: &str) -> Result<Vec<Level>, ParseError> {
    let mut reader = Reader { lines: text.lines().map(str::trim_end).enumerate().peekable() };
    let mut levels = Vec::new();
    loop {
        reader.skip_blank_lines();
        let Some(&(index, line)) = reader.lines.peek() else { break };
        let header = Header::of(line);
        if header.is_some() {
            reader.lines.next();
        }
        let compact = header.is_none();
        let mut draft = Draft { first_line: index + 1, compact, ..Draft::default() };
        draft.notes.multiple = header == Some(Header { multiple: true });
        reader.read_grid(&mut draft)?;
        reader.read_notes(&mut draft.notes)?;
        levels.push(draft.finish()?);
    }
    if levels.is_empty() {
        return Err(ParseError::new(
            0,
            0,
            "the text holds no level; expected a line `v2`, then cells",
        ));
    }
    Ok(levels)
}

/// Whether a level begins with this line.
pub fn is_header(line: &str) -> bool {
    Header::of(line).is_some()
}

#[derive(PartialEq)]
struct Header {
    multiple: bool,
}

impl Header {
    fn of(line: &str) -> Option<Self> {
        match line.trim() {
            "v2" => Some(Self { multiple: false }),
            "v2 multiple" => Some(Self { multiple: true }),
            _ => None,
        }
    }
}

/// The name and value of a `Name: value` line.
fn note(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_word = |c: char| c.is_alphabetic() || c == '_' || c == '-';
    (!name.is_empty() && name.chars().all(is_word)).then(|| (name, value.trim()))
}

fn is_corner_line(line: &str) -> bool {
    line.chars().all(|c| c == ' ' || ModifierKind::ALL.iter().any(|kind| kind.glyph() == c))
}

/// A level that is being read, with the places in the text that errors name.
#[derive(Default)]
struct Draft {
    first_line: usize,
    compact: bool,
    width: usize,
    height: usize,
    floor: Vec<bool>,
    atoms: Vec<Atom>,
    hero: Option<usize>,
    modifiers: Vec<Modifier>,
    modifier_places: Vec<(usize, usize)>,
    notes: Notes,
}

impl Draft {
    fn finish(self) -> Result<Level, ParseError> {
        let at_level = |message: String| ParseError::new(self.first_line, 0, message);
        if self.atoms.is_empty() {
            return Err(at_level(Flaw::NoAtoms.to_string()));
        }
        let Some(hero) = self.hero else {
            return Err(at_level(
                "the level has no hero; expected one atom as a capital letter".into(),
            ));
        };
        let level = Level {
            notes: self.notes,
            width: self.width,
            height: self.height,
            floor: self.floor,
            atoms: self.atoms,
            hero,
            modifiers: self.modifiers,
        };
        match level.flaw() {
            None => Ok(level),
            Some(Flaw::ModifierOffGrid(index, modifier)) => {
                let (line, column) = self.modifier_places[index];
                let what = format!(
                    "the modifier {:?} is off its grid; expected it on a corner between four cells",
                    modifier.kind.glyph()
                );
                Err(ParseError::new(line, column, what))
            }
            Some(flaw) => Err(ParseError::new(self.first_line, 0, flaw.to_string())),
        }
    }
}

struct Reader<'t, I: Iterator<Item = (usize, &'t str)>> {
    lines: std::iter::Peekable<I>,
}

impl<'t, I: Iterator<Item = (usize, &'t str)>> Reader<'t, I> {
    fn skip_blank_lines(&mut self) {
        while self.lines.next_if(|(_, line)| line.is_empty()).is_some() {}
    }

    /// Reads rows of cells, and in `v2` the corner line after each, up to the first other line.
    fn read_grid(&mut self, draft: &mut Draft) -> Result<(), ParseError> {
        while let Some((index, line)) = self.lines.next_if(|(_, line)| {
            !line.is_empty() && note(line).is_none() && Header::of(line).is_none()
        }) {
            read_cells(draft, index + 1, line)?;
            if !draft.compact
                && let Some((index, line)) = self.lines.next_if(|(_, line)| is_corner_line(line))
            {
                read_corners(draft, index + 1, line)?;
            }
        }
        if draft.height == 0 {
            let line = self.lines.peek().map_or(draft.first_line, |(index, _)| index + 1);
            return Err(ParseError::new(line, 0, "expected a row of cells"));
        }
        Ok(())
    }

    fn read_notes(&mut self, notes: &mut Notes) -> Result<(), ParseError> {
        loop {
            self.skip_blank_lines();
            let Some((index, line)) = self.lines.next_if(|(_, line)| note(line).is_some()) else {
                return Ok(());
            };
            let Some((name, value)) = note(line) else { return Ok(()) };
            set_note(notes, name, value).map_err(|(column, message)| {
                let value_column = line.chars().count() - value.chars().count() + 1;
                ParseError::new(
                    index + 1,
                    column.map_or(1, |offset| value_column + offset),
                    message,
                )
            })?;
        }
    }
}

fn read_cells(draft: &mut Draft, number: usize, line: &str) -> Result<(), ParseError> {
    let mut cells = 0;
    for (column, c) in line.chars().enumerate() {
        let error = |message: String| Err(ParseError::new(number, column + 1, message));
        if !draft.compact && column % 2 == 1 {
            if c != ' ' {
                return error(format!("{c:?} stands between two cells; expected a blank"));
            }
            continue;
        }
        let (x, y) = (cells, draft.height);
        cells += 1;
        let floor = !matches!(c, 'x' | 'X');
        draft.floor.push(floor);
        if !floor || c == '-' {
            continue;
        }
        let Some(element) = Element::from_letter(c.to_ascii_lowercase()) else {
            return error(format!(
                "{c:?} is no cell; expected x (wall), - (floor) or an atom of h o n c e, the hero in capital"
            ));
        };
        if c.is_ascii_uppercase() {
            if draft.hero.is_some() {
                return error(format!(
                    "{c:?} is a second hero; expected one capital letter (the first in reading order is the hero: write \
                     the others in small letters)"
                ));
            }
            draft.hero = Some(draft.atoms.len());
        }
        draft.atoms.push(Atom { element, x, y });
    }
    if draft.height == 0 {
        draft.width = cells;
    } else if draft.width != cells {
        let message =
            format!("this row has {cells} cells; expected {} as in the first row", draft.width);
        return Err(ParseError::new(number, 0, message));
    }
    draft.height += 1;
    Ok(())
}

fn read_corners(draft: &mut Draft, number: usize, line: &str) -> Result<(), ParseError> {
    for (column, c) in line.chars().enumerate() {
        let Some(kind) = ModifierKind::ALL.into_iter().find(|kind| kind.glyph() == c) else {
            continue;
        };
        if column % 2 == 0 {
            let message = format!(
                "the modifier {c:?} is off its grid; expected it below the blank between two cells"
            );
            return Err(ParseError::new(number, column + 1, message));
        }
        draft.modifiers.push(Modifier { kind, x: column / 2, y: draft.height - 1 });
        draft.modifier_places.push((number, column + 1));
    }
    Ok(())
}

/// Takes over one note; an error has the place in the value, or none where the name is meant.
fn set_note(notes: &mut Notes, name: &str, value: &str) -> Result<(), (Option<usize>, String)> {
    const NAMES: [&str; 11] = [
        "Title",
        "Author",
        "Chapter",
        "Formula",
        "Fact",
        "Source",
        "Number",
        "Difficulty",
        "Solution",
        "Proven",
        "Moves",
    ];
    let text = value.to_owned();
    match name.to_ascii_lowercase().as_str() {
        "title" => notes.title = text,
        "author" => notes.author = text,
        "chapter" => notes.chapter = text,
        "formula" => notes.formula = text,
        "fact" => notes.fact = text,
        "source" => notes.source = text,
        "number" => notes.number = text,
        "difficulty" => {
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            notes.difficulty = Some(number.ok_or((Some(0), "expected a number".to_owned()))?);
        }
        "moves" => {
            let number = value.parse();
            notes.optimal_moves =
                Some(number.map_err(|_| (Some(0), "expected a whole number".to_owned()))?);
        }
        "solution" => {
            for (offset, c) in value.chars().enumerate() {
                if !c.is_whitespace() && Direction::from_letter(c).is_none() {
                    let message = format!("{c:?} is no move; expected the letters U, D, L, R");
                    return Err((Some(offset), message));
                }
            }
            notes.solution = Some(text);
        }
        "proven" => match value {
            "yes" => notes.proven = true,
            "no" => notes.proven = false,
            _ => return Err((Some(0), "expected yes or no".to_owned())),
        },
        _ => {
            let message = format!(
                "unknown line {name}; expected one of {}",
                NAMES.join(", "),
                name = quoted(name)
            );
            return Err((None, message));
        }
    }
    Ok(())
}

/// Writes levels as `v2` text.
pub fn print(levels: &[Level]) -> String {
    let mut text = String::new();
    for (index, level) in levels.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(if level.notes.multiple { "v2 multiple\n" } else { "v2\n" });
        for y in 0..level.height {
            let cells: Vec<String> = (0..level.width).map(|x| glyph(level, x, y).into()).collect();
            let _ = writeln!(text, "{}", cells.join(" "));
            let corners: String = (0..level.width)
                .flat_map(|x| [' ', level.modifier_at(x, y).map_or(' ', ModifierKind::glyph)])
                .collect();
            let _ = writeln!(text, "{}", corners.trim_end());
        }
        print_notes(&mut text, &level.notes);
    }
    text
}

/// Writes levels as compact text, which has no room for modifiers.
pub fn print_compact(levels: &[Level]) -> Result<String, SpecError> {
    let mut text = String::new();
    for (index, level) in levels.iter().enumerate() {
        if !level.modifiers.is_empty() {
            return Err(SpecError(format!(
                "level {} has modifiers, which the compact format cannot hold; use text or json",
                index + 1
            )));
        }
        if index > 0 {
            text.push('\n');
        }
        for y in 0..level.height {
            text.extend((0..level.width).map(|x| glyph(level, x, y)));
            text.push('\n');
        }
        print_notes(&mut text, &level.notes);
    }
    Ok(text)
}

fn glyph(level: &Level, x: usize, y: usize) -> char {
    match level.atom_at(x, y) {
        Some(index) => {
            let letter = level.atoms[index].element.letter();
            if index == level.hero { letter.to_ascii_uppercase() } else { letter }
        }
        None if level.is_floor(x, y) => '-',
        None => 'x',
    }
}

fn print_notes(text: &mut String, notes: &Notes) {
    let difficulty = notes.difficulty.map(|number| number.to_string()).unwrap_or_default();
    let moves = notes.optimal_moves.map(|number| number.to_string()).unwrap_or_default();
    for (name, value) in [
        ("Title", notes.title.as_str()),
        ("Author", &notes.author),
        ("Chapter", &notes.chapter),
        ("Formula", &notes.formula),
        ("Fact", &notes.fact),
        ("Source", &notes.source),
        ("Number", &notes.number),
        ("Difficulty", &difficulty),
        ("Moves", &moves),
        ("Solution", notes.solution.as_deref().unwrap_or("")),
        ("Proven", if notes.proven { "yes" } else { "" }),
    ] {
        if !value.is_empty() {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
}
