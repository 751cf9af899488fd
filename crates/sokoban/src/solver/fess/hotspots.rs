use super::super::field::{Field, contains, each_cell, insert};
use super::super::lone::Lone;
use crate::Cell;

/// Which box stands in another's way: with one that never moves on a cell, a box elsewhere reaches fewer goals.
#[derive(Debug)]
pub(crate) struct Hotspots {
    words: usize,
    /// Goals that a lone box reaches from each cell.
    goals: Vec<u16>,
    /// For each cell the cells from which a box on it cuts goals off; found when asked for.
    cuts: Vec<Option<Vec<u64>>>,
}

impl Hotspots {
    /// Looks at the empty board.
    pub fn new(field: &Field) -> Self {
        let goals = reachable_goals(field, &vec![false; field.cells()]);
        Self { words: field.words, goals, cuts: vec![None; field.live] }
    }

    /// How many of these boxes stand in the way of another of them.
    pub fn count(&mut self, field: &Field, boxes: &[u64]) -> u8 {
        let mut count = 0u8;
        each_cell(boxes, |cell| {
            let cut = self.cut_by(field, cell);
            let hits = cut.iter().zip(boxes).any(|(cut, boxes)| cut & boxes != 0);
            count = count.saturating_add(u8::from(hits));
        });
        count
    }

    fn cut_by(&mut self, field: &Field, cell: Cell) -> &[u64] {
        let (words, goals) = (self.words, &self.goals);
        self.cuts[usize::from(cell)].get_or_insert_with(|| {
            let mut is_wall = vec![false; field.cells()];
            is_wall[usize::from(cell)] = true;
            let left = reachable_goals(field, &is_wall);
            let is_goal = u16::from(field.is_goal[usize::from(cell)]);
            let mut cut = vec![0; words];
            for from in (0..field.live).filter(|&from| from != usize::from(cell)) {
                // The goal that the box itself stands on is not lost: it is filled.
                if left[from] + is_goal < goals[from] {
                    insert(&mut cut, from as Cell);
                }
            }
            cut
        })
    }
}

/// How many goals a lone box reaches from each cell.
fn reachable_goals(field: &Field, is_wall: &[bool]) -> Vec<u16> {
    let mut lone = Lone::new(field, is_wall);
    let mut counts = vec![0; field.live];
    let mut sources = vec![0; field.words];
    for &goal in field.goals.iter().filter(|&&goal| !is_wall[usize::from(goal)]) {
        if field.is_over() {
            break;
        }
        sources.fill(0);
        lone.sources(field, goal, &mut sources);
        for (cell, count) in counts.iter_mut().enumerate() {
            *count += u16::from(contains(&sources, cell as Cell));
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Grid};

    #[test]
    fn a_box_in_the_only_way_to_a_goal_is_in_the_way_of_one_behind_it_only() {
        let text = "
##########
#     ####
#  $  ####
# $    ..#
#     ####
#@    ####
##########";
        let field = Field::new(&Board::new(&Grid::from_text(text).expect("a level")));
        let mut hotspots = Hotspots::new(&field);
        assert_eq!(hotspots.count(&field, &field.bits(&field.boxes)), 0);
        // The lower box goes four cells to the right: into the corridor.
        let steps_to_wall = |&cell: &Cell| {
            let left = |&cell: &Cell| Some(field.step(cell, 3)).filter(|&next| next != crate::NONE);
            std::iter::successors(Some(cell), left).count()
        };
        let mut boxes = field.boxes.clone();
        boxes.sort_by_key(steps_to_wall);
        boxes[0] = (0..4).fold(boxes[0], |cell, _| field.step(cell, 1));
        assert_eq!(hotspots.count(&field, &field.bits(&boxes)), 1);
    }
}
