use std::sync::Arc;

use plyground_core::Rng;
use plyground_search::driver::Clock;

use crate::{Board, Cell, NONE};

/// The parts of a board that the solver's inner loops read, laid flat.
#[derive(Debug)]
pub(crate) struct Field {
    /// The four cells around each cell, by direction; [`NONE`] for walls.
    pub steps: Vec<[Cell; 4]>,
    /// Cells below this number can hold a box that still can reach a goal.
    pub live: usize,
    /// Words of a set of boxes.
    pub words: usize,
    /// The goals.
    pub goals: Vec<Cell>,
    /// Whether a cell is a goal.
    pub is_goal: Vec<bool>,
    /// The goals as a set of boxes.
    pub goal_bits: Vec<u64>,
    /// The boxes at the start.
    pub boxes: Vec<Cell>,
    /// The player's cell at the start.
    pub player: Cell,
    /// The row and column of each cell.
    places: Vec<(u16, u16)>,
    /// Random numbers for a box on each cell and, behind them, for the player on each cell.
    keys: Vec<u64>,
    clock: Arc<Clock>,
}

impl Field {
    /// The field of a board whose boxes all stand on live cells, for work that has all the time it wants.
    #[cfg(test)]
    pub fn new(board: &Board) -> Self {
        Self::within(board, Arc::new(Clock::start(&plyground_core::Limits::default())))
    }

    /// The same for work that ends when the clock says so.
    pub fn within(board: &Board, clock: Arc<Clock>) -> Self {
        let cells = board.cells();
        let mut rng = Rng::new(0x736f_6b6f);
        let words = board.live().div_ceil(64).max(1);
        let mut goal_bits = vec![0; words];
        board.goals().iter().for_each(|&goal| insert(&mut goal_bits, goal));
        Self {
            steps: (0..cells).map(|cell| board.steps(cell as Cell)).collect(),
            live: board.live(),
            words,
            goal_bits,
            goals: board.goals().to_vec(),
            is_goal: (0..cells).map(|cell| board.is_goal(cell as Cell)).collect(),
            boxes: board.boxes().iter().collect(),
            player: board.player(),
            places: (0..cells)
                .map(|cell| board.place(cell as Cell))
                .map(|(row, column)| (row as u16, column as u16))
                .collect(),
            keys: (0..2 * cells).map(|_| rng.next_u64()).collect(),
            clock,
        }
    }

    /// The same field with only some of the goals and boxes; what else is in the way counts as walls.
    pub fn part(&self, is_wall: &[bool], goals: &[Cell], boxes: &[Cell], player: Cell) -> Self {
        let open = |cell: Cell| cell != NONE && !is_wall[usize::from(cell)];
        let steps = |cell: usize| {
            self.steps[cell].map(|next| if open(cell as Cell) && open(next) { next } else { NONE })
        };
        let mut is_goal = vec![false; self.cells()];
        goals.iter().for_each(|&goal| is_goal[usize::from(goal)] = true);
        Self {
            steps: (0..self.cells()).map(steps).collect(),
            live: self.live,
            words: self.words,
            goals: goals.to_vec(),
            is_goal,
            goal_bits: self.bits(goals),
            boxes: boxes.to_vec(),
            player,
            places: self.places.clone(),
            keys: self.keys.clone(),
            clock: Arc::clone(&self.clock),
        }
    }

    /// Whether the work must end. All that takes long on a large board asks now and then, and leaves off: what
    /// it has by then is less than it should be and proves nothing.
    pub fn is_over(&self) -> bool {
        self.clock.is_over()
    }

    /// Whether some work was told to end, and may have left off.
    pub fn was_cut_off(&self) -> bool {
        self.clock.is_stopped()
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.steps.len()
    }

    /// The next cell in a direction.
    #[inline]
    pub fn step(&self, cell: Cell, way: usize) -> Cell {
        self.steps[usize::from(cell)][way]
    }

    /// Rows and columns between two cells.
    #[inline]
    pub fn apart(&self, one: Cell, other: Cell) -> u32 {
        let (a, b) = (self.places[usize::from(one)], self.places[usize::from(other)]);
        u32::from(a.0.abs_diff(b.0)) + u32::from(a.1.abs_diff(b.1))
    }

    /// The part of a position's hash that a box on a cell adds.
    #[inline]
    pub fn box_key(&self, cell: Cell) -> u64 {
        self.keys[usize::from(cell)]
    }

    /// The part of a position's hash that the player's region adds.
    #[inline]
    pub fn player_key(&self, cell: Cell) -> u64 {
        self.keys[self.cells() + usize::from(cell)]
    }

