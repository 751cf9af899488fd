use std::sync::Arc;

use plyground_core::Limits;
use plyground_search::driver::Clock;

use super::context::Context;
use super::field::Field;
use super::two_boxes::{NO_SIDE, TwoBoxes};
use crate::{Board, Cell, FAR};

/// The most work the table may be: pairs of goals times pairs of cells.
const MOST_WORK: usize = 4_000_000;
/// A pair adds no more than this.
const MOST: u16 = u8::MAX as u16;

/// What two boxes cost each other: the pushes that they alone on the board need beyond those that each would need
/// without the other, whatever goals they go to and wherever the player is. Exact, for every two cells.
///
/// In a solution the pushes of two boxes, with all others away, solve these two. So what disjoint pairs add may be
/// added to a cheapest assignment, and the sum is still no more than the fewest pushes.
#[derive(Debug, Default)]
pub(crate) struct Detours {
    extra: Vec<u8>,
}

/// Scratch for choosing disjoint pairs.
#[derive(Debug, Default)]
pub(crate) struct Disjoint {
    found: Vec<(u8, Cell, Cell)>,
    taken: Vec<Cell>,
}

impl Detours {
    /// The table of a field; none where it would be too large. `plain` is what is known of its empty board.
    pub fn new(field: &Field, plain: &Context) -> Self {
        let goals = plain.goals.len();
        let pairs = goals * goals.saturating_sub(1) / 2;
        if pairs == 0 || pairs.saturating_mul(field.live * field.live) > MOST_WORK {
            return Self::default();
        }
        let boxes = TwoBoxes::new(field);
        let mut search = Search::new(boxes.len());
        // What no goals allow is dead, and said to be so elsewhere.
        let mut least = vec![FAR; boxes.len()];
        for one in 0..goals {
            for other in 0..one {
                if field.is_over() {
                    return Self::default();
                }
                search.run(field, &boxes, (plain.goals[one], plain.goals[other]));
                search.compare(field, plain, (one, other), &mut least);
            }
        }
        let extra = least.iter().map(|&extra| if extra == FAR { 0 } else { extra.min(MOST) as u8 });
        Self { extra: extra.collect() }
    }

    /// The table of a board, for work that has no field of its own.
    pub fn of(board: &Board) -> Self {
        let field = Field::within(board, Arc::new(Clock::start(&Limits::default())));
        let plain = Context::new(&field, &vec![0; field.words]);
        Self::new(&field, &plain)
    }

    /// Whether there is no table.
    pub const fn is_empty(&self) -> bool {
        self.extra.is_empty()
    }

    /// Pushes that must be added to the distances of these boxes from goals: those of disjoint pairs, the dearest
    /// first.
    pub fn extra(&self, boxes: &[Cell], scratch: &mut Disjoint) -> u32 {
        let Disjoint { found, taken } = scratch;
        found.clear();
        for (index, &one) in boxes.iter().enumerate() {
            for &other in &boxes[..index] {
                let extra = self.extra[TwoBoxes::place(one, other)];
                if extra > 0 {
                    found.push((extra, one, other));
                }
            }
        }
        found.sort_unstable_by_key(|&(extra, one, other)| (u8::MAX - extra, one, other));
        let mut total = 0;
        taken.clear();
        for &(extra, one, other) in &*found {
            if !taken.contains(&one) && !taken.contains(&other) {
                taken.extend([one, other]);
                total += u32::from(extra);
            }
        }
        total
    }
}

/// A search backwards from two goals over two boxes, told apart by their goals, and the side the player is on.
struct Search {
    /// For each pair of cells, the box of the first goal in the lower or in the higher one: the sides met.
    met: Vec<[u8; 2]>,
    /// The fewest pushes there.
    pushes: Vec<[u16; 2]>,
    queue: Vec<(Cell, Cell, u8, u16)>,
}

