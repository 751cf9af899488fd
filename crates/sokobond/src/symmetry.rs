//! Mirrors and turns of the board.
//!
//! Where walls and modifiers look the same in a mirror, a position and its mirror image have the same future, but
//! for one thing: pairs that could bond with the same atom are taken in reading order, which a mirror changes. So
//! a search among positions up to symmetry has to follow every order that some image would follow
//! ([`Layout::bonded_in_each_order`]). It then knows at least all that can happen: its bounds hold, and a solution is
//! one if it can be played. Doublers and rotators have orders of their own, so levels with them have no symmetry here.

use crate::Direction;
use crate::board::Board;
use crate::layout::{Layout, Side};
use crate::level::{Level, ModifierKind};
use crate::rules::state::{Seat, State};

/// One way to lay the board onto itself.
#[derive(Debug, Clone)]
pub(crate) struct Image {
    /// Number of a floor cell → its number in the image.
    pub(crate) cell: Vec<u16>,
    /// Place → its rank in the reading order of the image.
    rank: Vec<u16>,
    /// What points to the right and what points down in the image.
    pub(crate) right: Direction,
    pub(crate) down: Direction,
}

impl Image {
    /// Where a pair of neighbours comes in the order of the image: vertical ones first, then by the first atom.
    pub(crate) fn order(&self, place: usize, far: usize, side: Side) -> u32 {
        let along = if side == Side::Right { Direction::Right } else { Direction::Down };
        let horizontal = u32::from(along.is_vertical() == self.right.is_vertical());
        horizontal << 15 | u32::from(self.rank[place].min(self.rank[far]))
    }
}

/// All ways to lay the board onto itself, with the best ones for each place of the hero.
#[derive(Debug, Clone)]
pub(crate) struct Symmetry {
    images: Vec<Image>,
    /// Place of the hero → the images with the hero on the first cell, as bits.
    best: Vec<u8>,
}

/// How columns and rows change: swapped first, then counted from the other end.
#[derive(Clone, Copy)]
struct Turn {
    swap: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// Only the board itself.
    pub(crate) const NONE: Self = Self { images: Vec::new(), best: Vec::new() };

    /// Finds the symmetries of a level that a board was set up for.
    pub(crate) fn of(board: &Board) -> Self {
        let level = board.level();
        if board.has_doublers || board.has_rotators {
            return Self::NONE;
        }
        let mut images = Vec::new();
        for bits in 0..8u8 {
            let turn = Turn { swap: bits & 4 != 0, flip_x: bits & 1 != 0, flip_y: bits & 2 != 0 };
            images.extend(turn.image(level, board));
        }
        if images.len() < 2 {
            return Self::NONE;
        }
        let mut best = vec![0; board.places];
        for (number, &place) in board.place_of.iter().enumerate() {
            let least = images.iter().map(|image| image.cell[number]).min();
            for (bit, image) in images.iter().enumerate() {
                best[place as usize] |= u8::from(Some(image.cell[number]) == least) << bit;
            }
        }
        Self { images, best }
    }

    /// Whether there is none but the board itself.
    pub(crate) fn is_trivial(&self) -> bool {
        self.images.is_empty()
    }

    /// All of them, the board itself first; none where there is no other.
    pub(crate) fn images(&self) -> &[Image] {
        &self.images
    }

    /// The state that stands for a position and all its images.
    pub(crate) fn fold<const P: usize, const A: usize>(
        &self,
        board: &Board,
        layout: &Layout<P, A>,
    ) -> State {
        if self.is_trivial() {
            return layout.fold(board);
        }
        let best = self.best[layout.place[0] as usize];
        let folded = |bit: usize| layout.fold_image(board, &self.images[bit]);
        let mut state = folded(best.trailing_zeros() as usize);
        for bit in best.trailing_zeros() as usize + 1..self.images.len() {
            if best >> bit & 1 == 1 {
                let other = folded(bit);
                if other.seats() < state.seats() {
                    state = other;
                }
            }
        }
        state
    }
}

impl Turn {
    fn apply(self, (x, y): (usize, usize), (width, height): (usize, usize)) -> (usize, usize) {
        let (x, y) = if self.swap { (y, x) } else { (x, y) };
        (if self.flip_x { width - 1 - x } else { x }, if self.flip_y { height - 1 - y } else { y })
    }

