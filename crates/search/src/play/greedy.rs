use plyground_core::{
    Budget, Evaluation, Game, Line, MethodInfo, Options, Player, Position, Rng, Side, SpecError,
    Thought,
};

use super::score::{of_outcome, proof_of};
use super::{EVAL, Made, SEED, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("the turn after which the position looks best; ties are broken at random")
        .with([EVAL, SEED])
}

pub(super) fn make<G: Game + 'static>(setup: Setup<'_, G>) -> Made<G> {
    Ok(Box::new(Greedy::new(setup.options, setup.evaluation)?))
}

/// Looks one turn ahead: all plies until the opponent is to move.
struct Greedy<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    rng: Rng,
}

impl<G: Game> Greedy<G> {
    pub fn new(options: &Options, evaluation: Box<dyn Evaluation<G>>) -> Result<Self, SpecError> {
        Ok(Self { evaluation, rng: Rng::new(options.number("seed", 1, 0..=u64::MAX)?) })
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        budget: &Budget,
        _info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let mut turns = Turns {
            game,
            evaluation: &*self.evaluation,
            side: game.to_move(&position.state),
            nodes: 0,
            depth: 0,
        };
        let mut moves = Vec::new();
        game.moves(&position.state, &mut moves);
        let mut lines: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let mut next = position.state.clone();
                game.play(&mut next, mv);
                let mut line = turns.best_from(position, &next, 1);
                line.moves.push(mv);
                line.moves.reverse();
                line
            })
            .collect();
        // Shuffled first and sorted stably, equal turns keep a random order.
        self.rng.shuffle(&mut lines);
        lines.sort_by_key(|line| -line.score);
        lines.truncate(budget.lines.max(1));
        let score = lines.first().map_or(0, |line| line.score);
        Thought {
            best: lines.first().and_then(|line| line.moves.first()).copied().into_iter().collect(),
            score,
            proof: proof_of(score),
            depth: turns.depth,
            nodes: turns.nodes,
            lines,
        }
    }
}

struct Turns<'a, G: Game> {
    game: &'a G,
    evaluation: &'a dyn Evaluation<G>,
    side: Side,
    nodes: u64,
    depth: u32,
}

impl<G: Game> Turns<'_, G> {
    /// The best way to finish the turn from `state`, its plies last one first.
    fn best_from(&mut self, position: &Position<G>, state: &G::State, ply: usize) -> Line<G::Move> {
        self.nodes += 1;
        self.depth = self.depth.max(ply as u32);
        let game = self.game;
        let capped = || {
            game.ply_cap()
                .filter(|&cap| position.ply() + ply as u32 >= cap)
                .map(|_| game.adjudicate(state))
        };
        if let Some(outcome) = game.outcome(state).or_else(capped) {
            return Line { score: of_outcome(outcome, self.side, ply), moves: Vec::new() };
        }
        if game.to_move(state) != self.side {
            let score = -self.evaluation.evaluate(game, state);
            return Line { score, moves: Vec::new() };
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut best = Line { score: i32::MIN, moves: Vec::new() };
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let mut line = self.best_from(position, &next, ply + 1);
            if line.score > best.score {
                line.moves.push(mv);
                best = line;
            }
        }
        best
    }
}
