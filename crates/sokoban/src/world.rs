use std::sync::Arc;
use std::time::Instant;

use plyground_core::scene::planes::Planes;
use plyground_core::{
    Amendment, Best, Brush, CollectionInfo, DailyGrade, Generated, Generation, HeuristicInfo,
    Intent, LevelInfo, Limits, Measures, MethodInfo, Motion, MoveError, OptionInfo, OptionKind,
    Options, Pack, ParseError, Progress, Puzzle, PuzzleVisitor, PuzzleWorld, Report, Rules, Scene,
    Spec, SpecError, Text, Tip, Transform, Warning, WorldInfo,
};

use crate::optimiser::Optimiser;
use crate::{
    Board, Cell, FAR, Grid, Level, Metric, MoveSpace, NONE, Position, Push, PushSpace, RegionSpace,
    Step, Tile, daily, deadlock, generator, guide, heuristics, levels, measure, notation, planes,
    scene, solver,
};

/// The world of Sokoban.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sokoban;

const OPTIONS: [OptionInfo; 2] = [
    OptionInfo {
        id: "metric",
        kind: OptionKind::Choice(&Metric::WORDS),
        default: "moves",
        summary: "what a solution should have few of: moves or pushes; the other breaks ties, but bidirectional counts no walks where it counts pushes",
    },
    OptionInfo {
        id: "pull",
        kind: OptionKind::Switch,
        default: "false",
        summary: "the player may also drag the box behind it, written ~l ~u ~r ~d: another game",
    },
];

/// The world's options, read.
struct Settings {
    metric: Metric,
    pull: bool,
}

impl Settings {
    fn read(options: &Options) -> Result<Self, SpecError> {
        options.check("sokoban", &OPTIONS)?;
        let word = options.word("metric", Metric::default().word(), &Metric::WORDS)?;
        let settings = Self {
            metric: Metric::from_word(word).unwrap_or_default(),
            pull: options.switch("pull", false)?,
        };
        if settings.pull && settings.metric == Metric::Pushes {
            return Err(SpecError(
                "pull=true and metric=pushes do not go together; expected metric=moves".into(),
            ));
        }
        Ok(settings)
    }

    fn board(&self, level: &Level) -> Arc<Board> {
        let board = if self.pull { Board::with_pulls } else { Board::new };
        Arc::new(board(&level.grid))
    }
}

impl PuzzleWorld for Sokoban {
    type Level = Level;
    type Board = MoveSpace;

    fn info(&self) -> WorldInfo {
        let summary = "Push boxes onto goals: one at a time, and never pull";
        WorldInfo::new("sokoban", "Sokoban", summary).with_options(OPTIONS.to_vec())
    }

    fn heuristics(&self) -> Vec<HeuristicInfo> {
        heuristics::infos()
    }

    fn packs(&self) -> Vec<Pack> {
        levels::packs()
    }

    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Level>, ParseError> {
        notation::parse(file, bytes)
    }

    fn formats(&self) -> Vec<Text> {
        notation::FORMATS.iter().map(|&format| format.into()).collect()
    }

