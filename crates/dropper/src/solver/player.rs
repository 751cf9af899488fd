//! The exact search as a player.

use plyground_core::{
    Budget, EVALUATION_LIMIT, Evaluation, Game, Limits, Line, Player, Position, Proof, Thought,
};

use super::search::Search;
use crate::board::bits::{Bits, Wide};
use crate::evaluation::Full;
use crate::rules::{DropperGame, Ply, Rules, State, Stones};

/// The score of a proven win.
const WIN: i32 = 2 * EVALUATION_LIMIT;
/// Nodes that may be spent on the continuation of the line beyond its first ply.
const LINE_NODES: u64 = 200_000;

/// The largest board whose sets fit half a word.
const HALF_WORD_SIZE: usize = 5;

/// Plays what it has proven to be best.
pub(super) struct Solver {
    table_bytes: u64,
    /// Whether to find all best plies, and not only one.
    all: bool,
    tiny: Option<Search<u32>>,
    small: Option<Search<u64>>,
    large: Option<Search<Wide>>,
}

impl Solver {
    pub fn new(table_bytes: u64, all: bool) -> Self {
        Self { table_bytes, all, tiny: None, small: None, large: None }
    }
}

impl Player<DropperGame> for Solver {
    fn choose(
        &mut self,
        game: &DropperGame,
        position: &Position<DropperGame>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<Ply>),
    ) -> Thought<Ply> {
        let plies = promising_first(game, &position.state);
        let (bytes, all) = (self.table_bytes, self.all);
        match (game, &position.state) {
            (DropperGame::Small(rules), State::Small(stones)) if game.size() <= HALF_WORD_SIZE => {
                let search = prepare(&mut self.tiny, rules, bytes, budget);
                let Stones { of, second, free_due } = *stones;
                let stones = Stones { of: of.map(|set| set as u32), second, free_due };
                Task { search, stones: &stones, all, info }.solve(plies)
            }
            (DropperGame::Small(rules), State::Small(stones)) => {
                let search = prepare(&mut self.small, rules, bytes, budget);
                Task { search, stones, all, info }.solve(plies)
            }
            (DropperGame::Large(rules), State::Large(stones)) => {
                let search = prepare(&mut self.large, rules, bytes, budget);
                Task { search, stones, all, info }.solve(plies)
            }
            _ => unreachable!("a state belongs to the game that made it"),
        }
    }

    fn new_game(&mut self) {
        self.tiny = None;
        self.small = None;
        self.large = None;
    }
}

/// The legal plies, those first after which the position looks best.
fn promising_first(game: &DropperGame, state: &State) -> Vec<Ply> {
    let (evaluation, mut plies) = (Full::default(), Vec::new());
    game.moves(state, &mut plies);
    plies.sort_by_cached_key(|&ply| {
        let mut next = *state;
        game.play(&mut next, ply);
        let value = evaluation.evaluate(game, &next);
        if game.to_move(&next) == game.to_move(state) { -value } else { value }
    });
    plies
}

/// The search, made when it is first needed or when it was made for another board.
fn prepare<'a, A: Bits, B: Bits>(
    search: &'a mut Option<Search<B>>,
    rules: &Rules<A>,
    table_bytes: u64,
    budget: &Budget,
) -> &'a mut Search<B> {
    let limits = &budget.limits;
    let bytes = limits.memory.map_or(table_bytes, |memory| memory.min(table_bytes));
    let (size, pass) = (rules.board.size(), rules.pass);
    let kept = search.take().filter(|search| search.serves(size, pass) && search.bytes() <= bytes);
    let search = search.insert(kept.unwrap_or_else(|| Search::new(size, pass, bytes)));
    search.begin(limits);
    search
}

/// One position to be solved.
struct Task<'a, B> {
    search: &'a mut Search<B>,
    stones: &'a Stones<B>,
    all: bool,
    info: &'a mut dyn FnMut(&Thought<Ply>),
}

impl<B: Bits> Task<'_, B> {
    fn solve(mut self, mut plies: Vec<Ply>) -> Thought<Ply> {
        plies.sort_by_cached_key(|&ply| -self.search.promise(self.stones, ply));
        let mut value = -1;
        let mut best: Vec<Ply> = Vec::new();
        // Plies that were searched and lose.
        let mut losing = Vec::new();
        for &ply in &plies {
            // All that are as good as the best one, or only one that is better.
            let low = if self.all { (value - 1).max(-1) } else { value };
            let found = self.search.value_of(self.stones, ply, low, 1);
            if self.search.stopped {
                break;
            }
            if found < 0 {
                losing.push(ply);
            }
            if found > value {
                value = found;
                best.clear();
            }
            if found == value && (self.all || best.is_empty()) {
                best.push(ply);
                let thought = self.thought(&best, value, None);
                (self.info)(&thought);
            }
            if value == 1 && !self.all {
                break;
            }
        }
        if self.search.stopped && (value < 1 || self.all) {
            return self.unfinished(&plies, &losing, best, value);
        }
        let proof = match value {
            1 => Proof::Win,
            0 => Proof::Draw,
            _ => Proof::Loss,
        };
        let nodes = self.search.nodes();
        let mut thought = self.thought(&best, value, Some(proof));
        thought.lines[0].moves = self.line(best[0], value);
        thought.nodes = nodes;
        thought
    }

    /// What to say where the limits ended the search: a win or draw that was found, or else the ply that
    /// looks best among those that are not known to lose.
    fn unfinished(&self, plies: &[Ply], losing: &[Ply], best: Vec<Ply>, value: i8) -> Thought<Ply> {
        if value == 1 {
            return self.thought(&best[..1], 1, Some(Proof::Win));
        }
        let open = plies.iter().find(|ply| !losing.contains(ply) && !best.contains(ply));
        let choice = if value == 0 { best.first() } else { open };
        let choice = choice.or(plies.first()).copied();
        self.thought(&choice.into_iter().collect::<Vec<_>>(), 0, None)
    }

    fn thought(&self, best: &[Ply], value: i8, proof: Option<Proof>) -> Thought<Ply> {
        let score = i32::from(value) * WIN;
        let score = if proof.is_some() { score } else { 0 };
        Thought {
            best: best.to_vec(),
            score,
            proof,
            depth: (self.search.rules.board.all() & !self.stones.occupied()).count(),
            nodes: self.search.nodes(),
            lines: vec![Line { score, moves: best[..1].to_vec() }],
        }
    }

    /// A line of best play that begins with `first`, as far as it is found quickly.
    fn line(&mut self, first: Ply, value: i8) -> Vec<Ply> {
        self.search.begin(&Limits::states(LINE_NODES));
        let mut moves = vec![first];
        let mut stones = *self.stones;
        self.search.rules.play(&mut stones, first);
        loop {
            let value = if stones.second == self.stones.second { value } else { -value };
            let mut plies = Vec::new();
            self.search.rules.each_ply(&stones, |ply| plies.push(ply));
            let keeps = |ply: &&Ply| {
                self.search.value_of(&stones, **ply, (value - 1).max(-1), value) == value
                    || self.search.stopped
            };
            let found = plies.iter().find(keeps).copied();
            let Some(ply) = found.filter(|_| !self.search.stopped) else { return moves };
            moves.push(ply);
            self.search.rules.play(&mut stones, ply);
        }
    }
}
