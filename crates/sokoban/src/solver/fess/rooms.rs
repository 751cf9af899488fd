use super::super::field::{Field, Flood};
use super::links::Links;
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
    /// The rooms whose links a box on each cell may break, as bits.
    touched: Vec<u64>,
    /// The broken links of each room in the position laid out.
    laid: Vec<u32>,
    /// The same with the box lifted that is moved, and where that was.
    lifted: Vec<u32>,
    from: Cell,
    /// What one more box breaks then, for the rooms of these bits.
    links: Vec<Links>,
    known: u64,
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
        let mut rooms = Self {
            of,
            neighbours: vec![0; cells.len()],
            touched: vec![0; field.cells()],
            laid: vec![0; cells.len()],
            lifted: Vec::new(),
            from: NONE,
            links: cells.iter().map(|_| Links::default()).collect(),
            known: 0,
            seen: vec![0; field.cells()],
            stamp: 0,
            stack: Vec::new(),
            cells,
        };
        for room in 0..rooms.cells.len() {
            let mut neighbours = 0;
            rooms.each_part(field, |_| true, room, |met| neighbours |= met);
            rooms.neighbours[room] = neighbours;
            for cell in 0..field.cells() {
                let is_walked = |cell: usize| rooms.seen[cell] == rooms.stamp;
                let beside = field.steps[cell];
                let meets = beside.iter().any(|&next| next != NONE && is_walked(usize::from(next)));
                rooms.touched[cell] |= u64::from(is_walked(cell) || meets) << room;
            }
        }
        rooms
    }

    /// How many links between neighbours are broken: from some part of the one the other cannot be walked to.
    /// Takes the position for one whose neighbours are asked for next.
    pub fn broken(&mut self, field: &Field, occupied: &[bool]) -> u8 {
        for room in 0..self.cells.len() {
            self.laid[room] = self.broken_of(field, |cell| !occupied[usize::from(cell)], room);
        }
        self.from = NONE;
        self.laid.iter().sum::<u32>().min(255) as u8
    }

    /// The same in a position that differs from the one taken by one box. It is quickest where the moves of a box follow
    /// each other.
    pub fn broken_after(
        &mut self,
        field: &Field,
        occupied: &mut [bool],
        (from, to): (Cell, Cell),
    ) -> u8 {
        occupied[usize::from(to)] = false;
        if from != self.from {
            self.lift(field, occupied, from);
        }
        let mut broken: u32 = self.lifted.iter().sum();
        let mut rooms = 0;
        if !self.is_harmless(field, to, |cell| !occupied[usize::from(cell)]) {
            rooms = self.touched[usize::from(to)];
        }
        while rooms != 0 {
            let room = rooms.trailing_zeros() as usize;
            rooms &= rooms - 1;
            broken = broken + self.broken_by(field, occupied, room, to) - self.lifted[room];
        }
        occupied[usize::from(to)] = true;
        broken.min(255) as u8
    }

    /// Lifts a box, whose moves are asked for next.
    fn lift(&mut self, field: &Field, occupied: &[bool], from: Cell) {
        let is_free = |cell: Cell| !occupied[usize::from(cell)];
        self.from = from;
        self.known = 0;
        self.lifted.clone_from(&self.laid);
        let mut rooms = 0;
        if !self.is_harmless(field, from, is_free) {
            rooms = self.touched[usize::from(from)];
        }
        while rooms != 0 {
            let room = rooms.trailing_zeros() as usize;
            rooms &= rooms - 1;
            self.lifted[room] = self.broken_of(field, is_free, room);
        }
    }

    /// The broken links of a room when there is one more box.
    fn broken_by(&mut self, field: &Field, occupied: &[bool], room: usize, to: Cell) -> u32 {
        let of = self.of[usize::from(to)];
        if of != NO_ROOM && usize::from(of) != room {
            return self.broken_of(field, |cell| cell != to && !occupied[usize::from(cell)], room);
        }
        if self.known >> room & 1 == 0 {
            self.known |= 1 << room;
            self.links[room].lay(field, occupied, &self.of, (room, &self.cells[room]));
        }
        self.links[room].broken_by(field, self.neighbours[room], to)
    }

    /// Whether a box on a cell breaks no link, and mends none when it is lifted: all around it is one room, in which
    /// the player can walk around it.
    fn is_harmless(&self, field: &Field, cell: Cell, is_free: impl Fn(Cell) -> bool) -> bool {
        let room = self.of[usize::from(cell)];
        let (mut sides, mut joints) = (0, 0);
        for way in 0..4 {
            let side = field.step(cell, way);
            if side == NONE || !is_free(side) {
                continue;
            }
            if self.of[usize::from(side)] != room {
                return false;
            }
            sides += 1;
            let next = field.step(cell, (way + 1) % 4);
            let corner = field.step(side, (way + 1) % 4);
            joints += usize::from(
                next != NONE
                    && corner != NONE
                    && is_free(next)
                    && is_free(corner)
                    && self.of[usize::from(corner)] == room,
            );
        }
        room != NO_ROOM && sides > 0 && joints + 1 >= sides
    }

    fn broken_of(&mut self, field: &Field, is_free: impl Fn(Cell) -> bool, room: usize) -> u32 {
        let wanted = self.neighbours[room];
        let mut all = wanted;
        if wanted != 0 {
            self.each_part(field, is_free, room, |met| all &= met);
        }
        (wanted & !all).count_ones()
    }

    /// Tells for each part of a room the other rooms that can be walked to through corridors.
    fn each_part(
        &mut self,
        field: &Field,
        is_free: impl Fn(Cell) -> bool,
        room: usize,
        mut tell: impl FnMut(u64),
    ) {
        self.stamp += 1;
        for index in 0..self.cells[room].len() {
            let from = self.cells[room][index];
            if !is_free(from) || self.seen[usize::from(from)] == self.stamp {
                continue;
            }
            let mut met = 0u64;
            self.seen[usize::from(from)] = self.stamp;
            self.stack.push(from);
            while let Some(cell) = self.stack.pop() {
                for next in field.steps[usize::from(cell)] {
                    if next == NONE || !is_free(next) || self.seen[usize::from(next)] == self.stamp
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
            tell(met);
        }
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
    fn links_after_a_move_are_those_of_the_position_it_leads_to() {
        let text = "
##############
#   #    #   #
# $        $ #
#  .#  $ # . #
## ##   .## ##
#   #.#### # #
# $ @  $ .   #
#   ###   #  #
##############";
        let ground = ground(text);
        let (field, mut occupied) = (&ground.field, ground.occupied.clone());
        let mut rooms = Rooms::new(field);
        let mut rng = plyground_core::Rng::new(1);
        let mut boxes = ground.boxes;
        let mut broken = 0;
        for _ in 0..1000 {
            let before = rooms.broken(field, &occupied);
            let index = rng.below(boxes.len());
            let from = boxes[index];
            occupied[usize::from(from)] = false;
            for _ in 0..4 {
                let to = rng.below(field.live) as Cell;
                if occupied[usize::from(to)] || to == from {
                    continue;
                }
                occupied[usize::from(to)] = true;
                let after = rooms.broken_after(field, &mut occupied, (from, to));
                assert_eq!(after, Rooms::new(field).broken(field, &occupied));
                occupied[usize::from(to)] = false;
                boxes[index] = to;
                broken += usize::from(before != after);
            }
            occupied[usize::from(boxes[index])] = true;
        }
        assert!(broken > 300, "only {broken} moves changed a link");
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
