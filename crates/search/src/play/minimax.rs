use plyground_core::{
    Budget, Evaluation, Game, Line, MethodInfo, OptionInfo, OptionKind, Options, Player, Position,
    SpecError, Thought,
};

use super::effort::{Effort, NODES, TIME};
use super::score::{of_outcome, proof_of};
use super::{EVAL, Made, Setup};
use crate::driver::Counter;

const DEFAULT_DEPTH: u32 = 3;

pub(super) fn info() -> MethodInfo {
    MethodInfo::new(
        "looks at every line of a fixed length; plain and slow, the measure of the clever ones",
    )
    .with([
        OptionInfo {
            id: "depth",
            kind: OptionKind::Number,
            default: "3",
            summary: "plies to look ahead",
        },
        EVAL,
        TIME,
        NODES,
    ])
    .looks_ahead()
}

pub(super) fn make<G: Game + 'static>(setup: Setup<'_, G>) -> Made<G> {
    Ok(Box::new(Minimax::new(setup.options, setup.evaluation)?))
}

/// Looks at every line, one ply deeper each time, to the depth asked for.
struct Minimax<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    effort: Effort,
}

impl<G: Game> Minimax<G> {
    pub fn new(options: &Options, evaluation: Box<dyn Evaluation<G>>) -> Result<Self, SpecError> {
        let mut effort = Effort::new(options)?;
        effort.depth = effort.depth.or(Some(DEFAULT_DEPTH));
        Ok(Self { evaluation, effort })
    }
}

impl<G: Game> Player<G> for Minimax<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let effort = self.effort.within(budget);
        let clock = effort.clock(&budget.limits.cancel);
        let mut tree = Tree {
            game,
            evaluation: &*self.evaluation,
            counter: clock.counter(1),
            position: position.clone(),
            root_ply: position.history.len(),
        };
        let mut moves = Vec::new();
        game.moves(&position.state, &mut moves);
        let mut thought = Thought {
            best: moves.first().copied().into_iter().collect(),
            score: 0,
            proof: None,
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
        };
        for depth in 1..=effort.depth.unwrap_or(DEFAULT_DEPTH) {
            let mut lines = Vec::with_capacity(moves.len());
            for &mv in &moves {
                let (score, mut line) = tree.after(mv, depth - 1);
                line.push(mv);
                line.reverse();
                lines.push(Line { score, moves: line });
            }
            thought.nodes = tree.counter.nodes();
            if tree.counter.stopped() || lines.is_empty() {
                break;
            }
            lines.sort_by_key(|line| -line.score);
            thought.score = lines[0].score;
            thought.proof = proof_of(thought.score);
            thought.depth = depth;
            let equal = lines.iter().take_while(|line| line.score == thought.score);
            let exact = if thought.proof.is_some() { usize::MAX } else { 1 };
            thought.best = equal.take(exact).map(|line| line.moves[0]).collect();
            lines.truncate(budget.lines.max(1));
            thought.lines = lines;
            info(&thought);
        }
        thought
    }
}

struct Tree<'a, G: Game> {
    game: &'a G,
    evaluation: &'a dyn Evaluation<G>,
    counter: Counter,
    position: Position<G>,
    root_ply: usize,
}

impl<G: Game> Tree<'_, G> {
    /// The value of a ply for the side that plays it, and what follows, last ply first.
    fn after(&mut self, mv: G::Move, depth: u32) -> (i32, Vec<G::Move>) {
        let before = self.position.state.clone();
        self.position.play(self.game, mv);
        let (value, line) = self.value(depth);
        let turned = self.game.to_move(&self.position.state) != self.game.to_move(&before);
        self.position.history.pop();
        self.position.state = before;
        (if turned { -value } else { value }, line)
    }

    fn value(&mut self, depth: u32) -> (i32, Vec<G::Move>) {
        if self.counter.tick() {
            return (0, Vec::new());
        }
        let state = &self.position.state;
        if let Some(outcome) = self.position.outcome(self.game) {
            let ply = self.position.history.len() - self.root_ply;
            return (of_outcome(outcome, self.game.to_move(state), ply), Vec::new());
        }
        if depth == 0 {
            return (self.evaluation.evaluate(self.game, state), Vec::new());
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best = (i32::MIN, Vec::new());
        for mv in moves {
            let (value, mut line) = self.after(mv, depth - 1);
            if value > best.0 {
                line.push(mv);
                best = (value, line);
            }
        }
        best
    }
}
