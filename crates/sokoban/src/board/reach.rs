use crate::{Board, Cell, CellSet, Direction, NONE};

/// Where the player can walk without pushing, with the length of each walk. One value is used again and
/// again, so that filling allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    stamp: u32,
    seen: Vec<u32>,
    walk: Vec<u16>,
    came: Vec<Cell>,
    queue: Vec<Cell>,
}

impl Reach {
    /// Nothing filled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Walks from `player` everywhere the boxes let it.
    pub fn fill(&mut self, board: &Board, player: Cell, boxes: &CellSet) {
        self.start(board, player);
        let mut head = 0;
        while let Some(&cell) = self.queue.get(head) {
            head += 1;
            let walk = self.walk[usize::from(cell)] + 1;
            for next in board.steps(cell) {
                if next != NONE
                    && self.seen[usize::from(next)] != self.stamp
                    && !boxes.contains(next)
                {
                    self.seen[usize::from(next)] = self.stamp;
                    self.walk[usize::from(next)] = walk;
                    self.came[usize::from(next)] = cell;
                    self.queue.push(next);
                }
            }
        }
    }

    fn start(&mut self, board: &Board, player: Cell) {
        if self.seen.len() < board.cells() || self.stamp == u32::MAX {
            self.stamp = 0;
            self.seen = vec![0; board.cells()];
            self.walk = vec![0; board.cells()];
            self.came = vec![NONE; board.cells()];
        }
        self.stamp += 1;
        self.queue.clear();
        self.queue.push(player);
        self.seen[usize::from(player)] = self.stamp;
        self.walk[usize::from(player)] = 0;
    }

    /// Whether the player can get there.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.seen[usize::from(cell)] == self.stamp
    }

    /// How many steps it takes to get to a cell of the reach.
    #[inline]
    pub fn walk(&self, cell: Cell) -> u16 {
        self.walk[usize::from(cell)]
    }

    /// The cells, nearest first.
    pub fn cells(&self) -> &[Cell] {
        &self.queue
    }

    /// The cell that stands for the whole region.
    pub fn lowest(&self) -> Cell {
        self.queue.iter().copied().min().unwrap_or(NONE)
    }

    /// A shortest walk to a cell of the reach.
    pub fn path(&self, board: &Board, to: Cell) -> Vec<Direction> {
        let mut path = Vec::with_capacity(usize::from(self.walk(to)));
        let mut cell = to;
        while self.walk(cell) > 0 {
            let before = self.came[usize::from(cell)];
            path.extend(Direction::ALL.into_iter().find(|&way| board.step(before, way) == cell));
            cell = before;
        }
        path.reverse();
        path
    }
}
