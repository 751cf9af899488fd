use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plyground_core::{
    Budget, Evaluation, Game, GameWorld, Line, Options, Player, Position, Spec, SpecError, Thought,
    evaluation_fn,
};

use super::adapter::Games;
use super::session::{Move, Session, State};
use super::state::{Field, StateOf};
use super::{AnyPlayer, GameSession, LineText, ThoughtText};

/// A typed player as an [`AnyPlayer`].
pub(super) struct PlayerOf<W: GameWorld> {
    world: Games<W>,
    spec: Spec,
    /// The board that `player` was made for: every option but those that choose the position.
    board: Options,
    player: Box<dyn Player<W::Game>>,
    /// Whether the method leaves the rest of a game to exact play.
    hands_over: bool,
    /// Plays the rest of a game exactly, once that is small enough.
    endgame: Option<Box<dyn Player<W::Game>>>,
}

impl<W: GameWorld> PlayerOf<W> {
    pub(super) fn new(world: Games<W>, spec: &Spec) -> Result<Self, SpecError> {
        let board = Options::new();
        let info = world.player_info(spec)?;
        let player = make(&world, spec, &Arc::new(world.0.game(&board)?))?;
        let hands_over = info.hands_over;
        Ok(Self { world, spec: spec.clone(), board, player, hands_over, endgame: None })
    }

    /// The session as one of this world.
    fn typed<'s>(&self, session: &'s dyn GameSession) -> Result<&'s Session<W>, SpecError> {
        let any: &dyn Any = session;
        any.downcast_ref::<Session<W>>().ok_or_else(|| {
            let (theirs, ours) = (session.world().info().name, self.world.0.info().name);
            SpecError(format!("a player of {ours} cannot play {theirs}"))
        })
    }

    /// A player is made for one kind of board; for another it starts afresh.
    fn fit_board(&mut self, session: &Session<W>) -> Result<(), SpecError> {
        let mut board = Options::new();
        for (name, value) in session.options.iter() {
            if name != "position" && name != "setup" {
                board.set(name, value);
            }
        }
        // A position may bring its own size, so it makes a board of its own kind.
        if self.world.0.sizes().is_some()
            && let Some(position) = session.options.get("position")
        {
            board.set("position", position);
        }
        if board != self.board {
            self.player = make(&self.world, &self.spec, &session.game)?;
            self.endgame = None;
            self.board = board;
        }
        Ok(())
    }

    /// The budget on one thread, where the world or the evaluation wants that.
    fn within_threads(&self, budget: &Budget) -> Budget {
        let eval = self.spec.options.get("eval");
        let given = self.world.1.evaluations.iter().find(|given| Some(&*given.id) == eval);
        let mut budget = budget.clone();
        if self.world.0.one_thread() || given.is_some_and(|given| given.one_thread) {
            budget.limits = budget.limits.one_thread();
        }
        budget
    }

    fn ask(
        &mut self,
        game: &W::Game,
        position: &Position<W::Game>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<Move<W>>),
    ) -> Thought<Move<W>> {
        if self.hands_over
            && let Some(exact) = self.world.0.endgame(game, &position.state)
        {
            let exact = self.endgame.get_or_insert(exact);
            return exact.choose(game, position, budget, info);
        }
        self.player.choose(game, position, budget, info)
    }
}

/// The player that a spec names: one of the world's own, or a general one with an evaluation.
fn make<W: GameWorld>(
    world: &Games<W>,
    spec: &Spec,
    game: &Arc<W::Game>,
) -> Result<Box<dyn Player<W::Game>>, SpecError> {
    let info = world.player_info(spec)?;
    spec.options.check(info.id, &info.options)?;
    if world.0.own_players().iter().any(|own| own.id == spec.name) {
        return world.0.own_player(game, spec);
    }
    let best = world.0.evaluations().first().map(|evaluation| evaluation.info.id.clone());
    let default = world.0.usual_evaluation(&info).or(best).unwrap_or_default();
    let name = spec.options.get("eval").unwrap_or(&default);
    let evaluation = match given_evaluation(world, game, name) {
        Some(evaluation) => evaluation,
        None => world.0.evaluation(game, name)?,
    };
    plyground_search::play::player(spec, evaluation)
}

/// The evaluation of that name that a program gave beside the world.
pub(super) fn given_evaluation<W: GameWorld>(
    world: &Games<W>,
    game: &Arc<W::Game>,
    name: &str,
) -> Option<Box<dyn Evaluation<W::Game>>> {
    let given = world.1.evaluations.iter().find(|given| given.id == name)?;
    let judge = Arc::clone(&given.judge);
    let field = Arc::new(Field::new(world.clone(), Arc::clone(game), Options::new()));
    let evaluate = move |_: &W::Game, state: &State<W>| {
        let position = Position { state: state.clone(), history: Vec::new() };
        judge(Box::new(StateOf::new(Arc::clone(&field), position)))
    };
    Some(Box::new(evaluation_fn(world.0.point(), evaluate)))
}

