use crate::{Board, Cell, CellSet, Direction, NONE, Push, Reach};

/// The only pushes that need be tried where a corral has to be dealt with first; `None` where there is no such
/// corral. No push at all means that the position is dead.
///
/// A corral is a part of the board the player cannot get to, with the boxes that fence it. If whatever push of a
/// fence box may come first is one into the corral that can be made right now (a PI-corral), and some fence box
/// is not on a goal or some goal inside is empty, then every solution makes one of these pushes, and it may as well make it now: until then
/// nothing can touch the corral, and afterwards the player can walk wherever it could before. So neither
/// solvability nor the least number of pushes is lost. The least number of moves may be.
pub fn corral_pushes(board: &Board, boxes: &CellSet, reach: &Reach) -> Option<Vec<Push>> {
    urgent_pushes(&Plain { board, boxes, reach })
}

/// What there is to know of a position when corrals are looked for.
pub(crate) trait Surroundings {
    /// How many cells there are.
    fn cells(&self) -> usize;
    /// The next cell in a direction; [`NONE`] for a wall and for what is as good as one.
    fn step(&self, cell: Cell, direction: Direction) -> Cell;
    /// Whether a box is on a cell.
    fn has_box(&self, cell: Cell) -> bool;
    /// Whether the player can walk to a cell.
    fn is_reached(&self, cell: Cell) -> bool;
    /// Whether a cell is a goal.
    fn is_goal(&self, cell: Cell) -> bool;
    /// Whether a box may have to be pushed onto a cell.
    fn is_live(&self, cell: Cell) -> bool;
}

struct Plain<'a> {
    board: &'a Board,
    boxes: &'a CellSet,
    reach: &'a Reach,
}

impl Surroundings for Plain<'_> {
    fn cells(&self) -> usize {
        self.board.cells()
    }
    fn step(&self, cell: Cell, direction: Direction) -> Cell {
        self.board.step(cell, direction)
    }
    fn has_box(&self, cell: Cell) -> bool {
        self.boxes.contains(cell)
    }
    fn is_reached(&self, cell: Cell) -> bool {
        self.reach.contains(cell)
    }
    fn is_goal(&self, cell: Cell) -> bool {
        self.board.is_goal(cell)
    }
    fn is_live(&self, _cell: Cell) -> bool {
        true
    }
}

/// The pushes of the corral that leaves the fewest, as [`corral_pushes`] says.
pub(crate) fn urgent_pushes(around: &impl Surroundings) -> Option<Vec<Push>> {
    let parts = Parts::new(around);
    let mut best: Option<Vec<Push>> = None;
    for part in 0..parts.count {
        let pushes = Corral::new(around, &parts).grow(part);
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
    fn new(around: &impl Surroundings) -> Self {
        let is_cut_off = |cell: Cell| !around.has_box(cell) && !around.is_reached(cell);
        let mut parts = Self { of_cell: vec![NO_PART; around.cells()], count: 0 };
        let mut work = Vec::new();
        for start in 0..around.cells() as Cell {
            if !is_cut_off(start) || parts.of(start) != NO_PART {
                continue;
            }
            parts.of_cell[usize::from(start)] = parts.count;
            work.push(start);
            while let Some(cell) = work.pop() {
                for next in Direction::ALL.map(|direction| around.step(cell, direction)) {
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
struct Corral<'a, A> {
    around: &'a A,
    parts: &'a Parts,
    inside: CellSet,
    fence: CellSet,
    /// Whether a goal inside is empty, or a box of the fence beside its goal.
    is_open: bool,
    unchecked: Vec<Cell>,
    pushes: Vec<Push>,
}

impl<'a, A: Surroundings> Corral<'a, A> {
    fn new(around: &'a A, parts: &'a Parts) -> Self {
        Self {
            around,
            parts,
            inside: CellSet::new(around.cells()),
            fence: CellSet::new(around.cells()),
            is_open: false,
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
        self.is_open.then_some(self.pushes)
    }

    /// Looks at a push of a fence box; false where it could come first and yet not be into the corral.
    fn check(&mut self, push: Push) -> bool {
        let to = self.around.step(push.cell, push.direction);
        let stand = self.around.step(push.cell, push.direction.opposite());
        if to == NONE || stand == NONE || !self.around.is_live(to) {
            return true;
        }
        // While all of the fence stands, nobody gets to these cells.
        if self.fence.contains(to) || self.fence.contains(stand) || self.inside.contains(stand) {
            return true;
        }
        if self.around.has_box(stand) {
            self.add_box(stand);
        } else if !self.around.is_reached(stand) {
            self.add_part(self.parts.of(stand));
        } else if self.inside.contains(to) {
            self.pushes.push(push);
        } else if self.around.has_box(to) {
            self.add_box(to);
        } else if self.around.is_reached(to) {
            return false;
        } else {
            self.add_part(self.parts.of(to));
            self.pushes.push(push);
        }
        true
    }

    fn add_part(&mut self, part: u16) {
        for cell in 0..self.around.cells() as Cell {
            if self.parts.of(cell) != part {
                continue;
            }
            self.inside.insert(cell);
            self.is_open |= self.around.is_goal(cell);
            for direction in Direction::ALL {
                let beside = self.around.step(cell, direction);
                if beside != NONE && self.around.has_box(beside) {
                    self.add_box(beside);
                }
            }
        }
    }

    fn add_box(&mut self, cell: Cell) {
        if !self.fence.contains(cell) {
            self.fence.insert(cell);
            self.is_open |= !self.around.is_goal(cell);
            self.unchecked.push(cell);
        }
    }
}
