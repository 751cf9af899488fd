mod any_start;
mod rooms;
mod tidy;

use super::context::Contexts;
use super::field::{Field, contains, each_cell, insert};
use crate::{Cell, NONE};

/// The order in which to pack boxes: a chain of sets of cells, each to be filled after the one before. A box
/// may be parked on the way: it counts as packed until the plan moves it on.
///
/// Found backwards: from the solved position boxes are pulled one at a time. A box that gets to a cell on
/// which some box starts has found its way and is taken off the board. Where no box gets that far, one is
/// parked elsewhere. Read forwards, this packs the goals so that none blocks the way to the next.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The stages, the emptiest first; the last is all goals.
    stages: Vec<Stage>,
}

/// One step of a plan.
#[derive(Debug)]
pub(crate) struct Stage {
    /// The cells that are packed.
    pub packed: Vec<u64>,
    /// Those of them that the plan never moves again.
    pub settled: Vec<u64>,
    /// Cells on which a box will be cut off from all that the plan has still to fill: soon, or already now.
    pub lost: Vec<u64>,
    /// The cell to be filled next; [`NONE`] at the end.
    pub target: Cell,
    /// The context in which the settled boxes are walls.
    pub context: u32,
}

/// Where the boxes of a plan may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Starts {
    /// From any starting cell.
    Any,
    /// From different starting cells as long as there are any.
    Fresh,
    /// From starting cells that can stand for each other, in another room or far away.
    Rooms,
}

impl Plan {
    /// Looks for a plan; where the search ends before all boxes are off, the first stage has the rest.
    pub fn new(field: &Field, contexts: &mut Contexts, starts: Starts) -> Self {
        let line = match starts {
            Starts::Any => any_start::line(field, false),
            Starts::Fresh => any_start::line(field, true),
            Starts::Rooms => most_complete(rooms::line(field), || any_start::line(field, false)),
        };
        let mut settled = line.clone();
        for number in (1..line.len()).rev() {
            let (before, after) = settled.split_at_mut(number);
            for (here, later) in before[number - 1].iter_mut().zip(&after[0]) {
                *here &= later;
            }
        }
        let mut stages: Vec<Stage> = Vec::new();
        for (packed, settled) in line.into_iter().zip(settled) {
            if let Some(before) = stages.last_mut() {
                each_cell(&packed, |cell| {
                    if !contains(&before.packed, cell) {
                        before.target = cell;
                    }
                });
            }
            let context = contexts.number(field, &settled, 0);
            let lost = lost(field, contexts, context);
            stages.push(Stage { packed, settled, lost, target: NONE, context });
        }
        announce(&mut stages);
        Self { stages }
    }

    /// The plan that asks for a box on each cell of a set, in no order.
    pub fn of_one(packed: Vec<u64>) -> Self {
        let none = vec![0; packed.len()];
        let stage = Stage { packed, settled: none.clone(), lost: none, target: NONE, context: 0 };
        Self { stages: vec![stage] }
    }

    /// The stage of a number.
    pub fn stage(&self, number: usize) -> &Stage {
        &self.stages[number]
    }

    /// The last stage whose cells all hold boxes, and a count of what is packed that grows with it.
    pub fn stage_of(&self, boxes: &[u64]) -> (usize, usize) {
        let filled =
            |stage: &Stage| stage.packed.iter().zip(boxes).all(|(want, have)| want & !have == 0);
        let first = &self.stages[0].packed;
        match self.stages.iter().rposition(filled) {
            Some(number) => (number, count(first.iter().copied()) + number),
            None => (0, count(first.iter().zip(boxes).map(|(a, b)| a & b))),
        }
    }
}

/// A plan; but where it does not bring all boxes off, another one that brings off more.
fn most_complete(line: Vec<Vec<u64>>, other: impl FnOnce() -> Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let left = |line: &[Vec<u64>]| line.first().map_or(0, |first| count(first.iter().copied()));
    if left(&line) == 0 {
        return line;
    }
    let other = other();
    if left(&other) < left(&line) { other } else { line }
}

fn count(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}

