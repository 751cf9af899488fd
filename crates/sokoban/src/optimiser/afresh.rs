use std::cmp::Reverse;
use std::sync::Arc;

use plyground_core::{Report, Spec, Stats, Status};

use super::budget::Budget;
use super::cycles::Cycles;
use super::line::Line;
use super::rearrange::Rearrange;
use super::together::Together;
use super::vicinity::Vicinity;
use super::windows::Windows;
use super::work::{Method, Work};
use crate::solver::{self, STATES_OF_A_POSITION, pushes_of_text};
use crate::{Board, Metric};

/// Those of the solver's strategies that solve most by themselves; each goes about a level in its own way.
const STYLES: [&str; 7] = [
    "fess(plan=fresh,shorten=false)",
    "reverse(shorten=false)",
    "cells(ranked=false,obstacles=false,shorten=false)",
    "fess(plan=any,shorten=false)",
    "fess(shorten=false)",
    "cells(shorten=false)",
    "cells(starts=false,shorten=false)",
];
/// The positions that a strategy may take.
const POSITIONS: u64 = 1_000;

/// Solves the level anew in other ways: what is far from the line in everything may be shorter, and no change of a part
/// leads there. Each solution is made shorter by the quick methods, the best first, and all are put together.
#[derive(Debug)]
pub(super) struct Afresh<const N: usize> {
    board: Board,
    metric: Metric,
    /// The strategy whose turn it is.
    next: usize,
    /// Solutions as they were found.
    found: Vec<Line<N>>,
}

impl<const N: usize> Afresh<N> {
    /// For a board.
    pub fn new(board: &Board, metric: Metric) -> Self {
        Self { board: board.clone(), metric, next: 0, found: Vec::new() }
    }

    /// A solution by one of the strategies, if it finds one soon.
    fn solve(&self, style: &str, work: &Work<N>, budget: &mut Budget<'_>) -> Option<Line<N>> {
        let spec: Spec = style.parse().ok()?;
        let text = budget.lend(POSITIONS, STATES_OF_A_POSITION, |limits, progress| {
            solver::solve(&self.board, &spec, self.metric, limits, progress)
                .unwrap_or_else(|_| Report::nothing(Status::NotFound, Stats::default()))
        })?;
        Line::new(&work.terrain, work.price, pushes_of_text(&self.board, &text))
    }
}

impl<const N: usize> Method<N> for Afresh<N> {
    fn name(&self) -> String {
        "other solutions".into()
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        while let Some(style) = STYLES.get(self.next) {
            let line = self.solve(style, work, budget);
            self.found.extend(line);
            if budget.ended().is_some() {
                return;
            }
            self.next += 1;
        }
        self.found.sort_by_key(|line| Reverse(line.cost()));
        if self.found.is_empty() {
            return;
        }
        while let Some(line) = self.found.pop() {
            let mut other = Work::new(Arc::clone(&work.terrain), work.price, line);
            tidy(&mut other, budget);
            if budget.ended().is_some() && other.line.cost() >= work.line.cost() {
                // It is gone on with.
                self.found.push(other.line);
                return;
            }
            work.add(other.line);
        }
        Together.pass(work, budget);
    }
}

/// Makes a line shorter by quick methods.
fn tidy<const N: usize>(work: &mut Work<N>, budget: &mut Budget<'_>) {
    let mut methods: [Box<dyn Method<N>>; 4] = [
        Box::new(Cycles),
        Box::new(Rearrange::default()),
        Box::new(Windows::new(2)),
        Box::new(Vicinity::new(&[12], 1 << 18)),
    ];
    let mut failed = 0;
    while failed < methods.len() && budget.ended().is_none() {
        for method in &mut methods {
            let version = work.version;
            method.pass(work, budget);
            failed = if work.version == version { failed + 1 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Limits;

    use super::super::line::Price;
    use super::super::terrain::Terrain;
    use super::*;
    use crate::{Direction, Grid, Push};

    #[test]
    fn a_long_way_round_is_left_for_one_that_the_solver_finds() {
        let text = "########\n#      #\n# $    #\n#@   . #\n#      #\n########";
        let board = Board::new(&Grid::from_text(text).expect("a level"));
        let terrain = Arc::new(Terrain::<1>::new(&board));
        let price = Price::of(Metric::Pushes);
        // Right, back, and then the way it should have gone.
        let ways = [Direction::Right, Direction::Right, Direction::Left, Direction::Left];
        let then = [Direction::Right, Direction::Right, Direction::Right, Direction::Down];
        let mut cell = board.boxes().iter().next().expect("a box");
        let mut pushes = Vec::new();
        for direction in ways.into_iter().chain(then) {
            pushes.push(Push { cell, direction });
            cell = board.step(cell, direction);
        }
        let line = Line::new(&terrain, price, pushes).expect("a solution");
        let mut work = Work::new(terrain, price, line);
        let limits = Limits::states(10_000_000);
        let mut told = |_: &plyground_core::Progress| {};
        let mut afresh = Afresh::new(&board, Metric::Pushes);
        afresh.pass(&mut work, &mut Budget::new(&limits, &mut told));
        assert_eq!(work.line.pushes.len(), 4);
        assert!(!work.others.is_empty());
    }
}
