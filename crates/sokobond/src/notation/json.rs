//! Levels as JSON: `cells` (`#` wall, `.` floor, blank outside), `atoms`, `hero`, `modifiers`.

use plyground_core::ParseError;
use plyground_core::text::{abridged, quoted};
use serde::{Deserialize, Serialize};

use crate::Element;
use crate::level::{Atom, Level, Modifier, ModifierKind, Notes};

const FORMAT: &str = "plyground-sokobond-json-1";

#[derive(Serialize, Deserialize)]
struct File {
    #[serde(default = "usual_format")]
    format: FormatName,
    levels: Vec<Entry>,
}

/// The name of the format; another one is refused where it stands.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct FormatName;

fn usual_format() -> FormatName {
    FormatName
}

impl TryFrom<String> for FormatName {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        if name == FORMAT {
            Ok(Self)
        } else {
            Err(format!("unknown format {name}; expected {FORMAT:?}", name = quoted(&name)))
        }
    }
}

impl From<FormatName> for String {
    fn from(_: FormatName) -> Self {
        FORMAT.into()
    }
}

impl Clone for FormatName {
    fn clone(&self) -> Self {
        Self
    }
}

#[derive(Serialize, Deserialize, Clone, Default)]
#[serde(default)]
struct Fields {
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    chapter: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    formula: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    fact: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    multiple: bool,
    cells: Vec<String>,
    atoms: Vec<AtomField>,
    hero: Option<usize>,
    modifiers: Vec<ModifierField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    proven: bool,
}

#[derive(Serialize, Deserialize, Clone)]
struct AtomField {
    el: ElementName,
    x: usize,
    y: usize,
}

#[derive(Serialize, Deserialize, Clone)]
struct ModifierField {
    kind: KindName,
    x: usize,
    y: usize,
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(try_from = "String", into = "String")]
struct ElementName(Element);

impl TryFrom<String> for ElementName {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        let known = Element::ALL.into_iter().find(|element| element.symbol() == name);
        known.map(Self).ok_or_else(|| {
            format!("unknown element {name}; expected one of He, H, O, N, C", name = quoted(&name))
        })
    }
}

impl From<ElementName> for String {
    fn from(name: ElementName) -> Self {
        name.0.symbol().into()
    }
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(try_from = "String", into = "String")]
struct KindName(ModifierKind);

impl TryFrom<String> for KindName {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        let known = ModifierKind::ALL.into_iter().find(|kind| kind.word() == name);
        known.map(Self).ok_or_else(|| {
            format!("unknown modifier {name}; expected cut, double or rotate", name = quoted(&name))
        })
    }
}

impl From<KindName> for String {
    fn from(name: KindName) -> Self {
        name.0.word().into()
    }
}

/// A level of the file; its flaws are found while it is read, so that errors know their line.
#[derive(Serialize, Deserialize, Clone)]
#[serde(try_from = "Fields", into = "Fields")]
struct Entry(Level);

impl TryFrom<Fields> for Entry {
    type Error = String;
    fn try_from(fields: Fields) -> Result<Self, String> {
        let name = format!("level {}", quoted(&fields.title));
        if fields.cells.is_empty() {
            return Err(format!("{name} has no cells; expected rows of # and ."));
        }
        let hero = match fields.hero {
            _ if fields.atoms.is_empty() => 0,
            Some(hero) => hero,
            None => return Err(format!("{name} has no hero; expected the index of an atom")),
        };
        // Outside is blank, so blanks at the end of a row may be missing.
        let width = fields.cells.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut floor = Vec::new();
        for (y, row) in fields.cells.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                if !matches!(c, '#' | '.' | ' ') {
                    return Err(format!(
                        "{name}: {c:?} at {x}, {y} is no cell; expected # (wall), . (floor) or a blank"
                    ));
                }
                floor.push(c == '.');
            }
            floor.resize((y + 1) * width, false);
        }
        if let Some(solution) = &fields.solution
            && let Some(c) = solution
                .chars()
                .find(|&c| !c.is_whitespace() && crate::Direction::from_letter(c).is_none())
        {
            return Err(format!("{name}: {c:?} in the solution is no move; expected U, D, L, R"));
        }
        let atom = |field: &AtomField| Atom { element: field.el.0, x: field.x, y: field.y };
        let modifier =
            |field: &ModifierField| Modifier { kind: field.kind.0, x: field.x, y: field.y };
        let level = Level {
            width,
            height: fields.cells.len(),
            floor,
            atoms: fields.atoms.iter().map(atom).collect(),
            hero,
            modifiers: fields.modifiers.iter().map(modifier).collect(),
            notes: Notes {
                title: fields.title,
                author: fields.author,
                chapter: fields.chapter,
                formula: fields.formula,
                fact: fields.fact,
                source: fields.source,
                number: fields.number,
                difficulty: fields.difficulty,
                optimal_moves: fields.optimal_moves,
                solution: fields.solution,
                proven: fields.proven,
                multiple: fields.multiple,
            },
        };
        match level.flaw() {
            None => Ok(Self(level)),
            Some(flaw) => Err(format!("{name}: {flaw}")),
        }
    }
}

impl From<Entry> for Fields {
    fn from(Entry(level): Entry) -> Self {
        let cell = |x, y| match level.is_floor(x, y) {
            true => '.',
            false if level.is_wall(x, y) => '#',
            false => ' ',
        };
        let cells =
            (0..level.height).map(|y| (0..level.width).map(|x| cell(x, y)).collect()).collect();
        let atom = |atom: &Atom| AtomField { el: ElementName(atom.element), x: atom.x, y: atom.y };
        let modifier = |modifier: &Modifier| ModifierField {
            kind: KindName(modifier.kind),
            x: modifier.x,
            y: modifier.y,
        };
        let notes = level.notes.clone();
        Self {
            title: notes.title,
            author: notes.author,
            chapter: notes.chapter,
            formula: notes.formula,
            fact: notes.fact,
            source: notes.source,
            number: notes.number,
            difficulty: notes.difficulty,
            multiple: notes.multiple,
            cells,
            atoms: level.atoms.iter().map(atom).collect(),
            hero: Some(level.hero),
            modifiers: level.modifiers.iter().map(modifier).collect(),
            optimal_moves: notes.optimal_moves,
            solution: notes.solution,
            proven: notes.proven,
        }
    }
}

/// Reads a file: an object with `levels`, a list of levels, or one level.
pub fn parse(text: &str) -> Result<Vec<Level>, ParseError> {
    let place = |error: serde_json::Error| {
        let message = abridged(&error.to_string());
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
        ParseError::new(error.line(), error.column(), message)
    };
    let entries: Vec<Entry> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map_err(place)?
    } else if is_single_level(text) {
        vec![serde_json::from_str(text).map_err(place)?]
    } else {
        serde_json::from_str::<File>(text).map_err(place)?.levels
    };
    if entries.is_empty() {
        return Err(ParseError::new(0, 0, "the list of levels is empty; expected at least one"));
    }
    Ok(entries.into_iter().map(|Entry(level)| level).collect())
}

fn is_single_level(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Probe {
        cells: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Probe>(text).map(|probe| probe.cells).is_ok()
}

/// Writes levels as one file.
pub fn print(levels: &[Level]) -> String {
    let file = File { format: FormatName, levels: levels.iter().cloned().map(Entry).collect() };
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}