    /// The direction that becomes the given one.
    fn source(self, wanted: Direction) -> Direction {
        let becomes = |way: Direction| {
            let way = match (self.swap, way) {
                (false, way) => way,
                (true, Direction::Up) => Direction::Left,
                (true, Direction::Left) => Direction::Up,
                (true, Direction::Down) => Direction::Right,
                (true, Direction::Right) => Direction::Down,
            };
            let flipped = if way.is_vertical() { self.flip_y } else { self.flip_x };
            if flipped { way.opposite() } else { way }
        };
        Direction::ALL.into_iter().find(|&way| becomes(way) == wanted).unwrap_or(wanted)
    }

    /// The image, if the board looks the same in it.
    fn image(self, level: &Level, board: &Board) -> Option<Image> {
        let cells: Vec<(usize, usize)> =
            board.place_of.iter().map(|&place| board.cell_of(place as usize)).collect();
        let left = cells.iter().map(|cell| cell.0).min()?;
        let top = cells.iter().map(|cell| cell.1).min()?;
        let size = (
            cells.iter().map(|cell| cell.0).max()? - left + 1,
            cells.iter().map(|cell| cell.1).max()? - top + 1,
        );
        if self.swap && size.0 != size.1 {
            return None;
        }
        let turned = |(x, y): (usize, usize)| {
            let (x, y) = self.apply((x - left, y - top), size);
            (x + left, y + top)
        };
        let place = |(x, y): (usize, usize)| (y + 1) * board.stride + x + 1;
        let mut cell = Vec::new();
        let mut rank = vec![0; board.places];
        for &from in &cells {
            let to = place(turned(from));
            if board.is_blocked(to) {
                return None;
            }
            cell.push(board.number_of[to]);
            rank[place(from)] = to as u16;
        }
        // A corner outside the floor's box is met by nobody.
        let inside = |x: usize, y: usize| {
            (left..left + size.0 - 1).contains(&x) && (top..top + size.1 - 1).contains(&y)
        };
        let kind_at = |x: usize, y: usize| -> Option<ModifierKind> { board.corners[place((x, y))] };
        for modifier in level.modifiers.iter().filter(|modifier| inside(modifier.x, modifier.y)) {
            let (a, b) = turned((modifier.x, modifier.y));
            let (c, d) = turned((modifier.x + 1, modifier.y + 1));
            if kind_at(a.min(c), b.min(d)) != Some(modifier.kind) {
                return None;
            }
        }
        let (right, down) = (self.source(Direction::Right), self.source(Direction::Down));
        Some(Image { cell, rank, right, down })
    }
}

impl<const P: usize, const A: usize> Layout<P, A> {
    /// The canonical state of this position's image.
    fn fold_image(&self, board: &Board, image: &Image) -> State {
        let mut state = State::empty(self.len);
        for (index, seat) in state.seats_mut().iter_mut().enumerate() {
            let cell = image.cell[board.number_of[self.place[index] as usize] as usize];
            let right = self.lines_towards(board, index, image.right);
            let down = self.lines_towards(board, index, image.down);
            *seat = Seat::new(cell, right, down);
        }
        state.sort(&board.groups);
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Small;
    use crate::notation;
    use plyground_core::{Puzzle as _, Rng};

    /// The number of symmetries, and a level's walls and modifiers.
    const ROOMS: [(usize, &str); 4] = [
        (8, "xxxxxxx\nxh---hx\nx-c---x\nx--Nh-x\nx-----x\nxo---hx\nxxxxxxx\n"),
        (4, "xxxxxxxx\nxh----hx\nx-cxx--x\nx--xxN-x\nxo----hx\nxxxxxxxx\n"),
        (2, "v2\nx x x x x\n\nx H - h x\n   / /\nx - o - x\n\nx - - - x\n\nx x x x x\n"),
        (0, "v2\nx x x x x x\n\nx H - h - x\n   /\nx - o - - x\n\nx - - - - x\n\nx x x x x x\n"),
    ];

    #[test]
    fn all_images_of_a_position_have_one_state() {
        let mut rng = Rng::new(5);
        for (images, text) in ROOMS {
            let level = notation::parse(text.as_bytes()).expect("a level").remove(0);
            let board = Board::new(&level, false).expect("a board");
            assert_eq!(board.symmetry.images().len(), images, "{text}");
            let mut state = board.start();
            for _ in 0..200 {
                let mut moves = Vec::new();
                board.moves(&state, &mut moves);
                let Some(&way) = rng.pick(&moves) else { break };
                state = board.play(&state, way);
                let layout = Small::new(&board, &state);
                let stands_for_all = board.symmetry.fold(&board, &layout);
                for image in board.symmetry.images() {
                    let image = Small::new(&board, &layout.fold_image(&board, image));
                    assert_eq!(board.symmetry.fold(&board, &image), stands_for_all, "{state:?}");
                    assert_eq!(image.bonds.total, layout.bonds.total);
                }
            }
        }
    }
}