    /// The hash of a position.
    pub fn hash(&self, boxes: &[Cell], player: Cell) -> u64 {
        boxes.iter().fold(self.player_key(player), |hash, &cell| hash ^ self.box_key(cell))
    }

    /// A set of boxes as bits.
    pub fn bits(&self, boxes: &[Cell]) -> Vec<u64> {
        let mut bits = vec![0; self.words];
        for &cell in boxes {
            insert(&mut bits, cell);
        }
        bits
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cells() * (size_of::<[Cell; 4]>() + 5 + 2 * size_of::<u64>())
    }
}

/// The other way; ways are numbered as [`Direction`](crate::Direction)s are.
#[inline]
pub(crate) const fn back(way: usize) -> usize {
    way ^ 2
}

/// Whether a bit is set.
#[inline]
pub(crate) fn contains(bits: &[u64], cell: Cell) -> bool {
    bits[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
}

/// Sets a bit.
#[inline]
pub(crate) fn insert(bits: &mut [u64], cell: Cell) {
    bits[usize::from(cell >> 6)] |= 1 << (cell & 63);
}

/// Clears a bit.
#[inline]
pub(crate) fn remove(bits: &mut [u64], cell: Cell) {
    bits[usize::from(cell >> 6)] &= !(1 << (cell & 63));
}

/// Calls `each` with every cell of a set, lowest first.
#[inline]
pub(crate) fn each_cell(bits: &[u64], mut each: impl FnMut(Cell)) {
    for (index, &word) in bits.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            each((index * 64) as Cell + rest.trailing_zeros() as Cell);
            rest &= rest - 1;
        }
    }
}

/// Where the player can walk: a flood over free cells, reused without allocation.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    stamp: u32,
    seen: Vec<u32>,
    /// The cells of the last flood, nearest first.
    pub cells: Vec<Cell>,
    /// The lowest cell of the last flood: it stands for the region.
    pub lowest: Cell,
}

impl Flood {
    /// Forgets all floods.
    pub fn clear(&mut self, field: &Field) {
        if self.seen.len() < field.cells() || self.stamp == u32::MAX {
            self.seen = vec![0; field.cells()];
            self.stamp = 0;
        }
        self.stamp += 1;
        self.cells.clear();
    }

    /// Floods from a cell, and forgets what was flooded before.
    pub fn fill(&mut self, field: &Field, blocked: &[bool], from: Cell) {
        self.clear(field);
        self.add(field, blocked, from);
    }

    /// Floods one more region.
    pub fn add(&mut self, field: &Field, blocked: &[bool], from: Cell) {
        let mut head = self.cells.len();
        let mut lowest = from;
        self.seen[usize::from(from)] = self.stamp;
        self.cells.push(from);
        while let Some(&cell) = self.cells.get(head) {
            head += 1;
            lowest = lowest.min(cell);
            for next in field.steps[usize::from(cell)] {
                if next != NONE
                    && self.seen[usize::from(next)] != self.stamp
                    && !blocked[usize::from(next)]
                {
                    self.seen[usize::from(next)] = self.stamp;
                    self.cells.push(next);
                }
            }
        }
        self.lowest = lowest;
    }

    /// Whether a cell was flooded.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.seen[usize::from(cell)] == self.stamp
    }
}

/// Steps over the empty floor from some cells.
#[derive(Debug, Default)]
pub(crate) struct Distances {
    steps: Vec<u16>,
    queue: Vec<Cell>,
}

impl Distances {
    /// Steps from one cell.
    pub fn spread_from(&mut self, field: &Field, cell: Cell) {
        self.queue.clear();
        self.queue.push(cell);
        self.spread(field);
    }

    /// Steps from the nearest of a set of live cells.
    pub fn spread_from_set(&mut self, field: &Field, set: &[u64]) {
        let queue = &mut self.queue;
        queue.clear();
        each_cell(set, |cell| queue.push(cell));
        self.spread(field);
    }

    fn spread(&mut self, field: &Field) {
        self.steps.clear();
        self.steps.resize(field.cells(), u16::MAX);
        for &cell in &self.queue {
            self.steps[usize::from(cell)] = 0;
        }
        let mut head = 0;
        while let Some(&cell) = self.queue.get(head) {
            head += 1;
            for next in field.steps[usize::from(cell)] {
                if next != NONE && self.steps[usize::from(next)] == u16::MAX {
                    self.steps[usize::from(next)] = self.steps[usize::from(cell)] + 1;
                    self.queue.push(next);
                }
            }
        }
    }

    /// Steps to a cell.
    pub fn get(&self, cell: Cell) -> u16 {
        self.steps[usize::from(cell)]
    }
}
