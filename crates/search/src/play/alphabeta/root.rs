use plyground_core::{EVALUATION_LIMIT, Game, Line, Proof, Thought};

use super::super::score::{WIN, proof_of};
use super::busy::Errand;
use super::ordering::Ranked;
use super::reductions;
use super::worker::{INFINITY, Node, Worker};

/// A first move with what is known of it.
struct RootMove<M> {
    mv: M,
    /// Its place in the order of generation.
    index: u16,
    loud: bool,
    /// From the running iteration; -[`INFINITY`] where it was not found to be good.
    score: i32,
    /// From the iteration before.
    last: i32,
    line: Vec<M>,
}

/// What to search, and how far.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub last_depth: i32,
    pub lines: usize,
    pub aspiration: bool,
}

/// Searches deeper and deeper from one position.
pub(super) struct Root<'w, 'a, G: Game> {
    worker: &'w mut Worker<'a, G>,
    state: &'w G::State,
    moves: Vec<RootMove<G::Move>>,
    /// How far scores moved from one depth to the next, on average.
    swing: i32,
    /// Whether the game's end was in sight everywhere in the last full search.
    complete: bool,
}

impl<'w, 'a, G: Game> Root<'w, 'a, G> {
    pub fn new(worker: &'w mut Worker<'a, G>, state: &'w G::State) -> Self {
        worker.path.clear();
        worker.path.push(worker.shared.game.key(state));
        worker.generate(state, 0);
        let mut list = std::mem::take(&mut worker.frames[0].list);
        worker.rank(state, &mut list, 0);
        list.sort_by_key(|ranked| -ranked.rank);
        let moves = list
            .into_iter()
            .map(|Ranked { mv, index, loud, .. }| RootMove {
                mv,
                index,
                loud,
                score: -INFINITY,
                last: -INFINITY,
                line: vec![mv],
            })
            .collect();
        Self { worker, state, moves, swing: 0, complete: false }
    }

    /// Deepens until a limit is reached or nothing is left to find; tells `info` after each depth.
    pub fn deepen(
        &mut self,
        task: Task,
        info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let lines = task.lines.clamp(1, self.moves.len().max(1));
        let mut reached = 0;
        for depth in 1..=task.last_depth {
            for root_move in &mut self.moves {
                root_move.last = std::mem::replace(&mut root_move.score, -INFINITY);
            }
            for first in 0..lines {
                self.find_line(depth, first, task.aspiration);
                if self.worker.counter.stopped() {
                    break;
                }
            }
            if self.worker.counter.stopped() {
                break;
            }
            self.moves[..lines].sort_by_key(|root_move| -root_move.score);
            reached = depth;
            info(&self.thought(reached, lines));
            self.worker.counter.settle();
            if self.worker.counter.stopped() || self.is_settled(depth, lines) {
                break;
            }
        }
        self.worker.counter.settle();
        self.thought(reached, lines)
    }

    /// Whether a deeper search cannot change the lines.
    fn is_settled(&self, depth: i32, lines: usize) -> bool {
        let decided = |root_move: &RootMove<G::Move>| {
            proof_of(root_move.score).is_some() && WIN - root_move.score.abs() <= depth
        };
        self.complete || self.moves[..lines].iter().all(decided)
    }

    /// Searches all moves but the first `first` ones, and brings the best of them to that place.
    fn find_line(&mut self, depth: i32, first: usize, aspiration: bool) {
        let last = self.moves[first].last;
        let unit = self.worker.shared.evaluation.unit();
        let mut width = reductions::aspiration(unit, self.swing);
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if aspiration && depth >= 4 && last.abs() <= EVALUATION_LIMIT {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            self.worker.complete = true;
            let score = self.search(depth, first, alpha, beta);
            self.moves[first..].sort_by_key(|root_move| -root_move.score);
            if self.worker.counter.stopped() {
                return;
            }
            width *= 2;
            let wide = |score: i32| score.abs() > EVALUATION_LIMIT || width > EVALUATION_LIMIT / 4;
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = if wide(score) { -INFINITY } else { score - width };
            } else if score >= beta {
                beta = if wide(score) { INFINITY } else { score + width };
            } else {
                if last.abs() <= EVALUATION_LIMIT && score.abs() <= EVALUATION_LIMIT {
                    self.swing = (3 * self.swing + (score - last).abs()) / 4;
                }
                self.complete = if first == 0 {
                    self.worker.complete
                } else {
                    self.complete && self.worker.complete
                };
                return;
            }
        }
    }

    fn search(&mut self, depth: i32, first: usize, mut alpha: i32, beta: i32) -> i32 {
        let game = self.worker.shared.game;
        let settings = self.worker.shared.settings;
        let side = game.to_move(self.state);
        let mut best = -INFINITY;
        let key = game.key(self.state);
        // What another thread is at comes once more, last.
        let mut order: Vec<usize> = (first..self.moves.len()).collect();
        let mut at = 0;
        while let Some(&i) = order.get(at) {
            let deferred = at >= self.moves.len() - first;
            at += 1;
            let RootMove { mv, loud, .. } = self.moves[i];
            let errand = self.worker.shared.busy.map(|busy| busy.errand(key, self.moves[i].index));
            if i > first && !deferred && errand.as_ref().is_some_and(Errand::is_taken) {
                order.push(i);
                continue;
            }
            let _at_it = errand.map(Errand::take);
            let mut next = self.state.clone();
            game.play(&mut next, mv);
            let turned = game.to_move(&next) != side;
            let child = Node { alpha, beta, depth: depth - 1, ply: 1, null: true };
            let score = if i == first {
                self.worker.after(turned, &next, child)
            } else {
                let mut reduction = 0;
                if settings.lmr && !loud && depth >= 3 && i >= first + 3 {
                    let past = self.worker.shared.history.get(side, game.move_slot(self.state, mv));
                    reduction = reductions::late_move(depth, i - first, true, past);
                }
                self.worker.scout_then_search(turned, &next, child, reduction)
            };
            if self.worker.counter.stopped() {
                return best;
            }
            self.moves[i].score = -INFINITY;
            if score > best {
                best = score;
                if i == first || score > alpha {
                    self.worker.keep_line(mv, 0);
                    self.moves[i].line.clone_from(&self.worker.frames[0].line);
                    self.moves[i].score = score;
                }
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    fn thought(&mut self, depth: i32, lines: usize) -> Thought<G::Move> {
        self.worker.counter.settle();
        let score_of = |root_move: &RootMove<G::Move>| {
            let score = if root_move.score > -INFINITY { root_move.score } else { root_move.last };
            if score > -INFINITY { score } else { 0 }
        };
        let shown = self.moves.len().min(lines);
        let lines: Vec<_> = self.moves[..shown]
            .iter()
            .map(|root_move| Line { score: score_of(root_move), moves: root_move.line.clone() })
            .collect();
        let score = lines.first().map_or(0, |line| line.score);
        let drawn = (self.complete && depth > 0).then_some(Proof::Draw);
        Thought {
            best: self.moves.first().map(|root_move| root_move.mv).into_iter().collect(),
            score,
            proof: proof_of(score).or(drawn),
            depth: depth as u32,
            nodes: self.worker.counter.all_nodes(),
            lines,
        }
    }
}