/// The cells on which a box reaches no goal that is left.
fn lost(field: &Field, contexts: &Contexts, number: u32) -> Vec<u64> {
    let context = contexts.get(number);
    let mut lost = vec![0; field.words];
    for cell in (0..field.live as Cell).filter(|&cell| !context.is_wall[usize::from(cell)]) {
        if !context.is_live(cell) {
            insert(&mut lost, cell);
        }
    }
    lost
}

/// Lets each stage name the lost cells of the next that differs: a warning in time.
fn announce(stages: &mut [Stage]) {
    let own: Vec<Vec<u64>> = stages.iter().map(|stage| stage.lost.clone()).collect();
    for number in 0..stages.len() {
        if let Some(next) = own[number..].iter().find(|lost| **lost != own[number]) {
            stages[number].lost.clone_from(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Grid};

    /// A goal room at the end of a corridor.
    const CORRIDOR: &str = "
#############
#    ########
# $$ ########
#@$    ....##
# $  ########
#    ########
#############";

    /// Two rooms; one of the boxes begins on a goal.
    const ROOMS: &str = "
##############
#      #    ##
#   $     ..##
# $*$  #   .##
#@  $  #   .##
#      #    ##
##############";

    fn count(bits: &[u64]) -> u32 {
        bits.iter().map(|word| word.count_ones()).sum()
    }

    fn without(bits: &[u64], others: &[u64]) -> u32 {
        bits.iter().zip(others).map(|(bits, others)| (bits & !others).count_ones()).sum()
    }

    fn field(text: &str) -> Field {
        Field::new(&Board::new(&Grid::from_text(text).expect("a level")))
    }

    #[test]
    fn plans_fill_one_cell_at_a_time_until_all_goals_are_filled_and_never_move_what_is_settled() {
        for text in [CORRIDOR, ROOMS] {
            let field = field(text);
            for starts in [Starts::Any, Starts::Fresh, Starts::Rooms] {
                let mut contexts = Contexts::new(&field);
                let plan = Plan::new(&field, &mut contexts, starts);
                let stages = &plan.stages;
                assert_eq!(count(&stages[0].packed), 0, "{starts:?}: the plan is complete");
                assert_eq!(stages[stages.len() - 1].packed, field.bits(&field.goals));
                for pair in stages.windows(2) {
                    let [before, after] = [&pair[0], &pair[1]];
                    assert_eq!(without(&after.packed, &before.packed), 1);
                    assert!(without(&before.packed, &after.packed) <= 1);
                    assert!(contains(&after.packed, before.target));
                    assert_eq!(without(&before.settled, &before.packed), 0);
                    assert_eq!(without(&before.settled, &after.settled), 0);
                }
            }
        }
    }

    #[test]
    fn the_end_of_a_corridor_is_filled_first() {
        let field = field(CORRIDOR);
        let mut contexts = Contexts::new(&field);
        let plan = Plan::new(&field, &mut contexts, Starts::Rooms);
        let order: Vec<Cell> = plan.stages.iter().map(|stage| stage.target).collect();
        let mut at =
            *field.goals.iter().find(|&&goal| field.step(goal, 1) == NONE).expect("an end");
        for &target in &order[..4] {
            assert_eq!(target, at);
            at = field.step(at, 3);
        }
        assert_eq!(order[4..], [NONE]);
    }

    #[test]
    fn the_stage_of_a_position_is_the_last_that_is_filled() {
        let field = field(CORRIDOR);
        let mut contexts = Contexts::new(&field);
        let plan = Plan::new(&field, &mut contexts, Starts::Rooms);
        assert_eq!(plan.stage_of(&field.bits(&field.boxes)), (0, 0));
        let mut boxes = plan.stages[2].packed.clone();
        insert(&mut boxes, field.boxes[0]);
        assert_eq!(plan.stage_of(&boxes), (2, 2));
    }

    #[test]
    fn cells_that_the_next_box_cuts_off_are_named_before_it_comes() {
        let field = field(CORRIDOR);
        let mut contexts = Contexts::new(&field);
        let plan = Plan::new(&field, &mut contexts, Starts::Rooms);
        let last = &plan.stages[3];
        assert_eq!(without(&last.packed, &last.settled), 0);
        assert!(count(&last.lost) > 0, "with all goals filled no box has anywhere to go");
    }
}
