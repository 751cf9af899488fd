use super::rooms::NO_ROOM;
use crate::solver::field::Field;
use crate::solver::floor::Floor;
use crate::{Cell, NONE};

/// The links of one room with its neighbours, in a position to which one box is still to be added. Walks over the room
/// and its corridors tell for every cell of them what a box there breaks.
#[derive(Debug, Default)]
pub(crate) struct Links {
    room: usize,
    trees: Vec<Tree>,
    /// How many of the trees are in use.
    count: usize,
    shut: Vec<bool>,
}

/// One part of the floor, and what is met from it: neighbours as bits, and the room itself where the part has cells of it.
#[derive(Debug, Default)]
struct Tree {
    floor: Floor,
    /// What is met from each branch.
    branches: Vec<u64>,
    /// What is met before each place of the walk.
    before: Vec<u64>,
    /// What is met from each place on.
    after: Vec<u64>,
}

impl Links {
    /// Walks over all parts of a room with these cells, from which `of` tells the room of each cell of the board.
    pub fn lay(
        &mut self,
        field: &Field,
        occupied: &[bool],
        of: &[u8],
        (room, cells): (usize, &[Cell]),
    ) {
        self.room = room;
        self.count = 0;
        self.shut.clear();
        let is_other = |&of: &u8| of != NO_ROOM && usize::from(of) != room;
        self.shut.extend(occupied.iter().zip(of).map(|(&is_box, of)| is_box || is_other(of)));
        for &from in cells.iter().filter(|&&cell| !occupied[usize::from(cell)]) {
            if self.trees[..self.count].iter().any(|tree| tree.floor.contains(from)) {
                continue;
            }
            if self.count == self.trees.len() {
                self.trees.push(Tree::default());
            }
            let bit = |cell: Cell| match of[usize::from(cell)] {
                NO_ROOM => 0,
                room => 1u64 << room,
            };
            self.trees[self.count].grow(field, &self.shut, from, |cell| {
                let beside = field.steps[usize::from(cell)].into_iter();
                let others = beside.filter(|&next| next != NONE && !occupied[usize::from(next)]);
                // Cells of the room itself speak for themselves.
                bit(cell) | others.fold(0, |met, next| met | bit(next)) & !(1 << room)
            });
            self.count += 1;
        }
    }

    /// How many of the wanted neighbours cannot be walked to from some part of the room when there is a box on a cell
    /// of it or of its corridors.
    pub fn broken_by(&self, field: &Field, wanted: u64, cell: Cell) -> u32 {
        let mut all = wanted;
        let mut tell = |met: u64| {
            if met >> self.room & 1 != 0 {
                all &= met;
            }
        };
        for tree in &self.trees[..self.count] {
            match tree.floor.place(cell) {
                Some(here) => tree.split(field, (cell, here), &mut tell),
                None => tell(tree.branches[0]),
            }
        }
        (wanted & !all).count_ones()
    }
}

impl Tree {
    fn grow(&mut self, field: &Field, shut: &[bool], from: Cell, met: impl Fn(Cell) -> u64) {
        self.floor.walk(field, shut, from);
        self.branches.clear();
        self.branches.extend(self.floor.cells().map(met));
        let sum = |sum: &mut u64, &met: &u64| {
            let before = *sum;
            *sum |= met;
            Some((before, *sum))
        };
        self.before.clear();
        self.before.extend(self.branches.iter().scan(0, sum).map(|(before, _)| before));
        self.after.clear();
        self.after.push(0);
        self.after.extend(self.branches.iter().rev().scan(0, sum).map(|(_, after)| after));
        self.after.reverse();
        self.floor.sum_up(&mut self.branches);
    }

    /// Tells what is met from each part that a box makes of it.
    fn split(&self, field: &Field, (cell, here): (Cell, usize), tell: &mut impl FnMut(u64)) {
        let around = self.floor.around(field, cell);
        let (branches, count) = self.floor.cut(here, around);
        let mut rest = self.before[here] | self.after[self.floor.end(here)];
        for place in around.into_iter().flatten().filter(|&place| self.floor.is_below(place, here))
        {
            if branches[..count].iter().any(|&(start, _)| start == place) {
                tell(self.branches[place]);
            } else {
                rest |= self.branches[place];
            }
        }
        tell(rest);
    }
}
