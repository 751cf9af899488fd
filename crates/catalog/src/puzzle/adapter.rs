use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use plyground_core::conformance;
use plyground_core::{
    Brush, Generation, HeuristicInfo, LevelInfo, Limits, MethodInfo, OptionInfo, Options, Pack,
    ParseError, Puzzle, PuzzleWorld, Rules, Scene, Spec, SpecError, StepKey, Text, WorldInfo,
};

use super::session::Session;
use super::state::StateOf;
use super::{
    AnyLevel, AnyPuzzleWorld, Level, MadeLevel, PuzzleSession, Solved, Verified, Watcher,
    optimising, solving,
};
use crate::{AnyState, World};

/// A typed world of puzzles as an [`AnyPuzzleWorld`]; cheap to clone.
pub struct Puzzles<W>(pub(super) Arc<W>);

impl<W: PuzzleWorld> Puzzles<W> {
    /// The world, ready for a catalog.
    pub fn new(world: W) -> Self {
        Self(Arc::new(world))
    }

    pub(super) fn level(&self, level: W::Level) -> Level {
        Arc::new(LevelOf { world: self.clone(), level })
    }
}

impl<W> Clone for Puzzles<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: PuzzleWorld> From<Puzzles<W>> for World {
    fn from(world: Puzzles<W>) -> Self {
        Self::Puzzle(Arc::new(world))
    }
}

impl<W: PuzzleWorld> AnyPuzzleWorld for Puzzles<W> {
    fn conform(&self, golden: &Path) {
        conformance::check_puzzle_world(&*self.0, golden);
    }

    fn info(&self) -> WorldInfo {
        self.0.info()
    }

    fn heuristics(&self) -> Vec<HeuristicInfo> {
        self.0.heuristics()
    }

    fn methods(&self) -> Vec<MethodInfo> {
        let mut methods = self.0.own_methods();
        let backward = self.0.goes_backward();
        let general = plyground_search::solve::methods().into_iter();
        methods.extend(general.filter(|method| backward || !method.backward));
        methods
    }

    fn quick_methods(&self) -> Vec<MethodInfo> {
        let (all, usual) = (self.methods(), self.default_method());
        let first = plyground_search::solve::FIRST_CHOICES.into_iter();
        let mut ids = vec![usual.name.as_str()];
        ids.extend(first.filter(|&id| id != usual.name));
        ids.into_iter()
            .filter_map(|id| all.iter().find(|method| method.id == id).cloned())
            .take(9)
            .collect()
    }

    fn default_method(&self) -> Spec {
        let usual = plyground_search::solve::usual();
        Spec::new(self.0.own_methods().first().unwrap_or(&usual).id)
    }

    fn check_method(&self, spec: &Spec) -> Result<(), SpecError> {
        let methods = self.methods();
        let Some(method) = methods.iter().find(|method| method.id == spec.name) else {
            let known: Vec<&str> = methods.iter().map(|method| method.id).collect();
            return Err(SpecError::unknown("method", &spec.name, known));
        };
        spec.options.check(method.id, &method.options)
    }

    fn packs(&self) -> Vec<Pack> {
        self.0.packs()
    }

    fn formats(&self) -> Vec<Text> {
        self.0.formats()
    }

    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
        let levels = self.0.parse(file, bytes).map_err(|error| error.in_file(file))?;
        Ok(levels.into_iter().map(|level| self.level(level)).collect())
    }

    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError> {
        let mut typed = Vec::with_capacity(levels.len());
        for level in levels {
            let any: &dyn Any = &**level;
            let Some(level) = any.downcast_ref::<LevelOf<W>>() else {
                let (theirs, ours) = (level.world().info().name, self.0.info().name);
                return Err(SpecError(format!("a level of {theirs} is not one of {ours}")));
            };
            typed.push(level.level.clone());
        }
        self.0.print(&typed, format)
    }

    fn rules(&self) -> Rules {
        self.0.rules()
    }

    fn steps(&self) -> Vec<StepKey> {
        self.0.steps()
    }

    fn counts_pushes(&self) -> bool {
        self.0.counts_pushes()
    }

    fn brushes(&self) -> Vec<Brush> {
        self.0.brushes()
    }

    fn blank(&self) -> Text {
        self.0.blank()
    }

    fn paint(&self, draft: &str, cell: usize, brush: &str) -> Result<String, SpecError> {
        self.0.paint(draft, cell, brush)
    }

    fn resize(&self, draft: &str, width: usize, height: usize) -> Result<String, SpecError> {
        self.0.resize(draft, width, height)
    }

    fn sketch(&self, draft: &str) -> Scene {
        self.0.sketch(draft)
    }

    fn generator_options(&self) -> Vec<OptionInfo> {
        self.0.generator_options()
    }

    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(MadeLevel),
    ) -> Result<(), SpecError> {
        wanted.options.check("generate", &self.0.generator_options())?;
        self.0.generate(wanted, &mut |made| {
            found(MadeLevel { level: self.level(made.level), difficulty: made.difficulty });
        })
    }
}

/// A typed level as an [`AnyLevel`].
pub(super) struct LevelOf<W: PuzzleWorld> {
    pub(super) world: Puzzles<W>,
    pub(super) level: W::Level,
}

impl<W: PuzzleWorld> LevelOf<W> {
    /// The board under the world's options, none of which is unknown.
    fn board(&self, options: &Options) -> Result<W::Board, SpecError> {
        let info = self.world.0.info();
        options.check(&info.id, &info.options)?;
        self.world.0.board(&self.level, options)
    }
}

impl<W: PuzzleWorld> AnyLevel for LevelOf<W> {
    fn world(&self) -> Arc<dyn AnyPuzzleWorld> {
        Arc::new(self.world.clone())
    }

    fn info(&self) -> LevelInfo {
        self.world.0.level_info(&self.level)
    }

    fn text(&self, format: &str) -> Result<String, SpecError> {
        self.world.0.print(std::slice::from_ref(&self.level), format)
    }

    fn start(&self, options: &Options) -> Result<Box<dyn PuzzleSession>, SpecError> {
        let board = self.board(options)?;
        Ok(Box::new(Session::new(self.world.clone(), self.level.clone(), board, options.clone())))
    }

    fn state(&self, options: &Options) -> Result<Box<dyn AnyState>, SpecError> {
        Ok(Box::new(StateOf::new(self.world.clone(), self.board(options)?)))
    }

    fn solve(
        &self,
        spec: &Spec,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError> {
        self.world.check_method(spec)?;
        let board = self.board(options)?;
        solving::solve(&*self.world.0, &self.level, &board, spec, options, limits, watcher)
    }

    fn optimise(
        &self,
        solutions: &[String],
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError> {
        let board = self.board(options)?;
        optimising::optimise(
            &*self.world.0,
            &self.level,
            &board,
            solutions,
            options,
            limits,
            watcher,
        )
    }

    fn verify(&self, options: &Options, moves: &str) -> Result<Verified, SpecError> {
        let world = &self.world.0;
        let board = self.board(options)?;
        let start = board.start();
        Ok(match world.parse_moves(&board, &start, moves) {
            Ok(line) => {
                let end = line.iter().fold(start, |state, &mv| board.play(&state, mv));
                Verified {
                    valid: true,
                    solved: board.is_solved(&end),
                    measures: world.measure(&board, &line),
                    error: None,
                }
            }
            Err(error) => Verified {
                valid: false,
                solved: false,
                measures: plyground_core::Measures::default(),
                error: Some(error.to_string()),
            },
        })
    }
}
