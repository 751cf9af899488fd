use crate::{Board, Cell, CellSet, Direction, NONE, Push, Reach};

/// The only pushes that need be tried where a corral has to be dealt with first; `None` where there is no such
/// corral. No push at all means that the position is dead.
///
/// A corral is a part of the board the player cannot get to, with the boxes that fence it. If whatever push of a
/// fence box may come first is one into the corral that can be made right now (a PI-corral), and some fence box
/// is not on a goal, then every solution makes one of these pushes, and it may as well make it now: until then
/// nothing can touch the corral, and afterwards the player can walk wherever it could before. So neither
/// solvability nor the least number of pushes is lost. The least number of moves may be.
pub fn corral_pushes(board: &Board, boxes: &CellSet, reach: &Reach) -> Option<Vec<Push>> {
    let parts = Parts::new(board, boxes, reach);
    let mut best: Option<Vec<Push>> = None;
    for part in 0..parts.count {
        let pushes = Corral::new(board, boxes, reach, &parts).grow(part);
        if let Some(pushes) = pushes
            && best.as_ref().is_none_or(|best| pushes.len() < best.len())
        {
            best = Some(pushes);
        }
    }
    best
}

/// The free cells the player cannot get to, by connected parts.
struct Parts {
    of_cell: Vec<u16>,
    count: u16,
}

const NO_PART: u16 = u16::MAX;

impl Parts {
    fn new(board: &Board, boxes: &CellSet, reach: &Reach) -> Self {
        let is_cut_off = |cell: Cell| !boxes.contains(cell) && !reach.contains(cell);
        let mut parts = Self { of_cell: vec![NO_PART; board.cells()], count: 0 };
        let mut work = Vec::new();
        for start in 0..board.cells() as Cell {
            if !is_cut_off(start) || parts.of(start) != NO_PART {
                continue;
            }
            parts.of_cell[usize::from(start)] = parts.count;
            work.push(start);
            while let Some(cell) = work.pop() {
                for next in board.steps(cell) {
                    if next != NONE && is_cut_off(next) && parts.of(next) == NO_PART {
                        parts.of_cell[usize::from(next)] = parts.count;
                        work.push(next);
                    }
                }
            }
            parts.count += 1;
        }
        parts
    }

    fn of(&self, cell: Cell) -> u16 {
        self.of_cell[usize::from(cell)]
    }
}

/// A corral while it grows: parts and fence boxes are added as long as they decide whether it is one that has to
/// be dealt with first.
struct Corral<'a> {
    board: &'a Board,
    boxes: &'a CellSet,
    reach: &'a Reach,
    parts: &'a Parts,
    inside: CellSet,
    fence: CellSet,
    unchecked: Vec<Cell>,
    pushes: Vec<Push>,
}

impl<'a> Corral<'a> {
    fn new(board: &'a Board, boxes: &'a CellSet, reach: &'a Reach, parts: &'a Parts) -> Self {
        Self {
            board,
            boxes,
            reach,
            parts,
            inside: board.no_cells(),
            fence: board.no_cells(),
            unchecked: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Grows from one part; the pushes into the corral if it is one to be dealt with first.
    fn grow(mut self, part: u16) -> Option<Vec<Push>> {
        self.add_part(part);
        while let Some(cell) = self.unchecked.pop() {
            for direction in Direction::ALL {
                if !self.check(Push { cell, direction }) {
                    return None;
                }
            }
        }
        (!self.fence.is_subset(self.board.goal_set())).then_some(self.pushes)
    }

    /// Looks at a push of a fence box; false where it could come first and yet not be into the corral.
    fn check(&mut self, push: Push) -> bool {
        let to = self.board.step(push.cell, push.direction);
        let stand = push.stand(self.board);
        if to == NONE || stand == NONE {
            return true;
        }
        // While all of the fence stands, nobody gets to these cells.
        if self.fence.contains(to) || self.fence.contains(stand) || self.inside.contains(stand) {
            return true;
        }
        if self.boxes.contains(stand) {
            self.add_box(stand);
        } else if !self.reach.contains(stand) {
            self.add_part(self.parts.of(stand));
        } else if self.inside.contains(to) {
            self.pushes.push(push);
        } else if self.boxes.contains(to) {
            self.add_box(to);
        } else if self.reach.contains(to) {
            return false;
        } else {
            self.add_part(self.parts.of(to));
            self.pushes.push(push);
        }
        true
    }

    fn add_part(&mut self, part: u16) {
        for cell in 0..self.board.cells() as Cell {
            if self.parts.of(cell) != part {
                continue;
            }
            self.inside.insert(cell);
            for beside in self.board.steps(cell) {
                if beside != NONE && self.boxes.contains(beside) {
                    self.add_box(beside);
                }
            }
        }
    }

    fn add_box(&mut self, cell: Cell) {
        if !self.fence.contains(cell) {
            self.fence.insert(cell);
            self.unchecked.push(cell);
        }
    }
}
