//! The board: 61 cells in a hexagon, kept as the bits of a `u64`.
//!
//! Hexagons of this size tile the plane, so the cells can be numbered from 0 to 60 such that a step
//! in a direction adds the same number, modulo 61, wherever it is made:
//! `cell = column + 13 · row (mod 61)`. A whole set of marbles then steps with one rotation of 61
//! bits, and one mask removes those that stepped over the edge. Turning the board by 60° multiplies
//! by 14, since 14 is a sixth root of one modulo 61.

use std::fmt;
use std::str::FromStr;

use plyground_core::text::quoted;

/// The number of cells.
pub const CELLS: usize = 61;
/// The set of all cells.
pub const BOARD: u64 = (1 << CELLS) - 1;
/// The number of the cell in the middle, E5.
const CENTRE: usize = 56;

/// One of the six directions, named by the hour to which it points on a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// 1: up right.
    UpRight,
    /// 3: right.
    Right,
    /// 5: down right.
    DownRight,
    /// 7: down left.
    DownLeft,
    /// 9: left.
    Left,
    /// 11: up left.
    UpLeft,
}

impl Direction {
    /// All directions, by their hour.
    pub const ALL: [Self; 6] =
        [Self::UpRight, Self::Right, Self::DownRight, Self::DownLeft, Self::Left, Self::UpLeft];
    /// The three that lead from the lower end of a line to its upper end, in the order of the
    /// state-space files.
    pub const AXES: [Self; 3] = [Self::Right, Self::UpRight, Self::UpLeft];

    /// Its place in [`ALL`](Direction::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The hour: 1, 3, 5, 7, 9 or 11.
    pub const fn hour(self) -> usize {
        self as usize * 2 + 1
    }

    /// The direction of an hour.
    pub const fn from_hour(hour: usize) -> Option<Self> {
        if hour % 2 == 1 && hour <= 11 { Some(Self::ALL[hour / 2]) } else { None }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The direction that leads along the same line from its lower end to its upper end.
    #[must_use]
    pub const fn axis(self) -> Self {
        match self {
            Self::Right | Self::UpRight | Self::UpLeft => self,
            _ => self.opposite(),
        }
    }

    /// Rows and columns that a step adds.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::UpRight => (1, 1),
            Self::Right => (0, 1),
            Self::DownRight => (-1, 0),
            Self::DownLeft => (-1, -1),
            Self::Left => (0, -1),
            Self::UpLeft => (1, 0),
        }
    }
}

/// What a step adds to a cell's number, modulo 61, by direction.
pub(crate) const STRIDE: [u32; 6] = [14, 1, 48, 47, 60, 13];
/// The cells that have a neighbour in a direction.
pub(crate) const INNER: [u64; 6] = inner();
/// The cells that a step in a direction takes off the board.
pub(crate) const BRINK: [u64; 6] = {
    let mut brink = [0; 6];
    let mut d = 0;
    while d < 6 {
        brink[d] = BOARD & !INNER[d];
        d += 1;
    }
    brink
};
/// The number of steps a marble can make before the next one takes it off the board.
const ROOM: [[u8; CELLS]; 6] = room();
/// The cells by their distance from the centre, 0 to 4.
pub const RINGS: [u64; 5] = rings();
/// The six corners.
pub const CORNERS: u64 = {
    let mut corners = BOARD;
    let mut cell = 0;
    while cell < CELLS {
        let (mut ways_off, mut d) = (0, 0);
        while d < 6 {
            ways_off += BRINK[d] >> cell & 1;
            d += 1;
        }
        if ways_off < 3 {
            corners &= !(1 << cell);
        }
        cell += 1;
    }
    corners
};
/// The distance of each cell from the centre.
const DISTANCE: [u8; CELLS] = {
    let mut distances = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        while RINGS[distances[cell] as usize] >> cell & 1 == 0 {
            distances[cell] += 1;
        }
        cell += 1;
    }
    distances
};
/// The row of each cell, A = 1.
const ROW: [u8; CELLS] = {
    let mut rows = [0; CELLS];
    let mut at = 0;
    while at < 81 {
        if is_on_board(at / 9, at % 9) {
            rows[number(at / 9, at % 9)] = at as u8 / 9 + 1;
        }
        at += 1;
    }
    rows
};
/// The cells from A1 to I9, row by row.
const ROW_BY_ROW: [Cell; CELLS] = row_by_row();

/// The place of each cell in that order.
const RANK: [u8; CELLS] = {
    let mut ranks = [0; CELLS];
    let mut rank = 0;
    while rank < CELLS {
        ranks[ROW_BY_ROW[rank].index()] = rank as u8;
        rank += 1;
    }
    ranks
};

const fn is_on_board(row: i32, column: i32) -> bool {
    let gap = row - column;
    0 <= row && row < 9 && 0 <= column && column < 9 && -4 <= gap && gap <= 4
}

