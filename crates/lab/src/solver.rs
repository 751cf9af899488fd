//! What solves the levels of an experiment.

use std::fmt;
use std::str::FromStr;

use plyground_catalog::{AnyPuzzleWorld, Level, Solved, Unwatched};
use plyground_core::{Limits, Options, Spec, SpecError, split_list};

use crate::program::Program;

/// A method of the world, or another program.
///
/// Parsing gives either. A program is a command of this machine, so nobody far away should choose it: a server makes
/// solvers of a [`Spec`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solver {
    /// A method of the world.
    Method(Spec),
    /// Another program, written `exec:CMD`.
    Program(Program),
}

impl Solver {
    /// Reads a comma-separated list; commas inside parentheses and quotes belong to a solver.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SpecError> {
        split_list(text).iter().map(|part| part.parse()).collect()
    }

    /// Refuses what cannot be used in this world, before anything runs.
    pub fn check(&self, world: &dyn AnyPuzzleWorld) -> Result<(), SpecError> {
        match self {
            Self::Method(spec) => world.check_method(spec),
            Self::Program(program) => program.check(world),
        }
    }

    /// Solves a level.
    pub fn solve(
        &self,
        level: &Level,
        options: &Options,
        limits: &Limits,
    ) -> Result<Solved, SpecError> {
        match self {
            Self::Method(spec) => level.solve(spec, options, limits, &mut Unwatched),
            Self::Program(program) => program.solve(level, options, limits),
        }
    }

    /// The word of its kind: a method's name, or `exec`.
    pub fn algorithm(&self) -> &str {
        match self {
            Self::Method(spec) => &spec.name,
            Self::Program(_) => "exec",
        }
    }

    /// Its method; `None` for a program.
    pub const fn spec(&self) -> Option<&Spec> {
        match self {
            Self::Method(spec) => Some(spec),
            Self::Program(_) => None,
        }
    }
}

impl From<Spec> for Solver {
    fn from(spec: Spec) -> Self {
        Self::Method(spec)
    }
}

impl FromStr for Solver {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match Program::parse(text.trim()) {
            Some(program) => program.map(Self::Program),
            None => text.parse().map(Self::Method),
        }
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Method(spec) => spec.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}
