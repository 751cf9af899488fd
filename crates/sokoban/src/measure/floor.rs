use crate::{Direction, Grid, Tile};

/// The most floor squares that are measured: sets of them are the bits of one number.
const MOST_CELLS: usize = 128;

/// No cell.
const WALL: u8 = u8::MAX;

/// A position up to walking: the boxes as bits, and the lowest cell of the player's region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub boxes: u128,
    pub player: u8,
}

/// A box pushed by one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shove {
    pub from: u8,
    pub to: u8,
}

/// The floor of a small level, made for looking at all of its positions: sets of cells are numbers.
#[derive(Debug, Clone)]
pub(crate) struct Floor {
    /// For each cell its square: row times width plus column.
    pub squares: Vec<usize>,
    steps: Vec<[u8; 4]>,
    around: Vec<u128>,
    pub goals: u128,
    /// Cells from which a box, alone on the board, can be brought to some goal.
    pub live: u128,
}

/// The bit of a cell.
pub(crate) const fn bit(cell: u8) -> u128 {
    1 << cell
}

/// The cells of a set, lowest first.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

impl Floor {
    /// The floor on which a predicate holds, in a drawing of that width; `None` where there is too much of
    /// it, or too little.
    pub fn new(width: usize, is_floor: &[bool], is_goal: impl Fn(usize) -> bool) -> Option<Self> {
        let squares: Vec<usize> = (0..is_floor.len()).filter(|&square| is_floor[square]).collect();
        if squares.len() > MOST_CELLS || squares.is_empty() {
            return None;
        }
        let mut cell_at = vec![WALL; is_floor.len()];
        for (cell, &square) in squares.iter().enumerate() {
            cell_at[square] = cell as u8;
        }
        let step = |square: usize, way: Direction| {
            let (down, right) = way.offset();
            let column = (square % width).checked_add_signed(right).filter(|&c| c < width)?;
            let row = (square / width).checked_add_signed(down)?;
            cell_at.get(row * width + column).copied()
        };
        let steps: Vec<[u8; 4]> = squares
            .iter()
            .map(|&square| Direction::ALL.map(|way| step(square, way).unwrap_or(WALL)))
            .collect();
        let around = steps
            .iter()
            .map(|next| next.iter().filter(|&&cell| cell != WALL).fold(0, |set, &c| set | bit(c)))
            .collect();
        let goals = squares
            .iter()
            .enumerate()
            .filter(|&(_, &square)| is_goal(square))
            .fold(0, |set, (cell, _)| set | bit(cell as u8));
        let mut floor = Self { squares, steps, around, goals, live: goals };
        floor.live = floor.pulled_from_goals();
        Some(floor)
    }

    /// The floor that the player of a level could reach if no box were in the way, and the start on it.
    /// `None` where it is too large, or a box or goal that counts is out of reach.
    pub fn of(grid: &Grid) -> Option<(Self, Spot)> {
        let tiles = grid.tiles();
        let player = tiles.iter().position(|tile| tile.is_player())?;
        let inside = inside(grid)?;
        let lost =
            |square: usize| !inside[square] && tiles[square].is_crate() != tiles[square].is_goal();
        if (0..tiles.len()).any(lost) {
            return None;
        }
        let floor = Self::new(grid.width(), &inside, |square| tiles[square].is_goal())?;
        let of = |wanted: &dyn Fn(usize) -> bool| {
            let found = floor.squares.iter().enumerate().filter(|&(_, &square)| wanted(square));
            found.fold(0, |set, (cell, _)| set | bit(cell as u8))
        };
        let boxes = of(&|square| tiles[square].is_crate());
        let stand = of(&|square| square == player).trailing_zeros() as u8;
        let start = floor.spot(boxes, stand);
        Some((floor, start))
    }

    /// The cells that boxes can be pulled to from the goals when they are alone on the board.
    fn pulled_from_goals(&self) -> u128 {
        let far = self.pulls_from_goals();
        (0..self.squares.len() as u8)
            .filter(|&cell| far[usize::from(cell)] != u16::MAX)
            .fold(0, |set, cell| set | bit(cell))
    }

    /// For each cell the fewest pulls that bring a box there from some goal, whatever the player's way;
    /// `u16::MAX` where none do.
    pub fn pulls_from_goals(&self) -> Vec<u16> {
        let mut far = vec![u16::MAX; self.squares.len()];
        let mut work: Vec<u8> = cells(self.goals).collect();
        work.iter().for_each(|&goal| far[usize::from(goal)] = 0);
        let mut head = 0;
        while let Some(&cell) = work.get(head) {
            head += 1;
            for way in 0..4 {
                let to = self.steps[usize::from(cell)][way];
                if to != WALL
                    && far[usize::from(to)] == u16::MAX
                    && self.steps[usize::from(to)][way] != WALL
                {
                    far[usize::from(to)] = far[usize::from(cell)] + 1;
                    work.push(to);
                }
            }
        }
        far
    }

