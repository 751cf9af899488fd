use std::collections::HashMap;

use crate::solver::field::{Field, Flood, contains, insert};
use crate::{Cell, NONE};

/// Boards with more live cells than this get no table: it would take too long to make.
const MOST_LIVE: usize = 640;

/// Which two boxes can never both be brought to goals, even with all others away: exact, for every two cells
/// and every region of the player.
///
/// Found backwards: from two boxes on goals all pulls are followed. What they never meet is dead.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    words: usize,
    /// For each cell, the cells on which a second box is dead wherever the player is.
    always: Vec<u64>,
    /// For two cells, the lower first: where the player must not be.
    sometimes: HashMap<(Cell, Cell), Vec<u64>>,
    /// The cells that have a partner in `sometimes`.
    is_touchy: Vec<bool>,
}

impl Pairs {
    /// The table of a field.
    pub fn new(field: &Field) -> Self {
        if field.live > MOST_LIVE {
            return Self::default();
        }
        let mut closure = Closure::new(field);
        closure.run(field);
        closure.table(field)
    }

    /// Whether a box on `moved` is dead with one of these, wherever the player is.
    #[inline]
    pub fn is_dead_with(&self, moved: Cell, boxes: &[Cell]) -> bool {
        let start = usize::from(moved) * self.words;
        let Some(row) = self.always.get(start..start + self.words) else { return false };
        self.words > 0 && boxes.iter().any(|&cell| contains(row, cell))
    }

    /// Whether a box on `moved` is dead with one of these while the player is in a region.
    pub fn is_dead_from(&self, moved: Cell, boxes: &[Cell], player: Cell) -> bool {
        self.is_touchy.get(usize::from(moved)).copied().unwrap_or(false)
            && boxes.iter().any(|&cell| {
                let pair = (moved.min(cell), moved.max(cell));
                self.sometimes.get(&pair).is_some_and(|dead| contains(dead, player))
            })
    }

