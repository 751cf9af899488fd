use plyground_core::Rng;

use crate::measure::{Floor, Spot};
use crate::{Direction, Grid, Tile};

/// Patterns of three by three squares from which rooms are built, each turned and mirrored at random.
const TEMPLATES: [[&str; 3]; 14] = [
    ["   ", "   ", "   "],
    ["   ", "   ", "   "],
    ["#  ", "   ", "   "],
    ["#  ", "   ", "  #"],
    ["# #", "   ", "   "],
    ["# #", "   ", "# #"],
    ["# #", "#  ", "#  "],
    ["   ", " # ", "   "],
    ["## ", "   ", "   "],
    ["###", "   ", "   "],
    ["###", "   ", "###"],
    ["# #", "   ", "###"],
    ["## ", "#  ", "   "],
    ["###", "###", "   "],
];

/// In what way a room looks like its own image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mirror {
    /// In none.
    None,
    /// Left and right are alike.
    Sides,
    /// It looks the same when it is turned by half.
    Turn,
    /// Left and right are alike, and so are top and bottom.
    Both,
}

/// The floor of a level to be.
#[derive(Debug, Clone)]
pub(super) struct Room {
    pub width: usize,
    pub height: usize,
    pub is_floor: Vec<bool>,
    /// Walls that make the shape, and stay.
    pub is_fixed: Vec<bool>,
    pub mirror: Mirror,
}

impl Room {
    /// Nothing but wall.
    pub fn walled(width: usize, height: usize) -> Self {
        let none = vec![false; width * height];
        Self { width, height, is_floor: none.clone(), is_fixed: none, mirror: Mirror::None }
    }

    /// The floor of a level, as far as the player could walk if there were no boxes.
    pub fn of(grid: &Grid) -> Self {
        let mut room = Self::walled(grid.width(), grid.height());
        room.is_floor = grid.tiles().iter().map(|tile| *tile != Tile::Wall).collect();
        let player =
            grid.tiles().iter().position(|tile| matches!(tile, Tile::Player | Tile::PlayerOnGoal));
        let inside = player.map(|square| room.part(square)).unwrap_or_default();
        room.is_floor.fill(false);
        inside.into_iter().for_each(|square| room.is_floor[square] = true);
        room
    }

    /// Nothing but floor, inside the border.
    pub fn open(width: usize, height: usize) -> Self {
        let mut room = Self::walled(width, height);
        for square in 0..width * height {
            room.is_floor[square] = room.is_inside(square);
        }
        room
    }

    /// Makes a square floor or wall; the border stays.
    pub fn set(&mut self, row: usize, column: usize, floor: bool) {
        let square = row * self.width + column;
        if self.is_inside(square) {
            self.is_floor[square] = floor;
        }
    }

    /// Makes the walls that there are stay walls.
    pub fn fix_walls(&mut self) {
        self.is_fixed = self.is_floor.iter().map(|floor| !floor).collect();
    }

    /// Makes so many squares walls, anywhere.
    pub fn nibble(&mut self, count: usize, rng: &mut Rng) {
        for _ in 0..count {
            self.set(1 + rng.below(self.height - 2), 1 + rng.below(self.width - 2), false);
        }
    }

