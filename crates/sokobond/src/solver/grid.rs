//! A board of at most 128 cells as bits, for work on many places at once.

use plyground_core::mix;

use crate::heuristics::moves_to_doubler;
use crate::symmetry::Image;
use crate::{Board, Direction};

/// A set of cells, or of places of something: a bit for each cell of the floor's box, row by row.
pub(super) type Bits = u128;

/// The bits of a set, one after the other.
pub(super) fn each_bit(mut bits: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

/// A way to lay the board onto itself.
#[derive(Debug)]
pub(super) struct Turned {
    /// Cell → its cell in the image.
    pub(super) cell: Vec<u8>,
    /// What points to the right and what points down in the image.
    pub(super) right: Direction,
    pub(super) down: Direction,
}

/// The floor's box with tables of sets.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) width: u8,
    pub(super) floor: Bits,
    /// Direction → cells of the floor with floor ahead.
    ways: [Bits; 4],
    /// Cells that are not in the last column, and those not in the first.
    not_last: Bits,
    not_first: Bits,
    /// Direction → cells whose atom has a modifier ahead of the bond that lies across: of the one that it keeps.
    pub(super) sweeps: [Bits; 4],
    /// Columns less one → cells with so many columns from theirs on.
    pub(super) columns: Vec<Bits>,
    /// Cell → moves until the bond of an atom there can have swept over a doubler.
    to_doubler: Vec<u8>,
    /// Cell → column and row.
    pub(super) spot: Vec<[u8; 2]>,
    /// Cell → place on the board.
    pub(super) place: Vec<u16>,
    /// Place on the board → cell.
    pub(super) cell: Vec<u8>,
    /// Cell → a number by chance.
    pub(super) weight: Vec<u32>,
    /// All ways to lay the board onto itself, or only itself.
    pub(super) images: Vec<Turned>,
}

impl Grid {
    /// The bits of a board; `None` where it is too large.
    pub(super) fn new(board: &Board, images: &[Image]) -> Option<Self> {
        let floor: Vec<(usize, usize)> =
            board.place_of.iter().map(|&place| board.cell_of(place as usize)).collect();
        let (left, right) = span(floor.iter().map(|cell| cell.0))?;
        let (top, bottom) = span(floor.iter().map(|cell| cell.1))?;
        let (width, height) = (right - left + 1, bottom - top + 1);
        let cells = width * height;
        if cells > Bits::BITS as usize {
            return None;
        }
        let spot: Vec<[u8; 2]> =
            (0..cells).map(|cell| [(cell % width) as u8, (cell / width) as u8]).collect();
        let place: Vec<u16> = spot
            .iter()
            .map(|&[x, y]| ((y as usize + top + 1) * board.stride + x as usize + left + 1) as u16)
            .collect();
        let mut cell = vec![0; board.places];
        for (number, &place) in place.iter().enumerate() {
            cell[place as usize] = number as u8;
        }
        let those = |wanted: &dyn Fn(usize) -> bool| {
            (0..cells).filter(|&cell| wanted(cell)).fold(0, |set: Bits, cell| set | 1 << cell)
        };
        let is_floor = |place: usize| !board.is_blocked(place);
        let at = |cell: usize| place[cell] as usize;
        let to_doubler = place
            .iter()
            .map(|&place| moves_to_doubler(board, board.column_row[place as usize]))
            .map(|moves| u8::try_from(moves).unwrap_or(u8::MAX))
            .collect();
        let turned = |image: &Image| Turned {
            cell: (0..cells)
                .map(|from| match board.number_of[at(from)] {
                    crate::board::BLOCKED => 0,
                    number => cell[board.place_of[image.cell[number as usize] as usize] as usize],
                })
                .collect(),
            right: image.right,
            down: image.down,
        };
        let mut images: Vec<Turned> = images.iter().map(turned).collect();
        if images.is_empty() {
            let itself = (0..cells as u8).collect();
            images.push(Turned { cell: itself, right: Direction::Right, down: Direction::Down });
        }
        Some(Self {
            width: width as u8,
            floor: those(&|cell| is_floor(at(cell))),
            ways: Direction::ALL.map(|way| {
                those(&|cell| is_floor(at(cell)) && is_floor(board.next(at(cell), way)))
            }),
            sweeps: Direction::ALL.map(|way| {
                those(&|cell| is_floor(at(cell)) && board.swept_corner(at(cell), way).is_some())
            }),
            not_last: those(&|cell| cell % width + 1 < width),
            not_first: those(&|cell| cell % width > 0),
            columns: (0..width).map(|more| those(&|cell| cell % width + more < width)).collect(),
            to_doubler,
            spot,
            place,
            cell,
            weight: (0..cells as u64).map(|cell| (mix(&[cell]) >> 36) as u32).collect(),
            images,
        })
    }

    /// Moves until the bond of an atom at a column and row can have swept over a doubler.
    pub(super) fn moves_to_doubler(&self, x: u8, y: u8) -> u8 {
        self.to_doubler[(y * self.width + x) as usize]
    }

    /// All cells of a set moved on by one; those without floor ahead are gone.
    pub(super) const fn step(&self, cells: Bits, way: Direction) -> Bits {
        self.slide(cells & self.ways[way as usize], way)
    }

    /// All cells of a set moved on by one, walls or not; what leaves the box is gone.
    pub(super) const fn slide(&self, cells: Bits, way: Direction) -> Bits {
        match way {
            Direction::Up => cells >> self.width,
            Direction::Down => cells << self.width,
            Direction::Left => (cells & self.not_first) >> 1,
            Direction::Right => (cells & self.not_last) << 1,
        }
    }

    /// The cell one step on.
    pub(super) const fn next(&self, cell: u8, way: Direction) -> u8 {
        match way {
            Direction::Up => cell - self.width,
            Direction::Down => cell + self.width,
            Direction::Left => cell - 1,
            Direction::Right => cell + 1,
        }
    }

    /// Whether all cells of a set have floor ahead.
    pub(super) const fn can_step(&self, cells: Bits, way: Direction) -> bool {
        cells & !self.ways[way as usize] == 0
    }

    /// The cells beside a set, on the floor.
    pub(super) fn beside(&self, cells: Bits) -> Bits {
        Direction::ALL.into_iter().fold(0, |beside, way| beside | self.step(cells, way))
    }
}

/// The least and the most.
fn span(numbers: impl Iterator<Item = usize> + Clone) -> Option<(usize, usize)> {
    Some((numbers.clone().min()?, numbers.max()?))
}
