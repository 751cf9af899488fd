//! What Sokobond says of itself, and how its levels are painted.

use plyground_core::scene::{Ground, Piece, Scene};
use plyground_core::{Brush, LegendEntry, Puzzle, Rules, Sheet, SpecError, Tip, Transform};

use crate::{Board, Direction, Element, Level, ModifierKind, State, scene};

/// The brushes for cells with the characters they leave.
const CELLS: [(&str, char); 11] = [
    ("Wall", 'x'),
    ("Floor", '-'),
    ("Hydrogen", 'h'),
    ("Oxygen", 'o'),
    ("Nitrogen", 'n'),
    ("Carbon", 'c'),
    ("Helium", 'e'),
    ("Hero: H", 'H'),
    ("Hero: O", 'O'),
    ("Hero: N", 'N'),
    ("Hero: C", 'C'),
];
/// The same for the corners between cells.
const CORNERS: [(&str, char); 4] = [
    ("Cut (corner)", '/'),
    ("Double (corner)", '+'),
    ("Rotate (corner)", '@'),
    ("No modifier", ' '),
];

/// The level with which the editor begins.
pub const BLANK: &str = "xxxxxxx\nx-----x\nx-H-o-x\nx---h-x\nx-----x\nxxxxxxx\n";

/// The rules in words, with a level to try them on.
pub fn rules() -> Rules {
    let text = [
        "You steer one atom. Every atom has free electrons (the dots): hydrogen 1, oxygen 2, nitrogen 3, carbon 4.",
        "Atoms that touch bond at once where both have a free electron. Bonded atoms move together, and push others.",
        "Red cuts a bond that passes over it, green doubles it, blue rotates it.",
        "Solved: no atom has a free electron left.",
    ];
    Rules::new(text, "xxxxxxx\nx-----x\nxH-o--x\nx---h-x\nx-----x\nxxxxxxx\n")
}

/// What a newcomer should do: the next step of the level's own solution, as long as everything stands as it does there.
pub fn tip(board: &Board, line: &[Direction], here: &State) -> Option<Tip> {
    if board.is_solved(here) {
        return None;
    }
    let mut state = board.start();
    for (step, &way) in line.iter().enumerate() {
        if state == *here {
            let [_, (x, y)] = board.travels(&state, way).first().copied()?;
            let bonds =
                |state: &State| board.atoms(state).map(|atom| atom.right + atom.down).sum::<u8>();
            let text = match (step, bonds(&state) < bonds(&board.play(&state, way))) {
                (0, _) => {
                    "You steer the atom with the dashed rim: use the arrows, or tap the marked square."
                }
                (_, true) => "Go beside another atom: where both have a dot left, they bond.",
                (_, false) => "Bonded atoms move together. Go to the marked square.",
            };
            return Some(Tip::new(text, [y * board.level().width + x]));
        }
        state = board.play(&state, way);
    }
    let text = "That is another way. Undo takes a step back; Hint shows the next one from here.";
    Some(Tip::new(text, []))
}

/// The modifiers of a level, and what they do.
pub fn legend(level: &Level) -> Vec<LegendEntry> {
    let on_board = |kind: &ModifierKind| level.modifiers.iter().any(|other| other.kind == *kind);
    let entry = |kind: ModifierKind| {
        let text = match kind {
            ModifierKind::Cut => "cuts one line of a bond that passes over it",
            ModifierKind::Double => "adds a line to a bond that passes over it",
            ModifierKind::Rotate => "turns a bond that passes over it by a quarter",
        };
        LegendEntry::new(scene::modifier_look(kind), text)
    };
    ModifierKind::ALL.into_iter().filter(on_board).map(entry).collect()
}

/// What a character of a draft looks like.
fn look(glyph: char) -> (Ground, Option<Piece>) {
    if glyph == 'x' || glyph == ' ' {
        return (Ground::Wall, None);
    }
    let atom = Element::from_letter(glyph.to_ascii_lowercase())
        .map(|element| scene::atom_look(element, glyph.is_ascii_uppercase(), element.valence()));
    (Ground::Floor, atom)
}

fn modifier(glyph: char) -> Option<ModifierKind> {
    ModifierKind::ALL.into_iter().find(|kind| kind.glyph() == glyph)
}

/// What the editor paints with.
pub fn brushes() -> Vec<Brush> {
    let cells = CELLS.iter().map(|&(name, glyph)| {
        let (ground, piece) = look(glyph);
        Brush::new(name).showing(ground, piece)
    });
    let corners = CORNERS.iter().map(|&(name, glyph)| {
        Brush::corner(name).showing(Ground::Floor, modifier(glyph).map(scene::modifier_look))
    });
    cells.chain(corners).collect()
}

/// A level being made: cells, and the corners below and right of them.
struct Draft {
    header: String,
    cells: Sheet,
    corners: Sheet,
    notes: Vec<String>,
}