    /// A square and its images, each once.
    pub fn images(&self, square: usize) -> Vec<usize> {
        let (row, column) = (square / self.width, square % self.width);
        let (below, aside) = (self.height - 1 - row, self.width - 1 - column);
        let at = |row: usize, column: usize| row * self.width + column;
        let mut images = match self.mirror {
            Mirror::None => vec![square],
            Mirror::Sides => vec![square, at(row, aside)],
            Mirror::Turn => vec![square, at(below, aside)],
            Mirror::Both => vec![square, at(row, aside), at(below, column), at(below, aside)],
        };
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Makes the room what its mirror says: the first of each set of images decides.
    pub fn make_alike(&mut self) {
        for square in 0..self.is_floor.len() {
            let floor = self.is_floor[square];
            let images = self.images(square);
            if images[0] == square {
                images.into_iter().for_each(|image| self.is_floor[image] = floor);
            }
        }
    }

    /// Lays templates side by side; `None` where too little floor hangs together.
    pub fn from_templates(width: usize, height: usize, rng: &mut Rng) -> Option<Self> {
        let mut room = Self::walled(width, height);
        for top in (1..height - 1).step_by(3) {
            for left in (1..width - 1).step_by(3) {
                let template = &TEMPLATES[rng.below(TEMPLATES.len())];
                let (turn, mirror) = (rng.below(2) == 1, rng.below(4));
                for row in 0..3 {
                    for column in 0..3 {
                        let (mut from_row, mut from_column) =
                            if turn { (column, row) } else { (row, column) };
                        if mirror & 1 != 0 {
                            from_row = 2 - from_row;
                        }
                        if mirror & 2 != 0 {
                            from_column = 2 - from_column;
                        }
                        let (row, column) = (top + row, left + column);
                        if row < height - 1 && column < width - 1 {
                            room.is_floor[row * width + column] =
                                template[from_row].as_bytes()[from_column] == b' ';
                        }
                    }
                }
            }
        }
        room.keep_largest_part();
        room.is_good().then_some(room)
    }

    /// Digs with short straight walks from the middle.
    pub fn cave(width: usize, height: usize, rng: &mut Rng) -> Option<Self> {
        let mut room = Self::walled(width, height);
        let inside = (width - 2) * (height - 2);
        let wanted = inside * (45 + rng.below(25)) / 100;
        let mut square = height / 2 * width + width / 2;
        room.is_floor[square] = true;
        let mut dug = 1;
        for _ in 0..inside * 20 {
            if dug >= wanted {
                break;
            }
            let way = Direction::ALL[rng.below(4)];
            for _ in 0..1 + rng.below(3) {
                let Some(next) = room.step(square, way).filter(|&next| room.is_inside(next)) else {
                    break;
                };
                dug += usize::from(!room.is_floor[next]);
                room.is_floor[next] = true;
                square = next;
            }
        }
        room.is_good().then_some(room)
    }

    /// The next square, whatever is on it.
    pub fn step(&self, square: usize, way: Direction) -> Option<usize> {
        let (down, right) = way.offset();
        let row = (square / self.width).checked_add_signed(down)?;
        let column = (square % self.width).checked_add_signed(right)?;
        (row < self.height && column < self.width).then_some(row * self.width + column)
    }

    /// Whether a square is not of the border.
    pub fn is_inside(&self, square: usize) -> bool {
        let (row, column) = (square / self.width, square % self.width);
        (1..self.height - 1).contains(&row) && (1..self.width - 1).contains(&column)
    }

    fn part(&self, start: usize) -> Vec<usize> {
        let mut part = vec![start];
        let mut seen = vec![false; self.is_floor.len()];
        seen[start] = true;
        let mut head = 0;
        while let Some(&square) = part.get(head) {
            head += 1;
            for way in Direction::ALL {
                if let Some(next) = self.step(square, way)
                    && self.is_floor[next]
                    && !seen[next]
                {
                    seen[next] = true;
                    part.push(next);
                }
            }
        }
        part
    }

    /// Walls off all but the largest part of the floor.
    pub fn keep_largest_part(&mut self) {
        let parts = (0..self.is_floor.len()).filter(|&square| self.is_floor[square]);
        let largest =
            parts.map(|square| self.part(square)).max_by_key(Vec::len).unwrap_or_default();
        self.is_floor.fill(false);
        for square in largest {
            self.is_floor[square] = true;
        }
    }

    /// Enough floor, and no hall so wide that nothing can go wrong in it.
    fn is_good(&self) -> bool {
        let floor = self.is_floor.iter().filter(|&&floor| floor).count();
        let hall = |square: usize| {
            (0..3).all(|row| {
                (0..4).all(|column| {
                    self.is_floor.get(square + row * self.width + column) == Some(&true)
                })
            })
        };
        let halls = (0..self.is_floor.len()).filter(|&square| hall(square)).count();
        floor * 10 >= (self.width - 2) * (self.height - 2) * 4 && halls <= 1
    }

    /// All floor squares.
    pub fn floor(&self) -> Vec<usize> {
        (0..self.is_floor.len()).filter(|&square| self.is_floor[square]).collect()
    }

    /// The floor squares from one on, nearest first.
    pub fn from(&self, start: usize) -> Vec<usize> {
        self.part(start)
    }

    /// The level with these goals and this start; the player stands on the cell given.
    pub fn level(&self, floor: &Floor, start: Spot, player: u8) -> Option<Grid> {
        let mut tiles = vec![Tile::Wall; self.is_floor.len()];
        for (cell, &square) in floor.squares.iter().enumerate() {
            let has = |set: u128| set >> cell & 1 != 0;
            tiles[square] = match (has(start.boxes), has(floor.goals), cell == usize::from(player))
            {
                (true, true, _) => Tile::CrateOnGoal,
                (true, false, _) => Tile::Crate,
                (_, true, true) => Tile::PlayerOnGoal,
                (_, true, false) => Tile::Goal,
                (_, false, true) => Tile::Player,
                _ => Tile::Floor,
            };
        }
        let rows: Vec<Vec<Tile>> = tiles.chunks(self.width).map(<[Tile]>::to_vec).collect();
        Grid::new(&rows).ok()
    }
}
