//! Runs a method on a level, and replays what it finds.

use std::sync::Arc;
use std::time::Instant;

use plyground_core::{
    Event, Heuristic, HeuristicSource, Limits, Measures, Observer, Options, Progress, Properties,
    Puzzle, PuzzleState, PuzzleVisitor, PuzzleWorld, Report, Spec, SpecError,
};

use super::state::{Field, StateOf};
use crate::{AnyState, GivenHeuristic};

use super::{Solved, TraceEvent, Watcher};

/// Solves a level with a general method or one of the world's own.
pub(super) fn solve<W: PuzzleWorld>(
    world: &W,
    level: &W::Level,
    board: &W::Board,
    spec: &Spec,
    options: &Options,
    limits: &Limits,
    watcher: &mut dyn Watcher,
) -> Result<Solved, SpecError> {
    let began = Instant::now();
    let found = if world.own_methods().iter().any(|method| method.id == spec.name) {
        let progress = &mut |progress: &Progress| watcher.progress(progress);
        world.solve_own(level, options, spec, limits, progress)?
    } else {
        let method = plyground_search::solve::method(&spec.name)?;
        world.visit(level, options, &method, Run { spec, limits, began, watcher })??
    };
    replayed(world, board, spec, found)
}

/// Solves a level with a general method and a heuristic that was given, in the space people play in.
pub(super) fn solve_given<W: PuzzleWorld>(
    field: &Arc<Field<W>>,
    given: &GivenHeuristic,
    spec: &Spec,
    limits: &Limits,
    watcher: &mut dyn Watcher,
) -> Result<Solved, SpecError> {
    if plyground_search::solve::method(&spec.name).is_err() {
        let reason =
            format!("{} has heuristics of its own; h={} is for others", spec.name, given.id);
        return Err(SpecError(reason));
    }
    let limits = &match given.estimate.one_thread() {
        true => limits.one_thread(),
        false => limits.clone(),
    };
    let heuristic = ByState { field: Arc::clone(field), given: given.clone() };
    let run = Run { spec, limits, began: Instant::now(), watcher };
    let found = run.visit(&field.board, &heuristic)?;
    replayed(&*field.world.0, &field.board, spec, found)
}

/// A heuristic that was given, on the states of a board.
struct ByState<W: PuzzleWorld> {
    field: Arc<Field<W>>,
    given: GivenHeuristic,
}

impl<W: PuzzleWorld> ByState<W> {
    fn bare(&self, state: &PuzzleState<W>) -> Box<dyn AnyState> {
        Box::new(StateOf::new(Arc::clone(&self.field), state.clone()))
    }

    /// An estimate in units of cost; what is no number says nothing.
    fn cost(&self, estimate: Option<f64>) -> Option<u32> {
        Some((estimate?.max(0.0) * f64::from(self.field.board.unit())) as u32)
    }
}

impl<W: PuzzleWorld> Heuristic<W::Board> for ByState<W> {
    fn estimate(&self, _board: &W::Board, state: &PuzzleState<W>) -> Option<u32> {
        self.cost(self.given.estimate.estimate(self.bare(state)))
    }

    fn estimate_all(
        &self,
        _board: &W::Board,
        states: &[PuzzleState<W>],
        _is_over: &dyn Fn() -> bool,
        out: &mut Vec<Option<u32>>,
    ) {
        let mut estimates = Vec::with_capacity(states.len());
        let bare = states.iter().map(|state| self.bare(state)).collect();
        self.given.estimate.estimate_all(bare, &mut estimates);
        out.extend(estimates.into_iter().map(|estimate| self.cost(estimate)));
    }

    fn properties(&self) -> Properties {
        self.given.properties
    }
}

impl<W: PuzzleWorld> HeuristicSource<W::Board> for ByState<W> {
    fn heuristic(&self, _name: &str) -> Result<Box<dyn Heuristic<W::Board>>, SpecError> {
        Ok(Box::new(Self { field: Arc::clone(&self.field), given: self.given.clone() }))
    }

    fn default_name(&self) -> &str {
        &self.given.id
    }
}

/// A report as people see it: its solution is replayed and measured.
pub(super) fn replayed<W: PuzzleWorld>(
    world: &W,
    board: &W::Board,
    spec: &Spec,
    report: Report<String>,
) -> Result<Solved, SpecError> {
    let measures =
        report.solution.as_deref().map(|line| replay(world, board, line, spec)).transpose()?;
    Ok(Solved {
        method: spec.to_string(),
        status: report.status,
        reason: None,
        bound: report.least_steps(),
        solution: report.solution,
        measures,
        optimal: report.optimal,
        stats: report.stats,
    })
}

/// Plays a solution by the rules that people play by; nobody sees one that they refuse.
fn replay<W: PuzzleWorld>(
    world: &W,
    board: &W::Board,
    solution: &str,
    spec: &Spec,
) -> Result<Measures, SpecError> {
    let start = board.start();
    let moves = world.parse_moves(board, &start, solution).map_err(|error| {
        SpecError(format!("{spec} gave a solution that the rules refuse: {error}"))
    })?;
    let end = moves.iter().fold(start, |state, &mv| board.play(&state, mv));
    if !board.is_solved(&end) {
        return Err(SpecError(format!("{spec} gave a solution that does not reach the goal")));
    }
    Ok(world.measure(board, &moves))
}

/// Runs a general method on a search space.
pub(super) struct Run<'a> {
    pub(super) spec: &'a Spec,
    pub(super) limits: &'a Limits,
    /// When the limits began to count.
    pub(super) began: Instant,
    pub(super) watcher: &'a mut dyn Watcher,
}

impl PuzzleVisitor for Run<'_> {
    type Output = Result<Report<String>, SpecError>;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Self::Output {
        let mut translator = Translator { puzzle, watcher: self.watcher };
        let report = plyground_search::solve::solve(
            puzzle,
            heuristics,
            self.spec,
            &self.limits.since(self.began),
            &mut translator,
        )?;
        Ok(report.map(|moves| puzzle.line_text(&moves)))
    }
}

/// Tells a watcher in texts what a search says in types.
struct Translator<'a, P> {
    puzzle: &'a P,
    watcher: &'a mut dyn Watcher,
}

impl<P: Puzzle> Translator<'_, P> {
    fn units(&self, cost: u32) -> f64 {
        f64::from(cost) / f64::from(self.puzzle.unit().max(1))
    }
}

impl<P: Puzzle> Observer<P> for Translator<'_, P> {
    fn wants_events(&self) -> bool {
        self.watcher.wants_events()
    }

    fn event(&mut self, event: &Event<'_, P>) {
        let event = match *event {
            Event::Expanded { id, g, h, frontier, .. } => {
                let (g, h) = (self.units(g), self.units(h));
                TraceEvent::Expanded { id, g, h, f: g + h, frontier }
            }
            Event::Generated { id, parent, from, mv, g, h } => {
                let (g, h) = (self.units(g), self.units(h));
                let step = self.puzzle.step_text(from, mv);
                TraceEvent::Generated { id, parent, step, g, h, f: g + h }
            }
            Event::Pruned { parent, from, mv, why } => {
                TraceEvent::Pruned { parent, step: self.puzzle.step_text(from, mv), why }
            }
            Event::Iteration { bound } => TraceEvent::Iteration { bound },
        };
        self.watcher.event(event);
    }

    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(progress);
    }
}
