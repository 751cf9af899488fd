//! Whether the open molecules can be laid together at all.
//!
//! Where there is no modifier, molecules are rigid and never turn, and two atoms share at most one line. So at the end
//! every open molecule lies somewhere as it is, and each of its free electrons is bonded with an atom beside it
//! that another of today's molecules brought. Whether such an arrangement exists is a puzzle of its own: ways and what
//! stands in them are left out, only the finished molecules must fit onto the floor and be built there of parts that
//! are where they are ([`can_be_built`]). If there is none, the position is dead. The answer depends on the
//! shapes and on where each can be pushed to, so it is kept: positions are many, such sets few. In open rooms they are
//! not few, and hardly any molecule is ever stuck: there only shapes count.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Mutex, PoisonError, RwLock};

use super::assembly::{Part, Places, can_be_built, reach_of};
use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::Layout;

/// Steps after which the puzzle is given up, and the position taken for alive.
const PATIENCE: u32 = 10_000;
/// Groups of parts after which it is given up too: to see whether a molecule of nine parts can be built means to look at 512
/// of them, and takes as long as thousands of steps.
const GROUPS: u32 = 300_000;
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

/// A molecule without its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Shape {
    pieces: Vec<Piece>,
    has_hero: bool,
}

impl Shape {
    /// The shape of a molecule, and where its first atom is.
    fn new<const P: usize, const A: usize>(
        board: &Board,
        layout: &Layout<P, A>,
        anatomy: &Anatomy<A>,
        home: usize,
    ) -> (Self, u16) {
        let members = (home..anatomy.len).filter(|&seat| anatomy.molecule[seat] as usize == home);
        let mut first = u16::MAX;
        let mut pieces: Vec<Piece> = members
            .map(|seat| {
                let place = layout.place[seat];
                first = first.min(place);
                let [column, row] = board.column_row[place as usize];
                Piece { row: row as i8, column: column as i8, free: anatomy.free[seat] }
            })
            .collect();
        let [column, row] = board.column_row[first as usize];
        for piece in &mut pieces {
            piece.row -= row as i8;
            piece.column -= column as i8;
        }
        pieces.sort_unstable();
        (Self { pieces, has_hero: home == 0 }, first)
    }

    /// The places of its atoms, seen from the first one.
    fn part(&self, board: &Board) -> Part {
        let offset = |piece: &Piece| {
            isize::from(piece.row) * board.stride as isize + isize::from(piece.column)
        };
        Part { atoms: self.pieces.iter().map(offset).collect(), has_hero: self.has_hero }
    }
}

/// A molecule as far as it matters: its shape, and where its first atom can come to before it bonds. (Nowhere, where
/// places do not count.)
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Kind {
    shape: Shape,
    reach: Places,
}

/// The kinds met so far, with numbers.
#[derive(Debug, Default)]
struct Kinds {
    number_at: HashMap<(Shape, u16), u32>,
    number_of: HashMap<Kind, u32>,
    all: Vec<Kind>,
}

/// What was found out so far.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    kinds: RwLock<Kinds>,
    hopeless: [Mutex<HashMap<Vec<u32>, bool>>; PARTS],
}

impl Clone for Answers {
    /// A copy finds its own answers.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Answers {
    /// The number of a molecule's kind.
    fn kind(&self, board: &Board, at: (Shape, u16)) -> u32 {
        let known = self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.number_at.get(&at) {
            return number;
        }
        drop(known);
        let (shape, place) = at.clone();
        let reach = reach_of(board, &shape.part(board), place as usize);
        let kind = Kind { shape, reach };
        let mut kinds = self.kinds.write().unwrap_or_else(PoisonError::into_inner);
        let Kinds { number_at, number_of, all } = &mut *kinds;
        let number = *number_of.entry(kind).or_insert_with_key(|kind| {
            all.push(kind.clone());
            all.len() as u32 - 1
        });
        number_at.insert(at, number);
        number
    }
}

/// Whether no arrangement of the open molecules uses up all electrons. Only for boards without modifiers.
pub(crate) fn cannot_be_laid<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    let answers = &board.jigsaws;
    let open: u64 = anatomy.open().fold(0, |open, seat| open | 1 << anatomy.molecule[seat]);
    let mut question: Vec<u32> = (0..anatomy.len)
        .filter(|&home| open >> home & 1 == 1)
        .map(|home| answers.kind(board, Shape::new(board, layout, anatomy, home)))
        .collect();
    question.sort_unstable();
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    let part = &answers.hopeless[hasher.finish() as usize % PARTS];
    if let Some(&answer) = part.lock().unwrap_or_else(PoisonError::into_inner).get(&question) {
        return answer;
    }
    let known = answers.kinds.read().unwrap_or_else(PoisonError::into_inner);
    let mut kinds: Vec<Kind> =
        question.iter().map(|&number| known.all[number as usize].clone()).collect();
    drop(known);
    // Numbers are given as they come; what is given up must not depend on them.
    kinds.sort_unstable();
    let answer = Table::new(board, &kinds).is_hopeless();
    let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
    if part.len() >= KEPT {
        part.clear();
    }
    part.insert(question, answer);
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
    kinds: &'s [Kind],
    used: u64,
    /// What was used when the rest could not be laid.
    failed: HashSet<u64>,
    laid: Vec<Laid>,
    /// Where the molecule under work begins among the laid atoms.
    begin: usize,
    /// Spot → index of the laid atom + 1, for the molecule under work.
    spots: Vec<u8>,
    patience: u32,
    /// Groups of parts that may still be looked at.
    groups: u32,
}

