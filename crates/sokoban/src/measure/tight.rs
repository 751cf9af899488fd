use std::collections::HashSet;

use super::floor::{Floor, Spots, bit, cells, inside};
use super::{Interest, Whole};
use crate::{Direction, Grid, Tile};

/// Something in a drawing that the puzzle does not need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loose {
    /// A floor square, by row and column, that could as well be a wall.
    Square(usize, usize),
    /// A box on a goal, by row and column, that could as well be a wall.
    Crate(usize, usize),
    /// A wall, by row and column, that touches no floor.
    Wall(usize, usize),
}

/// What a level has that it does not need: a wall in the place of a square or box changes nothing about the
/// shortest solutions, the ways to go wrong on them and the walk of `solution`; and walls behind walls. In levels
/// with more than `most_states` positions a square counts as needed where any box could come, or be pushed from.
pub fn loose(grid: &Grid, solution: &str, most_states: usize) -> Vec<Loose> {
    let place = |square: usize| (square / grid.width(), square % grid.width());
    let mut found: Vec<Loose> =
        bulk(grid).into_iter().map(place).map(|(row, column)| Loose::Wall(row, column)).collect();
    let Some(trodden) = trodden(grid, solution) else { return found };
    let mut left = u64::MAX;
    let mut answer = |grid: &Grid| answer(grid, most_states, &mut left);
    let inside = inside_of(grid);
    let images = Images::of(grid);
    let Some(needed) = answer(grid) else {
        let Some(useful) = useful(grid) else { return found };
        let idle = |at: &usize| {
            grid.tiles()[*at] == Tile::Floor && inside[*at] && !trodden[*at] && !useful.contains(at)
        };
        let loose = (0..grid.tiles().len())
            .filter(|&square| images.of_square(square).iter().all(idle))
            .filter(|&square| cuts_nothing_off(grid, &images.of_square(square)));
        found.extend(loose.map(place).map(|(row, column)| Loose::Square(row, column)));
        return found;
    };
    for (square, &tile) in grid.tiles().iter().enumerate() {
        let candidate = tile == Tile::Floor || tile == Tile::CrateOnGoal;
        let alike = images.of_square(square);
        let free = |&at: &usize| grid.tiles()[at] == tile && !trodden[at] && inside[at];
        if !candidate || !alike.iter().all(free) {
            continue;
        }
        let walled = with_wall(grid, &alike);
        if walled.is_some_and(|walled| answer(&walled) == Some(needed)) {
            let (row, column) = place(square);
            let of = if tile == Tile::Floor { Loose::Square } else { Loose::Crate };
            found.push(of(row, column));
        }
    }
    found
}

/// The level without the squares that are [`loose`]. They go in turn, so that of two that could go in each
/// other's stead one stays. `None` where the level has more than `most_states` positions, or is not solved. What is looked at
/// is taken from `left`; when nothing is left, nothing more goes.
pub fn tightened(grid: &Grid, solution: &str, most_states: usize, left: &mut u64) -> Option<Grid> {
    let trodden = trodden(grid, solution)?;
    let mut drawn = grid.clone();
    let needed = answer(grid, most_states, left)?;
    let images = Images::of(grid);
    for square in 0..grid.tiles().len() {
        let alike = images.of_square(square);
        let free =
            |&at: &usize| drawn.tiles()[at] == Tile::Floor && !trodden[at] && inside_of(&drawn)[at];
        if alike.iter().all(free)
            && let Some(walled) = with_wall(&drawn, &alike)
            && answer(&walled, most_states, left) == Some(needed)
        {
            drawn = walled;
        }
    }
    Some(drawn)
}

/// In what ways the floor of a level is like its own image; what is taken from it is taken from all images,
/// so that a drawing that is symmetric stays so.
struct Images {
    width: usize,
    /// The least and the greatest row and column of floor, added.
    sums: (usize, usize),
    /// Which of [`WAYS`](Images::WAYS) are like the floor.
    ways: [bool; 3],
}

impl Images {
    /// Top and bottom exchanged, left and right, or both.
    const WAYS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

    fn of(grid: &Grid) -> Self {
        let inside = inside_of(grid);
        let width = grid.width();
        let floor: Vec<usize> = (0..inside.len()).filter(|&square| inside[square]).collect();
        let sum = |of: &dyn Fn(usize) -> usize| {
            let numbers = || floor.iter().map(|&square| of(square));
            numbers().min().unwrap_or(0) + numbers().max().unwrap_or(0)
        };
        let sums = (sum(&|square| square / width), sum(&|square| square % width));
        let mut images = Self { width, sums, ways: [false; 3] };
        images.ways =
            Self::WAYS.map(|way| floor.iter().all(|&square| inside[images.image(square, way)]));
        images
    }

    fn image(&self, square: usize, (down, across): (bool, bool)) -> usize {
        let (row, column) = (square / self.width, square % self.width);
        let row = if down { self.sums.0 - row } else { row };
        let column = if across { self.sums.1 - column } else { column };
        row * self.width + column
    }

