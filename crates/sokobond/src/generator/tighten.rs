//! A room that is no larger than the level needs, in which every wall matters.

use plyground_core::Rng;

use super::grade::shortest;
use crate::level::{Atom, Level, Modifier};
use crate::{Board, Direction};

/// Takes away every inner wall that changes nothing, and walls off every square at the rim without which the shortest
/// solution is as long as before. What is left of the inner walls matters: without any of them the level is shorter.
///
/// More floor never makes a solution longer, since every move stays legal, so a wall that was found to matter does so
/// until a square is walled off elsewhere, and the two steps are repeated until nothing changes. The states looked at are taken
/// from `left`; when nothing is left, nothing more changes.
pub(crate) fn tighten(rng: &mut Rng, level: &Level, length: usize, left: &mut u64) -> Level {
    let mut level = level.clone();
    loop {
        let mut changed = false;
        let mut cells: Vec<usize> = (0..level.floor.len()).collect();
        rng.shuffle(&mut cells);
        for &cell in &cells {
            let inner = !level.floor[cell] && is_inner(&level, cell);
            let rim = level.floor[cell] && is_at_rim(&level, cell) && is_empty(&level, cell);
            if !inner && !rim {
                continue;
            }
            level.floor[cell] = !level.floor[cell];
            if same_length(&level, length, left) {
                changed = true;
            } else {
                level.floor[cell] = !level.floor[cell];
            }
        }
        if !changed {
            return crop(&level);
        }
    }
}

/// Whether every inner wall matters: without any one of them the shortest solution is shorter.
pub fn is_tight(level: &Level, length: usize) -> bool {
    (0..level.floor.len()).filter(|&cell| !level.floor[cell] && is_inner(level, cell)).all(|cell| {
        let mut without = level.clone();
        without.floor[cell] = true;
        !same_length(&without, length, &mut { u64::MAX })
    })
}

fn same_length(level: &Level, length: usize, left: &mut u64) -> bool {
    let board = Board::new(level, false).ok();
    board.and_then(|board| shortest(&board, left)).is_some_and(|(moves, _)| moves.len() == length)
}

fn is_empty(level: &Level, cell: usize) -> bool {
    level.atom_at(cell % level.width, cell / level.width).is_none()
}

/// The four cells beside a cell, where there are some.
fn beside(level: &Level, cell: usize) -> impl Iterator<Item = usize> {
    let (width, height) = (level.width, level.height);
    let (x, y) = (cell % width, cell / width);
    Direction::ALL.into_iter().filter_map(move |way| {
        let (dx, dy) = way.step();
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (x < width && y < height).then_some(y * width + x)
    })
}

/// Whether a wall stands inside the room: no way over walls leads from it to the rim of the board.
fn is_inner(level: &Level, cell: usize) -> bool {
    let on_rim = |cell: usize| {
        let (x, y) = (cell % level.width, cell / level.width);
        x == 0 || y == 0 || x + 1 == level.width || y + 1 == level.height
    };
    let mut reached = vec![cell];
    let mut next = 0;
    while next < reached.len() {
        if on_rim(reached[next]) {
            return false;
        }
        for other in beside(level, reached[next]) {
            if !level.floor[other] && !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    true
}

/// Whether a square touches the outline.
fn is_at_rim(level: &Level, cell: usize) -> bool {
    beside(level, cell).any(|other| !level.floor[other] && !is_inner(level, other))
}

/// The level without rows and columns of wall beyond its rim.
fn crop(level: &Level) -> Level {
    let floor = || {
        (0..level.floor.len())
            .filter(|&cell| level.floor[cell])
            .map(|cell| (cell % level.width, cell / level.width))
    };
    let (Some(left), Some(right)) = (floor().map(|at| at.0).min(), floor().map(|at| at.0).max())
    else {
        return level.clone();
    };
    let (Some(top), Some(bottom)) = (floor().map(|at| at.1).min(), floor().map(|at| at.1).max())
    else {
        return level.clone();
    };
    let (width, height) = (right - left + 3, bottom - top + 3);
    let mut small = Level {
        width,
        height,
        floor: vec![false; width * height],
        atoms: level
            .atoms
            .iter()
            .map(|atom| Atom { x: atom.x + 1 - left, y: atom.y + 1 - top, ..*atom })
            .collect(),
        modifiers: Vec::new(),
        ..level.clone()
    };
    for (x, y) in floor() {
        small.floor[(y + 1 - top) * width + x + 1 - left] = true;
    }
    // A modifier outside the cropped board touched no floor, and did nothing.
    small.modifiers = level
        .modifiers
        .iter()
        .filter(|at| {
            (left..=right + 1).contains(&(at.x + 1)) && (top..=bottom + 1).contains(&(at.y + 1))
        })
        .map(|at| Modifier { x: at.x + 1 - left, y: at.y + 1 - top, ..*at })
        .collect();
    small
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn level(text: &str) -> Level {
        notation::parse(text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn a_room_is_cut_down_to_what_the_solution_needs() {
        // The hydrogen goes three to the right; the rows above and below are of no use.
        let wide = level("xxxxxxxx\nx------x\nxH---h-x\nx------x\nxxxxxxxx\n");
        let tight = tighten(&mut Rng::new(1), &wide, 3, &mut { u64::MAX });
        assert_eq!((tight.width, tight.height), (7, 3));
        assert!(is_tight(&tight, 3));
    }

    #[test]
    fn an_inner_wall_that_changes_nothing_goes_and_one_that_does_stays() {
        let idle = level("xxxxxxx\nxH---hx\nx-----x\nx--x--x\nx-----x\nxxxxxxx\n");
        assert!(!is_tight(&idle, 3));
        let in_the_way = level("xxxxxxx\nx-----x\nxH-x-hx\nx-----x\nxxxxxxx\n");
        assert!(is_tight(&in_the_way, 5), "the way around takes two more");
        let kept = tighten(&mut Rng::new(1), &in_the_way, 5, &mut { u64::MAX });
        let board = Board::new(&kept, false).unwrap();
        assert_eq!(shortest(&board, &mut { u64::MAX }).unwrap().0.len(), 5);
    }
}
