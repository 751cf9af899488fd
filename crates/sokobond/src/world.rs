use plyground_core::scene::planes::Planes;
use plyground_core::{
    Amendment, Best, Brush, DailyGrade, Generated, Generation, HeuristicInfo, Intent, LegendEntry,
    LevelInfo, Limits, Measures, MethodInfo, Motion, MoveError, OptionInfo, OptionKind, Options,
    Pack, ParseError, Progress, Puzzle as _, PuzzleVisitor, PuzzleWorld, Report, Rules, Scene,
    Spec, SpecError, Text, Tip, Transform, Warning, WorldInfo,
};

use crate::{
    Atom, AtomView, Board, Direction, Level, State, daily, generator, guide, heuristics, levels,
    notation, planes, scene, solver,
};

const OPTIONS: [OptionInfo; 1] = [OptionInfo {
    id: "single_molecule",
    kind: OptionKind::Switch,
    default: "false",
    summary: "solved only where everything is in the hero's molecule",
}];

/// The world of Sokobond.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sokobond;

impl PuzzleWorld for Sokobond {
    type Level = Level;
    type Board = Board;

    fn info(&self) -> WorldInfo {
        let summary =
            "Steer an atom and bond the others into molecules, past cutters, doublers and rotators";
        WorldInfo::new("sokobond", "Sokobond", summary).with_options(OPTIONS.to_vec())
    }

    fn heuristics(&self) -> Vec<HeuristicInfo> {
        heuristics::infos()
    }

