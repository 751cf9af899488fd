use std::sync::Arc;

use plyground_core::{
    Edit, Game, GameWorld, Intent, Lesson, MoveError, Options, Outcome, Position, Problem, Rng,
    Scene, Side, SpecError, Verdict,
};

use super::adapter::Games;
use super::player::given_evaluation;
use super::state::{Field, StateOf};
use super::{AnyGameWorld, Ending, GameSession, PlayedTurn, TurnText};
use crate::AnyState;
use crate::pieces::{self, Earlier, Names};

pub(super) type State<W> = <<W as GameWorld>::Game as Game>::State;
pub(super) type Move<W> = <<W as GameWorld>::Game as Game>::Move;

/// A position that was left by a ply, and what the pieces were called there.
struct Ply<W: GameWorld> {
    before: State<W>,
    mv: Move<W>,
    names: Earlier,
}

impl<W: GameWorld> Clone for Ply<W> {
    fn clone(&self) -> Self {
        Self { before: self.before.clone(), mv: self.mv, names: self.names.clone() }
    }
}

/// A typed game being played.
pub(super) struct Session<W: GameWorld> {
    pub(super) world: Games<W>,
    pub(super) game: Arc<W::Game>,
    pub(super) options: Options,
    pub(super) position: Position<W::Game>,
    plies: Vec<Ply<W>>,
    /// What the pieces are called here.
    names: Names,
    undone: Vec<Vec<Move<W>>>,
}

impl<W: GameWorld> Clone for Session<W> {
    fn clone(&self) -> Self {
        Self {
            world: self.world.clone(),
            game: Arc::clone(&self.game),
            options: self.options.clone(),
            position: self.position.clone(),
            plies: self.plies.clone(),
            names: self.names.clone(),
            undone: self.undone.clone(),
        }
    }
}

impl<W: GameWorld> Session<W> {
    pub(super) fn new(world: Games<W>, game: W::Game, options: Options) -> Self {
        let position = Position::start(&game);
        Self::at(world, Arc::new(game), options, position)
    }

    /// A session that begins at a position, with what came before it.
    pub(super) fn at(
        world: Games<W>,
        game: Arc<W::Game>,
        options: Options,
        position: Position<W::Game>,
    ) -> Self {
        let names = Names::of(&world.0.scene(&game, &position.state));
        let (plies, undone) = (Vec::new(), Vec::new());
        Self { world, game, options, position, plies, names, undone }
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.outcome(&self.game).is_some()
    }

    fn begins_turn(&self, state: &State<W>) -> bool {
        self.world.0.is_turn_start(&self.game, state)
    }