    /// All cells.
    pub fn all(&self) -> u128 {
        u128::MAX >> (MOST_CELLS - self.squares.len())
    }

    /// Where the player can walk.
    pub fn region(&self, boxes: u128, player: u8) -> u128 {
        let mut region = bit(player);
        let mut edge = region;
        while edge != 0 {
            let cell = edge.trailing_zeros() as usize;
            let fresh = self.around[cell] & !region & !boxes;
            region |= fresh;
            edge = (edge & (edge - 1)) | fresh;
        }
        region
    }

    /// The position with these boxes and the player there.
    pub fn spot(&self, boxes: u128, player: u8) -> Spot {
        Spot { boxes, player: self.region(boxes, player).trailing_zeros() as u8 }
    }

    /// Every push, also onto dead cells.
    pub fn each_push(&self, spot: Spot, mut found: impl FnMut(Shove)) {
        let region = self.region(spot.boxes, spot.player);
        for from in cells(spot.boxes) {
            let steps = self.steps[usize::from(from)];
            for way in 0..4 {
                let (to, stand) = (steps[way], steps[(way + 2) % 4]);
                if to != WALL
                    && stand != WALL
                    && region & bit(stand) != 0
                    && spot.boxes & bit(to) == 0
                {
                    found(Shove { from, to });
                }
            }
        }
    }

    /// The position after a push.
    pub fn after(&self, spot: Spot, shove: Shove) -> Spot {
        self.spot(spot.boxes & !bit(shove.from) | bit(shove.to), shove.from)
    }

    /// Every position from which one push leads here.
    pub fn each_pull(&self, spot: Spot, mut found: impl FnMut(Spot)) {
        let region = self.region(spot.boxes, spot.player);
        for now in cells(spot.boxes) {
            for way in 0..4 {
                let before = self.steps[usize::from(now)][way];
                if before == WALL || region & bit(before) == 0 {
                    continue;
                }
                let stand = self.steps[usize::from(before)][way];
                if stand != WALL && spot.boxes & bit(stand) == 0 {
                    found(self.spot(spot.boxes & !bit(now) | bit(before), stand));
                }
            }
        }
    }
}

/// The squares the player of a level could reach if no box were in the way; `None` where boxes are part of
/// the border.
pub(crate) fn inside(grid: &Grid) -> Option<Vec<bool>> {
    let tiles = grid.tiles();
    let (width, height) = (grid.width(), grid.height());
    let mut inside = vec![false; tiles.len()];
    let mut work: Vec<usize> = tiles.iter().position(|tile| tile.is_player()).into_iter().collect();
    while let Some(square) = work.pop() {
        if std::mem::replace(&mut inside[square], true) {
            continue;
        }
        let (row, column) = (square / width, square % width);
        if row == 0 || column == 0 || row + 1 == height || column + 1 == width {
            return None;
        }
        let beside = [square - 1, square + 1, square - width, square + width];
        work.extend(beside.into_iter().filter(|&next| tiles[next] != Tile::Wall && !inside[next]));
    }
    Some(inside)
}

/// The positions met so far, each with a number.
#[derive(Debug)]
pub(crate) struct Spots {
    list: Vec<Spot>,
    table: Vec<u32>,
}

impl Spots {
    const FREE: u32 = u32::MAX;

    /// None yet.
    pub fn new() -> Self {
        Self { list: Vec::new(), table: vec![Self::FREE; 1024] }
    }

    /// All of them, in the order they came.
    pub fn list(&self) -> &[Spot] {
        &self.list
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a position, and whether it is new.
    pub fn insert(&mut self, spot: Spot) -> (u32, bool) {
        let slot = self.slot(spot);
        if self.table[slot] != Self::FREE {
            return (self.table[slot], false);
        }
        let number = self.list.len() as u32;
        self.table[slot] = number;
        self.list.push(spot);
        if self.list.len() * 2 > self.table.len() {
            self.table = vec![Self::FREE; self.table.len() * 2];
            for number in 0..self.list.len() {
                let slot = self.slot(self.list[number]);
                self.table[slot] = number as u32;
            }
        }
        (number, true)
    }

    /// The number of a position that is here.
    pub fn find(&self, spot: Spot) -> Option<u32> {
        Some(self.table[self.slot(spot)]).filter(|&number| number != Self::FREE)
    }

    fn slot(&self, spot: Spot) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = mixed(spot) as usize & mask;
        while self.table[slot] != Self::FREE && self.list[self.table[slot] as usize] != spot {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

fn mixed(spot: Spot) -> u64 {
    let (low, high) = (spot.boxes as u64, (spot.boxes >> 64) as u64);
    let mut hash =
        low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    hash ^= u64::from(spot.player).wrapping_mul(0x1656_67b1_9e37_79f9);
    hash ^= hash >> 29;
    hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}