    fn packs(&self) -> Vec<Pack> {
        levels::packs()
    }

    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
        notation::parse(bytes).map_err(|error| error.in_file(file))
    }

    fn formats(&self) -> Vec<Text> {
        notation::FORMATS.iter().map(|&format| format.into()).collect()
    }

    fn begins_level(&self, line: &str) -> bool {
        notation::text::is_header(line)
    }

    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError> {
        notation::print(levels, format)
    }

    fn joint(&self, format: &str) -> Option<&'static str> {
        (format == "text").then_some("\n")
    }

    fn level_info(&self, level: &Level) -> LevelInfo {
        let notes = &level.notes;
        let formula =
            if notes.formula.is_empty() { level.formula() } else { notes.formula.clone() };
        let difficulty = notes.difficulty.map(|number| number.to_string()).unwrap_or_default();
        let moves = notes.optimal_moves.map(|number| number.to_string()).unwrap_or_default();
        let told = [
            ("chapter", notes.chapter.clone()),
            ("formula", formula),
            ("fact", notes.fact.clone()),
            ("difficulty", difficulty),
            ("source", notes.source.clone()),
            ("number", notes.number.clone()),
            ("optimal moves", moves),
        ];
        let best = notes.solution.as_ref().map(|solution| {
            let moves = solution.chars().filter(|letter| !letter.is_whitespace()).count() as u64;
            Best {
                measures: Measures { moves, pushes: None },
                solution: solution.clone(),
                proven: notes.proven,
            }
        });
        LevelInfo {
            title: notes.title.clone(),
            author: notes.author.clone(),
            width: level.width,
            height: level.height,
            pieces: Some(level.atoms.len()),
            best,
            notes: told
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            ..LevelInfo::default()
        }
    }

    fn board(&self, level: &Level, options: &Options) -> Result<Board, SpecError> {
        options.check("sokobond", &OPTIONS)?;
        let single_molecule = options.switch("single_molecule", false)?;
        Board::new(level, single_molecule).map_err(|flaw| SpecError(flaw.to_string()))
    }

    fn planes(&self) -> Vec<Text> {
        planes::names()
    }

    fn observe_ground(&self, board: &Board, out: &mut Planes<'_>) {
        planes::ground(board, out);
    }

    fn observe(&self, board: &Board, state: &State, out: &mut Planes<'_>) {
        planes::position(board, state, out);
    }

    fn parts_reached(&self, board: &Board, state: &State) -> u32 {
        board.atoms(state).map(|atom| u32::from(atom.right + atom.down)).sum()
    }

    fn parse_moves(
        &self,
        board: &Board,
        from: &State,
        text: &str,
    ) -> Result<Vec<Direction>, MoveError> {
        notation::moves::parse(board, from, text)
    }

    fn scene(&self, board: &Board, state: &State) -> Scene {
        scene::scene(board, state)
    }

    fn motions(&self, board: &Board, state: &State, mv: Direction) -> Vec<Motion> {
        scene::motions(board, state, mv)
    }

    fn intents(&self, board: &Board, state: &State) -> Vec<Intent> {
        scene::intents(board, state)
    }

    fn warnings(&self, board: &Board, state: &State) -> Vec<Warning> {
        if !board.is_dead(state) {
            return Vec::new();
        }
        let atoms = board.atoms(state).zip(board.free_electrons(state));
        let cells = atoms
            .filter(|(_, free)| *free > 0)
            .map(|(atom, _)| atom.y * board.level().width + atom.x)
            .collect();
        let text = "no solution exists from here: these electrons cannot all find partners".into();
        vec![Warning { text, cells }]
    }

    fn level_at(&self, level: &Level, board: &Board, state: &State) -> Option<Level> {
        let atoms: Vec<AtomView> = board.atoms(state).collect();
        let placed = atoms.iter().map(|atom| Atom { element: atom.element, x: atom.x, y: atom.y });
        let mut here = Level { atoms: placed.collect(), hero: 0, ..level.clone() };
        (here.notes.solution, here.notes.optimal_moves, here.notes.proven) = (None, None, false);
        // Bonds are made anew at the start: where some were cut or doubled, no level begins like this.
        let start = Board::new(&here, false).ok()?;
        let begins: Vec<AtomView> = start.atoms(&start.start_state()).collect();
        (atoms == begins).then_some(here)
    }

    fn tip(&self, level: &Level, board: &Board, state: &State) -> Option<Tip> {
        let line = notation::moves::parse(board, &board.start(), level.notes.solution.as_ref()?);
        guide::tip(board, &line.ok()?, state)
    }

    fn legend(&self, level: &Level) -> Vec<LegendEntry> {
        guide::legend(level)
    }

    fn amended(&self, level: &Level, amendment: &Amendment) -> Level {
        let Amendment { title, author, solution } = amendment.clone();
        let mut amended = level.clone();
        let notes = &mut amended.notes;
        if solution.is_some() && solution != notes.solution {
            (notes.solution, notes.proven) = (solution, false);
        }
        notes.title = title.unwrap_or_else(|| std::mem::take(&mut notes.title));
        notes.author = author.unwrap_or_else(|| std::mem::take(&mut notes.author));
        notes.tidy();
        amended
    }

    fn rules(&self) -> Rules {
        guide::rules()
    }

    fn brushes(&self) -> Vec<Brush> {
        guide::brushes()
    }

    fn blank(&self) -> Text {
        guide::BLANK.into()
    }

    fn paint(&self, draft: &str, cell: usize, brush: &str) -> Result<String, SpecError> {
        guide::paint(draft, cell, brush)
    }

    fn resize(&self, draft: &str, width: usize, height: usize) -> Result<String, SpecError> {
        Ok(guide::resize(draft, width, height))
    }

    fn transform(&self, draft: &str, change: Transform) -> Result<String, SpecError> {
        Ok(guide::transform(draft, change))
    }

    fn sketch(&self, draft: &str) -> Scene {
        guide::sketch(draft)
    }

    fn visit<V: PuzzleVisitor>(
        &self,
        level: &Level,
        options: &Options,
        _method: &MethodInfo,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let board = self.board(level, options)?;
        Ok(visitor.visit(&board, &heuristics::of(&board)))
    }

    fn own_methods(&self) -> Vec<MethodInfo> {
        solver::methods()
    }

    fn solve_own(
        &self,
        level: &Level,
        options: &Options,
        spec: &Spec,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<String>, SpecError> {
        let found = solver::solve_by(spec, &self.board(level, options)?, limits, progress)?;
        Ok(found.map(|moves| notation::moves::print(&moves)))
    }

    fn daily(&self, grade: usize) -> Option<DailyGrade> {
        daily::grade(grade)
    }

    fn generator_options(&self) -> Vec<OptionInfo> {
        generator::options()
    }

    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(Generated<Level>),
    ) -> Result<(), SpecError> {
        generator::generate(wanted, found)
    }
}
