use std::collections::VecDeque;

use crate::level::{Grid, Tile};
use crate::reachable::Reachable;
use crate::{Cell, CellSet, Direction, NONE};

/// A push distance where there is no way.
pub const FAR: u16 = u16::MAX;

/// The geometry of a level: the cells that player and boxes can reach, and what is known of them before
/// any search.
///
/// Cells are numbered so that those from which a box can be brought to a goal come first
/// ([`live`](Board::live)), then the dead ones that a box can be pushed onto
/// ([`box_cells`](Board::box_cells)), then those that only the player enters. Boxes that can never move are
/// walls here.
#[derive(Debug, Clone)]
pub struct Board {
    width: usize,
    height: usize,
    pulls: bool,
    tiles: Vec<Tile>,
    squares: Vec<u16>,
    cell_at: Vec<Cell>,
    steps: Vec<[Cell; 4]>,
    live: usize,
    box_cells: usize,
    goals: Vec<Cell>,
    goal_set: CellSet,
    player: Cell,
    boxes: CellSet,
    box_count: usize,
    fixed: Vec<usize>,
    hopeless: bool,
    distances: Vec<u16>,
    nearest: Vec<u16>,
}

impl Board {
    /// The board of a level.
    pub fn new(grid: &Grid) -> Self {
        Self::with_rules(grid, false)
    }

    /// The board of a level in the variant in which the player also pulls.
    pub fn with_pulls(grid: &Grid) -> Self {
        Self::with_rules(grid, true)
    }

    fn with_rules(grid: &Grid, pulls: bool) -> Self {
        let reachable = Reachable::of(grid, pulls);
        let inside: Vec<usize> =
            (0..grid.tiles().len()).filter(|&square| reachable.player[square]).collect();
        // Which cells are dead is known only when they have numbers: number, look, number again.
        let mut board = Self::numbered(grid, pulls, inside.clone(), &reachable);
        let class = |square: usize| {
            let cell = usize::from(board.cell_at[square]);
            match (reachable.boxes[square], board.nearest[cell] == FAR) {
                (true, false) => 0,
                (true, true) => 1,
                (false, _) => 2,
            }
        };
        let mut order = inside;
        order.sort_by_key(|&square| (class(square), square));
        let live = order.iter().filter(|&&square| class(square) == 0).count();
        let box_cells = order.iter().filter(|&&square| class(square) <= 1).count();
        board = Self::numbered(grid, pulls, order, &reachable);
        board.live = live;
        board.box_cells = box_cells;
        board
    }

    fn numbered(grid: &Grid, pulls: bool, squares: Vec<usize>, reachable: &Reachable) -> Self {
        let tiles = grid.tiles();
        let (width, height) = (grid.width(), grid.height());
        let mut cell_at = vec![NONE; tiles.len()];
        for (cell, &square) in squares.iter().enumerate() {
            cell_at[square] = cell as Cell;
        }
        let step = |square: usize, direction: Direction| {
            let (down, right) = direction.offset();
            let row = (square / width).checked_add_signed(down).filter(|&row| row < height)?;
            let column =
                (square % width).checked_add_signed(right).filter(|&column| column < width)?;
            Some(cell_at[row * width + column])
        };
        let steps: Vec<[Cell; 4]> = squares
            .iter()
            .map(|&square| Direction::ALL.map(|way| step(square, way).unwrap_or(NONE)))
            .collect();
        let mut boxes = CellSet::new(squares.len());
        let mut goal_set = CellSet::new(squares.len());
        let mut goals = Vec::new();
        let mut player = 0;
        for (cell, &square) in squares.iter().enumerate() {
            let cell = cell as Cell;
            if tiles[square].is_crate() {
                boxes.insert(cell);
            }
            if tiles[square].is_goal() {
                goal_set.insert(cell);
                goals.push(cell);
            }
            if tiles[square].is_player() {
                player = cell;
            }
        }
        let fixed: Vec<usize> = (0..tiles.len())
            .filter(|&square| tiles[square].is_crate() && !reachable.boxes[square])
            .collect();
        let hopeless = (0..tiles.len()).any(|square| match tiles[square] {
            Tile::Crate => !reachable.boxes[square],
            Tile::Goal | Tile::PlayerOnGoal => !reachable.boxes[square],
            _ => false,
        });
        let mut board = Self {
            width,
            height,
            pulls,
            tiles: tiles.to_vec(),
            live: squares.len(),
            box_cells: squares.len(),
            squares: squares.iter().map(|&square| square as u16).collect(),
            cell_at,
            steps,
            box_count: boxes.len(),
            goals,
            goal_set,
            player,
            boxes,
            fixed,
            hopeless,
            distances: Vec::new(),
            nearest: Vec::new(),
        };
        board.measure();
        board
    }

