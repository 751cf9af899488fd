//! Runs a method on a level, and replays what it finds.

use plyground_core::{
    Event, HeuristicSource, Limits, Measures, Observer, Options, Progress, Puzzle, PuzzleVisitor,
    PuzzleWorld, SolveSummary, Spec, SpecError,
};

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
    let found = if world.own_methods().iter().any(|method| method.id == spec.name) {
        let progress = &mut |progress: &Progress| watcher.progress(progress);
        world.solve_own(level, options, spec, limits, progress)?
    } else {
        let method = plyground_search::solve::method(&spec.name)?;
        world.visit(level, options, &method, Run { spec, limits, watcher })??
    };
    let mut solved = unmeasured(spec, found);
    if let Some(solution) = &solved.solution {
        solved.measures = Some(replay(world, board, solution, spec)?);
    }
    Ok(solved)
}

/// What was found, before it is replayed.
pub(super) fn unmeasured(spec: &Spec, found: SolveSummary) -> Solved {
    Solved {
        method: spec.to_string(),
        status: found.status,
        solution: found.solution,
        measures: None,
        optimal: found.optimal,
        bound: found.bound,
        stats: found.stats,
    }
}

/// Plays a solution by the rules that people play by; nobody sees one that they refuse.
pub(super) fn replay<W: PuzzleWorld>(
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
    pub(super) watcher: &'a mut dyn Watcher,
}

impl PuzzleVisitor for Run<'_> {
    type Output = Result<SolveSummary, SpecError>;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Self::Output {
        let mut translator = Translator { puzzle, watcher: self.watcher };
        let report = plyground_search::solve::solve(
            puzzle,
            heuristics,
            self.spec,
            self.limits,
            &mut translator,
        )?;
        Ok(SolveSummary {
            status: report.status,
            solution: report.solution.map(|moves| puzzle.line_text(&moves)),
            optimal: report.optimal,
            bound: report.bound.map(|bound| bound / u64::from(puzzle.unit().max(1))),
            stats: report.stats,
        })
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
