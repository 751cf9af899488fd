//! How a position looks.

use plyground_core::scene::{Cell, Grid, Ground, Link, Piece, Shape, Tone};
use plyground_core::{Intent, Motion, Puzzle as _, Scene};

use crate::level::{Modifier, ModifierKind};
use crate::{AtomView, Board, Direction, Element, State};

/// Ids of modifiers begin here, above those of atoms.
const MODIFIER_IDS: u32 = 1_000;

/// The picture of a position; its cells are the board's, row by row.
pub fn scene(board: &Board, state: &State) -> Scene {
    let level = board.level();
    let mut scene = Scene::new(Grid::Linked, level.width as f32, level.height as f32);
    for y in 0..level.height {
        for x in 0..level.width {
            let (ground, glyph) = if level.is_floor(x, y) {
                (Ground::Floor, '·')
            } else if level.is_wall(x, y) {
                (Ground::Wall, '#')
            } else {
                (Ground::Void, ' ')
            };
            let (name, x, y) = (format!("{x},{y}"), x as f32 + 0.5, y as f32 + 0.5);
            scene.cells.push(Cell { name, x, y, ground, glyph });
        }
    }
    let atoms: Vec<AtomView> = board.atoms(state).collect();
    let free = board.free_electrons(state);
    for (index, (atom, &dots)) in atoms.iter().zip(&free).enumerate() {
        scene.pieces.push(atom_piece(index, atom, dots, level.width));
        for (count, x, y) in [(atom.right, atom.x + 1, atom.y), (atom.down, atom.x, atom.y + 1)] {
            let to = atoms.iter().position(|other| (other.x, other.y) == (x, y));
            if let (Some(to), true) = (to, count > 0) {
                scene.links.push(Link { from: index, to, count });
            }
        }
    }
    let modifiers = level.modifiers.iter().zip(MODIFIER_IDS..);
    scene.pieces.extend(modifiers.map(|(modifier, id)| modifier_piece(*modifier, id)));
    scene.caption = caption(board, state, &free);
    scene
}

fn atom_piece(index: usize, atom: &AtomView, dots: u8, width: usize) -> Piece {
    Piece {
        id: index as u32,
        x: atom.x as f32 + 0.5,
        y: atom.y as f32 + 0.5,
        cell: Some(atom.y * width + atom.x),
        ..atom_look(atom.element, index == 0, dots)
    }
}

/// An atom that is nowhere yet.
pub fn atom_look(element: Element, hero: bool, dots: u8) -> Piece {
    let letter = element.letter();
    let glyph = if hero { letter.to_ascii_uppercase() } else { letter };
    let shape = if hero { Shape::Hero } else { Shape::Atom };
    let piece = Piece::new(element.name(), shape, tone(element), glyph);
    Piece { dots, ..piece.with_letter(element.symbol()) }
}

const fn tone(element: Element) -> Tone {
    match element {
        Element::Helium => Tone::Purple,
        Element::Hydrogen => Tone::White,
        Element::Oxygen => Tone::Red,
        Element::Nitrogen => Tone::Blue,
        Element::Carbon => Tone::Grey,
    }
}

fn modifier_piece(modifier: Modifier, id: u32) -> Piece {
    let (x, y) = (modifier.x as f32 + 1.0, modifier.y as f32 + 1.0);
    Piece { id, x, y, ..modifier_look(modifier.kind) }
}

/// A modifier that is nowhere yet.
pub fn modifier_look(kind: ModifierKind) -> Piece {
    let (shape, tone) = match kind {
        ModifierKind::Cut => (Shape::Cut, Tone::Red),
        ModifierKind::Double => (Shape::Double, Tone::Green),
        ModifierKind::Rotate => (Shape::Rotate, Tone::Blue),
    };
    Piece::new(kind.word(), shape, tone, kind.glyph())
}

fn caption(board: &Board, state: &State, free: &[u8]) -> String {
    let level = board.level();
    let hero = level.atoms[level.hero].element.name();
    let formula = level.formula();
    if board.is_solved(state) {
        return format!("Sokobond, {formula}, steered by {hero}: solved, all electrons are shared");
    }
    let left: u32 = free.iter().map(|&count| u32::from(count)).sum();
    let electrons = if left == 1 { "electron" } else { "electrons" };
    format!("Sokobond, {formula}, steered by {hero}: {left} free {electrons}")
}

/// What travels with a move, the hero first.
pub fn motions(board: &Board, state: &State, mv: Direction) -> Vec<Motion> {
    let cell = |(x, y): (usize, usize)| Some(y * board.level().width + x);
    let travels = board.travels(state, mv).into_iter();
    travels.map(|[from, to]| Motion { from: cell(from), to: cell(to) }).collect()
}

/// What a hand can do: click the cell beside the hero.
pub fn intents(board: &Board, state: &State) -> Vec<Intent> {
    let width = board.level().width;
    let mut intents = Vec::new();
    for way in Direction::ALL {
        // The hero is the first that travels.
        if let Some([_, (x, y)]) = board.travels(state, way).first().copied() {
            let text = way.letter().to_string();
            intents.push(Intent { text, select: Vec::new(), target: y * width + x });
        }
    }
    intents
}