const fn number(row: i32, column: i32) -> usize {
    (column + 13 * row) as usize % CELLS
}

const fn inner() -> [u64; 6] {
    let mut inner = [0; 6];
    let mut d = 0;
    while d < 6 {
        let (down, across) = Direction::ALL[d].delta();
        let mut at = 0;
        while at < 81 {
            let (row, column) = (at / 9, at % 9);
            if is_on_board(row, column) && is_on_board(row + down, column + across) {
                inner[d] |= 1 << number(row, column);
            }
            at += 1;
        }
        d += 1;
    }
    inner
}

const fn room() -> [[u8; CELLS]; 6] {
    let mut room = [[0; CELLS]; 6];
    let mut d = 0;
    while d < 6 {
        let mut start = 0;
        while start < CELLS {
            let mut cell = start;
            while INNER[d] >> cell & 1 == 1 {
                cell = (cell + STRIDE[d] as usize) % CELLS;
                room[d][start] += 1;
            }
            start += 1;
        }
        d += 1;
    }
    room
}

const fn rings() -> [u64; 5] {
    let mut within = [1 << CENTRE; 5];
    let mut distance = 1;
    while distance < 5 {
        within[distance] = spread(within[distance - 1]);
        distance += 1;
    }
    let mut rings = within;
    let mut distance = 1;
    while distance < 5 {
        rings[distance] = within[distance] & !within[distance - 1];
        distance += 1;
    }
    rings
}

const fn row_by_row() -> [Cell; CELLS] {
    let mut cells = [Cell(0); CELLS];
    let (mut at, mut count) = (0, 0);
    while at < 81 {
        if is_on_board(at / 9, at % 9) {
            cells[count] = Cell(number(at / 9, at % 9) as u8);
            count += 1;
        }
        at += 1;
    }
    cells
}

/// Bit `p` of the result is bit `p + direction` of the set. Bits that have no neighbour there are
/// arbitrary: callers mask them with [`INNER`].
#[inline(always)]
pub(crate) const fn look<const D: usize>(set: u64) -> u64 {
    let stride = STRIDE[D];
    // Rows are contiguous and A1 is 0, so that nothing wraps along a row.
    match stride {
        1 => set >> 1,
        60 => set << 1,
        _ => (set >> stride) | (set << (CELLS as u32 - stride)),
    }
}

/// The cells that look at one of the set in a direction.
pub(crate) const fn looking_at(set: u64, direction: Direction) -> u64 {
    let stride = STRIDE[direction.index()];
    ((set >> stride) | (set << (CELLS as u32 - stride))) & INNER[direction.index()]
}

/// The set after a step of all its cells; those that step off the board are gone.
pub const fn shifted(set: u64, direction: Direction) -> u64 {
    looking_at(set, direction.opposite())
}

/// The set and all its neighbours.
pub const fn spread(set: u64) -> u64 {
    let mut all = set;
    let mut d = 0;
    while d < 6 {
        all |= looking_at(set, Direction::ALL[d]);
        d += 1;
    }
    all
}

/// The cells of a set, by number.
pub fn cells_of(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = Cell(set.trailing_zeros() as u8);
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// A cell of the board; its number is its bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a row (A = 1) and a column, both from 1 to 9.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        let (row, column) = (row as i32 - 1, column as i32 - 1);
        if is_on_board(row, column) { Some(Self(number(row, column) as u8)) } else { None }
    }

    /// The cell of a number below 61; larger numbers wrap around.
    pub const fn from_index(index: usize) -> Self {
        Self((index % CELLS) as u8)
    }

    /// All cells from A1 to I9, row by row.
    pub const fn all() -> &'static [Self; CELLS] {
        &ROW_BY_ROW
    }

    /// Its number, below 61.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The row, A = 1 to I = 9.
    pub const fn row(self) -> usize {
        ROW[self.index()] as usize
    }

    /// The column, 1 to 9.
    pub const fn column(self) -> usize {
        (self.0 as usize + 13 * CELLS - 13 * (self.row() - 1)) % CELLS + 1
    }

    /// The steps to the centre, 0 to 4.
    #[inline]
    pub const fn distance(self) -> usize {
        DISTANCE[self.index()] as usize
    }

    /// The cell `steps` further, if that is on the board.
    pub const fn walk(self, direction: Direction, steps: usize) -> Option<Self> {
        if steps > self.room(direction) { None } else { Some(self.wrapping(direction, steps)) }
    }

    /// The neighbour in a direction.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        self.walk(direction, 1)
    }

    /// The steps to the edge in a direction; one more leaves the board.
    #[inline]
    pub const fn room(self, direction: Direction) -> usize {
        ROOM[direction.index()][self.index()] as usize
    }

    /// The cell `steps` further on the board that has no edge.
    #[inline]
    pub(crate) const fn wrapping(self, direction: Direction, steps: usize) -> Self {
        Self(((self.0 as usize + STRIDE[direction.index()] as usize * steps) % CELLS) as u8)
    }

    /// The direction of the neighbour `other`, if it is one.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == Some(other))
    }

    /// The place in [`all`](Cell::all), from 0: rows before columns.
    pub const fn rank(self) -> usize {
        RANK[self.index()] as usize
    }

    /// The image under one of the twelve symmetries of the hexagon: turned by 60° `symmetry % 6`
    /// times, after a reflection if `symmetry` is 6 or more.
    #[must_use]
    pub const fn image(self, symmetry: usize) -> Self {
        let (row, column) = (self.row(), self.column());
        let mirrored =
            if symmetry >= 6 { number(column as i32 - 1, row as i32 - 1) } else { self.index() };
        let mut offset = mirrored + CELLS - CENTRE;
        let mut turns = symmetry % 6;
        while turns > 0 {
            offset = offset * 14 % CELLS;
            turns -= 1;
        }
        Self(((CENTRE + offset) % CELLS) as u8)
    }
}

