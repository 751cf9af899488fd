use plyground_core::{
    Best, Brush, Generated, Generation, HeuristicInfo, Intent, LevelInfo, Limits, Measures,
    MethodInfo, Motion, MoveError, OptionInfo, OptionKind, Options, Pack, ParseError, Progress,
    Puzzle as _, PuzzleVisitor, PuzzleWorld, Rules, Scene, SolveSummary, Spec, SpecError, Text,
    Warning, WorldInfo,
};

use crate::{
    Board, Direction, Level, State, generator, guide, heuristics, levels, notation, scene, solver,
};

const OPTIONS: [OptionInfo; 1] = [OptionInfo {
    id: "single_molecule",
    kind: OptionKind::Switch,
    default: "false",
    summary: "solved only where everything is in the hero's molecule",
}];

/// The default solver's name.
const AUTO: &str = "auto";

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

    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError> {
        notation::print(levels, format)
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
        let cell = |(x, y): (usize, usize)| Some(y * board.level().width + x);
        let travels = board.travels(state, mv).into_iter();
        travels.map(|[from, to]| Motion { from: cell(from), to: cell(to) }).collect()
    }

    fn intents(&self, board: &Board, state: &State) -> Vec<Intent> {
        let width = board.level().width;
        let mut intents = Vec::new();
        for way in Direction::ALL {
            // The hero is the first that travels.
            if let Some([_, (x, y)]) = board.travels(state, way).first().copied() {
                let text = way.letter().to_string();
                intents.push(Intent { text, select: Vec::new(), target: y * width + x });
            }
        }
        intents
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
        let info = MethodInfo::new(
            "A* from push to push and bond to bond, up to mirror images, with all threads, and beams that look \
             ahead; a shortest solution, or the best found and a bound",
        );
        vec![info.named(AUTO).optimal().threads()]
    }

    fn solve_own(
        &self,
        level: &Level,
        options: &Options,
        spec: &Spec,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveSummary, SpecError> {
        if spec.name != AUTO {
            return Err(SpecError::unknown("method", &spec.name, [AUTO]));
        }
        spec.options.check(AUTO, &[])?;
        let outcome = solver::solve(&self.board(level, options)?, limits, progress);
        Ok(SolveSummary {
            status: outcome.status,
            optimal: outcome.is_optimal(),
            solution: outcome.solution.as_deref().map(notation::moves::print),
            bound: outcome.bound,
            stats: outcome.stats,
        })
    }

    fn generator_options(&self) -> Vec<OptionInfo> {
        generator::OPTIONS.to_vec()
    }

    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(Generated<Level>),
    ) -> Result<(), SpecError> {
        generator::generate(wanted, found)
    }
}
