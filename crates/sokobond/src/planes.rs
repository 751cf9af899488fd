//! A position as planes of numbers, for programs that learn.

use plyground_core::Text;
use plyground_core::scene::planes::Planes;

use crate::level::ModifierKind;
use crate::{Board, Element, State};

const WALL: usize = 0;
const OUTSIDE: usize = 1;
const CUT: usize = 2;
const DOUBLE: usize = 3;
const ROTATE: usize = 4;
const HERO: usize = 5;
const FREE: usize = 6;
const RIGHT: usize = 7;
const DOWN: usize = 8;
const ATOMS: usize = 9;

/// What the planes show, in order. A modifier is at the cell to its upper left; `free` counts an atom's free electrons,
/// `right` and `down` the lines of its bonds.
pub(crate) fn names() -> Vec<Text> {
    let others = ["wall", "outside", "cut", "double", "rotate", "hero", "free", "right", "down"];
    others.into_iter().chain(Element::ALL.map(Element::name)).map(Into::into).collect()
}

/// What never changes: walls, what is outside, modifiers.
pub(crate) fn ground(board: &Board, out: &mut Planes<'_>) {
    let level = board.level();
    for y in 0..level.height {
        for x in 0..level.width {
            if level.is_wall(x, y) {
                out.set(WALL, y * level.width + x);
            } else if !level.is_floor(x, y) {
                out.set(OUTSIDE, y * level.width + x);
            }
        }
    }
    for modifier in &level.modifiers {
        let plane = match modifier.kind {
            ModifierKind::Cut => CUT,
            ModifierKind::Double => DOUBLE,
            ModifierKind::Rotate => ROTATE,
        };
        out.set(plane, modifier.y * level.width + modifier.x);
    }
}

/// The atoms with their bonds.
pub(crate) fn position(board: &Board, state: &State, out: &mut Planes<'_>) {
    let width = board.level().width;
    let free = board.free_electrons(state);
    for (index, (atom, &free)) in board.atoms(state).zip(&free).enumerate() {
        let cell = atom.y * width + atom.x;
        let element = Element::ALL.iter().position(|&element| element == atom.element);
        out.set(ATOMS + element.unwrap_or(0), cell);
        for (plane, number) in [(FREE, free), (RIGHT, atom.right), (DOWN, atom.down)] {
            out.put(plane, cell, number);
        }
        if index == 0 {
            out.set(HERO, cell);
        }
    }
}
