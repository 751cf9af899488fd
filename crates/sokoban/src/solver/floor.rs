use super::field::Field;
use crate::{Cell, NONE};

/// A connected part of the floor, and what is left of it when a box is put on any one of its cells. One walk over
/// it answers that for all of them: in the tree of the walk, a box on a cell cuts off exactly those branches
/// below it from which nothing leads to above it.
#[derive(Debug, Default)]
pub(crate) struct Floor {
    /// What each cell is to the walk: its place in the order of the walk, or one of the marks. Behind the last cell is
    /// one that stands for all that is no cell.
    marks: Vec<u16>,
    steps: Vec<Step>,
    /// Cells beside the walk, each with the step it was seen from, the last one first.
    beside: Vec<(Cell, u16)>,
}

/// A cell that was not met yet, and one that never is.
const UNMET: u16 = u16::MAX - 1;
const SHUT: u16 = u16::MAX;

/// A cell as the walk met it.
#[derive(Debug, Clone, Copy)]
struct Step {
    cell: Cell,
    /// The step it was met from.
    parent: u16,
    /// The first step that anything in its branch is beside.
    low: u16,
    /// The step after its branch.
    end: u16,
    /// The lowest cell of its branch.
    lowest: Cell,
}

/// What the player can walk on beside a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// The sides of the box that belong to it, as bits by way.
    pub sides: u8,
    /// How many cells it has.
    pub cells: u16,
    /// Its lowest cell.
    pub lowest: Cell,
    /// How many parts the box makes of the floor it stands on; none where it fills it.
    pub parts: u8,
}

impl Floor {
    /// Walks over all that can be reached from a free cell.
    pub fn walk(&mut self, field: &Field, occupied: &[bool], from: Cell) {
        let none = field.cells();
        self.marks.clear();
        self.marks.extend(occupied.iter().map(|&is_shut| if is_shut { SHUT } else { UNMET }));
        self.marks.push(SHUT);
        self.steps.clear();
        self.beside.clear();
        self.beside.push((from, 0));
        while let Some((cell, parent)) = self.beside.pop() {
            if self.marks[usize::from(cell)] != UNMET {
                continue;
            }
            let place = self.steps.len() as u16;
            self.marks[usize::from(cell)] = place;
            let mut low = place;
            for next in field.steps[usize::from(cell)] {
                let mark = self.marks[usize::from(next).min(none)];
                if mark == UNMET {
                    self.beside.push((next, place));
                }
                low = low.min(mark);
            }
            self.steps.push(Step { cell, parent, low, end: place + 1, lowest: cell });
        }
        // Every branch ends before the step above it is looked at.
        for at in (1..self.steps.len()).rev() {
            let Step { parent, low, end, lowest, .. } = self.steps[at];
            let above = &mut self.steps[usize::from(parent)];
            above.low = above.low.min(low);
            above.end = above.end.max(end);
            above.lowest = above.lowest.min(lowest);
        }
    }

    /// The place of a cell in the walk, if it was met.
    pub fn place(&self, cell: Cell) -> Option<usize> {
        let mark = self.marks[usize::from(cell)];
        (mark < UNMET).then_some(usize::from(mark))
    }

    /// Whether a cell belongs to the floor walked over.
    pub fn contains(&self, cell: Cell) -> bool {
        self.place(cell).is_some()
    }

    /// The places of the cells around a cell, by way.
    pub fn around(&self, field: &Field, cell: Cell) -> [Option<usize>; 4] {
        let place = |side| if side == NONE { None } else { self.place(side) };
        field.steps[usize::from(cell)].map(place)
    }

    /// The branches that a box on the cell of a place cuts off, with the places around it: where each begins and ends, and
    /// how many they are.
    pub fn cut(&self, here: usize, around: [Option<usize>; 4]) -> ([(usize, usize); 4], usize) {
        let mut branches = [(0, 0); 4];
        let mut count = 0;
        for place in around.into_iter().flatten() {
            if self.is_below(place, here) && usize::from(self.steps[place].low) >= here {
                branches[count] = (place, usize::from(self.steps[place].end));
                count += 1;
            }
        }
        (branches, count)
    }

    /// The numbers of the sides of a box on a cell of the floor, by way: sides that belong to one part have one number,
    /// that of the first of them; `none` where there is nothing to walk on.
    pub fn sides(&self, field: &Field, cell: Cell, none: u8) -> [u8; 4] {
        let around = self.around(field, cell);
        let (branches, count) =
            self.place(cell).map_or(([(0, 0); 4], 0), |here| self.cut(here, around));
        let part = |place: usize| {
            branches[..count].iter().position(|&(start, end)| (start..end).contains(&place))
        };
        around.map(|side| {
            let Some(side) = side else { return none };
            let first = around.iter().position(|other| other.map(part) == Some(part(side)));
            first.map_or(none, |way| way as u8)
        })
    }

    /// Whether a place was met from another one.
    pub fn is_below(&self, place: usize, here: usize) -> bool {
        place > here && usize::from(self.steps[place].parent) == here
    }

