use super::View;
use super::proof::MOST_BOXES;
use crate::{Cell, NONE};

/// Boxes no farther apart than this belong together, closely or loosely.
const CLOSE: u32 = 2;
const LOOSE: u32 = 4;
/// The fewest and the most boxes worth a proof, and the most that are worth one where they stand loosely or
/// where the search stalls.
const FEWEST: usize = 2;
const MOST: usize = 10;
const MOST_LOOSE: usize = 6;
const MOST_STUCK: usize = MOST_BOXES;

/// Finds boxes that may hold each other up: chains of neighbours.
#[derive(Debug, Default)]
pub(crate) struct Clusters {
    rest: Vec<Cell>,
    group: Vec<Cell>,
}

impl Clusters {
    /// Calls `look` with each cluster that has work left, until it says yes. Boxes that are walls are in none.
    pub fn any(&mut self, view: &View<'_>, look: impl FnMut(&[Cell]) -> bool) -> bool {
        self.start(view);
        self.any_chain(view, (CLOSE, MOST), look)
    }

    /// The same with the few boxes of a part of the board that stand loosely together.
    pub fn any_loose(&mut self, view: &View<'_>, look: impl FnMut(&[Cell]) -> bool) -> bool {
        self.start(view);
        self.any_chain(view, (LOOSE, MOST_LOOSE), look)
    }

    fn start(&mut self, view: &View<'_>) {
        self.rest.clear();
        self.rest.extend(view.boxes.iter().filter(|&&cell| !view.is_wall(cell)));
    }

    /// The same without the boxes that nothing is beside: first all of the others, then their clusters.
    pub fn any_stuck(&mut self, view: &View<'_>, mut look: impl FnMut(&[Cell]) -> bool) -> bool {
        let is_held = |&&cell: &&Cell| {
            let is_free = |beside: Cell| beside != NONE && !view.is_box(beside);
            !view.is_wall(cell) && !view.field.steps[usize::from(cell)].into_iter().all(is_free)
        };
        self.rest.clear();
        self.rest.extend(view.boxes.iter().filter(is_held));
        let works = self.rest.iter().any(|&cell| !view.is_goal(cell));
        works && self.rest.len() <= MOST_STUCK && look(&self.rest)
            || self.any_chain(view, (CLOSE, MOST_STUCK), look)
    }

    fn any_chain(
        &mut self,
        view: &View<'_>,
        (apart, most): (u32, usize),
        mut look: impl FnMut(&[Cell]) -> bool,
    ) -> bool {
        while let Some(first) = self.rest.pop() {
            self.chain(view, first, apart);
            let works = self.group.iter().any(|&cell| !view.is_goal(cell));
            if works && (FEWEST..=most).contains(&self.group.len()) && look(&self.group) {
                return true;
            }
        }
        false
    }

    /// Collects all that hangs together with a box.
    fn chain(&mut self, view: &View<'_>, first: Cell, apart: u32) {
        self.group.clear();
        self.group.push(first);
        let mut head = 0;
        while let Some(&cell) = self.group.get(head) {
            head += 1;
            let group = &mut self.group;
            self.rest.retain(|&other| {
                let is_near = view.field.apart(cell, other) <= apart;
                if is_near {
                    group.push(other);
                }
                !is_near
            });
        }
    }
}
