use plyground_core::Rng;

use super::is_piece;
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

/// The floor of a level to be.
#[derive(Debug)]
pub(super) struct Room {
    pub width: usize,
    pub height: usize,
    pub is_floor: Vec<bool>,
}

impl Room {
    fn walled(width: usize, height: usize) -> Self {
        Self { width, height, is_floor: vec![false; width * height] }
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

    fn is_inside(&self, square: usize) -> bool {
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

    fn keep_largest_part(&mut self) {
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

    /// Squares for the goals, beside each other or anywhere.
    pub fn goals(&self, count: usize, together: bool, rng: &mut Rng) -> Option<Vec<usize>> {
        let mut floor: Vec<usize> =
            (0..self.is_floor.len()).filter(|&square| self.is_floor[square]).collect();
        let &first = rng.pick(&floor)?;
        if together {
            floor = self.part(first);
        } else {
            rng.shuffle(&mut floor);
        }
        if floor.len() < count * 3 {
            return None;
        }
        floor.truncate(count);
        Some(floor)
    }

    /// The level with these goals, and boxes and the player where reverse play left them.
    pub fn tiles(&self, goals: &[usize], (boxes, player): &(Vec<usize>, usize)) -> Vec<Vec<Tile>> {
        let tile = |square: usize| {
            let (goal, crate_here) = (goals.contains(&square), boxes.contains(&square));
            match (self.is_floor[square], crate_here, goal, square == *player) {
                (false, ..) => Tile::Wall,
                (_, true, true, _) => Tile::CrateOnGoal,
                (_, true, false, _) => Tile::Crate,
                (_, _, true, true) => Tile::PlayerOnGoal,
                (_, _, true, false) => Tile::Goal,
                (_, _, false, true) => Tile::Player,
                _ => Tile::Floor,
            }
        };
        let squares: Vec<Tile> = (0..self.is_floor.len()).map(tile).collect();
        squares.chunks(self.width).map(<[Tile]>::to_vec).collect()
    }
}

/// The level without blind alleys that the solution never enters, and without walls behind walls. Taking
/// floor away opens no new way, so that a shortest solution stays one.
pub(super) fn trimmed(grid: &Grid, solution: &str) -> Option<Grid> {
    let (width, height) = (grid.width(), grid.height());
    let mut tiles = grid.tiles().to_vec();
    let mut used: Vec<bool> = tiles.iter().map(|&tile| is_piece(tile)).collect();
    let room = Room { width, height, is_floor: Vec::new() };
    let mut player = tiles.iter().position(|tile| tile.is_player())?;
    for letter in solution.chars() {
        let way = Direction::from_letter(letter)?;
        player = room.step(player, way)?;
        used[player] = true;
        if letter.is_ascii_uppercase() {
            used[room.step(player, way)?] = true;
        }
    }
    let is_wall = |tiles: &[Tile], square: Option<usize>| {
        square.is_none_or(|square| tiles[square] == Tile::Wall)
    };
    while let Some(alley) = (0..tiles.len()).find(|&square| {
        let walls = Direction::ALL.iter().filter(|&&way| is_wall(&tiles, room.step(square, way)));
        tiles[square] == Tile::Floor && !used[square] && walls.count() >= 3
    }) {
        tiles[alley] = Tile::Wall;
    }
    let near_floor = |square: usize| {
        let (row, column) = (square / width, square % width);
        let rows = row.saturating_sub(1)..=(row + 1).min(height - 1);
        rows.into_iter().any(|row| {
            let columns = column.saturating_sub(1)..=(column + 1).min(width - 1);
            columns.into_iter().any(|column| tiles[row * width + column] != Tile::Wall)
        })
    };
    let shown: Vec<Tile> = (0..tiles.len())
        .map(|square| if near_floor(square) { tiles[square] } else { Tile::Floor })
        .collect();
    let rows: Vec<Vec<Tile>> = shown.chunks(width).map(<[Tile]>::to_vec).collect();
    Grid::new(&rows).ok()
}