impl Search {
    fn new(pairs: usize) -> Self {
        Self { met: vec![[0; 2]; pairs], pushes: vec![[FAR; 2]; pairs], queue: Vec::new() }
    }

    fn reach(&mut self, one: Cell, other: Cell, side: u8, pushes: u16) {
        let (place, order) = (TwoBoxes::place(one, other), usize::from(one > other));
        if side == NO_SIDE || self.met[place][order] >> side & 1 != 0 {
            return;
        }
        self.met[place][order] |= 1 << side;
        self.pushes[place][order] = self.pushes[place][order].min(pushes);
        self.queue.push((one, other, side, pushes));
    }

    fn run(&mut self, field: &Field, boxes: &TwoBoxes, (one, other): (Cell, Cell)) {
        self.met.fill([0; 2]);
        self.pushes.fill([FAR; 2]);
        self.queue.clear();
        // Two boxes on their goals need no push, even where the player can stand beside neither.
        self.pushes[TwoBoxes::place(one, other)][usize::from(one > other)] = 0;
        for side in boxes.sides(one, other) {
            self.reach(one, other, side, 0);
        }
        let mut head = 0;
        while let Some(&(one, other, side, pushes)) = self.queue.get(head) {
            head += 1;
            let sides = boxes.sides(one, other);
            let first = if one < other { 0 } else { 4 };
            for way in 0..4 {
                if sides[first + way] == side
                    && let Some((before, side)) = boxes.pull(field, one, other, way)
                {
                    self.reach(before, other, side, pushes + 1);
                }
                if sides[4 - first + way] == side
                    && let Some((before, side)) = boxes.pull(field, other, one, way)
                {
                    self.reach(one, before, side, pushes + 1);
                }
            }
        }
    }

    /// Takes note of what two boxes on their way to two goals cost each other, where that is less than on the way to
    /// others.
    fn compare(
        &self,
        field: &Field,
        plain: &Context,
        (one, other): (usize, usize),
        least: &mut [u16],
    ) {
        for high in 1..field.live as Cell {
            for low in 0..high {
                let place = TwoBoxes::place(low, high);
                for (order, [first, second]) in [[low, high], [high, low]].into_iter().enumerate() {
                    let pushes = self.pushes[place][order];
                    if pushes == FAR {
                        continue;
                    }
                    let alone =
                        plain.distance(one, first).saturating_add(plain.distance(other, second));
                    least[place] = least[place].min(pushes.saturating_sub(alone));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    /// What two boxes add to their distances, in a level of these two alone.
    fn extra(text: &str) -> u32 {
        let field = Field::new(&Board::new(&Grid::from_text(text).expect("a level")));
        let plain = Context::new(&field, &vec![0; field.words]);
        Detours::new(&field, &plain).extra(&field.boxes, &mut Disjoint::default())
    }

    #[test]
    fn boxes_far_apart_add_nothing() {
        assert_eq!(extra("#########\n#       #\n# $   $ #\n#  . .  #\n#   @   #\n#########"), 0);
    }

    #[test]
    fn a_box_that_must_make_way_for_another_adds_its_way_out_and_back() {
        // Neither box can be pushed along the row before one of them has left it.
        let text = "#########\n#   #####\n# $$ ..##\n#@  #####\n#   #####\n#########";
        let board = Board::new(&Grid::from_text(text).expect("a level"));
        let field = Field::new(&board);
        let plain = Context::new(&field, &vec![0; field.words]);
        let mut matching = crate::heuristics::Matching::default();
        let alone = plain.assign(&field, &field.boxes, &mut matching).expect("goals for both");
        let report = crate::solver::solve(
            &board,
            &plyground_core::Spec::new("bestfirst").with("w", 1).with("shorten", false),
            crate::Metric::Pushes,
            &Limits::default(),
            &mut |_| {},
        );
        let fewest = report.expect("the method is known").cost.expect("a solution") as u32;
        assert!(fewest > alone, "the boxes are in each other's way");
        assert_eq!(alone + extra(text), fewest);
    }
}
