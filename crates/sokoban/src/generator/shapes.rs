use plyground_core::Rng;

use super::room::{Mirror, Room};

/// How a room is drawn before it is improved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Template,
    Cave,
    Rooms,
    Corridor,
    Symmetric,
    Outline,
    Alcove,
    Pillars,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Template,
        Self::Cave,
        Self::Rooms,
        Self::Corridor,
        Self::Symmetric,
        Self::Outline,
        Self::Alcove,
        Self::Pillars,
    ];

    /// One of them.
    pub fn any(rng: &mut Rng) -> Self {
        Self::ALL[rng.below(Self::ALL.len())]
    }

    /// Draws a room of this shape; `None` where it did not come out well.
    pub fn draw(self, width: usize, height: usize, rng: &mut Rng) -> Option<Room> {
        let mut room = match self {
            Self::Template => Room::from_templates(width, height, rng)?,
            Self::Cave => Room::cave(width, height, rng)?,
            Self::Rooms => rooms(width, height, rng),
            Self::Corridor => corridor(width, height, rng),
            Self::Symmetric => symmetric(width, height, rng)?,
            Self::Outline => outline(width, height, rng),
            Self::Alcove => hall(width, height, rng),
            Self::Pillars => pillars(width, height, rng),
        };
        room.keep_largest_part();
        Some(room)
    }
}

/// A hall that walls with one gap each part into rooms.
fn rooms(width: usize, height: usize, rng: &mut Rng) -> Room {
    let mut room = Room::open(width, height);
    let across = 3 + rng.below((width - 5).max(1));
    let gap = 1 + rng.below(height - 2);
    for row in (1..height - 1).filter(|&row| row != gap) {
        room.set(row, across.min(width - 3), false);
    }
    if height >= 8 && rng.below(2) == 0 {
        let down = 3 + rng.below(height - 6);
        let (from, to) = if rng.below(2) == 0 { (1, across) } else { (across + 1, width - 1) };
        let gap = from + rng.below(to.saturating_sub(from).max(1));
        for column in (from..to).filter(|&column| column != gap) {
            room.set(down, column, false);
        }
        // A wall must not end in the other's gap.
        room.set(gap_row(down, height), gap, true);
    }
    room.fix_walls();
    room.nibble(rng.below(5), rng);
    room
}

/// A row beside a wall's row, inside the room.
const fn gap_row(row: usize, height: usize) -> usize {
    if row + 2 < height { row + 1 } else { row - 1 }
}

/// A way around, one square wide, with a chamber and a few bays to turn in.
fn corridor(width: usize, height: usize, rng: &mut Rng) -> Room {
    let mut room = Room::walled(width, height);
    let (bottom, right) = (height - 2, width - 2);
    for column in 1..=right {
        room.set(1, column, true);
        room.set(bottom, column, true);
    }
    for row in 1..=bottom {
        room.set(row, 1, true);
        room.set(row, right, true);
    }
    for _ in 0..1 + rng.below(3) {
        if rng.below(2) == 0 {
            let column = 1 + rng.below(right);
            (1..=bottom).for_each(|row| room.set(row, column, true));
        } else {
            let row = 1 + rng.below(bottom);
            (1..=right).for_each(|column| room.set(row, column, true));
        }
    }
    let (tall, wide) = (2 + rng.below(2), 2 + rng.below(2));
    let (top, left) = (1 + rng.below((bottom - 1).max(1)), 1 + rng.below((right - 1).max(1)));
    for row in top..(top + tall).min(height - 1) {
        for column in left..(left + wide).min(width - 1) {
            room.set(row, column, true);
        }
    }
    for _ in 0..rng.below(4) {
        room.set(1 + rng.below(bottom), 1 + rng.below(right), true);
    }
    for _ in 0..rng.below(4) {
        room.set(1 + rng.below(bottom), 1 + rng.below(right), false);
    }
    room
}

/// A cave and its image: mirrored, turned by half, or mirrored twice.
fn symmetric(width: usize, height: usize, rng: &mut Rng) -> Option<Room> {
    let mut room = match rng.below(3) {
        0 => Room::cave(width, height, rng)?,
        1 => Room::from_templates(width, height, rng)?,
        _ => pillars(width, height, rng),
    };
    room.mirror = [Mirror::Sides, Mirror::Sides, Mirror::Turn, Mirror::Both][rng.below(4)];
    room.make_alike();
    Some(room)
}

/// A figure: a cross, a ring, an H, a U, a T, a diamond, an hourglass, stairs or a pair of squares.
fn outline(width: usize, height: usize, rng: &mut Rng) -> Room {
    let mut room = Room::walled(width, height);
    let (wide, tall) = (width as isize - 2, height as isize - 2);
    let figure = rng.below(9);
    let (third, part) = ((wide / 3).max(1), (tall / 3).max(1));
    for row in 0..tall {
        for column in 0..wide {
            let (middle_row, middle_column) =
                ((part..tall - part).contains(&row), (third..wide - third).contains(&column));
            // Twice the distance from the middle, so that it is a whole number.
            let (down, aside) = ((2 * row - tall + 1).abs(), (2 * column - wide + 1).abs());
            let inside = match figure {
                0 => middle_row || middle_column,
                1 => !(middle_row && middle_column) || down.max(aside) > 4,
                2 => !middle_column || middle_row,
                3 => !middle_column || row >= tall - part,
                4 => row < part || middle_column,
                5 => down * wide + aside * tall <= wide * tall + 2,
                6 => aside * tall <= (down + 3) * wide,
                7 => (row * 2 < tall) == (column * 2 < wide) || middle_row,
                _ => {
                    (row <= tall / 2 && column <= wide / 2)
                        || (row >= tall / 2 && column >= wide / 2)
                }
            };
            room.set(row as usize + 1, column as usize + 1, inside);
        }
    }
    room.mirror = match figure {
        3 | 4 => Mirror::Sides,
        7 | 8 => Mirror::Turn,
        _ => [Mirror::None, Mirror::Sides, Mirror::Both][rng.below(3)],
    };
    room.make_alike();
    room.fix_walls();
    room.nibble(rng.below(4), rng);
    room.make_alike();
    room
}

/// A plain hall; its goals go into a dead end of its own.
fn hall(width: usize, height: usize, rng: &mut Rng) -> Room {
    let mut room = Room::open(width, height);
    let deep = 2 + rng.below((width / 2).max(3) - 1);
    let row = 1 + rng.below(height - 2);
    // The columns on the right are the dead end: one row of them stays open.
    for at in (1..height - 1).filter(|&at| at != row) {
        for column in width - 1 - deep..width - 1 {
            room.set(at, column, false);
        }
    }
    room.fix_walls();
    room.nibble(2 + rng.below(5), rng);
    for column in width - 1 - deep..width - 1 {
        room.set(row, column, true);
    }
    room
}

/// A hall with pillars at every second place, some of them missing.
fn pillars(width: usize, height: usize, rng: &mut Rng) -> Room {
    let mut room = Room::open(width, height);
    let (from_row, from_column) = (2 + rng.below(2), 2 + rng.below(2));
    for row in (from_row..height - 2).step_by(2) {
        for column in (from_column..width - 2).step_by(2) {
            if rng.below(4) > 0 {
                room.set(row, column, false);
            }
        }
    }
    room
}
