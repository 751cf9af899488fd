use super::View;
use crate::solver::field::back;
use crate::{Cell, NONE};

/// A part of the board that the boxes keep the player out of.
#[derive(Debug, Default)]
pub(crate) struct Corral {
    /// The boxes around and inside it.
    pub boxes: Vec<Cell>,
    /// Those, the boxes at its corners, and the boxes that hold the fence in place from behind.
    pub near: Vec<Cell>,
    /// Whether something must still happen in it: a box beside its goal, or an empty goal.
    pub is_open: bool,
    /// Its free cells.
    cells: Vec<Cell>,
}

impl Corral {
    /// Whether a box is part of this one and of another.
    pub fn touches(&self, other: &Self) -> bool {
        self.boxes.iter().any(|cell| other.boxes.contains(cell))
    }

    fn clear(&mut self) {
        self.boxes.clear();
        self.near.clear();
        self.cells.clear();
        self.is_open = false;
    }
}

/// Finds the corrals of a position.
#[derive(Debug, Default)]
pub(crate) struct Corrals {
    /// The number of the corral a cell belongs to.
    marks: Vec<u32>,
    stack: Vec<Cell>,
    found: Vec<Corral>,
}

impl Corrals {
    /// The corrals that keep the player out. Boxes that are walls in the context count as walls.
    pub fn find(&mut self, view: &View<'_>) -> &[Corral] {
        self.marks.clear();
        self.marks.resize(view.field.cells(), 0);
        let mut count = 0;
        for cell in 0..view.field.cells() as Cell {
            let free = !view.is_box(cell) && !view.reach.contains(cell);
            if !free || self.marks[usize::from(cell)] != 0 {
                continue;
            }
            if count == self.found.len() {
                self.found.push(Corral::default());
            }
            let mut corral = std::mem::take(&mut self.found[count]);
            count += 1;
            corral.clear();
            self.gather(view, (cell, count as u32), &mut corral);
            if corral.is_open {
                widen(view, &mut corral);
            }
            self.found[count - 1] = corral;
        }
        &self.found[..count]
    }

    /// Collects a corral's cells and boxes. Boxes that the player cannot touch are inside it.
    fn gather(&mut self, view: &View<'_>, (start, number): (Cell, u32), corral: &mut Corral) {
        self.stack.clear();
        self.stack.push(start);
        self.marks[usize::from(start)] = number;
        while let Some(cell) = self.stack.pop() {
            if !view.is_box(cell) {
                corral.cells.push(cell);
            }
            corral.is_open |= view.is_goal(cell) != view.is_box(cell);
            for next in view.field.steps[usize::from(cell)] {
                if next == NONE
                    || view.reach.contains(next)
                    || self.marks[usize::from(next)] == number
                    || view.is_wall(next)
                {
                    continue;
                }
                self.marks[usize::from(next)] = number;
                let mut inside = true;
                if view.is_box(next) {
                    corral.boxes.push(next);
                    corral.is_open |= !view.is_goal(next);
                    inside = !view.field.steps[usize::from(next)]
                        .iter()
                        .any(|&beside| beside != NONE && view.reach.contains(beside));
                }
                if inside {
                    self.stack.push(next);
                }
            }
        }
    }
}

/// Collects the boxes that matter for a corral though they do not fence it: those at the corners of its
/// cells, and those behind its fence, unless they can simply slide away.
fn widen(view: &View<'_>, corral: &mut Corral) {
    let near = &mut corral.near;
    near.extend_from_slice(&corral.boxes);
    let mut add = |cell: Cell| {
        if view.is_loose_box(cell) && !near.contains(&cell) {
            near.push(cell);
        }
    };
    let is_free = |cell: Cell| cell != NONE && !view.is_box(cell);
    for &cell in &corral.cells {
        for way in 0..4 {
            let beside = view.field.step(cell, way);
            if beside == NONE {
                continue;
            }
            let sides = [(way + 1) % 4, (way + 3) % 4];
            sides.into_iter().for_each(|side| add(view.field.step(beside, side)));
            let behind = view.field.step(beside, way);
            if !view.is_loose_box(beside) || !view.is_loose_box(behind) {
                continue;
            }
            let slides = sides.into_iter().any(|side| {
                let to = view.field.step(behind, side);
                is_free(to) && is_free(view.field.step(behind, back(side)))
            });
            if !slides {
                add(behind);
            }
        }
    }
}