    /// The legal plies; none where the game is over by any rule.
    fn moves(&self) -> Vec<Move<W>> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.game.moves(&self.position.state, &mut moves);
        }
        moves
    }

    fn bare_scene(&self) -> Scene {
        let mut scene = self.world.0.scene(&self.game, &self.position.state);
        self.names.give(&mut scene);
        scene
    }

    fn step(&mut self, mv: Move<W>) {
        let before = self.position.state.clone();
        let names = self.names.carry(&self.world.0.motions(&self.game, &before, mv));
        self.position.play(&self.game, mv);
        self.plies.push(Ply { before, mv, names });
    }

    fn step_back(&mut self) -> Option<Ply<W>> {
        let ply = self.plies.pop()?;
        self.position.history.pop();
        self.position.state = ply.before.clone();
        self.names.restore(&ply.names);
        Some(ply)
    }

    /// Plays plies of one side that are known to be legal.
    fn take_turn(&mut self, turn: &[Move<W>]) -> PlayedTurn {
        let text = self.world.0.turn_text(&self.game, &self.position.state, turn);
        for &mv in turn {
            self.step(mv);
        }
        self.undone.clear();
        PlayedTurn { text, complete: self.is_over() || self.begins_turn(&self.position.state) }
    }

    /// Every whole turn from here, with the position after it.
    fn whole_turns(&self) -> Vec<(Vec<Move<W>>, State<W>)> {
        self.world.0.whole_turns(&self.game, &self.position.state)
    }

    /// What the last turn comes to in a problem.
    pub(super) fn judge_last(
        &self,
        problem: &Problem,
        left: usize,
    ) -> Result<Verdict<String>, SpecError> {
        let begin = self.plies.iter().rposition(|ply| self.begins_turn(&ply.before));
        let Some(begin) = begin else { return Err(SpecError("no turn was played".to_owned())) };
        let (world, game) = (&self.world.0, &self.game);
        let turn: Vec<Move<W>> = self.plies[begin..].iter().map(|ply| ply.mv).collect();
        let mut state = self.position.state.clone();
        let mut write = |turn: &[Move<W>]| {
            let text = world.turn_text(game, &state, turn);
            turn.iter().for_each(|&mv| game.play(&mut state, mv));
            text
        };
        Ok(match world.judge(game, problem, &self.plies[begin].before, left, &turn)? {
            Verdict::Solved => Verdict::Solved,
            Verdict::Right(answer) => Verdict::Right(write(&answer)),
            Verdict::Wrong { refutation, why } => Verdict::Wrong {
                refutation: refutation.iter().map(|turn| write(turn)).collect(),
                why,
            },
        })
    }

    fn result_words(&self, outcome: Outcome) -> String {
        let [first, second] = self.world.0.score(&self.game, &self.position.state);
        match outcome {
            Outcome::Draw if first.is_empty() => "draw".to_owned(),
            Outcome::Draw => format!("draw, {first} against {second}"),
            Outcome::Win(side) if first.is_empty() => {
                format!("{} wins", self.world.0.sides()[side.index()])
            }
            Outcome::Win(side) => {
                let (ours, theirs) =
                    if side == Side::First { (first, second) } else { (second, first) };
                format!("{} wins, {ours} against {theirs}", self.world.0.sides()[side.index()])
            }
        }
    }
}

