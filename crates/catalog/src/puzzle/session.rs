use std::sync::Arc;

use plyground_core::{
    Heuristics, Intent, Limits, Measures, Motion, MoveError, Options, Puzzle, PuzzleVisitor as _,
    PuzzleWorld, Scene, Spec, SpecError, Tip, Warning,
};

use super::adapter::Puzzles;
use super::solving::Run;
use super::{AnyPuzzleWorld as _, Hint, Level, NextMove, PuzzleSession, Solved, Watcher};
use crate::pieces::{self, Earlier, Names};

type State<W> = <<W as PuzzleWorld>::Board as Puzzle>::State;
type Move<W> = <<W as PuzzleWorld>::Board as Puzzle>::Move;

/// A position that was left by a move, what the pieces were called there, and what was counted so far.
struct Step<W: PuzzleWorld> {
    before: State<W>,
    mv: Move<W>,
    names: Earlier,
    measures: Measures,
}

impl<W: PuzzleWorld> Clone for Step<W> {
    fn clone(&self) -> Self {
        let Self { before, mv, names, measures } = self;
        Self { before: before.clone(), mv: *mv, names: names.clone(), measures: *measures }
    }
}

/// The way from the start to a position. What is counted is kept, so that a move costs the same wherever it
/// stands in the line.
struct Way<W: PuzzleWorld> {
    line: Vec<Step<W>>,
    state: State<W>,
    /// What the pieces are called here.
    names: Names,
    measures: Measures,
    /// After how many steps the level was first solved.
    solved_at: Option<usize>,
}

impl<W: PuzzleWorld> Clone for Way<W> {
    fn clone(&self) -> Self {
        Self {
            line: self.line.clone(),
            state: self.state.clone(),
            names: self.names.clone(),
            measures: self.measures,
            solved_at: self.solved_at,
        }
    }
}

/// An action that can be taken back.
enum Action<W: PuzzleWorld> {
    /// So many steps.
    Played(usize),
    /// Back to the start, from the end of this line.
    Reset(Way<W>),
}

impl<W: PuzzleWorld> Clone for Action<W> {
    fn clone(&self) -> Self {
        match self {
            Self::Played(steps) => Self::Played(*steps),
            Self::Reset(way) => Self::Reset(way.clone()),
        }
    }
}

/// An action that was taken back.
enum Undone<W: PuzzleWorld> {
    Played(Vec<Move<W>>),
    Reset,
}

impl<W: PuzzleWorld> Clone for Undone<W> {
    fn clone(&self) -> Self {
        match self {
            Self::Played(moves) => Self::Played(moves.clone()),
            Self::Reset => Self::Reset,
        }
    }
}

/// A typed level being played.
pub(super) struct Session<W: PuzzleWorld> {
    world: Puzzles<W>,
    level: W::Level,
    board: Arc<W::Board>,
    options: Options,
    way: Way<W>,
    /// The way that has not begun.
    start: Way<W>,
    done: Vec<Action<W>>,
    undone: Vec<Undone<W>>,
}

impl<W: PuzzleWorld> Clone for Session<W> {
    fn clone(&self) -> Self {
        Self {
            world: self.world.clone(),
            level: self.level.clone(),
            board: Arc::clone(&self.board),
            options: self.options.clone(),
            way: self.way.clone(),
            start: self.start.clone(),
            done: self.done.clone(),
            undone: self.undone.clone(),
        }
    }
}

