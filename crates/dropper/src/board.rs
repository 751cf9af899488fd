//! The board: neighbours, Free squares and groups as operations on sets of squares.

pub(crate) mod bits;

use bits::Bits;

/// The smallest board that is offered.
pub const MIN_SIZE: usize = 2;
/// The largest board that is offered.
pub const MAX_SIZE: usize = 12;
/// The most groups one colour can have on the largest board.
const MAX_GROUPS: usize = MAX_SIZE * MAX_SIZE / 2;

/// An N × N board. Square 0 is A1, the next ones follow to the right, then row by row upwards.
#[derive(Debug, Clone)]
pub struct Board<B> {
    size: usize,
    all: B,
    not_left: B,
    not_right: B,
    near: Box<[B]>,
}

/// The eight directions, as numbers for [`Board::step`].
pub const DIRECTIONS: usize = 8;

impl<B: Bits> Board<B> {
    /// The board of this size, which must fit the set type.
    pub fn new(size: usize) -> Self {
        let set = |wanted: &dyn Fn(usize) -> bool| {
            (0..size * size).filter(|&s| wanted(s)).fold(B::EMPTY, |set, s| set | B::bit(s))
        };
        let mut board = Self {
            size,
            all: set(&|_| true),
            not_left: set(&|s| s % size != 0),
            not_right: set(&|s| s % size != size - 1),
            near: Box::default(),
        };
        board.near = (0..size * size).map(|s| board.around(B::bit(s))).collect();
        board
    }

    /// Squares along a side.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Every square.
    pub const fn all(&self) -> B {
        self.all
    }

    /// The up to eight neighbours of a square.
    pub fn near(&self, square: usize) -> B {
        self.near[square]
    }

    fn east(&self, set: B) -> B {
        set.up(1) & self.not_left
    }
    fn west(&self, set: B) -> B {
        set.down(1) & self.not_right
    }
    fn north(&self, set: B) -> B {
        set.up(self.size as u32) & self.all
    }
    fn south(&self, set: B) -> B {
        set.down(self.size as u32)
    }

    /// The set moved one step in one of the eight directions; direction 7 − d is opposite to d.
    #[must_use]
    pub fn step(&self, set: B, direction: usize) -> B {
        match direction {
            0 => self.south(self.west(set)),
            1 => self.south(set),
            2 => self.south(self.east(set)),
            3 => self.west(set),
            4 => self.east(set),
            5 => self.north(self.west(set)),
            6 => self.north(set),
            _ => self.north(self.east(set)),
        }
    }

    /// All squares that have one of the set among their eight neighbours.
    #[must_use]
    pub fn around(&self, set: B) -> B {
        let sides = self.east(set) | self.west(set);
        let row = sides | set;
        sides | self.north(row) | self.south(row)
    }

    /// All squares that have one of the set among their four orthogonal neighbours.
    #[must_use]
    pub fn beside(&self, set: B) -> B {
        self.east(set) | self.west(set) | self.north(set) | self.south(set)
    }

    /// The squares that are empty and touch no stone.
    #[must_use]
    pub fn free_squares(&self, occupied: B) -> B {
        self.all & !(occupied | self.around(occupied))
    }

    /// The orthogonally connected part of `stones` that holds the seed; the seed is part of `stones`.
    #[must_use]
    pub fn group(&self, stones: B, seed: B) -> B {
        let mut group = seed;
        loop {
            let grown = (group | self.beside(group)) & stones;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// The groups of one colour, in the order of their lowest squares.
    pub fn groups(&self, stones: B) -> Groups<'_, B> {
        Groups { board: self, rest: stones }
    }

    /// The size of one colour's largest group.
    pub fn largest_group(&self, stones: B) -> u32 {
        let (mut largest, mut rest) = (0, stones);
        let mut left = stones.count();
        while left > largest {
            let group = self.group(rest, B::bit(rest.lowest()));
            let size = group.count();
            largest = largest.max(size);
            rest = rest ^ group;
            left -= size;
        }
        largest
    }

    /// The sizes of one colour's groups, largest first.
    pub fn group_sizes(&self, stones: B) -> GroupSizes {
        let mut sizes = GroupSizes { sizes: [0; MAX_GROUPS], len: 0 };
        for group in self.groups(stones) {
            sizes.sizes[sizes.len] = group.count() as u8;
            sizes.len += 1;
        }
        sizes.sizes[..sizes.len].sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The square as it lies under one of the eight symmetries; symmetry 0 changes nothing.
    pub fn turned(&self, square: usize, symmetry: usize) -> usize {
        let last = self.size - 1;
        let (mut column, mut row) = (square % self.size, square / self.size);
        if symmetry & 1 != 0 {
            column = last - column;
        }
        if symmetry & 2 != 0 {
            row = last - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        row * self.size + column
    }
}

/// The groups of one colour.
#[derive(Debug, Clone)]
pub struct Groups<'a, B> {
    board: &'a Board<B>,
    rest: B,
}

impl<B: Bits> Iterator for Groups<'_, B> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        if self.rest.is_empty() {
            return None;
        }
        let group = self.board.group(self.rest, B::bit(self.rest.lowest()));
        self.rest = self.rest ^ group;
        Some(group)
    }
}

