use std::collections::VecDeque;

use plyground_core::Stats;

use super::field::{Distances, Field};
use super::ground::Ground;
use super::plan::Starts;
use super::race::Entry;
use super::strategy::{Step, Strategy};
use crate::heuristics::Matching;
use crate::{Cell, Push};

/// Goals no more steps apart than this belong to one area: the finest division first.
const NEAR: [u16; 3] = [2, 5, 10];

/// How each part is searched, a step of each in turn.
const SEARCHES: [Entry; 3] = [Entry::Fess(Starts::Rooms), Entry::Reverse, Entry::Fess(Starts::Any)];

/// Steps of the first try of a part. Each time all divisions were tried it has twice as many.
const FIRST_TRY: usize = 300;

/// For levels of several goal areas: each area is a level of its own, with the boxes that are nearest to it in all. The
/// boxes of the others are walls meanwhile, where they start or, once they are solved, on their goals. Parts that cannot be
/// solved so are tried again when others are. The last division has all in one part.
#[derive(Debug)]
pub(crate) struct Parts {
    divisions: Vec<Vec<Part>>,
    /// The pass: each goes over all parts of a division, in another order than the last with the same one.
    pass: usize,
    /// Steps of a try.
    patience: usize,
    /// Parts to be solved, by their numbers, and how many tries in a row have failed.
    rest: VecDeque<usize>,
    failures: usize,
    is_solved: Vec<bool>,
    player: Cell,
    pushes: Vec<Push>,
    attempt: Option<Attempt>,
    /// The most parts solved in a pass.
    best: usize,
}

/// A goal area, and the boxes that are to go there.
#[derive(Debug)]
struct Part {
    goals: Vec<Cell>,
    boxes: Vec<Cell>,
}

/// A part under work.
#[derive(Debug)]
struct Attempt {
    part: usize,
    ground: Ground,
    searches: Vec<Box<dyn Strategy>>,
    steps: usize,
}

impl Parts {
    /// The parts of the level.
    pub fn new(ground: &Ground) -> Self {
        let field = &ground.field;
        let mut divisions: Vec<_> = (NEAR.iter())
            .map(|&near| areas(field, near))
            .filter(|areas| areas.len() > 1)
            .filter_map(|areas| divide(ground, areas))
            .collect();
        divisions.dedup_by_key(|division| division.len());
        divisions.push(vec![Part { goals: field.goals.clone(), boxes: field.boxes.clone() }]);
        let mut parts = Self {
            patience: if divisions.len() > 1 { FIRST_TRY } else { usize::MAX },
            divisions,
            pass: 0,
            rest: VecDeque::new(),
            failures: 0,
            is_solved: Vec::new(),
            player: field.player,
            pushes: Vec::new(),
            attempt: None,
            best: 0,
        };
        parts.begin(ground);
        parts
    }

    /// Whether there is more than one part.
    pub const fn are_several(&self) -> bool {
        self.divisions.len() > 1
    }

    fn division(&self) -> &[Part] {
        &self.divisions[self.pass % self.divisions.len()]
    }

    /// Begins a pass from the start of the level.
    fn begin(&mut self, ground: &Ground) {
        let count = self.division().len();
        let round = self.pass / self.divisions.len();
        self.rest = (0..count).collect();
        self.rest.rotate_left(round % count);
        self.failures = 0;
        self.is_solved = vec![false; count];
        self.player = ground.field.player;
        self.pushes.clear();
    }

    fn next_pass(&mut self, ground: &Ground) {
        self.pass += 1;
        if self.pass.is_multiple_of(self.divisions.len()) {
            self.patience = self.patience.saturating_mul(2);
        }
        self.begin(ground);
    }

    /// Sets to work on a part as things stand.
    fn attempt(&self, ground: &Ground, part: usize) -> Attempt {
        let mut is_wall = vec![false; ground.field.cells()];
        for (number, other) in
            self.division().iter().enumerate().filter(|(number, _)| *number != part)
        {
            let cells = if self.is_solved[number] { &other.goals } else { &other.boxes };
            cells.iter().for_each(|&cell| is_wall[usize::from(cell)] = true);
        }
        let Part { goals, boxes } = &self.division()[part];
        let ground = ground.part(&is_wall, goals, boxes, self.player);
        Attempt { part, ground, searches: Vec::new(), steps: 0 }
    }

    fn solved(&mut self, attempt: &Attempt, pushes: &[Push]) {
        self.is_solved[attempt.part] = true;
        self.failures = 0;
        self.player = pushes.last().map_or(self.player, |push| push.cell);
        self.pushes.extend_from_slice(pushes);
        self.best = self.best.max(self.is_solved.iter().filter(|&&solved| solved).count());
    }

    fn failed(&mut self, attempt: &Attempt) {
        self.failures += 1;
        self.rest.push_back(attempt.part);
    }
}

impl Attempt {
    fn step(&mut self, stats: &mut Stats) -> Step {
        if self.searches.is_empty() && !self.ground.may_be_solved() {
            return Step::Exhausted;
        }
        let turn = self.steps % SEARCHES.len();
        self.steps += 1;
        if self.searches.len() == turn {
            self.searches.push(SEARCHES[turn].begin(&mut self.ground));
        }
        self.searches[turn].step(&mut self.ground, stats)
    }

