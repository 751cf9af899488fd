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
