//! How interesting a level is, in numbers: what its shortest solutions take, how often one can go wrong,
//! how many ways there are; and whether it is drawn tightly. Small levels are looked at whole, position by
//! position; of others only what a solution shows is known.

mod difficulty;
mod floor;
mod graph;
mod symmetry;
mod tight;

use std::sync::Arc;

use plyground_core::{Limits, Puzzle, PuzzleWorld, Spec};

use crate::heuristics::Assignment;
use crate::{Board, Grid, Metric, MoveSpace, Position, Sokoban, solver};

pub(crate) use floor::{Floor, Shove, Spot, Spots, bit, cells};
pub(crate) use graph::Graph;
pub use symmetry::canonical;
pub use tight::{Loose, loose, outlined, tightened};

/// Positions looked at to measure a level whole.
pub const MOST_STATES: usize = 1_000_000;

/// Positions expanded for a solution of a level that has none and is too large to be looked at whole.
const SOLVER_STATES: u64 = 200_000;

/// What makes a level worth playing, measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Interest {
    /// Boxes that can be moved.
    pub boxes: usize,
    /// The fewest pushes, proven where [`whole`](Interest::whole) is known.
    pub pushes: u32,
    /// How often a solution of that many pushes turns to another box.
    pub changes: u32,
    /// Pushes beyond those that would do if the boxes were not in each other's way.
    pub detour: u32,
    /// What all positions together show, where there are not too many.
    pub whole: Option<Whole>,
}

/// What is known of a level when all its positions have been looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whole {
    /// Pushes in the first position, and how many of them lose.
    pub first: (u32, u32),
    /// Boxes that may be pushed first without losing.
    pub starters: u32,
    /// The longest run of pushes in a row of which each is the only one that does not lose.
    pub forced: u32,
    /// Pushes of the solution at which some other push loses.
    pub traps: u32,
    /// Solutions of the fewest pushes that differ in more than the order of their pushes, up to 100.
    pub solutions: u32,
    /// Positions that can be reached without a box on a square it can never leave for a goal.
    pub states: u64,
    /// The share of them from which there is no solution any more.
    pub lost: f64,
}

impl Interest {
    /// Measures a level. `solution` is used where the level is too large to be looked at whole; the solver is
    /// asked where there is none. `None` where no solution is known.
    pub fn of(grid: &Grid, solution: Option<&str>) -> Option<Self> {
        Self::within(grid, solution, MOST_STATES)
    }

    /// The same, with another limit on the positions looked at.
    pub fn within(grid: &Grid, solution: Option<&str>, most_states: usize) -> Option<Self> {
        if let Some(measured) = Self::small(grid, most_states) {
            return Some(measured);
        }
        let board = Arc::new(Board::new(grid));
        let bound = Assignment::by_pushes(&board, 1).distance(&Position::start(&board))?;
        let line = match solution {
            Some(text) => shoves(board.clone(), text)?,
            None => shoves(board.clone(), &solved(&board)?)?,
        };
        let pushes = line.len() as u32;
        let changes = changes(line.into_iter());
        let boxes = board.box_count();
        Some(Self { boxes, pushes, changes, detour: pushes.saturating_sub(bound), whole: None })
    }

    /// The measures by name.
    pub fn measures(&self) -> Vec<(&'static str, f64)> {
        let mut measures = vec![
            ("boxes", self.boxes as f64),
            ("pushes", self.pushes.into()),
            ("changes", self.changes.into()),
            ("detour", self.detour.into()),
        ];
        if let Some(whole) = &self.whole {
            let share = f64::from(whole.first.1) / f64::from(whole.first.0);
            measures.extend([
                ("losing", (share * 100.0).round() / 100.0),
                ("starters", whole.starters.into()),
                ("forced", whole.forced.into()),
                ("traps", whole.traps.into()),
                ("solutions", whole.solutions.into()),
                ("states", whole.states as f64),
            ]);
        }
        measures
    }

    /// The measures as remarks of a level.
    pub fn notes(&self) -> Vec<String> {
        let difficulty = self.difficulty();
        let measures: Vec<String> =
            self.measures().into_iter().map(|(name, number)| format!("{name} {number}")).collect();
        vec![
            format!("Difficulty: {difficulty:.1}"),
            format!("Grade: {}", difficulty::word(difficulty)),
            format!("Measures: {}", measures.join(", ")),
        ]
    }

    /// Measures a level whole; `None` where it has no solution or more positions than that.
    pub fn small(grid: &Grid, most_states: usize) -> Option<Self> {
        let board = Arc::new(Board::new(grid));
        let bound = Assignment::by_pushes(&board, 1).distance(&Position::start(&board))?;
        let (floor, start) = Floor::of(grid)?;
        let graph = Graph::of(floor, start, most_states)?;
        let pushes = graph.fewest()?;
        let line = graph.solution();
        let changes = changes(line.iter().map(|(_, shove)| (*shove).into()));
        let whole = Some(Whole::of(&graph, &line));
        Some(Self { boxes: board.box_count(), pushes, changes, detour: pushes - bound, whole })
    }
}

impl Whole {
    fn of(graph: &Graph, line: &[(u32, Shove)]) -> Self {
        let start = graph.choices(0);
        let (mut forced, mut run, mut traps) = (0, 0, 0);
        for &(number, _) in line {
            let choices = graph.choices(number);
            run = if choices.good == 1 { run + 1 } else { 0 };
            forced = forced.max(run);
            traps += u32::from(choices.good < choices.pushes);
        }
        Self {
            first: (start.pushes, start.pushes - start.good),
            starters: start.movers,
            forced,
            traps,
            solutions: graph.solutions() as u32,
            states: graph.len() as u64,
            lost: 1.0 - graph.alive() as f64 / graph.len() as f64,
        }
    }
}

/// Reads measures as [`Interest::notes`] writes them; what is none is left out.
pub(crate) fn read(text: &str) -> Vec<(String, f64)> {
    let read = |part: &str| {
        let (name, number) = part.trim().split_once(' ')?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    text.split(',').filter_map(read).collect()
}

/// How often a line of pushes, each from a place to a place, turns to another box. The first box counts.
fn changes(line: impl Iterator<Item = (usize, usize)>) -> u32 {
    let mut hand = None;
    let mut changes = 0;
    for (from, to) in line {
        changes += u32::from(hand != Some(from));
        hand = Some(to);
    }
    changes
}

impl From<Shove> for (usize, usize) {
    fn from(shove: Shove) -> Self {
        (shove.from.into(), shove.to.into())
    }
}

/// The pushes of a solution, each from a square to a square; `None` where it does not solve the level.
fn shoves(board: Arc<Board>, solution: &str) -> Option<Vec<(usize, usize)>> {
    let space = MoveSpace::new(board);
    let mut position = space.start();
    let mut line = Vec::new();
    for step in Sokoban.parse_moves(&space, &position, solution).ok()? {
        if space.moves_box(&position, step) {
            let from = space.board().step(position.player, step.direction);
            line.push((from.into(), space.board().step(from, step.direction).into()));
        }
        position = space.play(&position, step);
    }
    space.is_solved(&position).then_some(line)
}

fn solved(board: &Board) -> Option<String> {
    let limits = Limits::states(SOLVER_STATES);
    let summary =
        solver::solve(board, &Spec::new("auto"), Metric::Pushes, &limits, &mut |_| {}).ok()?;
    summary.solution
}
