//! Solvers of puzzles, one file each.

use plyground_core::{
    HeuristicSource, Limits, MethodInfo, Observer, Puzzle, Report, Spec, SpecError,
};

/// The methods there are, as they are listed to people.
pub fn methods() -> Vec<MethodInfo> {
    Vec::new()
}

/// Solves a puzzle with the method that `spec` names.
pub fn solve<P: Puzzle>(
    _puzzle: &P,
    _heuristics: &dyn HeuristicSource<P>,
    spec: &Spec,
    _limits: &Limits,
    _observer: &mut dyn Observer<P>,
) -> Result<Report<P::Move>, SpecError> {
    let methods = methods();
    Err(SpecError::unknown("method", &spec.name, methods.iter().map(|method| method.id)))
}
