//! Makes solutions shorter. Every method looks for a cheaper line near the one that is known, in one metric
//! with the other breaking ties; a schedule lets them work in turns until all have failed or a limit is met.
//! A line is only ever replaced by one that was replayed and costs less.

mod afresh;
mod boxes;
mod budget;
mod configurations;
mod cycles;
mod line;
mod rearrange;
mod schedule;
mod terrain;
mod together;
mod vicinity;
mod walks;
mod whole;
mod windows;
mod work;

use plyground_core::{Limits, Progress, Report};

use schedule::{Run, Schedule};

use crate::solver::solution_text;
use crate::{Board, Metric, Push, deadlock};

/// Solutions of one level, on the way to a shorter one. Work can be stopped at any time, and gone on with.
pub struct Optimiser<'a> {
    board: &'a Board,
    schedule: Box<dyn Run>,
}

impl<'a> Optimiser<'a> {
    /// Starts from one or more solutions, given as their pushes; `None` where none of them solves the board.
    pub fn new(board: &'a Board, metric: Metric, solutions: &[Vec<Push>]) -> Option<Self> {
        if board.pulls() || deadlock::is_dead(board, board.boxes()) {
            return None;
        }
        // Sets of boxes have as many words as they need, known to the compiler.
        fn of<const N: usize>(
            board: &Board,
            metric: Metric,
            solutions: &[Vec<Push>],
        ) -> Option<Box<dyn Run>> {
            Some(Box::new(Schedule::<N>::new(board, metric, solutions)?))
        }
        let make = match board.live().div_ceil(64) {
            0 | 1 => of::<1>,
            2 => of::<2>,
            3 => of::<3>,
            4 => of::<4>,
            5..=8 => of::<8>,
            9..=32 => of::<32>,
            _ => of::<256>,
        };
        Some(Self { board, schedule: make(board, metric, solutions)? })
    }

    /// Works until nothing more is found or a limit is met; whatever was found before that stands. Called
    /// again, it goes on where it stopped.
    pub fn run(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Report<String> {
        let (status, stats) = self.schedule.run(limits, progress);
        let solution = solution_text(self.board, self.schedule.pushes());
        let (steps, bound) = (self.steps(), self.schedule.bound());
        let (cost, optimal) = (Some(steps), bound == steps);
        Report { status, solution, cost, optimal, bound: Some(bound), unit: 1, stats }
    }

    /// The pushes of the best solution so far.
    pub fn pushes(&self) -> &[Push] {
        self.schedule.pushes()
    }

    /// How many moves or pushes it has, whichever the metric counts.
    pub fn steps(&self) -> u64 {
        self.schedule.steps()
    }
}
