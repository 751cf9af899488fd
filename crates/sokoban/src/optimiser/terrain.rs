use super::boxes::Boxes;
use crate::deadlock::{Floor, hold_fast, is_held};
use crate::heuristics::{Conflicts, Matching};
use crate::solver::{Detours, Disjoint};
use crate::{Board, Cell, Direction, NONE};

/// A board laid out for searches over sets of configurations.
#[derive(Debug)]
pub(super) struct Terrain<const N: usize> {
    /// The four cells around each cell, by direction; [`NONE`] for walls.
    pub steps: Vec<[Cell; 4]>,
    /// Boxes stand on cells below this number only: on all others there is no way to a goal.
    pub live: usize,
    /// The goals, which are where the boxes end.
    pub goals: Boxes<N>,
    /// Where the boxes start.
    pub start: Boxes<N>,
    /// Where the player starts.
    pub player: Cell,
    /// For each live cell, the pushes that bring a lone box from there to each goal.
    to_goals: Vec<u16>,
    conflicts: Conflicts,
    detours: Detours,
}

/// What bounds are worked out with. One value is used again and again, so that it allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    cells: Vec<Cell>,
    matching: Matching,
    disjoint: Disjoint,
}

impl<const N: usize> Terrain<N> {
    /// The terrain of a board that can be solved: its boxes and goals are on live cells.
    pub fn new(board: &Board) -> Self {
        Self {
            steps: (0..board.cells() as Cell).map(|cell| board.steps(cell)).collect(),
            live: board.live(),
            goals: Boxes::of(board.goal_set()),
            start: Boxes::of(board.boxes()),
            player: board.player(),
            to_goals: (0..board.live() as Cell)
                .flat_map(|cell| {
                    (0..board.goals().len()).map(move |goal| board.distance(goal, cell))
                })
                .collect(),
            conflicts: Conflicts::new(board),
            detours: Detours::of(board),
        }
    }

    /// No solution from here has fewer pushes than this, wherever the player is: each box gets a goal of its
    /// own at the least total distance, and boxes that hold each other up add to it. `None` where some box has no goal.
    pub fn bound(&self, boxes: &Boxes<N>, scratch: &mut Scratch) -> Option<u32> {
        let Scratch { cells, matching, disjoint } = scratch;
        cells.clear();
        cells.extend(boxes.cells());
        let goals = cells.len();
        let least = matching.cheapest(goals, |owner, goal| {
            self.to_goals[usize::from(cells[owner]) * goals + goal]
        })?;
        let extra = if self.detours.is_empty() {
            self.conflicts.extra(cells.iter().copied(), |cell| self.is_box(boxes, cell))
        } else {
            self.detours.extra(cells, disjoint)
        };
        Some(least + extra)
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.steps.len()
    }

    /// The next cell in a direction.
    #[inline]
    pub fn step(&self, cell: Cell, way: Direction) -> Cell {
        self.steps[usize::from(cell)][way as usize]
    }

    /// Whether a box may stand on a cell.
    #[inline]
    pub fn is_live(&self, cell: Cell) -> bool {
        usize::from(cell) < self.live
    }

    /// Whether a box is on a cell, which may be any.
    #[inline]
    pub fn is_box(&self, boxes: &Boxes<N>, cell: Cell) -> bool {
        self.is_live(cell) && boxes.contains(cell)
    }

    /// The live cells around a cell, nearest first, itself left out. Which of those equally near comes
    /// first depends on `turn`.
    pub fn nearest(&self, cell: Cell, most: usize, turn: usize) -> Vec<Cell> {
        let mut seen = vec![false; self.live];
        seen[usize::from(cell)] = true;
        let mut near = vec![cell];
        let mut head = 0;
        while head < near.len() && near.len() <= most {
            let around = self.steps[usize::from(near[head])];
            head += 1;
            for way in 0..4 {
                let next = around[(way + turn) % 4];
                if self.is_live(next) && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    near.push(next);
                }
            }
        }
        near.truncate(most + 1);
        near.remove(0);
        near
    }

    /// Whether the box on `moved` is held fast for good, and some box that is stands beside its goal.
    pub fn is_frozen(&self, boxes: &Boxes<N>, moved: Cell) -> bool {
        if !is_held(self, &boxes.0, moved) {
            return false;
        }
        let mut held = *boxes;
        hold_fast(self, &mut held.0, moved) && !held.is_subset(&self.goals)
    }
}

