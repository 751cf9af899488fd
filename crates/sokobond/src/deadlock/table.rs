//! All ways to lay shapes together so that no electron stays free.

use std::collections::HashSet;

use super::shape::{Piece, Shape};
use crate::board::Board;

/// Steps after which it is given up.
const PATIENCE: u32 = 30_000;
/// Arrangements after which it is given up: in open rooms, where there are many of them for ever new shapes, it takes longer
/// than it saves.
const MOST_IN_ROOMS: usize = 24;
const MOST_IN_CORRIDORS: usize = 1_000;
/// The side of the table that shapes are laid on; the first one lies in the middle.
const SIDE: usize = 64;
/// Steps to the four neighbours on the table.
const STEPS: [isize; 4] = [-(SIDE as isize), -1, 1, SIDE as isize];
const MIDDLE: usize = SIDE * SIDE / 2 + SIDE / 2;

/// A shape in a finished molecule: the first of those that are equal, and where its first atom is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Slot {
    pub(super) row: i16,
    pub(super) column: i16,
    pub(super) shape: usize,
}

/// The shapes of a finished molecule, in order.
pub(super) type Molecule = Vec<Slot>;

/// All sets of finished molecules that use up all shapes, each molecule somewhere on the floor; `None` where there may be
/// more than were found. Equal shapes are side by side.
pub(super) fn arrangements(board: &Board, shapes: &[Shape]) -> Option<HashSet<Vec<Molecule>>> {
    let atoms: usize = shapes.iter().map(|shape| shape.pieces.len()).sum();
    if atoms >= SIDE / 2 {
        return None; // something might reach over the edge of the table
    }
    let mut table = Table {
        board,
        shapes,
        used: 0,
        failed: HashSet::new(),
        laid: Vec::new(),
        finished: Vec::new(),
        begin: 0,
        spots: vec![0; SIDE * SIDE],
        patience: PATIENCE,
        most: if board.is_open { MOST_IN_ROOMS } else { MOST_IN_CORRIDORS },
        ends: 0,
        found: HashSet::new(),
    };
    table.next_molecule();
    (table.patience > 0 && table.found.len() <= table.most).then_some(table.found)
}

/// An atom on the table.
#[derive(Clone, Copy)]
struct Laid {
    spot: u16,
    free: u8,
    /// The sides that were looked at.
    sides: u8,
    shape: u8,
}

/// The table on which one finished molecule after another is laid.
struct Table<'s> {
    board: &'s Board,
    shapes: &'s [Shape],
    used: u64,
    /// What was used when the rest could not be laid.
    failed: HashSet<u64>,
    laid: Vec<Laid>,
    finished: Vec<Molecule>,
    /// Where the molecule under work begins among the laid atoms.
    begin: usize,
    /// Spot → index of the laid atom + 1, for the molecule under work.
    spots: Vec<u8>,
    patience: u32,
    /// Arrangements that may be found.
    most: usize,
    /// How often all were laid.
    ends: u32,
    found: HashSet<Vec<Molecule>>,
}

