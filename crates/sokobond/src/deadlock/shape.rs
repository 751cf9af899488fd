use super::assembly::Part;
use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::Layout;

/// An atom of a shape: where it is, seen from the first atom in reading order, and its free electrons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Piece {
    pub(super) row: i8,
    pub(super) column: i8,
    pub(super) free: u8,
}

/// A molecule without its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Shape {
    pub(super) pieces: Vec<Piece>,
    pub(super) has_hero: bool,
}

impl Shape {
    /// The shape of a molecule, and where its first atom is.
    pub(super) fn new<const P: usize, const A: usize>(
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
    pub(super) fn part(&self, board: &Board) -> Part {
        let offset = |piece: &Piece| {
            isize::from(piece.row) * board.stride as isize + isize::from(piece.column)
        };
        Part { atoms: self.pieces.iter().map(offset).collect(), has_hero: self.has_hero }
    }
}
