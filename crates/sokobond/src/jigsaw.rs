//! Whether the open molecules can be laid together at all.
//!
//! Where there is no modifier, molecules are rigid and never turn, and two atoms share at most one line. So at the end
//! every open molecule lies somewhere as it is, and each of its free electrons is bonded with an atom beside it
//! that another of today's molecules brought. Whether such an arrangement exists is a puzzle of its own: walls, ways and
//! the order of bonds are left out, only the finished molecules must fit onto the floor. If there is none, the
//! position is dead. The answer depends on the shapes alone, so it is kept: positions are many, sets of shapes few.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::Layout;

/// Steps after which the puzzle is given up, and the position taken for alive.
const PATIENCE: u32 = 10_000;
/// Answers kept in each part of the memory.
const KEPT: usize = 1 << 16;
const PARTS: usize = 16;
/// The side of the table that pieces are laid on; the first one lies in the middle.
const SIDE: usize = 64;

/// An atom of a shape: where it is, seen from the first atom in reading order, and its free electrons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Piece {
    row: i8,
    column: i8,
    free: u8,
}

/// The open molecules of a position without their places: the same set is the same value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Shapes(Vec<Vec<Piece>>);

impl Shapes {
    fn new<const P: usize, const A: usize>(
        board: &Board,
        layout: &Layout<P, A>,
        anatomy: &Anatomy<A>,
    ) -> Self {
        let mut shapes = Vec::new();
        for home in (0..anatomy.len).filter(|&seat| anatomy.molecule[seat] as usize == seat) {
            let members =
                (home..anatomy.len).filter(|&seat| anatomy.molecule[seat] as usize == home);
            if members.clone().all(|seat| anatomy.free[seat] == 0) {
                continue;
            }
            let mut shape: Vec<Piece> = members
                .map(|seat| {
                    let [column, row] = board.column_row[layout.place[seat] as usize];
                    Piece { row: row as i8, column: column as i8, free: anatomy.free[seat] }
                })
                .collect();
            shape.sort_unstable();
            let first = shape[0];
            for piece in &mut shape {
                piece.row -= first.row;
                piece.column -= first.column;
            }
            shapes.push(shape);
        }
        shapes.sort_unstable();
        Self(shapes)
    }
}

/// The answers so far.
#[derive(Debug, Default)]
pub(crate) struct Answers([Mutex<HashMap<Shapes, bool>>; PARTS]);

impl Clone for Answers {
    /// A copy finds its own answers.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Whether no arrangement of the open molecules uses up all electrons. Only for boards without modifiers.
pub(crate) fn cannot_be_laid<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    let shapes = Shapes::new(board, layout, anatomy);
    let part = shapes.0.iter().flatten().fold(shapes.0.len(), |sum, piece| {
        sum.wrapping_mul(31).wrapping_add(
            (piece.row as usize) << 6 ^ (piece.column as usize) << 3 ^ piece.free as usize,
        )
    });
    let part = &board.jigsaws.0[(part ^ part >> 7) % PARTS];
    if let Some(&answer) = part.lock().unwrap_or_else(PoisonError::into_inner).get(&shapes) {
        return answer;
    }
    let answer = Table::new(board, &shapes).is_hopeless();
    let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
    if part.len() >= KEPT {
        part.clear();
    }
    part.insert(shapes, answer);
    answer
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
    shapes: &'s [Vec<Piece>],
    used: Vec<bool>,
    laid: Vec<Laid>,
    /// Where the molecule under work begins among the laid atoms.
    begin: usize,
    /// Spot → index of the laid atom + 1, for the molecule under work.
    spots: Vec<u8>,
    patience: u32,
}

/// Steps to the four neighbours on the table.
const STEPS: [isize; 4] = [-(SIDE as isize), -1, 1, SIDE as isize];
const MIDDLE: usize = SIDE * SIDE / 2 + SIDE / 2;

impl<'s> Table<'s> {
    fn new(board: &'s Board, shapes: &'s Shapes) -> Self {
        Self {
            board,
            shapes: &shapes.0,
            used: vec![false; shapes.0.len()],
            laid: Vec::new(),
            begin: 0,
            spots: vec![0; SIDE * SIDE],
            patience: PATIENCE,
        }
    }

    fn is_hopeless(&mut self) -> bool {
        let atoms: usize = self.shapes.iter().map(Vec::len).sum();
        // Nothing may reach over the edge of the table.
        atoms < SIDE / 2 && !self.next_molecule() && self.patience > 0
    }

