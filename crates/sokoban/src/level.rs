mod reachable;

use plyground_core::text::{indented_line, one_line};

pub(crate) use reachable::Reachable;

/// The longest side of a board.
pub const MAX_SIDE: usize = 127;
/// The most boxes of a level.
pub const MAX_BOXES: usize = 1000;

/// What stands on a square when a level begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tile {
    /// A wall.
    Wall,
    /// Floor, inside or outside.
    Floor,
    /// A goal.
    Goal,
    /// A box.
    Crate,
    /// A box on a goal.
    CrateOnGoal,
    /// The player.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// The tile a character stands for, the common alternates included.
    pub const fn from_char(c: char) -> Option<Self> {
        Some(match c {
            '#' => Self::Wall,
            ' ' | '-' | '_' => Self::Floor,
            '.' | 'o' => Self::Goal,
            '$' | 'b' => Self::Crate,
            '*' | 'B' => Self::CrateOnGoal,
            '@' | 'p' => Self::Player,
            '+' | 'P' => Self::PlayerOnGoal,
            _ => return None,
        })
    }

    /// The usual character of a tile.
    pub const fn to_char(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => ' ',
            Self::Goal => '.',
            Self::Crate => '$',
            Self::CrateOnGoal => '*',
            Self::Player => '@',
            Self::PlayerOnGoal => '+',
        }
    }

    /// Whether a goal is here.
    pub const fn is_goal(self) -> bool {
        matches!(self, Self::Goal | Self::CrateOnGoal | Self::PlayerOnGoal)
    }
    /// Whether a box is here.
    pub const fn is_crate(self) -> bool {
        matches!(self, Self::Crate | Self::CrateOnGoal)
    }
    /// Whether the player is here.
    pub const fn is_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }
}

/// The squares of a level, row by row. Always playable: one player inside closed walls, as many boxes as
/// goals, no larger than [`MAX_SIDE`]; without empty rows or columns around it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    width: usize,
    height: usize,
    tiles: Vec<Tile>,
}

/// Why rows of tiles are no level, and where: row and column from 0, where there is a place to name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridError {
    /// The row and column.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Grid {
    /// A grid of these rows, which may be of different lengths.
    pub fn new(rows: &[Vec<Tile>]) -> Result<Self, GridError> {
        let whole = |message: String| GridError { place: None, message };
        let blank = |row: &&Vec<Tile>| row.iter().all(|&tile| tile == Tile::Floor);
        let top = rows.iter().take_while(blank).count();
        let bottom = rows.len() - rows[top..].iter().rev().take_while(blank).count();
        let inside = &rows[top..bottom];
        let first = |row: &Vec<Tile>| row.iter().position(|&tile| tile != Tile::Floor);
        let last = |row: &Vec<Tile>| row.iter().rposition(|&tile| tile != Tile::Floor);
        let Some(left) = inside.iter().filter_map(first).min() else {
            return Err(whole("the level is empty; expected walls, a player and boxes".into()));
        };
        let right = inside.iter().filter_map(last).max().unwrap_or(left);
        let (width, height) = (right + 1 - left, inside.len());
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(whole(format!(
                "the level is {width} by {height}; expected at most {MAX_SIDE} by {MAX_SIDE}"
            )));
        }
        let tiles: Vec<Tile> = inside
            .iter()
            .flat_map(|row| {
                (left..=right).map(|column| row.get(column).copied().unwrap_or(Tile::Floor))
            })
            .collect();
        let grid = Self { width, height, tiles };
        grid.check().map_err(|mut error| {
            error.place = error.place.map(|(row, column)| (row + top, column + left));
            error
        })?;
        Ok(grid)
    }

    /// A grid drawn in the usual characters; unknown ones are refused.
    pub fn from_text(text: &str) -> Result<Self, GridError> {
        let mut rows = Vec::new();
        for (row, line) in text.lines().enumerate() {
            let tile = |(column, c)| {
                Tile::from_char(c).ok_or_else(|| GridError {
                    place: Some((row, column)),
                    message: format!("{c:?} is no square; expected one of # $ . * @ + or a space"),
                })
            };
            rows.push(line.chars().enumerate().map(tile).collect::<Result<_, _>>()?);
        }
        Self::new(&rows)
    }

    fn check(&self) -> Result<(), GridError> {
        let whole = |message: String| GridError { place: None, message };
        let place_of = |square: usize| Some((square / self.width, square % self.width));
        let mut players = (0..self.tiles.len()).filter(|&square| self.tiles[square].is_player());
        if players.next().is_none() {
            return Err(whole("the level has no player; expected one @ or +".into()));
        }
        if let Some(second) = players.next() {
            return Err(GridError {
                place: place_of(second),
                message: "a second player; expected only one @ or +".into(),
            });
        }
        let boxes = self.tiles.iter().filter(|tile| tile.is_crate()).count();
        let goals = self.tiles.iter().filter(|tile| tile.is_goal()).count();
        if boxes != goals {
            let [box_word, goal_word] = [
                if boxes == 1 { "box" } else { "boxes" },
                if goals == 1 { "goal" } else { "goals" },
            ];
            return Err(whole(format!(
                "the level has {boxes} {box_word} and {goals} {goal_word}; expected as many boxes as goals"
            )));
        }
        if boxes == 0 {
            return Err(whole("the level has no boxes; expected at least one".into()));
        }
        if boxes > MAX_BOXES {
            return Err(whole(format!(
                "the level has {boxes} boxes; expected at most {MAX_BOXES}"
            )));
        }
        let reachable = Reachable::of(self, false);
        let open = (0..self.tiles.len()).find(|&square| {
            let (row, column) = (square / self.width, square % self.width);
            let at_edge =
                row == 0 || column == 0 || row + 1 == self.height || column + 1 == self.width;
            at_edge && reachable.player[square]
        });
        if let Some(square) = open {
            return Err(GridError {
                place: place_of(square),
                message: "the border is open: the player can leave the level here; expected a wall"
                    .into(),
            });
        }
        Ok(())
    }

    /// Columns.
    pub const fn width(&self) -> usize {
        self.width
    }
    /// Rows.
    pub const fn height(&self) -> usize {
        self.height
    }
    /// All tiles, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
    /// The rows, each as wide as the grid.
    pub fn rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.tiles.chunks(self.width)
    }
}

/// A level with what its file says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its title; empty where it has none.
    pub title: String,
    /// Who made it; empty where unknown.
    pub author: String,
    /// Other remarks, a line each.
    pub comments: Vec<String>,
    /// A solution the file gives, not checked, in LURD without run lengths.
    pub solution: Option<String>,
    /// The squares.
    pub grid: Grid,
}

impl Level {
    /// A level with nothing but its squares.
    pub const fn new(grid: Grid) -> Self {
        Self {
            title: String::new(),
            author: String::new(),
            comments: Vec::new(),
            solution: None,
            grid,
        }
    }

    /// Makes titles and remarks clean lines, so that every format can hold them.
    pub(crate) fn tidy(&mut self) {
        for text in [&mut self.title, &mut self.author] {
            *text = one_line(text);
        }
        for comment in &mut self.comments {
            *comment = indented_line(comment);
        }
    }
}