impl<const N: usize> Floor for Terrain<N> {
    #[inline]
    fn around(&self, cell: Cell) -> [Cell; 4] {
        self.steps[usize::from(cell)]
    }
    #[inline]
    fn is_live(&self, cell: Cell) -> bool {
        Self::is_live(self, cell)
    }
}

/// Finds how far the player walks. One value is used again and again, so that it allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Walker {
    stamp: u32,
    seen: Vec<u32>,
    queue: Vec<(Cell, u32)>,
}

impl Walker {
    /// The fewest moves between two cells around the boxes; `None` where there is no way.
    pub fn walk<const N: usize>(
        &mut self,
        terrain: &Terrain<N>,
        boxes: &Boxes<N>,
        from: Cell,
        to: Cell,
    ) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        if self.seen.len() != terrain.cells() || self.stamp == u32::MAX {
            self.seen = vec![0; terrain.cells()];
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.queue.push((from, 0));
        self.seen[usize::from(from)] = self.stamp;
        let mut head = 0;
        while let Some(&(cell, moves)) = self.queue.get(head) {
            head += 1;
            for next in terrain.steps[usize::from(cell)] {
                if next == NONE
                    || self.seen[usize::from(next)] == self.stamp
                    || terrain.is_box(boxes, next)
                {
                    continue;
                }
                if next == to {
                    return Some(moves + 1);
                }
                self.seen[usize::from(next)] = self.stamp;
                self.queue.push((next, moves + 1));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;
    use crate::{Grid, deadlock};

    const ROOM: &str = "########\n#      #\n# # .. #\n#  $ $ #\n#@ ##  #\n#   #  #\n########";

    #[test]
    fn a_box_is_frozen_only_where_the_plain_test_says_so() {
        let board = Board::new(&Grid::from_text(ROOM).unwrap());
        let terrain = Terrain::<1>::new(&board);
        let mut rng = Rng::new(3);
        let mut frozen = 0;
        for _ in 0..20_000 {
            let mut cells = board.no_cells();
            let mut boxes = Boxes::NONE;
            for _ in 0..2 + rng.below(6) {
                let cell = rng.below(terrain.live) as Cell;
                cells.insert(cell);
                boxes = boxes.with(cell);
            }
            let any = boxes.cells().any(|cell| terrain.is_frozen(&boxes, cell));
            frozen += usize::from(any);
            assert_eq!(any, deadlock::is_freeze_deadlock(&board, &cells), "{cells:?}");
        }
        assert!(frozen > 1000);
    }

    #[test]
    fn walks_are_the_shortest_around_boxes() {
        let board = Board::new(&Grid::from_text(ROOM).unwrap());
        let terrain = Terrain::<1>::new(&board);
        let mut walker = Walker::default();
        let mut reach = crate::Reach::new();
        reach.fill(&board, board.player(), board.boxes());
        for cell in (0..board.cells() as Cell).filter(|&cell| !board.boxes().contains(cell)) {
            let ours = walker.walk(&terrain, &terrain.start, terrain.player, cell);
            let theirs = reach.contains(cell).then(|| u32::from(reach.walk(cell)));
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn the_nearest_cells_come_first_whatever_the_turn() {
        let board = Board::new(&Grid::from_text(ROOM).unwrap());
        let terrain = Terrain::<1>::new(&board);
        for turn in 0..4 {
            let near = terrain.nearest(0, 5, turn);
            assert!(near.len() == 5 && !near.contains(&0));
            let mut all = terrain.nearest(0, usize::MAX - 1, turn);
            all.sort_unstable();
            assert_eq!(all, (1..terrain.live as Cell).collect::<Vec<_>>());
        }
    }
}