/// The image of a set; see [`Cell::image`].
pub fn image_of(set: u64, symmetry: usize) -> u64 {
    cells_of(set).fold(0, |image, cell| image | cell.image(symmetry).bit())
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.row() as u8 - 1) as char, self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = String;

    /// Reads a name such as `C5`, in any case.
    fn from_str(text: &str) -> Result<Self, String> {
        let not_a_cell =
            || format!("{text} is not a cell; expected one from A1 to I9", text = quoted(text));
        let [row, column] = text.as_bytes() else { return Err(not_a_cell()) };
        let letter = row.to_ascii_uppercase() as char;
        if !letter.is_ascii_uppercase() || !column.is_ascii_digit() {
            return Err(not_a_cell());
        }
        let (row, column) = (letter as usize - 'A' as usize + 1, usize::from(column - b'0'));
        Self::at(row, column).ok_or_else(|| match row {
            1..=9 => format!(
                "{letter}{column} is off the board; row {letter} has columns {} to {}",
                row.max(5) - 4,
                row.min(5) + 4
            ),
            _ => format!("{letter}{column} is off the board; its rows are A to I"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_61_cells_in_nine_rows() {
        assert_eq!(Cell::all().iter().fold(0, |set, cell| set | cell.bit()), BOARD);
        let names: Vec<String> = Cell::all().iter().map(ToString::to_string).collect();
        assert_eq!(names[..6], ["A1", "A2", "A3", "A4", "A5", "B1"]);
        assert_eq!(names[26..35], ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9"]);
        assert_eq!(names[56..], ["I5", "I6", "I7", "I8", "I9"]);
        for &cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
        }
    }

    #[test]
    fn a_step_adds_the_rows_and_columns_of_its_direction() {
        for &cell in Cell::all() {
            for direction in Direction::ALL {
                let (up, right) = direction.delta();
                let row = cell.row().checked_add_signed(up as isize);
                let column = cell.column().checked_add_signed(right as isize);
                let expected = row.zip(column).and_then(|(row, column)| Cell::at(row, column));
                assert_eq!(cell.step(direction), expected, "{cell} {direction:?}");
                assert_eq!(shifted(cell.bit(), direction), expected.map_or(0, Cell::bit));
                if let Some(next) = expected {
                    assert_eq!(next.step(direction.opposite()), Some(cell));
                    assert_eq!(cell.direction_to(next), Some(direction));
                }
            }
        }
    }

    #[test]
    fn rings_hold_1_6_12_18_and_24_cells() {
        assert_eq!(RINGS.map(u64::count_ones), [1, 6, 12, 18, 24]);
        assert_eq!(RINGS[0], "E5".parse::<Cell>().unwrap().bit());
        let corners = ["A1", "A5", "E1", "E9", "I5", "I9"];
        let set = corners.iter().fold(0, |set, name| set | name.parse::<Cell>().unwrap().bit());
        assert_eq!(CORNERS, set);
    }

    #[test]
    fn symmetries_map_neighbours_to_neighbours() {
        for symmetry in 0..12 {
            assert_eq!(image_of(BOARD, symmetry), BOARD);
            for &cell in Cell::all() {
                assert_eq!(
                    image_of(spread(cell.bit()), symmetry),
                    spread(cell.image(symmetry).bit())
                );
            }
        }
    }

    #[test]
    fn cells_off_the_board_are_refused_with_the_row_s_columns() {
        assert_eq!(
            "A6".parse::<Cell>().unwrap_err(),
            "A6 is off the board; row A has columns 1 to 5"
        );
        assert_eq!(
            "i4".parse::<Cell>().unwrap_err(),
            "I4 is off the board; row I has columns 5 to 9"
        );
        for text in ["", "A", "J1", "A0", "11", "A10", "é", "Aé"] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