    /// Fills the tables of push distances.
    fn measure(&mut self) {
        let sides: Vec<[u8; 4]> = (0..self.cells()).map(|cell| self.sides(cell as Cell)).collect();
        let mut distances = Vec::with_capacity(self.goals.len() * self.cells());
        for &goal in &self.goals {
            distances.extend(self.distances_to(goal, &sides));
        }
        self.nearest = (0..self.cells())
            .map(|cell| {
                distances.iter().skip(cell).step_by(self.cells()).copied().min().unwrap_or(FAR)
            })
            .collect();
        self.distances = distances;
    }

    /// For a box on a cell: which of its four sides the player can walk between. Sides of one number are
    /// connected; `u8::MAX` is no cell.
    fn sides(&self, cell: Cell) -> [u8; 4] {
        let mut sides = [u8::MAX; 4];
        let mut next = 0;
        for from in 0..4 {
            let start = self.steps[usize::from(cell)][from];
            if start == NONE || sides[from] != u8::MAX {
                continue;
            }
            sides[from] = next;
            let open: Vec<usize> = (from + 1..4)
                .filter(|&to| self.steps[usize::from(cell)][to] != NONE && sides[to] == u8::MAX)
                .collect();
            if !open.is_empty() {
                for to in self.sides_met(cell, start, open) {
                    sides[to] = next;
                }
            }
            next += 1;
        }
        sides
    }

    /// Those of the `wanted` sides of a cell that a walk from `start` around the cell meets; it stops as
    /// soon as it has met all.
    fn sides_met(&self, cell: Cell, start: Cell, wanted: Vec<usize>) -> Vec<usize> {
        let mut seen = CellSet::new(self.cells());
        seen.insert(cell);
        seen.insert(start);
        let mut queue = VecDeque::from([start]);
        let all_met = |seen: &CellSet| {
            wanted.iter().all(|&to| seen.contains(self.steps[usize::from(cell)][to]))
        };
        while let Some(at) = queue.pop_front() {
            if all_met(&seen) {
                break;
            }
            for next in self.steps(at) {
                if next != NONE && !seen.contains(next) {
                    seen.insert(next);
                    queue.push_back(next);
                }
            }
        }
        wanted.into_iter().filter(|&to| seen.contains(self.steps[usize::from(cell)][to])).collect()
    }