impl Draft {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().skip_while(|line| line.trim().is_empty()).peekable();
        let spread = lines.peek().is_some_and(|line| line.trim().starts_with("v2"));
        let header = if spread { lines.next().unwrap_or("v2") } else { "v2" }.trim().to_owned();
        let (mut cells, mut corners) = (String::new(), String::new());
        while let Some(row) = lines.next_if(|line| !line.trim().is_empty() && !line.contains(':')) {
            let every = |line: &str, first: usize| -> String {
                line.chars().skip(first).step_by(if spread { 2 } else { 1 }).collect()
            };
            cells += &(every(row, 0) + "\n");
            let below = if spread { lines.next_if(|line| !line.contains(':')) } else { None };
            corners += &(every(below.unwrap_or_default(), 1) + ".\n");
        }
        let cells = Sheet::read(&cells, 'x', |_| true);
        // The full stop only keeps the row from being empty.
        let mut corners = Sheet::read(&corners, ' ', |_| true);
        corners.replace('.', ' ');
        corners.resize(cells.width(), cells.height(), ' ');
        Self { header, cells, corners, notes: lines.map(str::to_owned).collect() }
    }

    /// The draft as text. A solution of the board as it was before is none.
    fn changed(mut self) -> String {
        self.notes.retain(|note| {
            let key = note.split(':').next().unwrap_or_default().to_ascii_lowercase();
            !["solution", "proven", "optimal moves"].contains(&key.trim())
        });
        self.text()
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.header);
        let width = self.cells.width().max(1);
        for row in 0..self.cells.height() {
            let glyphs = |sheet: &Sheet| -> Vec<String> {
                let cells = (0..width).map(|x| sheet.get(row * width + x).unwrap_or(' '));
                cells.map(|glyph| glyph.to_string()).collect()
            };
            let corners = format!(" {}", glyphs(&self.corners).join(" "));
            text += &format!("{}\n{}\n", glyphs(&self.cells).join(" "), corners.trim_end());
        }
        let text = text.trim_end().to_owned() + "\n";
        self.notes.iter().fold(text, |text, note| text + note + "\n")
    }
}

/// The draft after a stroke. There is one hero: a new one makes the old one an atom like the others.
pub fn paint(draft: &str, cell: usize, brush: &str) -> Result<String, SpecError> {
    let mut draft = Draft::read(draft);
    let glyph = |brushes: &[(&str, char)]| {
        brushes.iter().find(|(name, _)| *name == brush).map(|&(_, glyph)| glyph)
    };
    if let Some(glyph) = glyph(&CELLS) {
        if glyph.is_ascii_uppercase() {
            for hero in ['H', 'O', 'N', 'C', 'E'] {
                draft.cells.replace(hero, hero.to_ascii_lowercase());
            }
        }
        draft.cells.set(cell, glyph);
    } else if let Some(glyph) = glyph(&CORNERS) {
        draft.corners.set(cell, glyph);
    } else {
        let known = brushes().into_iter().map(|brush| brush.name);
        return Err(SpecError::unknown("brush", brush, known));
    }
    Ok(draft.changed())
}

/// The draft with other columns and rows; what is new is wall.
pub fn resize(draft: &str, width: usize, height: usize) -> String {
    let mut draft = Draft::read(draft);
    draft.cells.resize(width, height, 'x');
    draft.corners.resize(width, height, ' ');
    draft.changed()
}

/// The draft mirrored, turned or trimmed.
pub fn transform(draft: &str, change: Transform) -> String {
    let mut draft = Draft::read(draft);
    let (width, height) = (draft.cells.width(), draft.cells.height());
    // There is one corner less than cells in each row and column.
    draft.corners.resize(width.saturating_sub(1).max(1), height.saturating_sub(1).max(1), ' ');
    if change == Transform::Trim {
        let cut = draft.cells.edges(|glyph| glyph == 'x');
        draft.cells.cut(cut);
        draft.corners.cut(cut);
    } else {
        draft.cells.transform(change, |_| false);
        draft.corners.transform(change, |_| false);
    }
    draft.corners.resize(draft.cells.width(), draft.cells.height(), ' ');
    draft.changed()
}

/// How a draft looks, whatever is missing.
pub fn sketch(draft: &str) -> Scene {
    let draft = Draft::read(draft);
    let mut scene = draft.cells.sketch(look);
    for index in 0..scene.cells.len() {
        if let Some(kind) = draft.corners.get(index).and_then(modifier) {
            let (x, y) = (scene.cells[index].x + 0.5, scene.cells[index].y + 0.5);
            let id = 10_000 + index as u32;
            scene.pieces.push(Piece { id, x, y, ..scene::modifier_look(kind) });
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_changes_its_cell_or_corner_and_nothing_else() {
        let painted = paint(BLANK, 9, "Oxygen").unwrap();
        assert!(painted.starts_with("v2\nx x x x x x x\n\nx - o - - - x\n"), "{painted}");
        let hero = paint(&painted, 9, "Hero: O").unwrap();
        assert!(hero.contains("x - O - - - x") && hero.contains("x - h - o - x"), "{hero}");
        let corner = paint(&hero, 8, "Cut (corner)").unwrap();
        assert!(corner.contains("x - O - - - x\n   /\n"), "{corner}");
        assert_eq!(paint(&corner, 8, "No modifier").unwrap(), hero);
        assert!(crate::notation::parse(corner.as_bytes()).is_ok(), "{corner}");
    }
}
