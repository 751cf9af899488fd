use plyground_core::{
    Budget, Game, Line, MethodInfo, Options, Player, Position, Rng, SpecError, Thought,
};

use super::{Made, SEED, Setup};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("any legal ply, all equally likely").with([SEED])
}

pub(super) fn make<G: Game + 'static>(setup: Setup<'_, G>) -> Made<G> {
    Ok(Box::new(Random::new(setup.options)?))
}

/// Plays any legal ply.
struct Random {
    rng: Rng,
}

impl Random {
    pub fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Self { rng: Rng::new(options.number("seed", 1, 0..=u64::MAX)?) })
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        _budget: &Budget,
        _info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let mut moves = Vec::new();
        game.moves(&position.state, &mut moves);
        let best: Vec<_> = self.rng.pick(&moves).copied().into_iter().collect();
        let lines = vec![Line { score: 0, moves: best.clone() }];
        Thought { best, score: 0, proof: None, depth: 0, nodes: 1, lines }
    }
}