    /// The fewest pushes from each cell to a goal for a box alone on the board, whichever side the player
    /// starts on: a search backwards over the box's cell and the part of its surroundings the player is in.
    fn distances_to(&self, goal: Cell, sides: &[[u8; 4]]) -> Vec<u16> {
        let mut best = vec![FAR; self.cells()];
        let mut seen = vec![[false; 4]; self.cells()];
        let mut queue = VecDeque::new();
        let mut reach = |cell: Cell, side: u8, pushes: u16, queue: &mut VecDeque<_>| {
            let at = usize::from(cell);
            if !seen[at][usize::from(side)] {
                seen[at][usize::from(side)] = true;
                best[at] = best[at].min(pushes);
                queue.push_back((cell, side, pushes));
            }
        };
        reach(goal, 0, 0, &mut queue);
        for side in sides[usize::from(goal)] {
            if side != u8::MAX {
                reach(goal, side, 0, &mut queue);
            }
        }
        while let Some((cell, side, pushes)) = queue.pop_front() {
            for direction in Direction::ALL {
                let back = direction.opposite();
                let before = self.step(cell, back);
                if before == NONE {
                    continue;
                }
                let player_after_push = sides[usize::from(cell)][back as usize];
                let player_before_push = sides[usize::from(before)][back as usize];
                if player_after_push == side && player_before_push != u8::MAX {
                    reach(before, player_before_push, pushes + 1, &mut queue);
                }
                let player_after_pull = sides[usize::from(cell)][direction as usize];
                if self.pulls && player_after_pull == side {
                    let player_before_pull = sides[usize::from(before)][direction as usize];
                    reach(before, player_before_pull, pushes + 1, &mut queue);
                }
            }
        }
        best
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.steps.len()
    }
    /// Columns of the whole level.
    pub const fn width(&self) -> usize {
        self.width
    }
    /// Rows of the whole level.
    pub const fn height(&self) -> usize {
        self.height
    }
    /// Whether the player may pull.
    pub const fn pulls(&self) -> bool {
        self.pulls
    }
    /// What each square of the level held at the start, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
    /// The square of a cell: its row times the width plus its column.
    pub fn square(&self, cell: Cell) -> usize {
        usize::from(self.squares[usize::from(cell)])
    }
    /// The row and column of a cell.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let square = self.square(cell);
        (square / self.width, square % self.width)
    }
    /// The cell on a square; [`NONE`] where there is none.
    pub fn cell_at(&self, square: usize) -> Cell {
        self.cell_at.get(square).copied().unwrap_or(NONE)
    }
    /// The four cells around a cell, by direction; [`NONE`] for walls.
    #[inline]
    pub fn steps(&self, cell: Cell) -> [Cell; 4] {
        self.steps[usize::from(cell)]
    }
    /// The next cell in a direction; [`NONE`] for a wall.
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Cell {
        self.steps[usize::from(cell)][direction as usize]
    }
    /// Cells below this number can hold a box that still can reach a goal; all others are dead for boxes.
    #[inline]
    pub const fn live(&self) -> usize {
        self.live
    }
    /// Cells below this number can be reached by a box.
    #[inline]
    pub const fn box_cells(&self) -> usize {
        self.box_cells
    }
    /// Whether a box on this cell can be brought to some goal if no other box is in its way.
    #[inline]
    pub fn is_live(&self, cell: Cell) -> bool {
        usize::from(cell) < self.live
    }
    /// The goals that movable boxes are to fill.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }
    /// The goals as a set.
    #[inline]
    pub const fn goal_set(&self) -> &CellSet {
        &self.goal_set
    }
    /// Whether a goal is on this cell.
    #[inline]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.goal_set.contains(cell)
    }
    /// Where the player starts.
    pub const fn player(&self) -> Cell {
        self.player
    }
    /// Where the movable boxes start.
    pub const fn boxes(&self) -> &CellSet {
        &self.boxes
    }
    /// How many movable boxes there are.
    pub const fn box_count(&self) -> usize {
        self.box_count
    }
    /// The squares of boxes that can never move, decoration or trouble.
    pub fn fixed_boxes(&self) -> &[usize] {
        &self.fixed
    }
    /// Whether the level cannot be solved for a reason that no play changes: a box that can never move
    /// stands beside its goal, or no box can ever get to some goal.
    pub const fn is_hopeless(&self) -> bool {
        self.hopeless
    }
    /// The fewest pushes that bring a box from a cell to the goal of that index in [`goals`](Board::goals)
    /// when no other box is on the board; [`FAR`] where none do.
    #[inline]
    pub fn distance(&self, goal: usize, from: Cell) -> u16 {
        self.distances[goal * self.cells() + usize::from(from)]
    }
    /// The fewest pushes from a cell to any goal; [`FAR`] where none do.
    #[inline]
    pub fn nearest_goal(&self, from: Cell) -> u16 {
        self.nearest[usize::from(from)]
    }
    /// An empty set of cells of this board.
    pub fn no_cells(&self) -> CellSet {
        CellSet::new(self.cells())
    }
}