/// Steps to the four neighbours on the table.
const STEPS: [isize; 4] = [-(SIDE as isize), -1, 1, SIDE as isize];
const MIDDLE: usize = SIDE * SIDE / 2 + SIDE / 2;

impl<'s> Table<'s> {
    fn new(board: &'s Board, kinds: &'s [Kind]) -> Self {
        Self {
            board,
            kinds,
            used: 0,
            failed: HashSet::new(),
            laid: Vec::new(),
            begin: 0,
            spots: vec![0; SIDE * SIDE],
            patience: PATIENCE,
            groups: GROUPS,
        }
    }

    fn is_hopeless(&mut self) -> bool {
        let atoms: usize = self.kinds.iter().map(|kind| kind.shape.pieces.len()).sum();
        // Nothing may reach over the edge of the table.
        atoms < SIDE / 2 && !self.next_molecule() && self.patience > 0
    }

    /// Begins a molecule with the first piece left; whether the rest can be laid.
    fn next_molecule(&mut self) -> bool {
        let Some(first) = (0..self.kinds.len()).find(|&number| self.used >> number & 1 == 0) else {
            return true;
        };
        let used = self.used;
        let begin = std::mem::replace(&mut self.begin, self.laid.len());
        let before = std::mem::replace(&mut self.spots, vec![0; SIDE * SIDE]);
        let done = self.lay(first, MIDDLE, None);
        self.begin = begin;
        self.spots = before;
        if !done {
            self.failed.insert(used);
        }
        done
    }

    /// Lays a shape with its first atom on a spot, bonded with a laid atom; whether the rest can be laid.
    fn lay(&mut self, shape: usize, spot: usize, bond: Option<(usize, usize)>) -> bool {
        let pieces = &self.kinds[shape].shape.pieces;
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
        self.used |= 1 << shape;
        if let Some((atom, piece)) = bond {
            self.laid[atom].free -= 1;
            self.laid[before + piece].free -= 1;
        }
        let done = self.go_on();
        if let Some((atom, _)) = bond {
            self.laid[atom].free += 1;
        }
        self.used &= !(1 << shape);
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
            return !self.failed.contains(&self.used) && self.fits() && self.next_molecule();
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
        let kinds = self.kinds;
        for (number, kind) in kinds.iter().enumerate() {
            let is_used = |number: usize| self.used >> number & 1 == 1;
            let twin = number > 0 && kinds[number - 1] == *kind && !is_used(number - 1);
            if is_used(number) || twin {
                continue;
            }
            let pieces = kind.shape.pieces.iter().enumerate();
            for (index, piece) in pieces.filter(|(_, piece)| piece.free > 0) {
                let first =
                    spot as isize - piece.row as isize * SIDE as isize - piece.column as isize;
                if self.lay(number, first as usize, Some((atom, index))) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the finished molecule has a place on the floor, and can be built there.
    fn fits(&mut self) -> bool {
        let atoms = &self.laid[self.begin..];
        let stride = self.board.stride as isize;
        let split = |spot: u16| (spot as usize / SIDE, spot as usize % SIDE);
        let (first_row, first_column) = split(atoms[0].spot);
        let offset = |laid: &Laid| {
            let (row, column) = split(laid.spot);
            (row as isize - first_row as isize, column as isize - first_column as isize)
        };
        if self.board.minds_places {
            let mut parts: Vec<(Part, Places)> = Vec::new();
            let mut number = None;
            for laid in atoms {
                let (rows, columns) = offset(laid);
                let atom = rows * stride + columns;
                if number.replace(laid.shape) != Some(laid.shape) {
                    let kind = &self.kinds[laid.shape as usize];
                    let part = Part { atoms: Vec::new(), has_hero: kind.shape.has_hero };
                    parts.push((part, kind.reach.shifted(-atom)));
                }
                if let Some((part, _)) = parts.last_mut() {
                    part.atoms.push(atom);
                }
            }
            return can_be_built(self.board, &parts, &mut self.groups).unwrap_or_else(|| {
                self.patience = 0; // nobody knows
                true
            });
        }
        let board = self.board;
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
