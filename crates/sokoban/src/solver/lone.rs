use super::context::Sides;
use super::field::{Field, back, contains, insert};
use crate::{Cell, FAR, NONE};

/// No side: a wall.
const NO_SIDE: u8 = u8::MAX;

/// A lone box among walls: where it can be pushed to and where it can come from, the player on any side of
/// it at first where no side is named.
#[derive(Debug)]
pub(crate) struct Lone {
    sides: Sides,
    seen: Vec<u8>,
    queue: Vec<(Cell, u8, u16)>,
}

impl Lone {
    /// A board in which some cells are walls.
    pub fn new(field: &Field, is_wall: &[bool]) -> Self {
        Self { sides: Sides::new(field, is_wall), seen: vec![0; field.live], queue: Vec::new() }
    }

    /// Between which sides of the box the player can walk.
    pub const fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Adds every cell to which a box can be pushed from a cell, that cell included.
    pub fn targets(&mut self, field: &Field, from: Cell, out: &mut [u64]) {
        self.push(field, from, |cell, _| insert(out, cell));
    }

    /// The fewest pushes that bring a box from a cell, the player on one of its sides at first, to each cell and leave
    /// the player on each side of it then; [`FAR`] where that cannot be.
    pub fn pushes_from(&mut self, field: &Field, from: (Cell, u8)) -> Vec<[u16; 4]> {
        let mut fewest = vec![[FAR; 4]; field.live];
        self.push_on(field, from.0, &[from.1], |cell, side, pushes| {
            fewest[usize::from(cell)][usize::from(side)] = pushes;
        });
        fewest
    }

    fn push(&mut self, field: &Field, from: Cell, mut found: impl FnMut(Cell, u16)) {
        found(from, 0);
        let sides = self.sides.0[usize::from(from)];
        self.push_on(field, from, &sides, |cell, _, pushes| found(cell, pushes));
    }

    fn push_on(
        &mut self,
        field: &Field,
        from: Cell,
        first: &[u8],
        found: impl FnMut(Cell, u8, u16),
    ) {
        self.search(from, first, found, |sides, (cell, side), reach| {
            for way in 0..4 {
                let to = field.step(cell, way);
                if sides[usize::from(cell)][back(way)] == side
                    && to != NONE
                    && usize::from(to) < field.live
                {
                    reach(to, sides[usize::from(to)][back(way)]);
                }
            }
        });
    }

    /// Adds every cell from which a box can be pushed to a cell, that cell included.
    pub fn sources(&mut self, field: &Field, goal: Cell, out: &mut [u64]) {
        self.pull(field, goal, |cell, _| insert(out, cell));
    }

    /// The fewest pushes that bring a box from each cell to a cell; [`FAR`] where it cannot get.
    pub fn pushes_to(&mut self, field: &Field, goal: Cell) -> Vec<u16> {
        let mut fewest = vec![FAR; field.live];
        self.pull(field, goal, |cell, pushes| {
            let known = &mut fewest[usize::from(cell)];
            *known = (*known).min(pushes);
        });
        fewest
    }

    fn pull(&mut self, field: &Field, goal: Cell, mut found: impl FnMut(Cell, u16)) {
        found(goal, 0);
        let first = self.sides.0[usize::from(goal)];
        let found = |cell, _, pushes| found(cell, pushes);
        self.search(goal, &first, found, |sides, (cell, side), reach| {
            for way in 0..4 {
                let before = field.step(cell, back(way));
                if before != NONE
                    && usize::from(before) < field.live
                    && sides[usize::from(cell)][back(way)] == side
                {
                    reach(before, sides[usize::from(before)][back(way)]);
                }
            }
        });
    }