impl Table<'_> {
    /// Begins a molecule with the first shape left.
    fn next_molecule(&mut self) {
        let Some(first) = (0..self.shapes.len()).find(|&number| !self.is_used(number)) else {
            self.ends += 1;
            let mut molecules = self.finished.clone();
            molecules.sort_unstable();
            self.found.insert(molecules);
            return;
        };
        let (used, ends) = (self.used, self.ends);
        let begin = std::mem::replace(&mut self.begin, self.laid.len());
        let before = std::mem::replace(&mut self.spots, vec![0; SIDE * SIDE]);
        self.lay(first, MIDDLE, None);
        self.begin = begin;
        self.spots = before;
        if ends == self.ends {
            self.failed.insert(used);
        }
    }

    fn is_used(&self, number: usize) -> bool {
        self.used >> number & 1 == 1
    }

    /// Lays a shape with its first atom on a spot, bonded with a laid atom.
    fn lay(&mut self, shape: usize, spot: usize, bond: Option<(usize, usize)>) {
        let pieces = &self.shapes[shape].pieces;
        let at = |piece: &Piece| {
            (spot as isize + piece.row as isize * SIDE as isize + piece.column as isize) as usize
        };
        if pieces.iter().any(|piece| self.spots[at(piece)] != 0) {
            return;
        }
        let before = self.laid.len();
        for piece in pieces {
            self.spots[at(piece)] = self.laid.len() as u8 + 1;
            self.laid.push(Laid {
                spot: at(piece) as u16,
                free: piece.free,
                sides: 0,
                shape: shape as u8,
            });
        }
        self.used |= 1 << shape;
        if let Some((atom, piece)) = bond {
            self.laid[atom].free -= 1;
            self.laid[before + piece].free -= 1;
        }
        self.go_on();
        if let Some((atom, _)) = bond {
            self.laid[atom].free += 1;
        }
        self.used &= !(1 << shape);
        for laid in self.laid.drain(before..) {
            self.spots[laid.spot as usize] = 0;
        }
    }

    /// Finds partners for the first free electron on the table.
    fn go_on(&mut self) {
        if self.patience == 0 || self.found.len() > self.most {
            return;
        }
        self.patience -= 1;
        let open = (self.begin..self.laid.len()).find(|&atom| self.laid[atom].free > 0);
        let Some(atom) = open else {
            if !self.failed.contains(&self.used) && self.fits() {
                self.finished.push(self.molecule());
                self.next_molecule();
                self.finished.pop();
            }
            return;
        };
        let sides = self.laid[atom].sides;
        let Some(side) = (0..4).find(|side| sides >> side & 1 == 0) else { return };
        self.laid[atom].sides |= 1 << side;
        self.bond(atom, side);
        self.go_on();
        self.laid[atom].sides = sides;
    }

    /// Bonds a laid atom with one on its side.
    fn bond(&mut self, atom: usize, side: usize) {
        let spot = (self.laid[atom].spot as isize + STEPS[side]) as usize;
        let Some(other) = (self.spots[spot] as usize).checked_sub(1) else {
            return self.fetch(atom, spot);
        };
        // The other has looked at this side if it came before; then it has said no.
        let seen = self.laid[other].sides >> (3 - side) & 1 == 1;
        if !seen && self.laid[other].free > 0 && self.laid[other].shape != self.laid[atom].shape {
            self.laid[atom].free -= 1;
            self.laid[other].free -= 1;
            self.go_on();
            self.laid[atom].free += 1;
            self.laid[other].free += 1;
        }
    }

    /// Lays each of the shapes left with an open atom on a spot.
    fn fetch(&mut self, atom: usize, spot: usize) {
        let shapes = self.shapes;
        for (number, shape) in shapes.iter().enumerate() {
            let twin = number > 0 && shapes[number - 1] == *shape && !self.is_used(number - 1);
            if self.is_used(number) || twin {
                continue;
            }
            for (index, piece) in
                shape.pieces.iter().enumerate().filter(|(_, piece)| piece.free > 0)
            {
                let first =
                    spot as isize - piece.row as isize * SIDE as isize - piece.column as isize;
                self.lay(number, first as usize, Some((atom, index)));
            }
        }
    }

    /// Whether the finished molecule has a place on the floor.
    fn fits(&self) -> bool {
        let (board, stride) = (self.board, self.board.stride as isize);
        let cells = || self.laid[self.begin..].iter().map(|laid| split(laid.spot));
        let Some((first_row, first_column)) = cells().next() else { return true };
        board.place_of.iter().any(|&place| {
            let [column, row] = board.column_row[place as usize].map(isize::from);
            cells().all(|(rows, columns)| {
                let (row, column) = (row + rows - first_row, column + columns - first_column);
                (0..stride).contains(&column)
                    && usize::try_from(row * stride + column)
                        .is_ok_and(|place| place < board.places && !board.is_blocked(place))
            })
        })
    }

    /// The finished molecule, seen from the slot that comes first.
    fn molecule(&self) -> Molecule {
        let atoms = &self.laid[self.begin..];
        let begins = |at: &usize| *at == 0 || atoms[at - 1].shape != atoms[*at].shape;
        let mut slots: Molecule = (0..atoms.len())
            .filter(begins)
            .map(|at| {
                let (row, column) = split(atoms[at].spot);
                let shape = &self.shapes[atoms[at].shape as usize];
                let shape = self.shapes.iter().position(|other| other == shape).unwrap_or(0);
                Slot { row: row as i16, column: column as i16, shape }
            })
            .collect();
        slots.sort_unstable();
        let Slot { row, column, .. } = slots[0];
        for slot in &mut slots {
            slot.row -= row;
            slot.column -= column;
        }
        slots
    }
}

/// Row and column of a spot.
const fn split(spot: u16) -> (isize, isize) {
    (spot as isize / SIDE as isize, spot as isize % SIDE as isize)
}