    /// Whether any two of these are dead.
    pub fn is_dead(&self, boxes: &[Cell], player: Cell) -> bool {
        boxes.iter().enumerate().any(|(index, &cell)| {
            let rest = &boxes[index + 1..];
            self.is_dead_with(cell, rest) || self.is_dead_from(cell, rest, player)
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let cells = self.is_touchy.len();
        self.always.len() * 8 + cells + self.sometimes.len() * (cells / 8 + 48)
    }
}

/// The eight sides of two boxes: those of the first, then those of the second, by direction. Sides between
/// which the player can walk have one number.
type Sides = [u8; 8];
/// A side that is a wall or a box.
const NO_SIDE: u8 = u8::MAX;

/// The search backwards over two boxes and the side the player is on.
struct Closure {
    live: usize,
    sides: Vec<Sides>,
    /// For each pair, the numbers of sides from which both boxes can be brought to goals.
    alive: Vec<u8>,
    work: Vec<(Cell, Cell, u8)>,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<Cell>,
}

impl Closure {
    fn new(field: &Field) -> Self {
        let pairs = field.live * field.live.saturating_sub(1) / 2;
        let mut closure = Self {
            live: field.live,
            sides: Vec::with_capacity(pairs),
            alive: vec![0; pairs],
            work: Vec::new(),
            seen: vec![0; field.cells()],
            stamp: 0,
            queue: Vec::new(),
        };
        for high in 0..field.live as Cell {
            for low in 0..high {
                let sides = closure.look(field, low, high);
                closure.sides.push(sides);
            }
        }
        closure
    }

    /// The place of a pair in the tables.
    fn place(low: Cell, high: Cell) -> usize {
        let high = usize::from(high);
        high * high.saturating_sub(1) / 2 + usize::from(low)
    }

    /// Which of the sides of two boxes are connected.
    fn look(&mut self, field: &Field, low: Cell, high: Cell) -> Sides {
        let mut around = [NONE; 8];
        around[..4].copy_from_slice(&field.steps[usize::from(low)]);
        around[4..].copy_from_slice(&field.steps[usize::from(high)]);
        let mut sides = [NO_SIDE; 8];
        for side in &mut around {
            if *side == low || *side == high {
                *side = NONE;
            }
        }
        for from in 0..8 {
            if around[from] == NONE || sides[from] != NO_SIDE {
                continue;
            }
            let wanted = (from..8).filter(|&at| around[at] != NONE && sides[at] == NO_SIDE).count();
            self.walk(field, [low, high], &around, (around[from], wanted));
            for at in from..8 {
                if around[at] != NONE && self.seen[usize::from(around[at])] == self.stamp {
                    sides[at] = from as u8;
                }
            }
        }
        sides
    }

    /// Walks from a cell around two boxes until so many of the sides are met, or no more are to be found.
    fn walk(
        &mut self,
        field: &Field,
        boxes: [Cell; 2],
        around: &[Cell; 8],
        (from, wanted): (Cell, usize),
    ) {
        self.stamp += 1;
        for cell in boxes {
            self.seen[usize::from(cell)] = self.stamp;
        }
        self.seen[usize::from(from)] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut met = around.iter().filter(|&&side| side == from).count();
        let mut head = 0;
        while head < self.queue.len() && met < wanted {
            for next in field.steps[usize::from(self.queue[head])] {
                if next != NONE && self.seen[usize::from(next)] != self.stamp {
                    self.seen[usize::from(next)] = self.stamp;
                    self.queue.push(next);
                    met += around.iter().filter(|&&side| side == next).count();
                }
            }
            head += 1;
        }
    }

    fn reach(&mut self, one: Cell, other: Cell, side: u8) {
        let (low, high) = (one.min(other), one.max(other));
        let place = Self::place(low, high);
        if self.alive[place] >> side & 1 == 0 {
            self.alive[place] |= 1 << side;
            self.work.push((low, high, side));
        }
    }

    fn run(&mut self, field: &Field) {
        for (index, &high) in field.goals.iter().enumerate() {
            for &low in &field.goals[..index] {
                let place = Self::place(low.min(high), low.max(high));
                for side in self.sides[place] {
                    if side != NO_SIDE {
                        self.reach(low, high, side);
                    }
                }
            }
        }
        while let Some((low, high, side)) = self.work.pop() {
            let sides = self.sides[Self::place(low, high)];
            for (first, mover, other) in [(0, low, high), (4, high, low)] {
                for way in 0..4 {
                    // The player walked up to the box's cell from where it is now, beside the box.
                    if sides[first + way] == side {
                        self.pull(field, mover, other, way);
                    }
                }
            }
        }
    }

    /// Pulls a box one cell: the position before it was pushed the other way.
    fn pull(&mut self, field: &Field, mover: Cell, other: Cell, way: usize) {
        let before = field.step(mover, way);
        if usize::from(before) >= self.live {
            return;
        }
        let stand = field.step(before, way);
        if stand == NONE || stand == other {
            return;
        }
        let first = if before < other { 0 } else { 4 };
        let place = Self::place(before.min(other), before.max(other));
        self.reach(before, other, self.sides[place][first + way]);
    }

    fn table(&self, field: &Field) -> Pairs {
        let words = field.words;
        let mut pairs = Pairs {
            words,
            always: vec![0; self.live * words],
            sometimes: HashMap::new(),
            is_touchy: vec![false; field.cells()],
        };
        let mut blocked = vec![false; field.cells()];
        let mut flood = Flood::default();
        for high in 0..self.live as Cell {
            for low in 0..high {
                let place = Self::place(low, high);
                let (sides, alive) = (self.sides[place], self.alive[place]);
                let is_dead = |side: u8| side != NO_SIDE && alive >> side & 1 == 0;
                if alive == 0 && sides != [NO_SIDE; 8] {
                    insert(&mut pairs.always[usize::from(low) * words..][..words], high);
                    insert(&mut pairs.always[usize::from(high) * words..][..words], low);
                } else if sides.into_iter().any(is_dead) {
                    blocked[usize::from(low)] = true;
                    blocked[usize::from(high)] = true;
                    let mut dead = vec![0; field.cells().div_ceil(64)];
                    for (at, &side) in sides.iter().enumerate() {
                        if is_dead(side) && usize::from(side) == at {
                            let cell = if at < 4 { low } else { high };
                            flood.fill(field, &blocked, field.step(cell, at & 3));
                            flood.cells.iter().for_each(|&cell| insert(&mut dead, cell));
                        }
                    }
                    blocked[usize::from(low)] = false;
                    blocked[usize::from(high)] = false;
                    pairs.is_touchy[usize::from(low)] = true;
                    pairs.is_touchy[usize::from(high)] = true;
                    pairs.sometimes.insert((low, high), dead);
                }
            }
        }
        pairs
    }
}