impl<W: GameWorld> AnyPlayer for PlayerOf<W> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn fit(&mut self, session: &dyn GameSession) -> Result<(), SpecError> {
        self.fit_board(self.typed(session)?)
    }

    fn think(
        &mut self,
        session: &dyn GameSession,
        budget: &Budget,
        info: &mut dyn FnMut(&ThoughtText),
    ) -> Result<ThoughtText, SpecError> {
        let began = Instant::now();
        let session = self.typed(session)?;
        if let Some(ending) = session.ending() {
            return Err(SpecError(format!("the game is over: {}", ending.reason)));
        }
        self.fit_board(session)?;
        let budget = &self.within_threads(budget);
        let world = Arc::clone(&self.world.0);
        let writer = Writer { world: &*world, game: &session.game, began };
        let position = &session.position;
        let tell = &mut |thought: &Thought<Move<W>>| {
            let plies: Vec<_> = thought.best.iter().map(|&ply| vec![ply]).collect();
            info(&writer.thought(position, thought, &plies));
        };
        let thought = self.ask(&session.game, position, budget, tell);
        let turns = self.best_turns(&writer, position, &thought, budget);
        Ok(writer.thought(position, &thought, &turns))
    }

    fn new_game(&mut self) {
        self.player.new_game();
        if let Some(exact) = &mut self.endgame {
            exact.new_game();
        }
    }
}

impl<W: GameWorld> PlayerOf<W> {
    /// The chosen turn first; then, where the value is proven, all turns that are proven to be as good.
    fn best_turns(
        &mut self,
        writer: &Writer<'_, W>,
        position: &Position<W::Game>,
        thought: &Thought<Move<W>>,
        budget: &Budget,
    ) -> Vec<Vec<Move<W>>> {
        let chosen = self.finish_turn(writer, position, thought, budget);
        let mut turns = vec![chosen];
        for &ply in &thought.best {
            if thought.proof.is_some() {
                self.complete(writer, position, thought, vec![ply], budget, &mut turns);
            }
        }
        turns
    }

    /// Adds the turns that begin with these plies and are proven to be as good as the thought says; the plies
    /// alone where that takes more than the budget.
    fn complete(
        &mut self,
        writer: &Writer<'_, W>,
        position: &Position<W::Game>,
        thought: &Thought<Move<W>>,
        plies: Vec<Move<W>>,
        budget: &Budget,
        turns: &mut Vec<Vec<Move<W>>>,
    ) {
        let mut after = position.clone();
        for &ply in &plies {
            after.play(writer.game, ply);
        }
        if !writer.ends_turn(&after) {
            let next = self.ask(writer.game, &after, &writer.rest_of(budget), &mut |_| {});
            if next.proof == thought.proof {
                for &ply in &next.best {
                    let plies = plies.iter().copied().chain([ply]).collect();
                    self.complete(writer, position, thought, plies, budget, turns);
                }
                return;
            }
        }
        if turns.iter().all(|turn| !turn.starts_with(&plies)) {
            turns.push(plies);
        }
    }

    /// The chosen ply and those of the same turn after it: from the line that was found, or by
    /// thinking again with what time is left.
    fn finish_turn(
        &mut self,
        writer: &Writer<'_, W>,
        position: &Position<W::Game>,
        thought: &Thought<Move<W>>,
        budget: &Budget,
    ) -> Vec<Move<W>> {
        let Some(&first) = thought.best.first() else { return Vec::new() };
        let line = thought.lines.first().filter(|line| line.moves.first() == Some(&first));
        let mut turn = line.map_or_else(|| vec![first], |line| line.moves.clone());
        let mut position = position.clone();
        let mut length = 0;
        loop {
            position.play(writer.game, turn[length]);
            length += 1;
            if writer.ends_turn(&position) {
                turn.truncate(length);
                return turn;
            }
            if length == turn.len() {
                let rest = writer.rest_of(budget);
                let next = self.ask(writer.game, &position, &rest, &mut |_| {});
                let Some(&mv) = next.best.first() else { return turn };
                turn.push(mv);
            }
        }
    }
}

/// Writes thoughts in the world's notation.
struct Writer<'a, W: GameWorld> {
    world: &'a W,
    game: &'a W::Game,
    began: Instant,
}

impl<W: GameWorld> Writer<'_, W> {
    /// Whether no ply of the same turn follows.
    fn ends_turn(&self, position: &Position<W::Game>) -> bool {
        self.world.is_turn_start(self.game, &position.state)
            || self.game.outcome(&position.state).is_some()
    }

    /// The budget with the time that is left.
    fn rest_of(&self, budget: &Budget) -> Budget {
        let mut rest = budget.clone();
        if let Some(time) = budget.limits.time {
            let left = time.saturating_sub(self.began.elapsed());
            rest.limits.time = Some(left.max(Duration::from_millis(1)));
        }
        rest
    }

    fn thought(
        &self,
        position: &Position<W::Game>,
        thought: &Thought<Move<W>>,
        turns: &[Vec<Move<W>>],
    ) -> ThoughtText {
        let state = &position.state;
        ThoughtText {
            best: turns.iter().map(|turn| self.world.turn_text(self.game, state, turn)).collect(),
            score: thought.score,
            proof: thought.proof,
            depth: thought.depth,
            nodes: thought.nodes,
            lines: thought.lines.iter().map(|line| self.line(state, line)).collect(),
            seconds: self.began.elapsed().as_secs_f64(),
        }
    }

    fn line(&self, state: &State<W>, line: &Line<Move<W>>) -> LineText {
        let mut begin = state.clone();
        let mut now = state.clone();
        let (mut moves, mut turn) = (Vec::new(), Vec::new());
        for &mv in &line.moves {
            self.game.play(&mut now, mv);
            turn.push(mv);
            if self.world.is_turn_start(self.game, &now) {
                moves.push(self.world.turn_text(self.game, &begin, &turn));
                begin = now.clone();
                turn.clear();
            }
        }
        if !turn.is_empty() {
            moves.push(self.world.turn_text(self.game, &begin, &turn));
        }
        LineText { score: line.score, moves }
    }
}