impl<W: GameWorld> GameSession for Session<W> {
    fn world(&self) -> Arc<dyn AnyGameWorld> {
        Arc::new(self.world.clone())
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn play(&mut self, text: &str) -> Result<PlayedTurn, MoveError> {
        if let Some(ending) = self.ending() {
            return Err(MoveError::new(text, format!("the game is over: {}", ending.reason)));
        }
        let turn = self.world.0.parse_turn(&self.game, &self.position.state, text)?;
        let mut state = self.position.state.clone();
        for &mv in &turn {
            let mut legal = Vec::new();
            self.game.moves(&state, &mut legal);
            if !legal.contains(&mv) {
                return Err(MoveError::new(text, "this is not a legal move here"));
            }
            self.game.play(&mut state, mv);
        }
        if turn.is_empty() {
            return Err(MoveError::new(text, "expected a move"));
        }
        Ok(self.take_turn(&turn))
    }

    fn play_random(&mut self, rng: &mut Rng) -> Option<PlayedTurn> {
        let mut turn = Vec::new();
        let mut state = self.position.state.clone();
        while turn.is_empty() || !self.begins_turn(&state) {
            let mut moves = if turn.is_empty() { self.moves() } else { Vec::new() };
            if !turn.is_empty() {
                self.game.moves(&state, &mut moves);
            }
            let Some(&mv) = rng.pick(&moves) else { break };
            self.game.play(&mut state, mv);
            turn.push(mv);
        }
        (!turn.is_empty()).then(|| self.take_turn(&turn))
    }

    fn undo(&mut self) -> bool {
        let mut turn = Vec::new();
        while let Some(ply) = self.step_back() {
            turn.push(ply.mv);
            if self.begins_turn(&ply.before) {
                break;
            }
        }
        if turn.is_empty() {
            return false;
        }
        turn.reverse();
        self.undone.push(turn);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(turn) = self.undone.pop() else { return false };
        for mv in turn {
            self.step(mv);
        }
        true
    }

    fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn turns(&self) -> Vec<TurnText> {
        let mut turns = Vec::new();
        let mut rest = &self.plies[..];
        while let Some(first) = rest.first() {
            let length =
                1 + rest[1..].iter().take_while(|ply| !self.begins_turn(&ply.before)).count();
            let moves: Vec<_> = rest[..length].iter().map(|ply| ply.mv).collect();
            turns.push(TurnText {
                side: self.game.to_move(&first.before),
                text: self.world.0.turn_text(&self.game, &first.before, &moves),
            });
            rest = &rest[length..];
        }
        turns
    }

    fn last_turn(&self) -> Option<TurnText> {
        let before = |ply: &&Ply<W>| !self.begins_turn(&ply.before);
        let rest = self.plies.iter().rev().take_while(before).count();
        let first = self.plies.len().checked_sub(1)?.saturating_sub(rest);
        let plies = &self.plies[first..];
        let moves: Vec<_> = plies.iter().map(|ply| ply.mv).collect();
        let before = &plies[0].before;
        let text = self.world.0.turn_text(&self.game, before, &moves);
        Some(TurnText { side: self.game.to_move(before), text })
    }

    fn is_turn_start(&self) -> bool {
        self.begins_turn(&self.position.state)
    }

    fn side(&self) -> Side {
        self.game.to_move(&self.position.state)
    }

    fn ply(&self) -> u32 {
        self.position.ply()
    }

    fn legal(&self) -> Vec<String> {
        let text = |mv| self.world.0.turn_text(&self.game, &self.position.state, &[mv]);
        self.moves().into_iter().map(text).collect()
    }

    fn legal_turns(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let text = |turn: &[_]| self.world.0.turn_text(&self.game, &self.position.state, turn);
        self.whole_turns().iter().map(|(turn, _)| text(turn)).collect()
    }

    fn intents(&self) -> Vec<Intent> {
        if self.is_over() {
            return Vec::new();
        }
        self.world.0.intents(&self.game, &self.position.state)
    }

    fn lesson(&self) -> Option<Lesson> {
        if self.is_over() {
            return None;
        }
        self.world.0.lesson(&self.game, &self.position.state)
    }

    fn scene(&self) -> Scene {
        let mut scene = self.bare_scene();
        for ply in self.plies.iter().rev() {
            let motions = self.world.0.motions(&self.game, &ply.before, ply.mv);
            pieces::mark_last(&mut scene, &motions);
            if self.begins_turn(&ply.before) {
                break;
            }
        }
        scene
    }

    fn score(&self) -> [String; 2] {
        self.world.0.score(&self.game, &self.position.state)
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.position.outcome(&self.game)?;
        let words = self.result_words(outcome);
        let limit = self.game.repetition_limit();
        let reason = if self.game.outcome(&self.position.state).is_some() {
            words
        } else if limit > 0 && self.position.occurrences(&self.game) >= limit {
            format!("the same position {limit} times: draw")
        } else {
            format!("after {} moves: {words}", self.ply())
        };
        Some(Ending { outcome, reason })
    }

    fn position_text(&self) -> String {
        self.world.0.position_text(&self.game, &self.position.state)
    }

    fn edited(&self, edit: &Edit) -> Result<String, SpecError> {
        self.world.0.edit(&self.game, &self.position.state, edit)
    }

    fn evaluate(&self, evaluation: &str) -> Result<i32, SpecError> {
        let evaluation = match given_evaluation(&self.world, &self.game, evaluation) {
            Some(given) => given,
            None => self.world.0.evaluation(&self.game, evaluation)?,
        };
        Ok(evaluation.evaluate(&self.game, &self.position.state))
    }

    fn state(&self) -> Box<dyn AnyState> {
        let (world, game) = (self.world.clone(), Arc::clone(&self.game));
        let field = Field::new(world, game, self.options.clone());
        Box::new(StateOf::new(Arc::new(field), self.position.clone()))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.position.state, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let text = |turn: &[_]| self.world.0.turn_text(&self.game, &self.position.state, turn);
        self.whole_turns()
            .iter()
            .map(|(turn, after)| (text(turn), self.game.perft(after, rest)))
            .collect()
    }

    fn clone_box(&self) -> Box<dyn GameSession> {
        Box::new(self.clone())
    }
}
