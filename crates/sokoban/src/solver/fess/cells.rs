use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// What waits in the cells of a feature space. The cells take turns, every other time it is the most
/// promising one's, and one that was never seen before comes next.
#[derive(Debug)]
pub(crate) struct Cells<L> {
    labels: Vec<L>,
    heaps: Vec<BinaryHeap<Reverse<Waiting>>>,
    numbers: BTreeMap<L, usize>,
    /// The cells in which something waits, the most promising first.
    open: BTreeMap<L, usize>,
    fresh: Option<usize>,
    turn: usize,
    step: usize,
    waiting: usize,
}

/// The weight, the order among those of the same weight, and what waits.
type Waiting = (u32, u64, u32);

impl<L: Copy + Ord> Cells<L> {
    /// No cells yet.
    pub const fn new() -> Self {
        Self {
            labels: Vec::new(),
            heaps: Vec::new(),
            numbers: BTreeMap::new(),
            open: BTreeMap::new(),
            fresh: None,
            turn: 0,
            step: 0,
            waiting: 0,
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// How many wait in all cells.
    pub const fn waiting(&self) -> usize {
        self.waiting
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.heaps.iter().map(|heap| heap.capacity() * size_of::<Waiting>()).sum()
    }

    /// Lets an item wait in the cell of a label.
    pub fn push(&mut self, label: L, weight: u32, order: u64, item: u32) {
        let next = self.labels.len();
        let number = *self.numbers.entry(label).or_insert(next);
        if number == next {
            self.labels.push(label);
            self.heaps.push(BinaryHeap::new());
            self.fresh = Some(number);
        }
        if self.heaps[number].is_empty() {
            self.open.insert(label, number);
        }
        self.heaps[number].push(Reverse((weight, order, item)));
        self.waiting += 1;
    }

    /// The item whose turn it is.
    pub fn next(&mut self) -> Option<u32> {
        let &best = self.open.values().next()?;
        self.step += 1;
        let number = match self.fresh.take() {
            Some(fresh) if !self.heaps[fresh].is_empty() => fresh,
            _ if self.step.is_multiple_of(2) => best,
            _ => loop {
                self.turn = (self.turn + 1) % self.heaps.len();
                if !self.heaps[self.turn].is_empty() {
                    break self.turn;
                }
            },
        };
        let Reverse((_, _, item)) = self.heaps[number].pop()?;
        self.waiting -= 1;
        if self.heaps[number].is_empty() {
            self.open.remove(&self.labels[number]);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_take_turns_with_the_best_in_between_and_new_ones_first() {
        let mut cells = Cells::new();
        for item in 0..3 {
            cells.push('c', 0, u64::from(item), item);
        }
        for item in 10..13 {
            cells.push('b', 1, 0, item);
        }
        assert_eq!(cells.next(), Some(10), "the new cell");
        assert_eq!(cells.next(), Some(11), "the best cell");
        assert_eq!(cells.next(), Some(12), "its turn");
        assert_eq!(cells.next(), Some(0), "the best of those with something left");
        cells.push('a', 0, 0, 20);
        assert_eq!(cells.next(), Some(20), "the new cell");
        assert_eq!([cells.next(), cells.next(), cells.next()], [Some(1), Some(2), None]);
        assert_eq!((cells.len(), cells.waiting()), (3, 0));
    }

    #[test]
    fn within_a_cell_weight_comes_before_order_and_order_before_age() {
        let mut cells = Cells::new();
        cells.push((), 1, 0, 0);
        cells.push((), 0, 7, 1);
        cells.push((), 0, 3, 2);
        cells.push((), 0, 3, 3);
        let all: Vec<u32> = std::iter::from_fn(|| cells.next()).collect();
        assert_eq!(all, [2, 3, 1, 0]);
    }
}
