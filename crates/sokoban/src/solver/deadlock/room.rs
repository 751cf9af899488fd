use super::View;
use crate::Cell;
use crate::solver::fess::rooms::{NO_ROOM, Rooms};
use crate::solver::field::Field;

/// The most cells of a room that is looked at, and the fewest and the most boxes in it.
const MOST_CELLS: usize = 24;
const FEWEST: usize = 2;
const MOST: usize = 5;

/// Finds the boxes of small rooms: whatever is wrong between them shows within its walls, near each other or not.
#[derive(Debug, Default)]
pub(crate) struct SmallRooms {
    /// The room of each cell, where it is a small one.
    of: Vec<u8>,
    boxes: Vec<(u8, Cell)>,
    group: Vec<Cell>,
}

impl SmallRooms {
    /// Looks at the empty floor.
    pub fn new(field: &Field) -> Self {
        let mut of = Rooms::new(field).of;
        let mut cells = [0usize; 256];
        of.iter().for_each(|&room| cells[usize::from(room)] += 1);
        for room in &mut of {
            if cells[usize::from(*room)] > MOST_CELLS {
                *room = NO_ROOM;
            }
        }
        Self { of, boxes: Vec::new(), group: Vec::new() }
    }

    /// Calls `look` with the boxes of each small room that has work left, until it says yes. Boxes that are walls do
    /// not count.
    pub fn any(&mut self, view: &View<'_>, mut look: impl FnMut(&[Cell]) -> bool) -> bool {
        let (of, boxes, group) = (&self.of, &mut self.boxes, &mut self.group);
        boxes.clear();
        boxes.extend(view.boxes.iter().filter_map(|&cell| {
            let room = of.get(usize::from(cell)).copied().unwrap_or(NO_ROOM);
            (room != NO_ROOM && !view.is_wall(cell)).then_some((room, cell))
        }));
        boxes.sort_unstable();
        boxes.chunk_by(|one, other| one.0 == other.0).any(|room| {
            group.clear();
            group.extend(room.iter().map(|&(_, cell)| cell));
            let works = group.iter().any(|&cell| !view.is_goal(cell));
            works && (FEWEST..=MOST).contains(&group.len()) && look(group)
        })
    }
}