    fn parse_with(
        &self,
        file: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Level),
    ) -> Result<(), ParseError> {
        notation::parse_with(file, bytes, each)
    }

    fn print(&self, levels: &[Level], format: &str) -> Result<String, SpecError> {
        notation::print(levels, format)
    }

    fn collection_info(&self, bytes: &[u8]) -> CollectionInfo {
        notation::collection_info(bytes)
    }

    fn print_collection(
        &self,
        info: &CollectionInfo,
        levels: &[Level],
        format: &str,
    ) -> Result<String, SpecError> {
        notation::print_collection(info, levels, format)
    }

    fn joint(&self, format: &str) -> Option<&'static str> {
        notation::joint(format)
    }

    fn amended(&self, level: &Level, amendment: &Amendment) -> Level {
        let Amendment { title, author, solution } = amendment.clone();
        let mut amended = level.clone();
        if solution.is_some() && solution != level.solution {
            amended.comments.retain(|comment| !comment.starts_with("Proven: "));
            amended.solution = solution;
        }
        amended.title = title.unwrap_or(amended.title);
        amended.author = author.unwrap_or(amended.author);
        amended.tidy();
        amended
    }

    fn level_info(&self, level: &Level) -> LevelInfo {
        let mut notes = Vec::new();
        for comment in &level.comments {
            let note = comment.split_once(": ").filter(|(key, _)| !key.contains(' '));
            notes.extend(note.map(|(key, value)| (key.to_lowercase(), value.to_owned())));
        }
        let mut take = |wanted: &str| {
            let place = notes.iter().position(|(key, _)| key == wanted)?;
            Some(notes.remove(place).1)
        };
        let idea = take("idea");
        let measures = take("measures").map(|text| measure::read(&text)).unwrap_or_default();
        let proven = notes.iter().any(|(key, value)| key == "proven" && value == "moves");
        LevelInfo {
            title: level.title.clone(),
            author: level.author.clone(),
            width: level.grid.width(),
            height: level.grid.height(),
            pieces: Some(level.grid.tiles().iter().filter(|tile| tile.is_crate()).count()),
            best: self.best(level, proven),
            notes,
            measures,
            idea,
        }
    }

    fn board(&self, level: &Level, options: &Options) -> Result<MoveSpace, SpecError> {
        Ok(MoveSpace::new(Settings::read(options)?.board(level)))
    }

    fn planes(&self) -> Vec<Text> {
        planes::names()
    }

    fn observe_ground(&self, board: &MoveSpace, out: &mut Planes<'_>) {
        planes::ground(board.board(), out);
    }

    fn observe(&self, board: &MoveSpace, state: &Position, out: &mut Planes<'_>) {
        planes::position(board.board(), state, out);
    }

    #[inline]
    fn observe_change(
        &self,
        board: &MoveSpace,
        before: &Position,
        after: &Position,
        out: &mut Planes<'_>,
    ) -> bool {
        planes::change(board.board(), before, after, out);
        true
    }

    #[inline]
    fn parts_reached(&self, board: &MoveSpace, state: &Position) -> u32 {
        let goals = board.board().goal_set().words();
        state
            .boxes
            .words()
            .iter()
            .zip(goals)
            .map(|(boxes, goals)| (boxes & goals).count_ones())
            .sum()
    }

    fn parse_moves(
        &self,
        board: &MoveSpace,
        from: &Position,
        text: &str,
    ) -> Result<Vec<Step>, MoveError> {
        let mut position = from.clone();
        let mut steps = Vec::new();
        for letter in notation::read_lurd(text)? {
            let step = Step { direction: letter.direction, pull: letter.pull };
            if !board.is_legal(&position, step) {
                let text = if step.pull { "~" } else { "" }.to_owned() + &letter.letter.to_string();
                let error = MoveError::new(text, refusal(board, &position, step));
                return Err(error.at(steps.len() + 1));
            }
            position = board.play(&position, step);
            steps.push(step);
        }
        Ok(steps)
    }

    fn count(&self, board: &MoveSpace, state: &Position, step: Step) -> Measures {
        Measures { moves: 1, pushes: Some(u64::from(board.moves_box(state, step))) }
    }

    fn measure(&self, board: &MoveSpace, moves: &[Step]) -> Measures {
        let mut position = board.start();
        let mut measures = Measures { moves: 0, pushes: Some(0) };
        for &step in moves {
            measures += self.count(board, &position, step);
            position = board.play(&position, step);
        }
        measures
    }

    fn scene(&self, board: &MoveSpace, state: &Position) -> Scene {
        scene::scene(board.board(), state)
    }

    fn motions(&self, board: &MoveSpace, state: &Position, mv: Step) -> Vec<Motion> {
        scene::motions(board, state, mv)
    }

    fn intents(&self, board: &MoveSpace, state: &Position) -> Vec<Intent> {
        scene::intents(board, state)
    }

    fn warnings(&self, board: &MoveSpace, state: &Position) -> Vec<Warning> {
        deadlock::warnings(board.board(), state)
    }

    fn dead_cells(&self, board: &MoveSpace) -> Vec<usize> {
        let board = board.board();
        let mut dead: Vec<usize> = (0..board.cells() as Cell)
            .filter(|&cell| board.nearest_goal(cell) == FAR)
            .map(|cell| board.square(cell))
            .collect();
        dead.sort_unstable();
        dead
    }

    fn level_at(&self, level: &Level, board: &MoveSpace, state: &Position) -> Option<Level> {
        let board = board.board();
        let mut tiles: Vec<Tile> = level.grid.tiles().to_vec();
        for tile in &mut tiles {
            *tile = if tile.is_goal() { Tile::Goal } else { *tile };
            *tile = if tile.is_crate() || tile.is_player() { Tile::Floor } else { *tile };
        }
        let movable = state.boxes.iter().map(|cell| board.square(cell));
        for square in movable.chain(board.fixed_boxes().iter().copied()) {
            let on_goal = tiles[square] == Tile::Goal;
            tiles[square] = if on_goal { Tile::CrateOnGoal } else { Tile::Crate };
        }
        let player = board.square(state.player);
        let on_goal = tiles[player] == Tile::Goal;
        tiles[player] = if on_goal { Tile::PlayerOnGoal } else { Tile::Player };
        let rows: Vec<Vec<Tile>> = tiles.chunks(level.grid.width()).map(<[Tile]>::to_vec).collect();
        let grid = Grid::new(&rows).ok()?;
        Some(Level { solution: None, grid, ..level.clone() })
    }

    fn tip(&self, level: &Level, board: &MoveSpace, state: &Position) -> Option<Tip> {
        let line = self.parse_moves(board, &board.start(), level.solution.as_deref()?).ok()?;
        guide::tip(level, board, &line, state)
    }

    fn goes_backward(&self) -> bool {
        true
    }

    fn rules(&self) -> Rules {
        guide::rules()
    }

    fn counts_pushes(&self) -> bool {
        true
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
        method: &MethodInfo,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let settings = Settings::read(options)?;
        let board = settings.board(level);
        Ok(if settings.metric == Metric::Moves {
            let space = MoveSpace::new(board);
            visitor.visit(&space, &heuristics::of(&space))
        } else if method.backward {
            // Only without the player's exact cell are there few positions to start backwards from.
            let space = RegionSpace::with_corrals_first(board);
            visitor.visit(&space, &heuristics::of(&space))
        } else {
            let space = PushSpace::new(board);
            visitor.visit(&space, &heuristics::of(&space))
        })
    }

    /// Positions that differ by a walk are one where pushes are counted.
    fn visit_positions<V: PuzzleVisitor>(
        &self,
        level: &Level,
        options: &Options,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let settings = Settings::read(options)?;
        let board = settings.board(level);
        Ok(if settings.metric == Metric::Moves {
            let space = MoveSpace::new(board);
            visitor.visit(&space, &heuristics::of(&space))
        } else {
            let space = RegionSpace::new(board);
            visitor.visit(&space, &heuristics::of(&space))
        })
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
        let began = Instant::now();
        let settings = Settings::read(options)?;
        if settings.pull {
            return Err(SpecError(format!(
                "{} does not pull; expected a general method such as astar(h=hungarian)",
                spec.name
            )));
        }
        let board = settings.board(level);
        solver::solve(&board, spec, settings.metric, &limits.since(began), progress)
    }

    fn optimise(
        &self,
        level: &Level,
        options: &Options,
        solutions: &[Vec<Step>],
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Report<String>>, SpecError> {
        let settings = Settings::read(options)?;
        if settings.pull {
            return Ok(None);
        }
        let space = MoveSpace::new(settings.board(level));
        let lines: Vec<Vec<Push>> = solutions.iter().map(|line| pushes(&space, line)).collect();
        let optimiser = Optimiser::new(space.board(), settings.metric, &lines);
        Ok(optimiser.map(|mut optimiser| optimiser.run(limits, progress)))
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

impl Sokoban {
    /// The solution a level's file gives, if it solves the level.
    fn best(&self, level: &Level, proven: bool) -> Option<Best> {
        let solution = level.solution.clone()?;
        let board = MoveSpace::new(Arc::new(Board::new(&level.grid)));
        let moves = self.parse_moves(&board, &board.start(), &solution).ok()?;
        let end = moves.iter().fold(board.start(), |state, &step| board.play(&state, step));
        let measures = self.measure(&board, &moves);
        board.is_solved(&end).then_some(Best { measures, solution, proven })
    }
}

/// The pushes of a line of steps from the start.
fn pushes(space: &MoveSpace, line: &[Step]) -> Vec<Push> {
    let mut position = space.start();
    let mut pushes = Vec::new();
    for &step in line {
        if space.moves_box(&position, step) {
            let cell = space.board().step(position.player, step.direction);
            pushes.push(Push { cell, direction: step.direction });
        }
        position = space.play(&position, step);
    }
    pushes
}

/// Why a step is not legal.
fn refusal(space: &MoveSpace, position: &Position, step: Step) -> &'static str {
    let board = space.board();
    let to = board.step(position.player, step.direction);
    if to == NONE && faces_fixed_box(board, position, step) {
        return "the box there can never be moved";
    }
    if to == NONE {
        return "a wall is there; expected floor or a box that can be pushed";
    }
    if step.pull {
        return match () {
            () if !board.pulls() => "boxes are never pulled; expected one of l u r d or L U R D",
            () if position.boxes.contains(to) => "a box is in the way of the pull; expected floor",
            () => "there is no box behind the player to pull",
        };
    }
    if board.step(to, step.direction) == NONE {
        "the box there stands against a wall; expected floor behind it"
    } else {
        "the box there stands against another box; only one can be pushed"
    }
}

/// Whether a box that never moves is next to the player.
fn faces_fixed_box(board: &Board, position: &Position, step: Step) -> bool {
    let (row, column) = board.place(position.player);
    let (down, right) = step.direction.offset();
    let square = row
        .checked_add_signed(down)
        .zip(column.checked_add_signed(right))
        .map(|(row, column)| row * board.width() + column);
    square.is_some_and(|square| board.fixed_boxes().contains(&square))
}
