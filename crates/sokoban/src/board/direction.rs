/// One of the four ways to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
}

impl Direction {
    /// All four, in the order in which moves are generated.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }

    /// The two ways across.
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::Up | Self::Down => [Self::Left, Self::Right],
            Self::Left | Self::Right => [Self::Up, Self::Down],
        }
    }

    /// Its letter: lower case for a step.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Right => 'r',
            Self::Down => 'd',
            Self::Left => 'l',
        }
    }

    /// The direction of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'u' | 'U' => Some(Self::Up),
            'r' | 'R' => Some(Self::Right),
            'd' | 'D' => Some(Self::Down),
            'l' | 'L' => Some(Self::Left),
            _ => None,
        }
    }

    /// The change of row and column.
    pub const fn offset(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_opposites_letters_and_sides() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().opposite(), direction);
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
            let ((a, b), (c, d)) = (direction.offset(), direction.across()[0].offset());
            assert_eq!(a * c + b * d, 0);
        }
    }
}