    /// Begins a molecule with the first piece left; whether the rest can be laid.
    fn next_molecule(&mut self) -> bool {
        let Some(first) = self.used.iter().position(|used| !used) else { return true };
        let begin = std::mem::replace(&mut self.begin, self.laid.len());
        let before = std::mem::replace(&mut self.spots, vec![0; SIDE * SIDE]);
        let done = self.lay(first, MIDDLE, None);
        self.begin = begin;
        self.spots = before;
        done
    }

    /// Lays a shape with its first atom on a spot, bonded with a laid atom; whether the rest can be laid.
    fn lay(&mut self, shape: usize, spot: usize, bond: Option<(usize, usize)>) -> bool {
        let pieces = &self.shapes[shape];
        let at = |piece: &Piece| {
            (spot as isize + piece.row as isize * SIDE as isize + piece.column as isize) as usize
        };
        if pieces.iter().any(|piece| self.spots[at(piece)] != 0) {
            return false;
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
        self.used[shape] = true;
        if let Some((atom, piece)) = bond {
            self.laid[atom].free -= 1;
            self.laid[before + piece].free -= 1;
        }
        let done = self.go_on();
        if let Some((atom, _)) = bond {
            self.laid[atom].free += 1;
        }
        self.used[shape] = false;
        for laid in self.laid.drain(before..) {
            self.spots[laid.spot as usize] = 0;
        }
        done
    }

    /// Finds a partner for the first free electron on the table; whether the rest can be laid.
    fn go_on(&mut self) -> bool {
        if self.patience == 0 {
            return true; // nobody knows
        }
        self.patience -= 1;
        let Some(atom) = (self.begin..self.laid.len()).find(|&atom| self.laid[atom].free > 0)
        else {
            return self.fits() && self.next_molecule();
        };
        let sides = self.laid[atom].sides;
        let Some(side) = (0..4).find(|side| sides >> side & 1 == 0) else { return false };
        self.laid[atom].sides |= 1 << side;
        let done = self.bond(atom, side) || self.go_on();
        self.laid[atom].sides = sides;
        done
    }

    /// Bonds a laid atom with one on its side; whether the rest can be laid.
    fn bond(&mut self, atom: usize, side: usize) -> bool {
        let spot = (self.laid[atom].spot as isize + STEPS[side]) as usize;
        match (self.spots[spot] as usize).checked_sub(1) {
            Some(other) => {
                // The other has looked at this side if it came before; then it has said no.
                let seen = self.laid[other].sides >> (3 - side) & 1 == 1;
                if seen
                    || self.laid[other].free == 0
                    || self.laid[other].shape == self.laid[atom].shape
                {
                    return false;
                }
                self.laid[atom].free -= 1;
                self.laid[other].free -= 1;
                let done = self.go_on();
                self.laid[atom].free += 1;
                self.laid[other].free += 1;
                done
            }
            None => self.fetch(atom, spot),
        }
    }

    /// Lays one of the shapes left with an open atom on a spot.
    fn fetch(&mut self, atom: usize, spot: usize) -> bool {
        let shapes = self.shapes;
        for (number, shape) in shapes.iter().enumerate() {
            let twin = number > 0 && shapes[number - 1] == *shape && !self.used[number - 1];
            if self.used[number] || twin {
                continue;
            }
            for (index, piece) in shape.iter().enumerate().filter(|(_, piece)| piece.free > 0) {
                let first =
                    spot as isize - piece.row as isize * SIDE as isize - piece.column as isize;
                if self.lay(number, first as usize, Some((atom, index))) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the finished molecule has a place on the floor.
    fn fits(&self) -> bool {
        let board = self.board;
        let atoms = &self.laid[self.begin..];
        let stride = board.stride as isize;
        let offset = |laid: &Laid| {
            let spot = laid.spot as isize;
            let (first_row, first_column) =
                (atoms[0].spot as isize / SIDE as isize, atoms[0].spot as isize % SIDE as isize);
            (spot / SIDE as isize - first_row, spot % SIDE as isize - first_column)
        };
        board.place_of.iter().any(|&place| {
            let [column, row] = board.column_row[place as usize];
            atoms.iter().all(|laid| {
                let (rows, columns) = offset(laid);
                let (row, column) = (row as isize + rows, column as isize + columns);
                (0..stride).contains(&column)
                    && usize::try_from(row * stride + column)
                        .is_ok_and(|place| place < board.places && !board.is_blocked(place))
            })
        })
    }
}
