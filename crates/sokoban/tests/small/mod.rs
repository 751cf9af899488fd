//! Small random levels with all their positions.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use plyground_core::{Puzzle, Rng};
use plyground_sokoban::{Board, Grid, Position, Push, RegionSpace};

/// A random small level that can be solved: boxes start on goals and are dragged about.
fn random_grid(rng: &mut Rng) -> Grid {
    loop {
        let (height, width) = (3 + rng.below(4), 3 + rng.below(3));
        let mut walls = vec![vec![true; width + 2]; height + 2];
        for row in &mut walls[1..=height] {
            for wall in &mut row[1..=width] {
                *wall = rng.below(6) == 0;
            }
        }
        let mut free: Vec<(usize, usize)> = (1..=height)
            .flat_map(|row| (1..=width).map(move |column| (row, column)))
            .filter(|&(row, column)| !walls[row][column])
            .collect();
        rng.shuffle(&mut free);
        let count = 2 + rng.below(3);
        if free.len() < count + 3 {
            continue;
        }
        let goals = free[..count].to_vec();
        let (mut boxes, mut player) = (goals.clone(), free[count]);
        for _ in 0..100 {
            let (down, right) = [(0isize, 1isize), (1, 0), (0, -1), (-1, 0)][rng.below(4)];
            let step = |(row, column): (usize, usize), sign: isize| {
                (row.wrapping_add_signed(sign * down), column.wrapping_add_signed(sign * right))
            };
            let (to, behind) = (step(player, 1), step(player, -1));
            if walls[to.0][to.1] || boxes.contains(&to) {
                continue;
            }
            if let Some(dragged) = boxes.iter_mut().find(|place| **place == behind)
                && rng.below(4) > 0
            {
                *dragged = player;
            }
            player = to;
        }
        let square = |row: usize, column: usize| {
            let place = (row, column);
            match (goals.contains(&place), boxes.contains(&place), place == player) {
                (true, true, _) => '*',
                (true, _, true) => '+',
                (true, ..) => '.',
                (_, true, _) => '$',
                (.., true) => '@',
                _ if walls[row][column] => '#',
                _ => ' ',
            }
        };
        let rows: Vec<String> = (0..height + 2)
            .map(|row| (0..width + 2).map(|column| square(row, column)).collect())
            .collect();
        if let Ok(grid) = Grid::from_text(&rows.join("\n")) {
            return grid;
        }
    }
}

/// All positions of a space, and the pushes between them.
pub struct Graph {
    pub states: Vec<Position>,
    pub steps: Vec<(usize, Push, usize)>,
}

impl Graph {
    pub fn of(space: &RegionSpace) -> Self {
        let mut states = vec![space.start()];
        let mut known = HashMap::from([(space.start(), 0)]);
        let mut steps = Vec::new();
        let mut next = 0;
        while next < states.len() {
            let mut moves = Vec::new();
            space.moves(&states[next], &mut moves);
            for push in moves {
                let after = space.play(&states[next], push);
                let id = *known.entry(after.clone()).or_insert_with(|| {
                    states.push(after);
                    states.len() - 1
                });
                steps.push((next, push, id));
            }
            next += 1;
        }
        Self { states, steps }
    }

    /// The fewest pushes to a solution from each position, over those of the steps that are kept.
    pub fn distances(
        &self,
        space: &RegionSpace,
        keep: impl Fn(usize, Push) -> bool,
    ) -> Vec<Option<u32>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for &(from, push, to) in &self.steps {
            if keep(from, push) {
                before[to].push(from);
            }
        }
        let mut distances: Vec<Option<u32>> =
            self.states.iter().map(|state| space.is_solved(state).then_some(0)).collect();
        let mut queue: VecDeque<usize> =
            (0..self.states.len()).filter(|&id| distances[id].is_some()).collect();
        while let Some(id) = queue.pop_front() {
            for &earlier in &before[id] {
                if distances[earlier].is_none() {
                    distances[earlier] = distances[id].map(|distance| distance + 1);
                    queue.push_back(earlier);
                }
            }
        }
        distances
    }
}

/// Calls `check` with small levels, all their positions, and how far each is from a solution.
pub fn each_level(
    seed: u64,
    count: usize,
    mut check: impl FnMut(&RegionSpace, &Graph, &[Option<u32>], &str),
) {
    let mut rng = Rng::new(seed);
    for _ in 0..count {
        let grid = random_grid(&mut rng);
        let space = RegionSpace::new(Arc::new(Board::new(&grid)));
        let graph = Graph::of(&space);
        let distances = graph.distances(&space, |_, _| true);
        let text: Vec<String> =
            grid.rows().map(|row| row.iter().map(|tile| tile.to_char()).collect()).collect();
        check(&space, &graph, &distances, &text.join("\n"));
    }
}
