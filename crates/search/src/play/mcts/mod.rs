//! Monte Carlo tree search: UCT with random playouts, and proven results where the tree reaches the end.

mod tree;

use plyground_core::{
    Budget, Evaluation, Game, Line, MethodInfo, OptionInfo, OptionKind, Options, Outcome, Player,
    Position, Proof, Rng, Side, SpecError, Thought,
};

use self::tree::{ROOT, Tree};
use super::effort::{Effort, NODES, TIME};
use super::score::WIN;
use super::{EVAL, Made, SEED, Setup};
use crate::driver::Counter;

pub(super) fn info() -> MethodInfo {
    let option = |id, kind, default, summary| OptionInfo { id, kind, default, summary };
    MethodInfo::new("plays random games from the most promising lines; proves what it can")
        .with([
            option("playouts", OptionKind::Number, "", "games to play out for a move at most"),
            TIME,
            NODES,
            SEED,
            option("c", OptionKind::Decimal, "0.7", "how much to explore what looks worse"),
            option(
                "cut",
                OptionKind::Number,
                "0",
                "plies after which the evaluation ends a playout; 0 plays to the end",
            ),
            EVAL,
            option("memory", OptionKind::Number, "256", "megabytes for the tree"),
        ])
        .looks_ahead()
        .keeps_table("memory")
}

pub(super) fn make<G: Game + 'static>(setup: Setup<'_, G>) -> Made<G> {
    Ok(Box::new(Mcts::new(setup.options, setup.evaluation)?))
}

/// Playouts that last longer than this are ended by the evaluation.
const LONGEST_PLAYOUT: u32 = 2000;
const MEGABYTE: u64 = 1 << 20;

/// The Monte Carlo player.
struct Mcts<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    effort: Effort,
    playouts: Option<u64>,
    rng: Rng,
    exploration: f64,
    cut: u32,
    memory: u64,
}

impl<G: Game> Mcts<G> {
    pub fn new(options: &Options, evaluation: Box<dyn Evaluation<G>>) -> Result<Self, SpecError> {
        let playouts = options.number("playouts", 0, 1..=u64::MAX)?;
        let cut = options.number("cut", 0, 0..=LONGEST_PLAYOUT)?;
        Ok(Self {
            evaluation,
            effort: Effort::new(options)?,
            playouts: (playouts > 0).then_some(playouts),
            rng: Rng::new(options.number("seed", 1, 0..=u64::MAX)?),
            exploration: options.number("c", 0.7, 0.0..=100.0)?,
            cut: if cut > 0 { cut } else { LONGEST_PLAYOUT },
            memory: options.number("memory", 256, 1..=1 << 20)? * MEGABYTE,
        })
    }
}

impl<G: Game> Player<G> for Mcts<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let mut effort = self.effort.within(budget);
        if self.playouts.is_none() && effort.nodes.is_none() {
            effort = effort.or_a_second();
        }
        let clock = effort.clock(&budget.limits.cancel);
        let memory = budget.limits.memory.map_or(self.memory, |bytes| bytes.min(self.memory));
        let mut scratch = Vec::new();
        game.moves(&position.state, &mut scratch);
        let mut search = Search {
            game,
            position,
            player: self,
            // Whatever the memory, the root gets its children, so that there is a move to choose.
            tree: Tree::new(memory, 1 + scratch.len(), game.to_move(&position.state)),
            counter: clock.counter(1),
            path: Vec::new(),
            scratch,
            depth: 0,
            max_depth: effort.depth.unwrap_or(u32::MAX),
        };
        search.tree.expand(
            game,
            &position.state,
            ROOT,
            &mut search.scratch,
            &mut search.player.rng,
        );
        let limit = search.player.playouts.unwrap_or(u64::MAX);
        let mut playouts = 0u64;
        while playouts < limit && search.tree.get(ROOT).proven.is_none() && search.playout() {
            playouts += 1;
            if playouts >= 1024 && playouts.is_power_of_two() {
                info(&search.thought(budget.lines));
            }
        }
        search.thought(budget.lines)
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    position: &'a Position<G>,
    player: &'a mut Mcts<G>,
    tree: Tree<G::Move>,
    counter: Counter,
    /// The keys of the positions from the root to the node, the node's own not included.
    path: Vec<u64>,
    scratch: Vec<G::Move>,
    depth: u32,
    max_depth: u32,
}