    /// The place after the branch of a place.
    pub fn end(&self, place: usize) -> usize {
        usize::from(self.steps[place].end)
    }

    /// The cells in the order of the walk.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.steps.iter().map(|step| step.cell)
    }

    /// Adds the bits of every place to those of all that its branch hangs on.
    pub fn sum_up(&self, bits: &mut [u64]) {
        for at in (1..self.steps.len()).rev() {
            bits[usize::from(self.steps[at].parent)] |= bits[at];
        }
    }

    /// What the player, who is on another cell of the floor, can walk on when there is a box on a cell of it.
    pub fn part(&self, field: &Field, cell: Cell, player: Cell) -> Part {
        let (Some(here), Some(player)) = (self.place(cell), self.place(player)) else {
            return Part { sides: 0, cells: 0, lowest: player, parts: 0 };
        };
        let around = self.around(field, cell);
        let is_in = |range: (usize, usize), place: usize| range.0 <= place && place < range.1;
        let (branches, count) = self.cut(here, around);
        let branches = &branches[..count];
        let cut_off: usize = branches.iter().map(|&(start, end)| end - start).sum();
        let rest = self.steps.len() - 1 - cut_off;
        let parts = count as u8 + u8::from(rest > 0);
        let sides = |is_side: &dyn Fn(usize) -> bool| {
            (0..4).fold(0, |sides, way| sides | u8::from(around[way].is_some_and(is_side)) << way)
        };
        if let Some(&branch) = branches.iter().find(|&&branch| is_in(branch, player)) {
            return Part {
                sides: sides(&|place| is_in(branch, place)),
                cells: (branch.1 - branch.0) as u16,
                lowest: self.steps[branch.0].lowest,
                parts,
            };
        }
        let is_rest =
            |place: usize| place != here && !branches.iter().any(|&branch| is_in(branch, place));
        let lowest = self.steps[0].lowest;
        let lowest = if self.place(lowest).is_some_and(is_rest) {
            lowest
        } else {
            let rest = (0..self.steps.len()).filter(|&place| is_rest(place));
            rest.map(|place| self.steps[place].cell).min().unwrap_or(lowest)
        };
        Part { sides: sides(&is_rest), cells: rest as u16, lowest, parts }
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;
    use crate::solver::fess::rooms::regions;
    use crate::solver::field::Flood;
    use crate::{Board, Grid};

    /// A random floor with boxes on goals.
    fn field(rng: &mut Rng) -> Option<Field> {
        let mut text = "##########\n".to_string();
        for row in 0..7 {
            text.push('#');
            for column in 0..8 {
                text.push(match (row, column, rng.below(6)) {
                    (3, 3, _) => '@',
                    (3, 4, _) => '$',
                    (4, 4, _) => '.',
                    (_, _, 0 | 1) => '#',
                    _ => ' ',
                });
            }
            text.push_str("#\n");
        }
        text.push_str("##########");
        Some(Field::new(&Board::new(&Grid::from_text(&text).ok()?)))
    }

    #[test]
    fn what_a_box_leaves_of_the_floor_is_what_floods_say() {
        let mut rng = Rng::new(3);
        let (mut floor, mut flood, mut compared, mut cut) =
            (Floor::default(), Flood::default(), 0, 0);
        for _ in 0..300 {
            let Some(field) = field(&mut rng) else { continue };
            let mut occupied: Vec<bool> = (0..field.cells()).map(|_| rng.below(6) == 0).collect();
            let from = rng.below(field.cells());
            occupied[from] = false;
            floor.walk(&field, &occupied, from as Cell);
            flood.fill(&field, &occupied, from as Cell);
            let all = flood.cells.clone();
            assert!(
                (0..field.cells() as Cell).all(|cell| floor.contains(cell) == flood.contains(cell))
            );
            let before = regions(&field, &occupied, &mut flood);
            for &cell in &all {
                occupied[usize::from(cell)] = true;
                let after = regions(&field, &occupied, &mut flood);
                for &player in all.iter().filter(|&&player| player != cell) {
                    flood.fill(&field, &occupied, player);
                    let part = floor.part(&field, cell, player);
                    let sides = (0..4).filter(|&way| {
                        let side = field.step(cell, way);
                        side != NONE && flood.contains(side)
                    });
                    assert_eq!(part.sides, sides.fold(0, |sides, way| sides | 1 << way));
                    let numbers = floor.sides(&field, cell, 9);
                    let together = (0..4).filter(|&way| part.sides >> way & 1 != 0);
                    let first = together.clone().next();
                    assert!((0..4usize).all(|way| {
                        let is_one = together.clone().any(|other| other == way);
                        (first.map(|first| first as u8) == Some(numbers[way])) == is_one
                    }));
                    assert_eq!(usize::from(part.cells), flood.cells.len());
                    assert_eq!(part.lowest, flood.lowest);
                    assert_eq!(before - 1 + part.parts, after);
                    compared += 1;
                    cut += usize::from(part.parts > 1);
                }
                occupied[usize::from(cell)] = false;
            }
        }
        assert!(compared > 10_000 && cut > 1000, "{compared}, {cut}");
    }
}