    fn search(
        &mut self,
        from: Cell,
        first: &[u8],
        mut found: impl FnMut(Cell, u8, u16),
        next: impl Fn(&[[u8; 4]], (Cell, u8), &mut dyn FnMut(Cell, u8)),
    ) {
        let (seen, queue) = (&mut self.seen, &mut self.queue);
        seen.fill(0);
        queue.clear();
        let mut reach = |queue: &mut Vec<(Cell, u8, u16)>, cell: Cell, side: u8, pushes: u16| {
            if side != NO_SIDE && seen[usize::from(cell)] >> side & 1 == 0 {
                seen[usize::from(cell)] |= 1 << side;
                queue.push((cell, side, pushes));
            }
        };
        for &side in first {
            reach(queue, from, side, 0);
        }
        let mut head = 0;
        while let Some(&(cell, side, pushes)) = queue.get(head) {
            head += 1;
            found(cell, side, pushes);
            let mut add = |cell, side| reach(queue, cell, side, pushes + 1);
            next(&self.sides.0, (cell, side), &mut add);
        }
    }
}

/// Where a lone box on the empty board can be pushed to from each cell.
#[derive(Debug)]
pub(crate) struct Ways {
    words: usize,
    targets: Vec<u64>,
}

impl Ways {
    /// Looks at the empty board.
    pub fn new(field: &Field) -> Self {
        let mut lone = Lone::new(field, &vec![false; field.cells()]);
        let words = field.words;
        let mut targets = vec![0; field.live * words];
        for cell in 0..field.live {
            if field.is_over() {
                break;
            }
            lone.targets(field, cell as Cell, &mut targets[cell * words..][..words]);
        }
        Self { words, targets }
    }

    /// Whether a box can be pushed from one cell to another.
    pub fn leads(&self, from: Cell, to: Cell) -> bool {
        contains(&self.targets[usize::from(from) * self.words..][..self.words], to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::field::Flood;
    use crate::{Board, Grid};

    /// Every cell a lone box can be pushed to, by a plain search over its cell and the player's.
    fn plain(field: &Field, is_wall: &[bool], from: Cell) -> Vec<u64> {
        let mut out = vec![0; field.words];
        let mut seen = std::collections::HashSet::new();
        let mut work = Vec::new();
        insert(&mut out, from);
        for side in field.steps[usize::from(from)] {
            if side != NONE && !is_wall[usize::from(side)] {
                work.push((from, side));
            }
        }
        let mut flood = Flood::default();
        while let Some((cell, player)) = work.pop() {
            if !seen.insert((cell, player)) {
                continue;
            }
            insert(&mut out, cell);
            let mut blocked = is_wall.to_vec();
            blocked[usize::from(cell)] = true;
            flood.fill(field, &blocked, player);
            for way in 0..4 {
                let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
                if stand != NONE
                    && to != NONE
                    && flood.contains(stand)
                    && usize::from(to) < field.live
                    && !is_wall[usize::from(to)]
                {
                    work.push((to, cell));
                }
            }
        }
        out
    }

    const LEVEL: &str = "
########
#  #  .#
# $  # #
#  #  .#
## # $ #
#   @  #
#  $ #.#
########";

    #[test]
    fn a_lone_box_gets_as_far_as_a_plain_search_says_and_back() {
        let field = Field::new(&Board::new(&Grid::from_text(LEVEL).expect("a level")));
        for wall in 0..field.live {
            let mut is_wall = vec![false; field.cells()];
            is_wall[wall] = true;
            let mut lone = Lone::new(&field, &is_wall);
            let reached: Vec<Vec<u64>> = (0..field.live)
                .map(|cell| {
                    let mut targets = vec![0; field.words];
                    if cell != wall {
                        lone.targets(&field, cell as Cell, &mut targets);
                        assert_eq!(targets, plain(&field, &is_wall, cell as Cell));
                    }
                    targets
                })
                .collect();
            for goal in (0..field.live).filter(|&goal| goal != wall) {
                let mut sources = vec![0; field.words];
                lone.sources(&field, goal as Cell, &mut sources);
                let to = lone.pushes_to(&field, goal as Cell);
                for from in (0..field.live).filter(|&from| from != wall) {
                    assert_eq!(
                        contains(&sources, from as Cell),
                        contains(&reached[from], goal as Cell)
                    );
                    let pushes = (0..4)
                        .filter(|_| from != goal)
                        .flat_map(|side| lone.pushes_from(&field, (from as Cell, side))[goal])
                        .min();
                    let pushes = pushes.unwrap_or(0);
                    assert_eq!(to[from], pushes, "the same number of pushes both ways");
                }
            }
        }
    }
}
