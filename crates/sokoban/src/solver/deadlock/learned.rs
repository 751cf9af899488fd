use crate::Cell;
use crate::solver::field::{contains, insert};

/// The most patterns kept.
const MOST: usize = 8000;

/// What proofs have taught: a few boxes that are dead together while the player is in some region.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    /// The patterns that have a box on each cell.
    by_cell: Vec<Vec<u32>>,
}

/// Boxes that are dead together.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    boxes: Vec<Cell>,
    /// Where the player is.
    region: Vec<u64>,
}

impl Patterns {
    /// Whether there is room for more.
    pub fn is_full(&self) -> bool {
        self.all.len() >= MOST
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All but the first so many.
    pub fn since(&self, count: usize) -> &[Pattern] {
        &self.all[count..]
    }

    /// Takes over a pattern that was learned elsewhere on the same board.
    pub fn take(&mut self, pattern: Pattern, cells: usize) {
        self.by_cell.resize(cells, Vec::new());
        for &cell in &pattern.boxes {
            self.by_cell[usize::from(cell)].push(self.all.len() as u32);
        }
        self.all.push(pattern);
    }

    /// Learns that these boxes are dead together while the player is on one of the cells.
    pub fn add(&mut self, boxes: Vec<Cell>, region: &[Cell], cells: usize) {
        let mut bits = vec![0; cells.div_ceil(64)];
        region.iter().for_each(|&cell| insert(&mut bits, cell));
        self.take(Pattern { boxes, region: bits }, cells);
    }

    /// Whether a pattern is met after the box on `moved` was moved there. No other pattern can have been met
    /// by that move: who walks around other boxes stays in a pattern's region.
    #[inline]
    pub fn is_dead_after(&self, moved: Cell, occupied: &[bool], player: Cell) -> bool {
        self.by_cell.get(usize::from(moved)).is_some_and(|patterns| {
            patterns.iter().any(|&number| {
                let Pattern { boxes, region } = &self.all[number as usize];
                boxes.iter().all(|&cell| occupied[usize::from(cell)]) && contains(region, player)
            })
        })
    }

    /// Whether any pattern is met.
    pub fn is_dead(&self, boxes: &[Cell], occupied: &[bool], player: Cell) -> bool {
        !self.all.is_empty()
            && boxes.iter().any(|&first| {
                self.by_cell[usize::from(first)].iter().any(|&number| {
                    let Pattern { boxes, region } = &self.all[number as usize];
                    boxes[0] == first
                        && boxes.iter().all(|&cell| occupied[usize::from(cell)])
                        && contains(region, player)
                })
            })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.all.len() * (96 + self.by_cell.len() / 8) + self.by_cell.len() * 24
    }
}