    /// A square of the floor and its images, each once.
    fn of_square(&self, square: usize) -> Vec<usize> {
        let (row, column) = (square / self.width, square % self.width);
        let mut squares = vec![square];
        // Beyond the floor's own rows and columns there is nothing to take away.
        if row <= self.sums.0 && column <= self.sums.1 {
            let ways = Self::WAYS.into_iter().zip(self.ways).filter(|(_, holds)| *holds);
            squares.extend(ways.map(|(way, _)| self.image(square, way)));
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

/// What a wall in the place of a useless square leaves as it is.
fn answer(grid: &Grid, most_states: usize, left: &mut u64) -> Option<(u32, u32, Whole)> {
    let most = most_states.min(usize::try_from(*left).unwrap_or(usize::MAX));
    let interest = Interest::small(grid, most);
    let looked = interest.as_ref().and_then(|interest| interest.whole);
    *left -= looked.map_or(most as u64, |whole| whole.states);
    let interest = interest?;
    // Fewer positions are no loss.
    let whole = Whole { states: 0, lost: 0.0, ..interest.whole? };
    Some((interest.pushes, interest.changes, whole))
}

/// The squares that a box of the level, alone on the board, can come to, and those from which it can be pushed. `None` where the
/// level is too large.
fn useful(grid: &Grid) -> Option<HashSet<usize>> {
    let (floor, start) = Floor::of(grid)?;
    let mut useful = HashSet::new();
    for cell in cells(start.boxes) {
        let mut spots = Spots::new();
        spots.insert(floor.spot(bit(cell), start.player));
        let mut number = 0;
        while let Some(&spot) = spots.list().get(number) {
            floor.each_push(spot, |shove| {
                let [from, to] =
                    [shove.from, shove.to].map(|cell| floor.squares[usize::from(cell)]);
                useful.extend([from, to, 2 * from - to]);
                spots.insert(floor.after(spot, shove));
            });
            number += 1;
        }
    }
    Some(useful)
}

/// Whether walls on these squares leave all other floor within reach.
fn cuts_nothing_off(grid: &Grid, squares: &[usize]) -> bool {
    let reached = |grid: &Grid| inside_of(grid).into_iter().filter(|&inside| inside).count();
    with_wall(grid, squares).is_some_and(|walled| reached(&walled) + squares.len() == reached(grid))
}

fn inside_of(grid: &Grid) -> Vec<bool> {
    inside(grid).unwrap_or_else(|| vec![false; grid.tiles().len()])
}

/// The squares that a solution treads on or pushes a box to, and those where something stands.
fn trodden(grid: &Grid, solution: &str) -> Option<Vec<bool>> {
    let width = grid.width();
    let mut trodden = vec![false; grid.tiles().len()];
    let mut player = grid.tiles().iter().position(|tile| tile.is_player())?;
    trodden[player] = true;
    for letter in solution.chars() {
        let (down, right) = Direction::from_letter(letter)?.offset();
        let step = |square: usize| square.checked_add_signed(down * width as isize + right);
        player = step(player)?;
        *trodden.get_mut(player)? = true;
        if letter.is_ascii_uppercase() {
            *trodden.get_mut(step(player)?)? = true;
        }
    }
    Some(trodden)
}

fn with_wall(grid: &Grid, squares: &[usize]) -> Option<Grid> {
    let mut tiles = grid.tiles().to_vec();
    squares.iter().for_each(|&square| tiles[square] = Tile::Wall);
    let rows: Vec<Vec<Tile>> = tiles.chunks(grid.width()).map(<[Tile]>::to_vec).collect();
    // A wall that cuts off a part would leave floor that nobody sees.
    Grid::new(&rows)
        .ok()
        .filter(|walled| walled.width() == grid.width() && walled.height() == grid.height())
}

/// The walls that touch no floor that can be reached.
fn bulk(grid: &Grid) -> Vec<usize> {
    let inside = inside_of(grid);
    let (width, height) = (grid.width(), grid.height());
    let touches = |square: usize| {
        let (row, column) = (square / width, square % width);
        (row.saturating_sub(1)..=(row + 1).min(height - 1)).any(|row| {
            (column.saturating_sub(1)..=(column + 1).min(width - 1))
                .any(|column| inside[row * width + column])
        })
    };
    (0..grid.tiles().len())
        .filter(|&square| grid.tiles()[square] == Tile::Wall && !touches(square))
        .collect()
}

/// The level without walls that touch no floor, and with walls in the place of floor that nobody can reach.
pub fn outlined(grid: &Grid) -> Option<Grid> {
    let inside = inside(grid)?;
    let mut tiles = grid.tiles().to_vec();
    for square in 0..tiles.len() {
        if !inside[square] && tiles[square] == Tile::Floor {
            tiles[square] = Tile::Wall;
        }
    }
    let rows: Vec<Vec<Tile>> = tiles.chunks(grid.width()).map(<[Tile]>::to_vec).collect();
    let full = Grid::new(&rows).ok()?;
    let mut tiles = full.tiles().to_vec();
    bulk(&full).into_iter().for_each(|square| tiles[square] = Tile::Floor);
    let rows: Vec<Vec<Tile>> = tiles.chunks(grid.width()).map(<[Tile]>::to_vec).collect();
    Grid::new(&rows).ok()
}