    fn bytes(&self) -> usize {
        self.ground.bytes() + self.searches.iter().map(|search| search.bytes()).sum::<usize>()
    }
}

impl Strategy for Parts {
    fn name(&self) -> &'static str {
        "parts"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        let Some(mut attempt) = self.attempt.take() else {
            if self.failures == self.rest.len() {
                self.next_pass(ground);
            }
            let next = self.rest.pop_front();
            self.attempt = next.map(|part| self.attempt(ground, part));
            return Step::Working;
        };
        match attempt.step(stats) {
            Step::Solved(pushes) => {
                self.solved(&attempt, &pushes);
                if self.rest.is_empty() {
                    return Step::Solved(std::mem::take(&mut self.pushes));
                }
            }
            Step::Working if attempt.steps < self.patience => self.attempt = Some(attempt),
            // Only without others for walls this proves anything.
            Step::Exhausted if self.division().len() == 1 => return Step::Exhausted,
            Step::Working | Step::Exhausted => self.failed(&attempt),
        }
        Step::Working
    }

    fn bytes(&self) -> usize {
        self.attempt.as_ref().map_or(0, Attempt::bytes)
    }

    fn frontier(&self) -> usize {
        let searches = self.attempt.iter().flat_map(|attempt| &attempt.searches);
        searches.map(|search| search.frontier()).sum()
    }

    fn progress(&self) -> u64 {
        self.best as u64
    }

    fn note(&self) -> String {
        format!("{} of {} parts", self.best, self.division().len())
    }
}

/// The goals, those of an area together.
fn areas(field: &Field, near: u16) -> Vec<Vec<Cell>> {
    let mut areas: Vec<Vec<Cell>> = Vec::new();
    let mut steps = Distances::default();
    for &goal in &field.goals {
        steps.spread_from(field, goal);
        let is_near = |area: &Vec<Cell>| area.iter().any(|&other| steps.get(other) <= near);
        let (mut area, others): (Vec<_>, Vec<_>) = areas.into_iter().partition(is_near);
        area.push(vec![goal]);
        areas = others;
        areas.push(area.concat());
    }
    areas
}

/// Gives each area the boxes that have the fewest pushes to it, all areas taken together.
fn divide(ground: &Ground, areas: Vec<Vec<Cell>>) -> Option<Vec<Part>> {
    let (boxes, context) = (&ground.field.boxes, ground.contexts.get(0));
    let mut matching = Matching::new();
    matching.cheapest_unless(
        boxes.len(),
        |row, column| context.distance(column, boxes[row]),
        || ground.field.is_over(),
    )?;
    let of = |goal: &Cell| {
        let column = context.goals.iter().position(|other| other == goal)?;
        Some(boxes[matching.row_of(column)?])
    };
    let part = |goals: Vec<Cell>| {
        let boxes = goals.iter().map(of).collect::<Option<_>>()?;
        Some(Part { goals, boxes })
    };
    areas.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::replay::solution_text;
    use crate::{Board, Grid};

    const TWO_ROOMS: &str = "\
#########
#   #   #
#.$ # $.#
#.$ @ $.#
#   #   #
#########";

    /// One box keeps the player from the other.
    const DOORWAY: &str = "\
############
#   #      #
# @ $    $.#
#   #      #
#   #.     #
############";

    fn board(text: &str) -> Board {
        Board::new(&Grid::from_text(text).expect("a level"))
    }

    /// Goes on from a pass until there is a solution or nothing more to try.
    fn solve(board: &Board, pass: usize) -> Option<String> {
        let mut ground = Ground::new(board);
        let mut parts = Parts::new(&ground);
        assert!(parts.are_several());
        parts.pass = pass;
        parts.begin(&ground);
        loop {
            match parts.step(&mut ground, &mut Stats::default()) {
                Step::Working => {}
                Step::Solved(pushes) => return solution_text(board, &pushes),
                Step::Exhausted => return None,
            }
        }
    }

    #[test]
    fn goals_near_each_other_are_one_area_with_the_nearest_boxes() {
        let board = board(TWO_ROOMS);
        let ground = Ground::new(&board);
        let parts = Parts::new(&ground);
        let [left, right] = &parts.divisions[0][..] else { panic!("{:?}", parts.divisions) };
        for part in [left, right] {
            let columns = |cells: &[Cell]| -> Vec<bool> {
                cells.iter().map(|&cell| board.place(cell).1 < 4).collect()
            };
            assert_eq!(columns(&part.goals), columns(&part.boxes));
            assert_eq!(part.goals.len(), 2);
        }
    }

    #[test]
    fn areas_are_solved_one_after_the_other_in_whatever_order() {
        for text in [TWO_ROOMS, DOORWAY] {
            let board = board(text);
            for pass in 0..4 {
                assert!(solve(&board, pass).is_some(), "pass {pass} of\n{text}");
            }
        }
    }

    #[test]
    fn a_level_of_one_area_has_no_parts() {
        let board = board("######\n#@$. #\n# $. #\n######");
        assert!(!Parts::new(&Ground::new(&board)).are_several());
    }

    #[test]
    fn where_no_part_can_be_solved_by_itself_all_together_are_what_counts() {
        // Whoever wants to push one box to the left comes up against the other.
        assert_eq!(solve(&board("###########\n#.  . $ $@#\n###########"), 0), None);
    }
}