impl<G: Game> Search<'_, G> {
    /// Goes down the tree, plays a game out and counts it; `false` where the search must end.
    fn playout(&mut self) -> bool {
        let game = self.game;
        let mut state = self.position.state.clone();
        let mut node = ROOT;
        self.path.clear();
        while let Some(child) = self.tree.select(node, self.player.exploration) {
            if self.counter.tick() {
                return false;
            }
            self.path.push(game.key(&state));
            if let Some(mv) = self.tree.get(child).mv {
                game.play(&mut state, mv);
            }
            node = child;
            if self.tree.get(node).visits == 0
                && let Some(outcome) = self.outcome(&state)
            {
                self.tree.prove(node, outcome);
                break;
            }
            let deep = self.path.len() as u32 >= self.max_depth;
            if self.tree.get(node).visits == 1 && !deep {
                let rng = &mut self.player.rng;
                self.tree.expand(game, &state, node, &mut self.scratch, rng);
            }
        }
        if node == ROOT {
            return false;
        }
        self.depth = self.depth.max(self.path.len() as u32);
        let result = match self.tree.get(node).proven {
            Some(outcome) => Some(outcome.points(Side::First)),
            None => self.play_out(state),
        };
        if let Some(result) = result {
            self.tree.count(node, result);
        }
        result.is_some()
    }

    /// The result at a node of the tree, by the position or by the rules on repetition and length.
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        let game = self.game;
        if let Some(outcome) = game.outcome(state) {
            return Some(outcome);
        }
        let limit = game.repetition_limit() as usize;
        if limit > 0 {
            let key = game.key(state);
            let before = self.position.history.iter().chain(&self.path);
            if before.filter(|&&earlier| earlier == key).count() + 1 >= limit {
                return Some(Outcome::Draw);
            }
        }
        self.capped(state, 0)
    }

    fn capped(&self, state: &G::State, plies: u32) -> Option<Outcome> {
        let ply = self.position.ply() + self.path.len() as u32 + plies;
        self.game.ply_cap().filter(|&cap| ply >= cap).map(|_| self.game.adjudicate(state))
    }

    /// Plays at random to the end, or to where the evaluation takes over; the result for the first
    /// side, or `None` where the search must end.
    fn play_out(&mut self, mut state: G::State) -> Option<f64> {
        let game = self.game;
        for ply in 0..self.player.cut {
            let Some(mv) = game.random_move(&state, &mut self.player.rng, &mut self.scratch) else {
                let outcome = game.outcome(&state).unwrap_or(Outcome::Draw);
                return Some(outcome.points(Side::First));
            };
            if let Some(outcome) = self.capped(&state, ply) {
                return Some(outcome.points(Side::First));
            }
            if self.counter.tick() {
                return None;
            }
            game.play(&mut state, mv);
        }
        let outcome = game.outcome(&state).map(|outcome| outcome.points(Side::First));
        Some(outcome.unwrap_or_else(|| self.squashed(&state)))
    }

    /// The evaluation as a result between 0 and 1 for the first side.
    fn squashed(&self, state: &G::State) -> f64 {
        let evaluation = &self.player.evaluation;
        let value = f64::from(evaluation.evaluate(self.game, state));
        let units = value / f64::from(evaluation.unit().max(1));
        let chance = 0.5 + 0.5 * units / (1.0 + units.abs());
        if self.game.to_move(state) == Side::First { chance } else { 1.0 - chance }
    }

    /// The score whose squashed value is this mean.
    fn score(&self, node: usize) -> i32 {
        let unit = f64::from(self.player.evaluation.unit().max(1));
        let entry = self.tree.get(node);
        let balance = (2.0 * entry.mean() - 1.0).clamp(-0.999, 0.999);
        match entry.proven {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) => {
                let distance = self.tree.line(node).len() as i32;
                if winner == entry.mover { WIN - distance } else { distance - WIN }
            }
            None => (unit * balance / (1.0 - balance.abs())) as i32,
        }
    }

    fn thought(&mut self, lines: usize) -> Thought<G::Move> {
        self.counter.settle();
        let to_move = self.game.to_move(&self.position.state);
        let proof = self.tree.get(ROOT).proven.map(|outcome| match outcome {
            Outcome::Draw => Proof::Draw,
            Outcome::Win(winner) if winner == to_move => Proof::Win,
            Outcome::Win(_) => Proof::Loss,
        });
        let ranking = self.tree.ranking(ROOT);
        let root = self.tree.get(ROOT);
        let equal =
            |&&child: &&usize| root.proven.is_some() && self.tree.get(child).proven == root.proven;
        let best: Vec<_> = ranking
            .iter()
            .take(1)
            .chain(ranking.iter().skip(1).filter(equal))
            .filter_map(|&child| self.tree.get(child).mv)
            .collect();
        let lines: Vec<_> = ranking
            .iter()
            .take(lines.max(1))
            .map(|&child| Line { score: self.score(child), moves: self.tree.line(child) })
            .collect();
        Thought {
            best,
            score: lines.first().map_or(0, |line| line.score),
            proof,
            depth: self.depth,
            nodes: self.counter.nodes(),
            lines,
        }
    }
}
