mod cells;
mod direction;
mod reach;

use std::collections::VecDeque;
use std::ops::Range;

use crate::level::{Grid, Reachable, Tile};

pub use cells::{Cell, CellSet, Cells, NONE};
pub use direction::Direction;
pub use reach::Reach;

/// A push distance where there is no way.
pub const FAR: u16 = u16::MAX;

/// On larger boards the player is taken to get to every side of a box, which keeps the tables small.
const MAX_SIDED_CELLS: usize = 2048;

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
    sides: Sides,
    /// For each goal, for each slot: see [`Sides`].
    distances: Vec<u16>,
    nearest: Vec<u16>,
    nearest_by_slot: Vec<u16>,
}

/// From which sides a box alone on the board can be reached: a slot is a box's cell and a part of the board,
/// cut off from the other parts by the box, in which the player is.
#[derive(Debug, Clone, Default)]
struct Sides {
    /// The first slot of each cell; the next cell's first slot ends them.
    first: Vec<u32>,
    /// For cells of several slots, where their part of `parts` begins; `u32::MAX` for others.
    split: Vec<u32>,
    /// For each split cell, for each cell: the part it lies in.
    parts: Vec<u8>,
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
            sides: Sides::default(),
            distances: Vec::new(),
            nearest: Vec::new(),
            nearest_by_slot: Vec::new(),
        };
        board.measure();
        board
    }

    /// Fills the tables of push distances.
    fn measure(&mut self) {
        self.sides = self.find_sides();
        let slots = self.slots();
        let mut distances = Vec::with_capacity(self.goals.len() * slots);
        for &goal in &self.goals {
            distances.extend(self.distances_to(goal));
        }
        self.nearest_by_slot = (0..slots)
            .map(|slot| distances.iter().skip(slot).step_by(slots).copied().min().unwrap_or(FAR))
            .collect();
        self.nearest = (0..self.cells() as Cell)
            .map(|cell| {
                let nearest = self.slots_of(cell).map(|slot| self.nearest_by_slot[slot]);
                nearest.min().unwrap_or(FAR)
            })
            .collect();
        self.distances = distances;
    }

    fn find_sides(&self) -> Sides {
        let mut sides = Sides::default();
        let mut slots = 0;
        for cell in 0..self.cells() as Cell {
            sides.first.push(slots);
            let (count, parts) =
                if self.cells() <= MAX_SIDED_CELLS { self.parts(cell) } else { (1, Vec::new()) };
            slots += count;
            if count > 1 {
                sides.split.push(sides.parts.len() as u32);
                sides.parts.extend(parts);
            } else {
                sides.split.push(u32::MAX);
            }
        }
        sides.first.push(slots);
        sides
    }

    /// Into how many parts a box on a cell cuts the board, and the part of each cell.
    fn parts(&self, cell: Cell) -> (u32, Vec<u8>) {
        let mut parts = vec![u8::MAX; self.cells()];
        let mut count = 0;
        for start in self.steps(cell) {
            if start == NONE || parts[usize::from(start)] != u8::MAX {
                continue;
            }
            parts[usize::from(start)] = count;
            let mut work = vec![start];
            while let Some(at) = work.pop() {
                for next in self.steps(at) {
                    if next != NONE && next != cell && parts[usize::from(next)] == u8::MAX {
                        parts[usize::from(next)] = count;
                        work.push(next);
                    }
                }
            }
            count += 1;
        }
        (u32::from(count).max(1), parts)
    }

    /// The fewest pushes to a goal from each slot, for a box alone on the board: a search backwards.
    fn distances_to(&self, goal: Cell) -> Vec<u16> {
        let mut best = vec![FAR; self.slots()];
        let mut queue = VecDeque::new();
        let mut reach = |cell: Cell, slot: usize, pushes: u16, queue: &mut VecDeque<_>| {
            if best[slot] == FAR {
                best[slot] = pushes;
                queue.push_back((cell, slot, pushes));
            }
        };
        for slot in self.slots_of(goal) {
            reach(goal, slot, 0, &mut queue);
        }
        while let Some((cell, slot, pushes)) = queue.pop_front() {
            for direction in Direction::ALL {
                let before = self.step(cell, direction.opposite());
                if before == NONE {
                    continue;
                }
                // After a push the player is where the box was; before it, one cell further back.
                let stand = self.step(before, direction.opposite());
                if stand != NONE && self.slot(cell, before) == slot {
                    reach(before, self.slot(before, stand), pushes + 1, &mut queue);
                }
                let ahead = self.step(cell, direction);
                if self.pulls && ahead != NONE && self.slot(cell, ahead) == slot {
                    reach(before, self.slot(before, cell), pushes + 1, &mut queue);
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
    #[inline]
    pub const fn pulls(&self) -> bool {
        self.pulls
    }
    /// What each square of the level held at the start, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
    /// The square of a cell: its row times the width plus its column.
    #[inline]
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
        let slots = self.slots_of(from);
        let start = goal * self.slots();
        let nearest = self.distances[start + slots.start..start + slots.end].iter().min();
        nearest.copied().unwrap_or(FAR)
    }
    /// How many slots there are. A slot is a box's cell together with the part of the board in which the
    /// player is, where a box on that cell cuts the board into parts.
    #[inline]
    pub fn slots(&self) -> usize {
        self.sides.first[self.cells()] as usize
    }
    /// The slots of a cell.
    #[inline]
    pub fn slots_of(&self, cell: Cell) -> Range<usize> {
        let at = usize::from(cell);
        self.sides.first[at] as usize..self.sides.first[at + 1] as usize
    }
    /// The slot of a box on a cell while the player is on another.
    #[inline]
    pub fn slot(&self, cell: Cell, player: Cell) -> usize {
        let at = usize::from(cell);
        let first = self.sides.first[at] as usize;
        match self.sides.split[at] {
            u32::MAX => first,
            split => first + usize::from(self.sides.parts[split as usize + usize::from(player)]),
        }
    }
    /// The fewest pushes that bring a box from a slot to the goal of that index in [`goals`](Board::goals)
    /// when no other box is on the board; [`FAR`] where none do. Never drops by more than one in a push.
    #[inline]
    pub fn slot_distance(&self, goal: usize, slot: usize) -> u16 {
        self.distances[goal * self.slots() + slot]
    }
    /// The fewest pushes from a slot to any goal; [`FAR`] where none do.
    #[inline]
    pub fn nearest_goal_of_slot(&self, slot: usize) -> u16 {
        self.nearest_by_slot[slot]
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
