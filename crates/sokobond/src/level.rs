use std::fmt;

use plyground_core::text::one_line;

use crate::Element;

/// The most columns or rows of a level.
pub const MAX_SIDE: usize = 64;
/// The most atoms of a level.
pub const MAX_ATOMS: usize = 64;

/// What a modifier does to a bond that sweeps over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModifierKind {
    /// Takes one line of the bond away.
    Cut,
    /// Adds one line to the bond.
    Double,
    /// Turns the bond by a quarter.
    Rotate,
}

impl ModifierKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Cut, Self::Double, Self::Rotate];

    /// The word in JSON and in captions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Double => "double",
            Self::Rotate => "rotate",
        }
    }

    /// The character in text levels.
    pub const fn glyph(self) -> char {
        match self {
            Self::Cut => '/',
            Self::Double => '+',
            Self::Rotate => '@',
        }
    }
}

/// A modifier on the corner that cell (x, y) shares with (x+1, y+1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modifier {
    /// What it does.
    pub kind: ModifierKind,
    /// Column of the cell to its upper left.
    pub x: usize,
    /// Row of the cell to its upper left.
    pub y: usize,
}

/// An atom of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom {
    /// What it is.
    pub element: Element,
    /// Column.
    pub x: usize,
    /// Row.
    pub y: usize,
}

/// What is told about a level beside its board.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// Its title.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// The chapter it belongs to.
    pub chapter: String,
    /// The molecule that is built, as a formula.
    pub formula: String,
    /// One line about that molecule.
    pub fact: String,
    /// Where it comes from.
    pub source: String,
    /// Its number there.
    pub number: String,
    /// How hard it is, as the generator grades.
    pub difficulty: Option<f64>,
    /// The fewest moves known to be enough and needed.
    pub optimal_moves: Option<u64>,
    /// The best known solution.
    pub solution: Option<String>,
    /// Whether that solution is proven the shortest.
    pub proven: bool,
    /// Whether the file says that several molecules are built.
    pub multiple: bool,
}

impl Notes {
    /// Makes all texts clean lines and the solution letters alone, so that every format can hold them.
    pub(crate) fn tidy(&mut self) {
        for text in [
            &mut self.title,
            &mut self.author,
            &mut self.chapter,
            &mut self.formula,
            &mut self.fact,
            &mut self.source,
            &mut self.number,
        ] {
            *text = one_line(text);
        }
        let letters = |text: String| text.split_whitespace().collect::<String>();
        self.solution = self.solution.take().map(letters).filter(|text| !text.is_empty());
    }
}

/// A level as it is read and written.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// What is told about it.
    pub notes: Notes,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row, whether a cell is floor; all else is blocked.
    pub floor: Vec<bool>,
    /// The atoms, in the file's order.
    pub atoms: Vec<Atom>,
    /// The index of the hero among the atoms.
    pub hero: usize,
    /// The modifiers, in the file's order.
    pub modifiers: Vec<Modifier>,
}

/// What makes a level impossible to set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// Too wide or too high.
    Size(usize, usize),
    /// No atoms at all.
    NoAtoms,
    /// More atoms than fit.
    TooManyAtoms(usize),
    /// The hero's index names no atom.
    NoSuchHero(usize, usize),
    /// An atom that is not on floor.
    AtomOffFloor(usize, Atom),
    /// Two atoms on one cell.
    AtomsCollide(usize, Atom),
    /// A modifier that is not on a corner of four cells.
    ModifierOffGrid(usize, Modifier),
    /// Two modifiers on one corner.
    ModifiersCollide(usize, Modifier),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => {
                write!(
                    f,
                    "the board is {width}×{height}; at most {MAX_SIDE}×{MAX_SIDE} is possible"
                )
            }
            Self::NoAtoms => f.write_str("the level has no atoms; at least the hero is needed"),
            Self::TooManyAtoms(count) => {
                write!(f, "the level has {count} atoms; at most {MAX_ATOMS} are possible")
            }
            Self::NoSuchHero(hero, count) => {
                write!(f, "the hero is atom {hero}, but the {count} atoms count from 0")
            }
            Self::AtomOffFloor(index, atom) => write!(
                f,
                "atom {index} ({} at {}, {}) is not on floor",
                atom.element.symbol(),
                atom.x,
                atom.y
            ),
            Self::AtomsCollide(index, atom) => write!(
                f,
                "atom {index} ({} at {}, {}) stands where another atom is",
                atom.element.symbol(),
                atom.x,
                atom.y
            ),
            Self::ModifierOffGrid(index, modifier) => write!(
                f,
                "modifier {index} ({} at {}, {}) is not on a corner between four cells",
                modifier.kind.word(),
                modifier.x,
                modifier.y
            ),
            Self::ModifiersCollide(index, modifier) => write!(
                f,
                "modifier {index} ({} at {}, {}) is on a corner that has one already",
                modifier.kind.word(),
                modifier.x,
                modifier.y
            ),
        }
    }
}

