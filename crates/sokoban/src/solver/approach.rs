use super::context::{NO_SIDE, Sides};
use super::field::{Field, Flood, each_cell};
use super::lone::Lone;
use crate::{Cell, NONE};

/// How far boxes are from those of a position that a search backwards aims at, each alone on the board, with the
/// side of it in mind that the player is on.
///
/// What a lone box keeps the player from, no other box opens. So the player is on the same side of a box until it
/// is pushed: at first on the side it has in that position, and in the end on the side it has here.
#[derive(Debug)]
pub(crate) struct Approach {
    /// On which side of a box on each cell the player is, for each of its cells; one number where all sides are one.
    sides: Vec<Vec<u8>>,
    /// The pushes to each cell, by the side the player is left on, from each box aimed at.
    pushes: Vec<u16>,
    boxes: usize,
}

/// The most sides of a box that the player cannot walk between.
const SIDES: usize = 4;

impl Approach {
    /// To these boxes, with the player on some cell.
    pub fn new(field: &Field, boxes: &[u64], player: Cell) -> Self {
        let mut lone = Lone::new(field, &vec![false; field.cells()]);
        let mut approach =
            Self { sides: sides_of_cells(field, lone.sides()), pushes: Vec::new(), boxes: 0 };
        let mut by_box = Vec::new();
        each_cell(boxes, |cell| {
            let side = approach.side(cell, player);
            by_box.push(lone.pushes_from(field, (cell, side)));
        });
        approach.boxes = by_box.len();
        approach.pushes = (0..field.live)
            .flat_map(|cell| (0..SIDES).map(move |side| (cell, side)))
            .flat_map(|(cell, side)| by_box.iter().map(move |pushes| pushes[cell][side]))
            .collect();
        approach
    }

    /// The side of a box that the player is on.
    fn side(&self, cell: Cell, player: Cell) -> u8 {
        let sides = &self.sides[usize::from(cell)];
        sides.get(usize::from(player)).or_else(|| sides.first()).copied().unwrap_or(0)
    }

    /// The fewest pushes from each of the boxes aimed at to a cell, with the player where it is then.
    pub fn pushes(&self, cell: Cell, player: Cell) -> &[u16] {
        let row = usize::from(cell) * SIDES + usize::from(self.side(cell, player));
        &self.pushes[row * self.boxes..][..self.boxes]
    }

    /// Whether the player is on the same side of a box on either of two cells.
    pub fn is_same_side(&self, cell: Cell, one: Cell, other: Cell) -> bool {
        self.side(cell, one) == self.side(cell, other)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let sides: usize = self.sides.iter().map(Vec::len).sum();
        sides + self.pushes.len() * size_of::<u16>()
    }
}

/// The side of a box on each cell that each cell is on; a single number where all sides are one.
fn sides_of_cells(field: &Field, sides: &Sides) -> Vec<Vec<u8>> {
    let mut flood = Flood::default();
    let mut blocked = vec![false; field.cells()];
    (0..field.live)
        .map(|cell| {
            let around = sides.0[cell];
            let mut numbers: Vec<u8> = around.into_iter().filter(|&side| side != NO_SIDE).collect();
            numbers.sort_unstable();
            numbers.dedup();
            if numbers.len() < 2 || field.is_over() {
                return numbers;
            }
            // Cells that are on no side of the box count as on the first: then less is known of them.
            let mut by_cell = vec![numbers[0]; field.cells()];
            blocked[cell] = true;
            for number in numbers {
                // A side has the number of the first way that leads there.
                let first = field.step(cell as Cell, usize::from(number));
                if first != NONE {
                    flood.fill(field, &blocked, first);
                    flood.cells.iter().for_each(|&at| by_cell[usize::from(at)] = number);
                }
            }
            blocked[cell] = false;
            by_cell
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::solver::field::back;
    use crate::{Board, FAR, Grid};

    /// Doors and corridors: on many cells a box has sides between which the player cannot walk.
    const LEVEL: &str = "
#########
#   #  .#
# $   # #
#   #  .#
### ## ##
#@  $   #
#  $ #.##
#########";

    /// The fewest pushes from a box and a player to every box and player, by a plain search.
    fn plain(field: &Field, start: (Cell, Cell)) -> HashMap<(Cell, Cell), u16> {
        let mut fewest = HashMap::new();
        let mut work = VecDeque::from([(start, 0)]);
        let mut flood = Flood::default();
        while let Some(((cell, player), pushes)) = work.pop_front() {
            if fewest.contains_key(&(cell, player)) {
                continue;
            }
            let mut blocked = vec![false; field.cells()];
            blocked[usize::from(cell)] = true;
            flood.fill(field, &blocked, player);
            for &player in &flood.cells {
                fewest.entry((cell, player)).or_insert(pushes);
            }
            for way in 0..4 {
                let (stand, to) = (field.step(cell, back(way)), field.step(cell, way));
                if stand != NONE && usize::from(to) < field.live && flood.contains(stand) {
                    work.push_back(((to, cell), pushes + 1));
                }
            }
        }
        fewest
    }

    #[test]
    fn a_lone_box_is_as_far_as_a_plain_search_says_wherever_the_player_is() {
        let field = Field::new(&Board::new(&Grid::from_text(LEVEL).expect("a level")));
        let mut split = 0;
        for aim in 0..field.live as Cell {
            for start in (0..field.cells() as Cell).filter(|&start| start != aim) {
                let approach = Approach::new(&field, &field.bits(&[aim]), start);
                let fewest = plain(&field, (aim, start));
                for cell in 0..field.live as Cell {
                    for player in (0..field.cells() as Cell).filter(|&player| player != cell) {
                        let expected = fewest.get(&(cell, player)).copied().unwrap_or(FAR);
                        assert_eq!(approach.pushes(cell, player), [expected]);
                        split += usize::from(!approach.is_same_side(cell, start, player));
                    }
                }
            }
        }
        assert!(split > 1000, "the player was on another side only {split} times");
    }
}
