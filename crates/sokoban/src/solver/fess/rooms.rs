use super::super::field::{Field, Flood};
use crate::{Cell, NONE};

/// In no room: a corridor.
pub(crate) const NO_ROOM: u8 = u8::MAX;
/// The most rooms; what is beyond counts as corridor.
const MOST_ROOMS: usize = 64;

/// The rooms of a board and which of them are neighbours. A room is made of 2×2 blocks of floor that lie side
/// by side, at least two of them; the rest of the floor are corridors.
#[derive(Debug)]
pub(crate) struct Rooms {
    /// The room of each cell.
    pub of: Vec<u8>,
    cells: Vec<Vec<Cell>>,
    /// For each room the rooms that can be walked to through corridors alone, as bits.
    neighbours: Vec<u64>,
    seen: Vec<u32>,
    stamp: u32,
    stack: Vec<Cell>,
}

impl Rooms {
    /// Looks at the empty floor.
    pub fn new(field: &Field) -> Self {
        let mut of = vec![NO_ROOM; field.cells()];
        let blocks: Vec<Option<[Cell; 4]>> =
            (0..field.cells()).map(|cell| block(field, cell as Cell)).collect();
        let mut is_taken = vec![false; field.cells()];
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        for first in 0..field.cells() {
            if blocks[first].is_none() || is_taken[first] || cells.len() == MOST_ROOMS {
                continue;
            }
            is_taken[first] = true;
            let mut corners = vec![first as Cell];
            let mut head = 0;
            while head < corners.len() {
                for next in field.steps[usize::from(corners[head])] {
                    if next != NONE
                        && blocks[usize::from(next)].is_some()
                        && !is_taken[usize::from(next)]
                    {
                        is_taken[usize::from(next)] = true;
                        corners.push(next);
                    }
                }
                head += 1;
            }
            if corners.len() < 2 {
                continue;
            }
            let number = cells.len() as u8;
            let mut room = Vec::new();
            for cell in corners.iter().filter_map(|&corner| blocks[usize::from(corner)]).flatten() {
                if of[usize::from(cell)] == NO_ROOM {
                    of[usize::from(cell)] = number;
                    room.push(cell);
                }
            }
            cells.push(room);
        }
        let neighbours = vec![0; cells.len()];
        let seen = vec![0; field.cells()];
        let mut rooms = Self { of, cells, neighbours, seen, stamp: 0, stack: Vec::new() };
        let empty = vec![false; field.cells()];
        rooms.neighbours = (0..rooms.cells.len())
            .map(|room| rooms.met(field, &empty, room).into_iter().fold(0, |all, met| all | met))
            .collect();
        rooms
    }

    /// How many links between neighbours are broken: from some part of the one the other cannot be walked to.
    pub fn broken(&mut self, field: &Field, occupied: &[bool]) -> u8 {
        let mut broken = 0;
        for room in 0..self.cells.len() {
            let wanted = self.neighbours[room];
            if wanted != 0 {
                let met =
                    self.met(field, occupied, room).into_iter().fold(wanted, |all, met| all & met);
                broken += (wanted & !met).count_ones();
            }
        }
        broken.min(255) as u8
    }

    /// For each part of a room the other rooms that can be walked to through corridors.
    fn met(&mut self, field: &Field, occupied: &[bool], room: usize) -> Vec<u64> {
        let mut parts = Vec::new();
        self.stamp += 1;
        for index in 0..self.cells[room].len() {
            let from = self.cells[room][index];
            if occupied[usize::from(from)] || self.seen[usize::from(from)] == self.stamp {
                continue;
            }
            let mut met = 0u64;
            self.seen[usize::from(from)] = self.stamp;
            self.stack.push(from);
            while let Some(cell) = self.stack.pop() {
                for next in field.steps[usize::from(cell)] {
                    if next == NONE
                        || occupied[usize::from(next)]
                        || self.seen[usize::from(next)] == self.stamp
                    {
                        continue;
                    }
                    match self.of[usize::from(next)] {
                        NO_ROOM => {}
                        other if usize::from(other) == room => {}
                        other => {
                            met |= 1 << other;
                            continue;
                        }
                    }
                    self.seen[usize::from(next)] = self.stamp;
                    self.stack.push(next);
                }
            }
            parts.push(met);
        }
        parts
    }
}

/// The 2×2 block of floor whose lower left cell this is, if there is one.
fn block(field: &Field, cell: Cell) -> Option<[Cell; 4]> {
    let (up, right) = (field.step(cell, 0), field.step(cell, 1));
    if up == NONE || right == NONE {
        return None;
    }
    let far = field.step(up, 1);
    (far != NONE && far == field.step(right, 0)).then_some([cell, up, right, far])
}

/// Counts the regions into which the boxes cut the floor.
pub(crate) fn regions(field: &Field, occupied: &[bool], flood: &mut Flood) -> u8 {
    flood.clear(field);
    let mut regions = 0u8;
    for cell in 0..field.cells() {
        if !occupied[cell] && !flood.contains(cell as Cell) {
            flood.add(field, occupied, cell as Cell);
            regions = regions.saturating_add(1);
        }
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::ground::Ground;
    use crate::{Board, Grid};

    fn ground(text: &str) -> Ground {
        let mut ground = Ground::new(&Board::new(&Grid::from_text(text).expect("a level")));
        let boxes = ground.field.bits(&ground.field.boxes);
        ground.lay(&boxes, ground.field.player);
        ground
    }

    #[test]
    fn rooms_are_blocks_side_by_side_and_the_rest_is_corridor() {
        let ground = ground(
            "
###########
#@  ###   #
# $  .    #
#   ###   #
###########",
        );
        let rooms = Rooms::new(&ground.field);
        assert_eq!(rooms.cells.iter().map(Vec::len).collect::<Vec<_>>(), [9, 9]);
        assert_eq!(rooms.of.iter().filter(|&&room| room == NO_ROOM).count(), 3);
    }

    #[test]
    fn a_box_in_the_only_corridor_breaks_the_link_both_ways_and_one_in_a_room_does_not() {
        for (column, broken) in [(2, 0), (4, 2), (5, 2), (6, 2), (8, 0)] {
            let mut row = *b"#        .#";
            row[column] = b'$';
            let row = String::from_utf8(row.to_vec()).expect("text");
            let ground =
                ground(&format!("###########\n#@  ###   #\n{row}\n#   ###   #\n###########"));
            let mut rooms = Rooms::new(&ground.field);
            assert_eq!(rooms.broken(&ground.field, &ground.occupied), broken, "{row}");
        }
    }

    #[test]
    fn a_second_corridor_keeps_the_link() {
        let ground = ground(
            "
###########
#@        #
#   ###   #
#    $  . #
###########",
        );
        let mut rooms = Rooms::new(&ground.field);
        assert_eq!(rooms.broken(&ground.field, &ground.occupied), 0);
    }
}