impl<W: PuzzleWorld> Session<W> {
    pub(super) fn new(
        world: Puzzles<W>,
        level: W::Level,
        board: W::Board,
        options: Options,
    ) -> Self {
        let state = board.start();
        let names = Names::of(&world.0.scene(&board, &state));
        let solved_at = board.is_solved(&state).then_some(0);
        let measures = world.0.measure(&board, &[]);
        let start = Way { line: Vec::new(), state, names, measures, solved_at };
        Self {
            world,
            level,
            board: Arc::new(board),
            options,
            way: start.clone(),
            start,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn bare_scene(&self) -> Scene {
        let mut scene = self.world.0.scene(&self.board, &self.way.state);
        self.way.names.give(&mut scene);
        scene
    }

    fn step(&mut self, mv: Move<W>) {
        let (world, way) = (&self.world.0, &mut self.way);
        let names = way.names.carry(&world.motions(&self.board, &way.state, mv));
        let measures = way.measures;
        way.measures += world.count(&self.board, &way.state, mv);
        let next = self.board.play(&way.state, mv);
        let before = std::mem::replace(&mut way.state, next);
        way.line.push(Step { before, mv, names, measures });
        if way.solved_at.is_none() && self.board.is_solved(&way.state) {
            way.solved_at = Some(way.line.len());
        }
    }

    fn step_back(&mut self) -> Option<Move<W>> {
        let way = &mut self.way;
        let step = way.line.pop()?;
        way.state = step.before;
        way.names.restore(&step.names);
        way.measures = step.measures;
        way.solved_at.take_if(|steps| *steps > way.line.len());
        Some(step.mv)
    }

    fn go_to_start(&mut self) -> Action<W> {
        Action::Reset(std::mem::replace(&mut self.way, self.start.clone()))
    }

    /// The moves of a part of the line, in the world's notation.
    fn text(&self, steps: &[Step<W>]) -> String {
        steps.iter().map(|step| self.board.step_text(&step.before, step.mv)).collect()
    }

    fn parse(&self, text: &str) -> Result<Vec<Move<W>>, MoveError> {
        self.world.0.parse_moves(&self.board, &self.way.state, text)
    }

    /// The first step of a line from here, and the number of steps as people count them.
    fn first_step(&self, line: &str) -> Option<NextMove> {
        let moves = self.parse(line).ok()?;
        let &first = moves.first()?;
        let motions = self.world.0.motions(&self.board, &self.way.state, first);
        let arrow = motions.iter().find_map(|motion| Some([motion.from?, motion.to?]));
        Some(NextMove {
            arrow,
            step: self.board.step_text(&self.way.state, first),
            remaining: moves.len() as u64,
            line: line.to_owned(),
        })
    }

    /// The rest of the stored solution, where the way so far is its beginning.
    fn known_rest(&self) -> Option<String> {
        let best = self.world.0.level_info(&self.level).best?;
        let start = self.board.start();
        let moves = self.world.0.parse_moves(&self.board, &start, &best.solution).ok()?;
        let mut state = start;
        let mut rest = String::new();
        for (i, &mv) in moves.iter().enumerate() {
            match self.way.line.get(i) {
                Some(step) if step.mv == mv => {}
                Some(_) => return None,
                None => rest.push_str(&self.board.step_text(&state, mv)),
            }
            state = self.board.play(&state, mv);
        }
        (!rest.is_empty()).then_some(rest)
    }
}

impl<W: PuzzleWorld> PuzzleSession for Session<W> {
    fn level(&self) -> Level {
        self.world.level(self.level.clone())
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn play(&mut self, text: &str) -> Result<usize, MoveError> {
        let moves = self.parse(text)?;
        for &mv in &moves {
            self.step(mv);
        }
        if !moves.is_empty() {
            self.done.push(Action::Played(moves.len()));
            self.undone.clear();
        }
        Ok(moves.len())
    }

    fn play_each(&mut self, text: &str) -> Result<usize, MoveError> {
        let steps = self.play(text)?;
        if steps > 1 {
            self.done.pop();
            self.done.extend((0..steps).map(|_| Action::Played(1)));
        }
        Ok(steps)
    }

    fn undo(&mut self) -> bool {
        match self.done.pop() {
            None => return false,
            Some(Action::Played(steps)) => {
                let mut moves: Vec<_> = (0..steps).filter_map(|_| self.step_back()).collect();
                moves.reverse();
                self.undone.push(Undone::Played(moves));
            }
            Some(Action::Reset(way)) => {
                self.way = way;
                self.undone.push(Undone::Reset);
            }
        }
        true
    }

    fn redo(&mut self) -> bool {
        match self.undone.pop() {
            None => return false,
            Some(Undone::Played(moves)) => {
                for &mv in &moves {
                    self.step(mv);
                }
                self.done.push(Action::Played(moves.len()));
            }
            Some(Undone::Reset) => {
                let reset = self.go_to_start();
                self.done.push(reset);
            }
        }
        true
    }

    fn reset(&mut self) {
        if !self.way.line.is_empty() {
            let reset = self.go_to_start();
            self.done.push(reset);
            self.undone.clear();
        }
    }

    fn has_moved(&self) -> bool {
        !self.way.line.is_empty()
    }

    fn check_line(&self, text: &str) -> Result<usize, MoveError> {
        Ok(self.world.0.parse_moves(&self.board, &self.board.start(), text)?.len())
    }

    fn line_length(&self, text: &str) -> Result<usize, MoveError> {
        Ok(self.parse(text)?.len())
    }

    fn last_actions(&self, count: usize) -> Vec<String> {
        let mut end = self.way.line.len();
        let mut texts: Vec<String> = self
            .done
            .iter()
            .rev()
            .take(count)
            .map_while(|action| match action {
                Action::Played(steps) => {
                    let begin = end.saturating_sub(*steps);
                    let steps = &self.way.line[begin..end];
                    end = begin;
                    Some(self.text(steps))
                }
                Action::Reset(..) => None,
            })
            .collect();
        texts.reverse();
        texts
    }

    fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn moves(&self) -> String {
        self.text(&self.way.line)
    }

    fn measures(&self) -> Measures {
        self.way.measures
    }

    fn is_solved(&self) -> bool {
        self.board.is_solved(&self.way.state)
    }

    fn result(&self) -> Option<Measures> {
        let steps = self.way.solved_at?;
        Some(self.way.line.get(steps).map_or(self.way.measures, |step| step.measures))
    }

    fn solution(&self) -> Option<String> {
        Some(self.text(&self.way.line[..self.way.solved_at?]))
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.board.moves(&self.way.state, &mut moves);
        moves.into_iter().map(|mv| self.board.step_text(&self.way.state, mv)).collect()
    }

    fn intents(&self) -> Vec<Intent> {
        self.world.0.intents(&self.board, &self.way.state)
    }

    fn warnings(&self) -> Vec<Warning> {
        self.world.0.warnings(&self.board, &self.way.state)
    }

    fn dead_cells(&self) -> Vec<usize> {
        self.world.0.dead_cells(&self.board)
    }

    fn tip(&self) -> Option<Tip> {
        self.world.0.tip(&self.level, &self.board, &self.way.state)
    }

    fn last_motions(&self) -> Vec<Vec<Motion>> {
        let Some(Action::Played(steps)) = self.done.last() else { return Vec::new() };
        let begin = self.way.line.len().saturating_sub(*steps);
        let motions = |step: &Step<W>| self.world.0.motions(&self.board, &step.before, step.mv);
        self.way.line[begin..].iter().map(motions).collect()
    }

    fn scene(&self) -> Scene {
        let mut scene = self.bare_scene();
        if let Some(last) = self.way.line.last() {
            pieces::mark_last(
                &mut scene,
                &self.world.0.motions(&self.board, &last.before, last.mv),
            );
        }
        scene
    }

    fn level_here(&self) -> Option<Level> {
        let level = self.world.0.level_at(&self.level, &self.board, &self.way.state)?;
        Some(self.world.level(level))
    }

    fn solve(
        &self,
        spec: &Spec,
        options: &Options,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError> {
        match self.level_here() {
            Some(here) => here.solve(spec, options, limits, watcher),
            None => self.search_from_here(spec, limits, watcher),
        }
    }

    fn hint(&self, limits: &Limits, watcher: &mut dyn Watcher) -> Result<Hint, SpecError> {
        if self.is_solved() {
            return Ok(Hint::Solved);
        }
        if let Some(next) = self.known_rest().and_then(|rest| self.first_step(&rest)) {
            return Ok(Hint::Move(next));
        }
        let method = self.world.default_method();
        let solved = self.solve(&method, &self.options, limits, watcher)?;
        let next = solved.solution.and_then(|line| self.first_step(&line));
        Ok(Hint::new(solved.status, next))
    }

    fn clone_box(&self) -> Box<dyn PuzzleSession> {
        Box::new(self.clone())
    }

    fn still(&self) -> Box<dyn PuzzleSession> {
        let Way { state, names, .. } = &self.way;
        let way = Way { state: state.clone(), names: names.clone(), ..self.start.clone() };
        Box::new(Self {
            world: self.world.clone(),
            level: self.level.clone(),
            board: Arc::clone(&self.board),
            options: self.options.clone(),
            way,
            start: self.start.clone(),
            done: Vec::new(),
            undone: Vec::new(),
        })
    }
}

impl<W: PuzzleWorld> Session<W> {
    /// Searches the board itself, where no level begins like this position. The world's own solvers and heuristics
    /// are for levels: a general method goes in their place.
    fn search_from_here(
        &self,
        spec: &Spec,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved, SpecError> {
        let from_here = FromHere { board: &*self.board, start: &self.way.state };
        let blind = plyground_search::solve::methods().into_iter().any(|method| {
            method.id == spec.name && !method.options.iter().any(|option| option.id == "h")
        });
        let spec = if blind { spec.clone() } else { Spec::new("bfs") };
        let none = Heuristics::new(&from_here, []);
        let began = std::time::Instant::now();
        let found = Run { spec: &spec, limits, began, watcher }.visit(&from_here, &none)?;
        let mut measures = None;
        if let Some(line) = &found.solution {
            let moves = self.parse(line).map_err(|error| SpecError(error.to_string()))?;
            let mut state = self.way.state.clone();
            let mut taken = Measures::default();
            for mv in moves {
                taken += self.world.0.count(&self.board, &state, mv);
                state = self.board.play(&state, mv);
            }
            measures = Some(taken);
        }
        Ok(Solved {
            method: spec.to_string(),
            status: found.status,
            reason: None,
            bound: found.least_steps(),
            solution: found.solution,
            measures,
            optimal: found.optimal,
            stats: found.stats,
        })
    }
}

/// A puzzle that starts elsewhere.
struct FromHere<'a, P: Puzzle> {
    board: &'a P,
    start: &'a P::State,
}

impl<P: Puzzle> Puzzle for FromHere<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn start(&self) -> P::State {
        self.start.clone()
    }
    fn moves(&self, state: &P::State, out: &mut Vec<P::Move>) {
        self.board.moves(state, out);
    }
    fn play(&self, state: &P::State, mv: P::Move) -> P::State {
        self.board.play(state, mv)
    }
    fn is_solved(&self, state: &P::State) -> bool {
        self.board.is_solved(state)
    }
    fn is_dead(&self, state: &P::State) -> bool {
        self.board.is_dead(state)
    }
    fn cost(&self, state: &P::State, mv: P::Move) -> u32 {
        self.board.cost(state, mv)
    }
    fn unit(&self) -> u32 {
        self.board.unit()
    }
    fn packed_len(&self) -> usize {
        self.board.packed_len()
    }
    fn pack(&self, state: &P::State, out: &mut [u8]) {
        self.board.pack(state, out);
    }
    fn unpack(&self, bytes: &[u8]) -> P::State {
        self.board.unpack(bytes)
    }
    fn step_text(&self, state: &P::State, mv: P::Move) -> String {
        self.board.step_text(state, mv)
    }
}
