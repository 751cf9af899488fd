use super::super::field::{Field, Flood, each_cell, insert, remove};
use super::super::macros::{MacroPush, Macros};
use crate::Cell;

/// One step of a plan as it is found, backwards: a box is pulled somewhere, and may vanish there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pull {
    /// Where the box was.
    pub from: Cell,
    /// Where it is pulled to.
    pub to: Cell,
    /// Whether it is taken off the board then.
    pub vanishes: bool,
}

/// Leaves out of a plan the parkings that it does not need: a box that is parked and pulled on later may as well
/// be pulled on from where it was, if all that happens in between can happen so too. What is left out is no cell
/// that boxes must be brought to.
#[derive(Debug)]
pub(super) struct Tidy<'a> {
    field: &'a Field,
    macros: Macros,
    flood: Flood,
    occupied: Vec<bool>,
    pulls: Vec<MacroPush>,
}

/// A position on the way: its boxes and the player's region.
type Place = (Vec<u64>, Cell);

impl<'a> Tidy<'a> {
    /// For plans on a field.
    pub fn new(field: &'a Field) -> Self {
        Self {
            field,
            macros: Macros::default(),
            flood: Flood::default(),
            occupied: vec![false; field.cells()],
            pulls: Vec::new(),
        }
    }

    /// Shortens a line of pulls; `places` are the positions before each of them and after the last.
    pub fn shorten(&mut self, pulls: &mut Vec<Pull>, places: &mut Vec<Place>) {
        let mut index = 0;
        while index < pulls.len() && !self.field.is_over() {
            if pulls[index].vanishes || !self.leave_out(index, pulls, places) {
                index += 1;
            } else {
                // What hindered an earlier parking from being left out may be gone.
                index = 0;
            }
        }
    }

    /// Leaves out a parking, if that can be.
    fn leave_out(&mut self, index: usize, pulls: &mut Vec<Pull>, places: &mut Vec<Place>) -> bool {
        let parking = pulls[index];
        let later = pulls[index + 1..].iter().position(|pull| pull.from == parking.to);
        let end = later.map_or(pulls.len(), |later| index + later + 2);
        let mut part = pulls[index + 1..end].to_vec();
        if let (Some(_), Some(last)) = (later, part.last_mut()) {
            last.from = parking.from;
            if last.from == last.to && !last.vanishes {
                part.pop();
            }
        }
        let Some(ways) = self.follow(&places[index], &part) else { return false };
        // Where the box goes on, the rest of the plan follows from the same position as before.
        if later.is_some() && ways.last().unwrap_or(&places[index]) != &places[end] {
            return false;
        }
        pulls.splice(index..end, part);
        places.splice(index + 1..=end, ways);
        true
    }

    /// The positions after each of some pulls, if they can be made. Where a pull leaves the player a choice of
    /// regions, the one with the most room is taken.
    fn follow(&mut self, start: &Place, pulls: &[Pull]) -> Option<Vec<Place>> {
        let mut ways = Vec::with_capacity(pulls.len());
        let mut place = start.clone();
        for pull in pulls {
            place = self.pull(&place, *pull)?;
            ways.push(place.clone());
        }
        Some(ways)
    }

    fn pull(&mut self, (boxes, player): &Place, pull: Pull) -> Option<Place> {
        let occupied = &mut self.occupied;
        occupied.fill(false);
        each_cell(boxes, |cell| occupied[usize::from(cell)] = true);
        let mut player = *player;
        if pull.from != pull.to {
            self.pulls.clear();
            self.flood.fill(self.field, occupied, player);
            let from = (pull.from, &self.flood);
            self.macros.pulls(self.field, occupied, from, &mut self.pulls);
            let there = self.pulls.iter().filter(|found| found.to == pull.to);
            player = there.max_by_key(|found| found.reach)?.player;
        }
        let mut boxes = boxes.clone();
        remove(&mut boxes, pull.from);
        if pull.vanishes {
            occupied[usize::from(pull.from)] = false;
            self.flood.fill(self.field, occupied, player);
            player = self.flood.lowest;
        } else {
            insert(&mut boxes, pull.to);
        }
        Some((boxes, player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Grid};

    /// The inner goal can be emptied only when the outer one is.
    const LEVEL: &str = "\
###########
#  ########
#@$    ..##
#$ ########
#  ########
###########";

    #[test]
    fn a_parking_that_is_not_needed_is_left_out_and_one_that_is_stays() {
        let board = Board::new(&Grid::from_text(LEVEL).expect("a level"));
        let field = Field::new(&board);
        let cell = |row: usize, column: usize| board.cell_at(row * board.width() + column);
        let pull = |from: (usize, usize), to: (usize, usize), vanishes| Pull {
            from: cell(from.0, from.1),
            to: cell(to.0, to.1),
            vanishes,
        };
        let mut pulls = vec![
            pull((2, 7), (2, 5), false),
            pull((2, 5), (3, 2), false),
            pull((2, 8), (2, 2), true),
            pull((3, 2), (2, 2), true),
        ];
        let mut tidy = Tidy::new(&field);
        let mut flood = Flood::default();
        let mut occupied = vec![false; field.cells()];
        field.goals.iter().for_each(|&goal| occupied[usize::from(goal)] = true);
        flood.fill(&field, &occupied, field.player);
        let start = (field.bits(&field.goals), flood.lowest);
        let mut places = vec![start.clone()];
        places.extend(tidy.follow(&start, &pulls).expect("all pulls can be made"));
        tidy.shorten(&mut pulls, &mut places);
        let needed =
            [pull((2, 7), (3, 2), false), pull((2, 8), (2, 2), true), pull((3, 2), (2, 2), true)];
        assert_eq!(pulls, needed);
        assert_eq!(places.len(), 4);
        assert_eq!(tidy.follow(&start, &pulls).expect("they still can"), places[1..]);
        assert!(places[3].0.iter().all(|&word| word == 0), "no box is left");
    }
}
