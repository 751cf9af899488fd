use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::Cell;
use crate::solver::field::{Field, Flood, contains, insert};
use crate::solver::two_boxes::{NO_SIDE, TwoBoxes};

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
    sometimes: HashMap<(Cell, Cell), Vec<u64>, FixedState>,
    /// For each cell, its partners in `sometimes`.
    touchy: Vec<u64>,
}

impl Pairs {
    /// The table of a field.
    pub fn new(field: &Field) -> Self {
        if field.live > MOST_LIVE {
            return Self::default();
        }
        let mut closure = Closure::new(field);
        if field.is_over() {
            return Self::default();
        }
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
        let start = usize::from(moved) * self.words;
        let Some(row) = self.touchy.get(start..start + self.words) else { return false };
        self.words > 0
            && boxes.iter().filter(|&&cell| contains(row, cell)).any(|&cell| {
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
        let words = self.sometimes.values().next().map_or(0, Vec::len);
        (self.always.len() + self.touchy.len()) * 8 + self.sometimes.len() * (words * 8 + 48)
    }
}

/// The search backwards over two boxes and the side the player is on.
struct Closure {
    live: usize,
    boxes: TwoBoxes,
    /// For each pair, the numbers of sides from which both boxes can be brought to goals.
    alive: Vec<u8>,
    work: Vec<(Cell, Cell, u8)>,
}

impl Closure {
    fn new(field: &Field) -> Self {
        let boxes = TwoBoxes::new(field);
        Self { live: field.live, alive: vec![0; boxes.len()], boxes, work: Vec::new() }
    }

    fn reach(&mut self, one: Cell, other: Cell, side: u8) {
        let (low, high) = (one.min(other), one.max(other));
        let place = TwoBoxes::place(low, high);
        if self.alive[place] >> side & 1 == 0 {
            self.alive[place] |= 1 << side;
            self.work.push((low, high, side));
        }
    }

    fn run(&mut self, field: &Field) {
        for (index, &high) in field.goals.iter().enumerate() {
            for &low in &field.goals[..index] {
                for side in self.boxes.sides(low, high) {
                    if side != NO_SIDE {
                        self.reach(low, high, side);
                    }
                }
            }
        }
        while let Some((low, high, side)) = self.work.pop() {
            let sides = self.boxes.sides(low, high);
            for (first, mover, other) in [(0, low, high), (4, high, low)] {
                for way in 0..4 {
                    // The player walked up to the box's cell from where it is now, beside the box.
                    if sides[first + way] == side
                        && let Some((before, side)) = self.boxes.pull(field, mover, other, way)
                    {
                        self.reach(before, other, side);
                    }
                }
            }
        }
    }

    fn table(&self, field: &Field) -> Pairs {
        let words = field.words;
        let mut pairs = Pairs {
            words,
            always: vec![0; self.live * words],
            sometimes: HashMap::default(),
            touchy: vec![0; self.live * words],
        };
        let mut blocked = vec![false; field.cells()];
        let mut flood = Flood::default();
        for high in 0..self.live as Cell {
            if field.is_over() {
                break;
            }
            for low in 0..high {
                let sides = self.boxes.sides(low, high);
                let alive = self.alive[TwoBoxes::place(low, high)];
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
                    insert(&mut pairs.touchy[usize::from(low) * words..][..words], high);
                    insert(&mut pairs.touchy[usize::from(high) * words..][..words], low);
                    pairs.sometimes.insert((low, high), dead);
                }
            }
        }
        pairs
    }
}