/// Sizes of groups, largest first. A list is better than another by its first entry that differs, a missing
/// entry counting as 0.
#[derive(Clone)]
pub struct GroupSizes {
    sizes: [u8; MAX_GROUPS],
    len: usize,
}

impl GroupSizes {
    /// The sizes, largest first.
    pub fn as_slice(&self) -> &[u8] {
        &self.sizes[..self.len]
    }

    /// The largest size; 0 where there are no stones.
    pub fn largest(&self) -> u8 {
        self.sizes[0]
    }
}

impl Ord for GroupSizes {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // No entry is 0, so a list that goes on is larger than its beginning: the order of slices.
        self.as_slice().cmp(other.as_slice())
    }
}

impl PartialOrd for GroupSizes {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for GroupSizes {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for GroupSizes {}

impl std::fmt::Debug for GroupSizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl std::fmt::Display for GroupSizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.len == 0 {
            return f.write_str("0");
        }
        let words: Vec<String> = self.as_slice().iter().map(u8::to_string).collect();
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::bits::Wide;
    use super::*;

    fn neighbours_hold<B: Bits>(size: usize) {
        let board = Board::<B>::new(size);
        for a in 0..size * size {
            for b in 0..size * size {
                let columns = (a % size).abs_diff(b % size);
                let rows = (a / size).abs_diff(b / size);
                assert_eq!(board.near(a).has(b), a != b && columns <= 1 && rows <= 1);
                assert_eq!(board.beside(B::bit(a)).has(b), columns + rows == 1);
            }
            for direction in 0..DIRECTIONS {
                let there = board.step(B::bit(a), direction);
                assert!(there.is_empty() || board.step(there, 7 - direction) == B::bit(a));
            }
            let steps = (0..DIRECTIONS).fold(B::EMPTY, |set, d| set | board.step(B::bit(a), d));
            assert_eq!(steps, board.near(a));
        }
    }

    #[test]
    fn neighbours_are_the_squares_at_distance_one() {
        for size in 1..=8 {
            neighbours_hold::<u64>(size);
        }
        for size in [2, 5, 8, 9, 10, 11, 12] {
            neighbours_hold::<Wide>(size);
        }
    }

    #[test]
    fn the_eight_symmetries_are_different_and_keep_neighbours() {
        let board = Board::<u64>::new(5);
        let images: Vec<Vec<usize>> =
            (0..8).map(|symmetry| (0..25).map(|s| board.turned(s, symmetry)).collect()).collect();
        for (i, image) in images.iter().enumerate() {
            assert!(images[..i].iter().all(|other| other != image));
            for a in 0..25 {
                for b in 0..25 {
                    assert_eq!(board.near(a).has(b), board.near(image[a]).has(image[b]));
                }
            }
        }
    }

    #[test]
    fn lists_compare_entry_by_entry_and_a_missing_entry_is_zero() {
        let list = |entries: &[u8]| {
            let mut sizes = [0; MAX_GROUPS];
            sizes[..entries.len()].copy_from_slice(entries);
            GroupSizes { sizes, len: entries.len() }
        };
        assert!(list(&[5, 3]) < list(&[5, 3, 1]));
        assert!(list(&[5, 3, 3]) > list(&[5, 3, 2]));
        assert!(list(&[4, 4, 4]) < list(&[5]));
        assert_eq!(list(&[2, 2]), list(&[2, 2]));
        assert_eq!(list(&[5, 2, 1]).to_string(), "5,2,1");
    }
}