impl Level {
    /// Whether a cell is floor; outside the board none is.
    pub fn is_floor(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.floor[y * self.width + x]
    }

    /// Whether a blocked cell touches floor, and so is drawn as a wall; others are outside.
    pub fn is_wall(&self, x: usize, y: usize) -> bool {
        !self.is_floor(x, y)
            && (y.saturating_sub(1)..=y + 1).any(|near_y| {
                (x.saturating_sub(1)..=x + 1).any(|near_x| self.is_floor(near_x, near_y))
            })
    }

    /// The index of the atom on a cell.
    pub fn atom_at(&self, x: usize, y: usize) -> Option<usize> {
        self.atoms.iter().position(|atom| (atom.x, atom.y) == (x, y))
    }

    /// The kind of the modifier on a corner.
    pub fn modifier_at(&self, x: usize, y: usize) -> Option<ModifierKind> {
        self.modifiers
            .iter()
            .find(|modifier| (modifier.x, modifier.y) == (x, y))
            .map(|modifier| modifier.kind)
    }

    /// The first thing that makes the level impossible, if any.
    pub fn flaw(&self) -> Option<Flaw> {
        if self.width > MAX_SIDE || self.height > MAX_SIDE {
            return Some(Flaw::Size(self.width, self.height));
        }
        if self.atoms.is_empty() {
            return Some(Flaw::NoAtoms);
        }
        if self.atoms.len() > MAX_ATOMS {
            return Some(Flaw::TooManyAtoms(self.atoms.len()));
        }
        if self.hero >= self.atoms.len() {
            return Some(Flaw::NoSuchHero(self.hero, self.atoms.len()));
        }
        for (index, atom) in self.atoms.iter().enumerate() {
            if !self.is_floor(atom.x, atom.y) {
                return Some(Flaw::AtomOffFloor(index, *atom));
            }
            if self.atom_at(atom.x, atom.y) != Some(index) {
                return Some(Flaw::AtomsCollide(index, *atom));
            }
        }
        for (index, modifier) in self.modifiers.iter().enumerate() {
            if modifier.x + 1 >= self.width || modifier.y + 1 >= self.height {
                return Some(Flaw::ModifierOffGrid(index, *modifier));
            }
            let same_corner = |other: &Modifier| (other.x, other.y) == (modifier.x, modifier.y);
            if self.modifiers[..index].iter().any(same_corner) {
                return Some(Flaw::ModifiersCollide(index, *modifier));
            }
        }
        None
    }

    /// The molecule's formula in Hill order (carbon, hydrogen, then by symbol).
    pub fn formula(&self) -> String {
        use Element::{Carbon, Helium, Hydrogen, Nitrogen, Oxygen};
        let mut formula = String::new();
        for element in [Carbon, Hydrogen, Helium, Nitrogen, Oxygen] {
            let count = self.atoms.iter().filter(|atom| atom.element == element).count();
            if count > 0 {
                formula.push_str(element.symbol());
            }
            if count > 1 {
                formula.push_str(&count.to_string());
            }
        }
        formula
    }
}
