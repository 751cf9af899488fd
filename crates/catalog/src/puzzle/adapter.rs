use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use plyground_core::conformance;
use plyground_core::{
    Amendment, Brush, CollectionInfo, DailyGrade, Generation, HeuristicInfo, HeuristicSource,
    LegendEntry, LevelInfo, Limits, MethodInfo, OptionInfo, Options, Pack, PackedSpace, ParseError,
    Puzzle, PuzzleVisitor, PuzzleWorld, Rules, Scene, Spec, SpecError, StepKey, Text, Transform,
    WorldInfo, decode, parse_each,
};

use plyground_search::census::SpaceOf;

use super::session::Session;
use super::state::{Field, StateOf};
use super::{
    AnyLevel, AnyPuzzleWorld, BatchSetup, Level, MadeLevel, PuzzleBatch, PuzzleSession, Solved,
    Verified, Watcher, batch, optimising, solving,
};
use crate::{AnyState, GivenHeuristic, World};

/// A typed world of puzzles as an [`AnyPuzzleWorld`]; cheap to clone.
/// The second part is the heuristics that programs have given beside its own.
pub struct Puzzles<W>(pub(super) Arc<W>, pub(super) Arc<[GivenHeuristic]>);

impl<W: PuzzleWorld> Puzzles<W> {
    /// The world, ready for a catalog.
    pub fn new(world: W) -> Self {
        Self(Arc::new(world), Arc::new([]))
    }

    pub(super) fn level(&self, level: W::Level) -> Level {
        Arc::new(LevelOf { world: self.clone(), level })
    }

    /// The levels as levels of this world.
    fn typed(&self, levels: &[Level]) -> Result<Vec<W::Level>, SpecError> {
        let typed = |level: &Level| {
            let any: &dyn Any = &**level;
            any.downcast_ref::<LevelOf<W>>().map(|level| level.level.clone()).ok_or_else(|| {
                let (theirs, ours) = (level.world().info().name, self.0.info().name);
                SpecError(format!("a level of {theirs} is not one of {ours}"))
            })
        };
        levels.iter().map(typed).collect()
    }
}

impl<W> Clone for Puzzles<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), Arc::clone(&self.1))
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
        let mut heuristics = self.0.heuristics();
        let metrics: Vec<Text> = match heuristics.first() {
            Some(first) => first.properties.iter().map(|(metric, _)| metric.clone()).collect(),
            None => vec!["moves".into()],
        };
        heuristics.extend(self.1.iter().map(|given| HeuristicInfo {
            id: given.id.clone(),
            summary: given.summary.clone(),
            properties: metrics.iter().map(|m| (m.clone(), given.properties)).collect(),
        }));
        heuristics
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
        let mut levels = Vec::new();
        self.parse_with(file, bytes, &mut |level| levels.push(level))?;
        Ok(levels)
    }

    fn parse_with(
        &self,
        file: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Level),
    ) -> Result<(), ParseError> {
        let read = self.0.parse_with(file, bytes, &mut |level| each(self.level(level)));
        read.map_err(|error| error.in_file(file))
    }

    fn collection_info(&self, bytes: &[u8]) -> CollectionInfo {
        self.0.collection_info(bytes)
    }

    fn parse_each(
        &self,
        file: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Result<Level, ParseError>),
    ) {
        // Reading twice costs less than holding all levels of a large file until the last one has been read.
        if self.0.parse_with(file, bytes, &mut |_| {}).is_ok() {
            let _ = self.parse_with(file, bytes, &mut |level| each(Ok(level)));
            return;
        }
        let text = decode(bytes).text;
        let parse = |text: &str| self.parse(file, text.as_bytes());
        parse_each(&text, |line| self.0.begins_level(line), parse).into_iter().for_each(each);
    }

    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError> {
        self.print_collection(&CollectionInfo::default(), levels, format)
    }

    fn print_collection(
        &self,
        info: &CollectionInfo,
        levels: &[Level],
        format: &str,
    ) -> Result<String, SpecError> {
        self.0.print_collection(info, &self.typed(levels)?, format)
    }

    fn joint(&self, format: &str) -> Option<&'static str> {
        self.0.joint(format)
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

    fn transform(&self, draft: &str, change: Transform) -> Result<String, SpecError> {
        self.0.transform(draft, change)
    }

    fn sketch(&self, draft: &str) -> Scene {
        self.0.sketch(draft)
    }

    fn with_heuristic(&self, heuristic: GivenHeuristic) -> Arc<dyn AnyPuzzleWorld> {
        let others = self.1.iter().filter(|other| other.id != heuristic.id).cloned();
        let given = others.chain([heuristic.clone()]).collect();
        Arc::new(Self(Arc::clone(&self.0), given))
    }

    fn batch(&self, setup: &BatchSetup) -> Result<Box<dyn PuzzleBatch>, SpecError> {
        let info = self.0.info();
        setup.options.check(&info.id, &info.options)?;
        let levels = self.typed(&setup.levels)?;
        let boards: Result<Vec<_>, _> =
            levels.iter().map(|level| self.0.board(level, &setup.options)).collect();
        Ok(Box::new(batch::BatchOf::new(self, boards?, setup)?))
    }

    fn generator_options(&self) -> Vec<OptionInfo> {
        self.0.generator_options()
    }

    fn daily(&self, grade: usize) -> Option<DailyGrade> {
        self.0.daily(grade)
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

    fn amended(&self, amendment: &Amendment) -> Level {
        self.world.level(self.world.0.amended(&self.level, amendment))
    }

    fn legend(&self) -> Vec<LegendEntry> {
        self.world.0.legend(&self.level)
    }

    fn start(&self, options: &Options) -> Result<Box<dyn PuzzleSession>, SpecError> {
        let board = self.board(options)?;
        Ok(Box::new(Session::new(self.world.clone(), self.level.clone(), board, options.clone())))
    }

    fn state(&self, options: &Options) -> Result<Box<dyn AnyState>, SpecError> {
        let field = Arc::new(Field::new(self.world.clone(), self.board(options)?));
        let start = field.board.start();
        Ok(Box::new(StateOf::new(field, start)))
    }

    fn solve(
        &self,
        spec: &Spec,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError> {
        let began = Instant::now();
        self.world.check_method(spec)?;
        let board = self.board(options)?;
        let limits = limits.since(began);
        let limits = &if self.world.0.one_thread() { limits.one_thread() } else { limits };
        let given = spec.options.get("h").and_then(|h| self.world.1.iter().find(|g| g.id == h));
        if let Some(given) = given {
            let field = Arc::new(Field::new(self.world.clone(), board));
            return solving::solve_given(&field, given, spec, limits, watcher);
        }
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

    fn positions(
        &self,
        options: &Options,
        look: &mut dyn FnMut(&mut dyn PackedSpace),
    ) -> Result<(), SpecError> {
        let info = self.world.0.info();
        options.check(&info.id, &info.options)?;
        self.world.0.visit_positions(&self.level, options, Looking(look))
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

/// Shows a space packed.
struct Looking<'a>(&'a mut dyn FnMut(&mut dyn PackedSpace));

impl PuzzleVisitor for Looking<'_> {
    type Output = ();

    fn visit<P: Puzzle>(self, puzzle: &P, _: &dyn HeuristicSource<P>) {
        (self.0)(&mut SpaceOf::new(puzzle));
    }
}
