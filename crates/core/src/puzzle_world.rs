use std::any::Any;

use crate::scene;
use crate::scene::planes::Planes;
use crate::{
    Amendment, Brush, CollectionInfo, DailyGrade, Generated, Generation, HeuristicEntry,
    HeuristicInfo, Heuristics, Intent, LegendEntry, LevelInfo, Limits, Measures, MethodInfo,
    Motion, MoveError, OptionInfo, Options, Pack, ParseError, Progress, Puzzle, PuzzleVisitor,
    Report, Rules, Scene, Sheet, Spec, SpecError, StepKey, Text, Tip, Transform, Warning,
    WorldInfo,
};

/// A position of a world's board.
pub type PuzzleState<W> = <<W as PuzzleWorld>::Board as Puzzle>::State;
/// A move on a world's board.
pub type PuzzleMove<W> = <<W as PuzzleWorld>::Board as Puzzle>::Move;

/// A world of puzzles, as the catalog sees it.
///
/// Seven methods must be written: what the world is, how levels are read and written, the board of a level, and
/// how a position looks. All others have defaults, which are enough for a world that has nothing special
/// to offer there.
pub trait PuzzleWorld: Send + Sync + 'static {
    /// A level as it was read, with title and all.
    type Level: Clone + Send + Sync;
    /// The space people play in, move by move.
    type Board: Puzzle;

    /// What the world is, with its options.
    fn info(&self) -> WorldInfo;
    /// Reads a file of any of the world's formats; at least one level or an error.
    fn parse(&self, file: &str, bytes: &[u8]) -> Result<Vec<Self::Level>, ParseError>;
    /// The same, with each level handed over when it is read, so that a large file need not be held as levels. An
    /// error may come after some of them.
    fn parse_with(
        &self,
        file: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Self::Level),
    ) -> Result<(), ParseError> {
        self.parse(file, bytes)?.into_iter().for_each(each);
        Ok(())
    }
    /// Whether a level begins with this line, whatever is before it. By default levels are parted by empty lines.
    fn begins_level(&self, _line: &str) -> bool {
        false
    }
    /// Writes levels as one file.
    fn print(&self, levels: &[Self::Level], format: &str) -> Result<String, SpecError>;
    /// The board of a level under the world's options.
    fn board(&self, level: &Self::Level, options: &Options) -> Result<Self::Board, SpecError>;
    /// How a position looks.
    fn scene(&self, board: &Self::Board, state: &PuzzleState<Self>) -> Scene;

    /// The packs that ship.
    fn packs(&self) -> Vec<Pack> {
        Vec::new()
    }
    /// The names of the formats that [`print`](PuzzleWorld::print) writes, the usual one first.
    fn formats(&self) -> Vec<Text> {
        vec!["text".into()]
    }
    /// What is known of a level.
    fn level_info(&self, level: &Self::Level) -> LevelInfo {
        let Ok(board) = self.board(level, &Options::new()) else { return LevelInfo::default() };
        let scene = self.scene(&board, &board.start());
        let (width, height) = (scene.width as usize, scene.height as usize);
        LevelInfo { width, height, ..LevelInfo::default() }
    }

    /// What a file says of its levels as a whole, where its format has a place for that.
    fn collection_info(&self, _bytes: &[u8]) -> CollectionInfo {
        CollectionInfo::default()
    }
    /// Writes levels as one file, with what is said of them as a whole where the format has a place for that.
    fn print_collection(
        &self,
        _info: &CollectionInfo,
        levels: &[Self::Level],
        format: &str,
    ) -> Result<String, SpecError> {
        self.print(levels, format)
    }
    /// What stands between two parts of a file in this format, where the levels may be printed part by part; `None` where
    /// a file is printed as a whole.
    fn joint(&self, _format: &str) -> Option<&'static str> {
        None
    }
    /// A level of which something else is told, where levels of this world tell anything.
    fn amended(&self, level: &Self::Level, _amendment: &Amendment) -> Self::Level {
        level.clone()
    }

    /// Reads a line of moves from a position; refuses what the rules forbid. By default each move is written as
    /// the board writes it, with or without blanks between them.
    fn parse_moves(
        &self,
        board: &Self::Board,
        from: &PuzzleState<Self>,
        text: &str,
    ) -> Result<Vec<PuzzleMove<Self>>, MoveError> {
        let mut state = from.clone();
        let mut line = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let mut moves = Vec::new();
            board.moves(&state, &mut moves);
            let steps: Vec<String> = moves.iter().map(|&mv| board.step_text(&state, mv)).collect();
            let begins = |step: &str| {
                rest.get(..step.len()).is_some_and(|head| head.eq_ignore_ascii_case(step))
            };
            let fitting = (0..moves.len()).filter(|&index| begins(&steps[index]));
            let longest = fitting.max_by_key(|&index| steps[index].len());
            let Some(index) = longest.filter(|&index| !steps[index].is_empty()) else {
                let word = rest.split_whitespace().next().unwrap_or_default();
                let reason = format!("this is no move here; expected one of {}", steps.join(" "));
                return Err(MoveError::new(word, reason).at(line.len() + 1));
            };
            rest = rest[steps[index].len()..].trim_start();
            state = board.play(&state, moves[index]);
            line.push(moves[index]);
        }
        Ok(line)
    }
    /// What one move counts.
    fn count(
        &self,
        _board: &Self::Board,
        _state: &PuzzleState<Self>,
        _mv: PuzzleMove<Self>,
    ) -> Measures {
        Measures { moves: 1, pushes: None }
    }
    /// Counts a line of moves from the start.
    fn measure(&self, board: &Self::Board, moves: &[PuzzleMove<Self>]) -> Measures {
        let mut state = board.start();
        let mut measures = Measures::default();
        for &mv in moves {
            measures += self.count(board, &state, mv);
            state = board.play(&state, mv);
        }
        measures
    }
    /// What travels in a move; by default what the two pictures tell.
    fn motions(
        &self,
        board: &Self::Board,
        state: &PuzzleState<Self>,
        mv: PuzzleMove<Self>,
    ) -> Vec<Motion> {
        let after = self.scene(board, &board.play(state, mv));
        self.scene(board, state).travels_to(&after)
    }
    /// What a hand can do here. By default: point at a piece and at where it goes; a piece that can go to one place
    /// only goes there when it is pointed at.
    fn intents(&self, board: &Self::Board, state: &PuzzleState<Self>) -> Vec<Intent> {
        let mut moves = Vec::new();
        board.moves(state, &mut moves);
        let intent =
            |&mv: &_| Intent::of(board.step_text(state, mv), &self.motions(board, state, mv));
        let mut intents: Vec<Intent> = moves.iter().filter_map(intent).collect();
        let taps: Vec<Intent> = intents
            .iter()
            .filter_map(|one| {
                let &[from] = &one.select[..] else { return None };
                let others = intents.iter().filter(|other| *other != one);
                let free = others.clone().all(|other| other.select != [from]);
                let clear = intents.iter().all(|other| other.target != from);
                (free && clear).then(|| Intent {
                    text: one.text.clone(),
                    select: Vec::new(),
                    target: from,
                })
            })
            .collect();
        intents.extend(taps);
        intents
    }
    /// What the player should know (a box that can no longer reach a goal).
    fn warnings(&self, _board: &Self::Board, _state: &PuzzleState<Self>) -> Vec<Warning> {
        Vec::new()
    }
    /// The cells of the scene from which nothing ever gets to where it belongs, whatever else stands on the board.
    fn dead_cells(&self, _board: &Self::Board) -> Vec<usize> {
        Vec::new()
    }
    /// The level that starts at this position, so that any solver can go on from here;
    /// `None` where the world cannot say.
    fn level_at(
        &self,
        _level: &Self::Level,
        _board: &Self::Board,
        _state: &PuzzleState<Self>,
    ) -> Option<Self::Level> {
        None
    }

    /// The rules in words, with a small level to try them on.
    fn rules(&self) -> Rules {
        Rules::default()
    }
    /// What a newcomer should do at a position of one of the first levels.
    fn tip(
        &self,
        _level: &Self::Level,
        _board: &Self::Board,
        _state: &PuzzleState<Self>,
    ) -> Option<Tip> {
        None
    }
    /// The pieces of a level that need an explanation.
    fn legend(&self, _level: &Self::Level) -> Vec<LegendEntry> {
        Vec::new()
    }
    /// The single steps that keys make; none where moves have no direction.
    fn steps(&self) -> Vec<StepKey> {
        StepKey::directions()
    }
    /// Whether pushes are counted beside moves.
    fn counts_pushes(&self) -> bool {
        false
    }

    /// What the editor paints with; none where a level is edited as text alone.
    fn brushes(&self) -> Vec<Brush> {
        Vec::new()
    }
    /// The draft with which the editor begins.
    fn blank(&self) -> Text {
        self.rules().trial
    }
    /// The draft after a stroke. A draft is a level that is being made: it may not be one yet. `cell` counts as in
    /// the sketch.
    fn paint(&self, _draft: &str, _cell: usize, _brush: &str) -> Result<String, SpecError> {
        Err(SpecError(format!("{} is edited as text", self.info().name)))
    }
    /// The draft with other columns and rows.
    fn resize(&self, _draft: &str, _width: usize, _height: usize) -> Result<String, SpecError> {
        Err(SpecError(format!("levels of {} have one size", self.info().name)))
    }
    /// The draft mirrored, turned or trimmed.
    fn transform(&self, _draft: &str, _change: Transform) -> Result<String, SpecError> {
        Err(SpecError(format!("levels of {} cannot be mirrored or turned", self.info().name)))
    }
    /// How a draft looks, whatever is missing. Its cells are those that [`paint`](PuzzleWorld::paint) counts. By default a
    /// level looks as it is played, and what is none yet is drawn as letters.
    fn sketch(&self, draft: &str) -> Scene {
        let level = self.parse("the draft", draft.as_bytes()).ok();
        let level = level.and_then(|levels| levels.into_iter().next());
        if let Some(Ok(board)) = level.map(|level| self.board(&level, &Options::new())) {
            return self.scene(&board, &board.start());
        }
        Sheet::read(draft, ' ', |line| !line.trim().is_empty()).sketch(Sheet::plain_look)
    }

    /// The names of the planes that [`observe`](Self::observe) writes; by default what a picture shows.
    fn planes(&self) -> Vec<Text> {
        scene::planes::names()
    }
    /// Writes what all positions of a board have in common into planes of zeros; by default nothing.
    fn observe_ground(&self, _board: &Self::Board, _out: &mut Planes<'_>) {}
    /// Writes a position over a copy of the board's ground.
    fn observe(&self, board: &Self::Board, state: &PuzzleState<Self>, out: &mut Planes<'_>) {
        scene::planes::write(&self.scene(board, state), out);
    }
    /// Changes planes that show the position before a move so that they show the one after it, as
    /// [`observe`](Self::observe) would; says whether it did. By default it does not, and they are written anew.
    fn observe_change(
        &self,
        _board: &Self::Board,
        _before: &PuzzleState<Self>,
        _after: &PuzzleState<Self>,
        _out: &mut Planes<'_>,
    ) -> bool {
        false
    }

    /// How many parts of the goal are reached (boxes on goals, bonds); by default none are told apart. A
    /// [quiet](Puzzle::is_quiet) move changes nothing in it.
    fn parts_reached(&self, _board: &Self::Board, _state: &PuzzleState<Self>) -> u32 {
        0
    }
    /// A position as the world itself has it, for programs that know the world; by default nothing.
    fn own_state(&self, _board: &Self::Board, _state: &PuzzleState<Self>) -> Option<Box<dyn Any>> {
        None
    }

    /// The table of the board's heuristics, the usual one first.
    fn heuristic_table(&self) -> Vec<HeuristicEntry<Self::Board>> {
        Vec::new()
    }
    /// The heuristics as they are listed to people, the usual one first.
    fn heuristics(&self) -> Vec<HeuristicInfo> {
        self.heuristic_table().iter().map(|entry| entry.info(&["moves"])).collect()
    }
    /// Whether some search space of the world has [goals](Puzzle::goals) to go backwards from.
    fn goes_backward(&self) -> bool {
        false
    }
    /// Hands the space in which `method` searches this level to a visitor; by default the board itself.
    fn visit<V: PuzzleVisitor>(
        &self,
        level: &Self::Level,
        options: &Options,
        _method: &MethodInfo,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let board = self.board(level, options)?;
        let heuristics = Heuristics::new(&board, self.heuristic_table());
        Ok(visitor.visit(&board, &heuristics))
    }
    /// Whether all of a search must be done by one thread.
    fn one_thread(&self) -> bool {
        false
    }
    /// Hands the space whose positions are counted to a visitor: every legal move and no other; by default the board
    /// itself.
    fn visit_positions<V: PuzzleVisitor>(
        &self,
        level: &Self::Level,
        options: &Options,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let board = self.board(level, options)?;
        let heuristics = Heuristics::new(&board, Vec::new());
        Ok(visitor.visit(&board, &heuristics))
    }
    /// Solvers of the world's own; the first is the default solver.
    fn own_methods(&self) -> Vec<MethodInfo> {
        Vec::new()
    }
    /// Runs one of them. Its solution is in the world's notation, its cost and bound in steps of the metric asked for.
    fn solve_own(
        &self,
        _level: &Self::Level,
        _options: &Options,
        spec: &Spec,
        _limits: &Limits,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<String>, SpecError> {
        Err(SpecError::unknown("method", &spec.name, std::iter::empty::<&str>()))
    }
    /// Makes solutions of a level shorter in the metric that the options ask for, by a way of the world's own;
    /// `None` where it has none and a general way will do. All solutions given solve the level. The one
    /// that comes out is never worse than the best of them.
    fn optimise(
        &self,
        _level: &Self::Level,
        _options: &Options,
        _solutions: &[Vec<PuzzleMove<Self>>],
        _limits: &Limits,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Report<String>>, SpecError> {
        Ok(None)
    }

    /// The settings of [`generate`](PuzzleWorld::generate).
    fn generator_options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }
    /// What the level of a day is like, by its grade: 0 on Monday to 6 on Sunday; `None` where the world has none.
    fn daily(&self, _grade: usize) -> Option<DailyGrade> {
        None
    }
    /// Makes levels that are proven solvable, and hands each over as soon as it is made.
    fn generate(
        &self,
        _wanted: &Generation,
        _found: &mut dyn FnMut(Generated<Self::Level>),
    ) -> Result<(), SpecError> {
        Err(SpecError(format!("{} makes no levels", self.info().name)))
    }
}
