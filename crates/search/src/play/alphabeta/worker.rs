use plyground_core::{EVALUATION_LIMIT, Evaluation, Game};

use super::super::score::{WIN, of_outcome};
use super::busy::{self, Busy, Errand};
use super::ordering::{History, Killers, Ranked, pick, rank};
use super::past::{MAX_PLY, Past};
use super::reductions;
use super::settings::Settings;
use super::table::{Bound, Entry, NO_MOVE, PROVEN, Table};
use crate::driver::Counter;

/// Beyond every score.
pub(super) const INFINITY: i32 = WIN + 1;
/// Loud plies followed beyond the horizon, at most.
const QUIESCENCE_PLIES: u32 = 8;

/// What a search shares with its threads.
pub(super) struct Shared<'a, G: Game> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluation<G>,
    pub table: &'a Table,
    pub settings: &'a Settings,
    pub past: &'a Past,
    pub history: &'a History,
    /// What the threads are at; `None` for a thread alone.
    pub busy: Option<&'a Busy>,
}

impl<G: Game> Copy for Shared<'_, G> {}

impl<G: Game> Clone for Shared<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What a search keeps for each ply of the line it is in, so that no node allocates.
pub(super) struct Frame<M> {
    pub list: Vec<Ranked<M>>,
    pub line: Vec<M>,
    killers: Killers<M>,
}

impl<M: Copy + Eq> Frame<M> {
    fn new() -> Self {
        Self { list: Vec::new(), line: Vec::new(), killers: Killers::NONE }
    }
}

/// One thread's search.
pub(super) struct Worker<'a, G: Game> {
    pub shared: Shared<'a, G>,
    pub counter: Counter,
    pub frames: Vec<Frame<G::Move>>,
    /// The keys of the line from the root to the node.
    pub path: Vec<u64>,
    /// Whether the game's end was in sight everywhere below the node: then its value is final.
    pub complete: bool,
    scratch: Vec<G::Move>,
    unit: i32,
}

/// A node's place and window.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    /// Whether a null move is allowed here.
    pub null: bool,
}

impl<'a, G: Game> Worker<'a, G> {
    pub fn new(shared: Shared<'a, G>, counter: Counter) -> Self {
        Self {
            shared,
            counter,
            frames: std::iter::repeat_with(Frame::new).take(MAX_PLY + 2).collect(),
            path: Vec::with_capacity(MAX_PLY + 2),
            complete: true,
            scratch: Vec::new(),
            unit: shared.evaluation.unit(),
        }
    }

    /// Fills the frame's list with the legal plies, not yet ranked.
    pub fn generate(&mut self, state: &G::State, ply: usize) {
        self.scratch.clear();
        self.shared.game.moves(state, &mut self.scratch);
        let list = &mut self.frames[ply].list;
        list.clear();
        list.extend((0..).zip(&self.scratch).map(|(index, &mv)| Ranked {
            mv,
            index,
            rank: 0,
            loud: false,
            deferred: false,
        }));
    }

    /// Ranks the plies of a list.
    pub fn rank(&self, state: &G::State, list: &mut [Ranked<G::Move>], ply: usize) {
        rank(self.shared.game, state, list, &self.frames[ply].killers, self.shared.history);
    }

    /// The value of the position after a ply, for the side that plays it.
    pub fn after(&mut self, turned: bool, next: &G::State, node: Node) -> i32 {
        if turned {
            -self.search(next, Node { alpha: -node.beta, beta: -node.alpha, ..node })
        } else {
            self.search(next, node)
        }
    }

    /// Sets the frame's line to `mv` and what follows it.
    pub fn keep_line(&mut self, mv: G::Move, ply: usize) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }

    /// The value for the side to move, in a window: outside it, a bound.
    pub fn search(&mut self, state: &G::State, node: Node) -> i32 {
        let Node { mut alpha, mut beta, mut depth, ply, null } = node;
        let Shared { game, table, settings, past, .. } = self.shared;
        self.frames[ply].line.clear();
        if self.counter.tick() {
            return 0;
        }
        let side = game.to_move(state);
        if let Some(outcome) = game.outcome(state).or_else(|| past.capped(game, state, ply)) {
            return of_outcome(outcome, side, ply);
        }
        let key = game.key(state);
        if past.repeats(key, &self.path) {
            self.complete = false;
            return 0;
        }
        if depth <= 0 || ply >= MAX_PLY {
            self.complete = false;
            return if settings.quiescence {
                self.quiesce(state, alpha, beta, ply, QUIESCENCE_PLIES)
            } else {
                self.evaluate(state)
            };
        }
        // No line from here is better than winning at once or worse than being lost now.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - 1 - ply as i32);
        if alpha >= beta {
            return alpha;
        }

        let scout = beta - alpha == 1;
        let table_key = past.table_key(key, ply);
        let entry = table.probe(table_key);
        if let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            if scout && is_enough(entry, score, depth, alpha, beta) {
                self.complete &= entry.depth == PROVEN || is_decided(entry.bound, score);
                return score;
            }
        }
        let hint = entry.map_or(NO_MOVE, |entry| entry.index);

        let mut static_value = None;
        if scout && beta.abs() <= EVALUATION_LIMIT && (settings.pruning || settings.null) {
            let value = self.evaluate(state);
            static_value = Some(value);
            if settings.pruning && reductions::is_far_above(value, beta, depth, self.unit) {
                self.complete = false;
                return value;
            }
            if settings.null
                && null
                && depth >= 3
                && value >= beta
                && let Some(score) = self.try_pass(state, key, node, value)
            {
                return score;
            }
        }
        if settings.lmr && hint == NO_MOVE && depth >= 4 {
            // Without a move to begin with, a shallower search is the better way to one.
            depth -= 1;
        }

        let complete_outside = std::mem::replace(&mut self.complete, true);
        self.generate(state, ply);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        self.path.push(key);
        let mut best = -INFINITY;
        let mut best_index = NO_MOVE;
        let original_alpha = alpha;
        let mut ranked = false;
        // Deferred plies are put behind the others, so the list grows while it is gone through.
        let legal = list.len();
        let busy = self.shared.busy.filter(|_| depth >= busy::LEAST_DEPTH);
        let (mut i, mut searched) = (0, 0);
        while i < list.len() {
            if i == 0 && usize::from(hint) < list.len() {
                list.swap(0, usize::from(hint));
                list[0].loud = game.is_loud(state, list[0].mv);
            } else {
                if !ranked {
                    self.rank(state, &mut list[i..], ply);
                    ranked = true;
                }
                pick(&mut list, i);
            }
            let Ranked { mv, index, loud, deferred, .. } = list[i];
            i += 1;
            if settings.pruning && scout && !loud && !deferred && best >= -EVALUATION_LIMIT {
                let value = static_value.unwrap_or(INFINITY);
                if reductions::is_hopeless(value, alpha, depth, searched, self.unit) {
                    // So are those that come after it, but for the deferred ones.
                    self.complete = false;
                    i = legal;
                    continue;
                }
            }
            let errand = busy.map(|busy| busy.errand(key, index));
            if searched > 0 && !deferred && errand.as_ref().is_some_and(Errand::is_taken) {
                list.push(Ranked { rank: i32::MIN, deferred: true, ..list[i - 1] });
                continue;
            }
            let _at_it = errand.map(Errand::take);
            let mut next = state.clone();
            game.play(&mut next, mv);
            let turned = game.to_move(&next) != side;
            let child = Node { alpha, beta, depth: depth - 1, ply: ply + 1, null: true };
            let score = if searched == 0 {
                self.after(turned, &next, child)
            } else {
                let mut reduction = 0;
                if settings.lmr && !loud && depth >= 3 && searched >= 3 {
                    let past = self.shared.history.get(side, game.move_slot(state, mv));
                    reduction = reductions::late_move(depth, searched, !scout, past);
                }
                self.scout_then_search(turned, &next, child, reduction)
            };
            searched += 1;
            if self.counter.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_index = index;
                    if !scout {
                        self.keep_line(mv, ply);
                    }
                    if score >= beta {
                        if !loud {
                            self.reward(state, &list[..i], depth, ply);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();
        self.frames[ply].list = list;
        if self.counter.stopped() {
            return best;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = if self.complete { PROVEN } else { depth as u8 };
        let score = to_table(best, ply);
        table.store(table_key, Entry { score, depth, bound, index: best_index });
        self.complete = complete_outside && (self.complete || is_decided(bound, best));
        best
    }

    /// Asks with an empty window whether a ply beats alpha, less deep first; if so, finds its value.
    pub fn scout_then_search(
        &mut self,
        turned: bool,
        next: &G::State,
        child: Node,
        reduction: i32,
    ) -> i32 {
        let Node { alpha, beta, depth, .. } = child;
        let scout = Node { beta: alpha + 1, ..child };
        let mut score =
            self.after(turned, next, Node { depth: (depth - reduction).max(0), ..scout });
        if reduction > 0 && score > alpha && !self.counter.stopped() {
            score = self.after(turned, next, scout);
        }
        if score > alpha && score < beta && beta - alpha > 1 && !self.counter.stopped() {
            score = self.after(turned, next, child);
        }
        score
    }

    /// Lets the opponent play twice: if that does not help them, the position is good enough.
    fn try_pass(&mut self, state: &G::State, key: u64, node: Node, value: i32) -> Option<i32> {
        let mut next = state.clone();
        if !self.shared.game.pass(&mut next) {
            return None;
        }
        let complete = self.complete;
        let depth =
            node.depth - 1 - reductions::null_move(node.depth, value - node.beta, self.unit);
        let child =
            Node { alpha: node.beta - 1, beta: node.beta, depth, ply: node.ply + 1, null: false };
        self.path.push(key);
        let score = self.after(true, &next, child);
        self.path.pop();
        if score >= node.beta && !self.counter.stopped() {
            self.complete = false;
            // A win after a pass is not a proven one.
            return Some(score.min(EVALUATION_LIMIT).max(node.beta));
        }
        self.complete = complete;
        None
    }

    /// Remembers the quiet ply that refuted the position, and holds it against those tried before.
    fn reward(&mut self, state: &G::State, tried: &[Ranked<G::Move>], depth: i32, ply: usize) {
        let game = self.shared.game;
        let side = game.to_move(state);
        let bonus = (depth * depth * 8).min(1024);
        let Some((refutation, others)) = tried.split_last() else { return };
        self.frames[ply].killers.add(refutation.mv);
        self.shared.history.add(side, game.move_slot(state, refutation.mv), bonus);
        for other in others.iter().filter(|other| !other.loud && other.mv != refutation.mv) {
            self.shared.history.add(side, game.move_slot(state, other.mv), -bonus);
        }
    }

    fn evaluate(&self, state: &G::State) -> i32 {
        let value = self.shared.evaluation.evaluate(self.shared.game, state);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The value when only loud plies are still played, each side being free to stop.
    fn quiesce(
        &mut self,
        state: &G::State,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        left: u32,
    ) -> i32 {
        let Shared { game, past, .. } = self.shared;
        let mut best = self.evaluate(state);
        if best >= beta || left == 0 || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        self.scratch.clear();
        game.loud_moves(state, &mut self.scratch);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        list.clear();
        list.extend(self.scratch.iter().map(|&mv| Ranked {
            mv,
            index: NO_MOVE,
            rank: game.order(state, mv),
            loud: true,
            deferred: false,
        }));
        let side = game.to_move(state);
        for i in 0..list.len() {
            pick(&mut list, i);
            let mut next = state.clone();
            game.play(&mut next, list[i].mv);
            if self.counter.tick() {
                break;
            }
            let mover = game.to_move(&next);
            let over = game.outcome(&next).or_else(|| past.capped(game, &next, ply + 1));
            let score = if let Some(outcome) = over {
                of_outcome(outcome, side, ply + 1)
            } else if mover == side {
                self.quiesce(&next, alpha, beta, ply + 1, left - 1)
            } else {
                -self.quiesce(&next, -beta, -alpha, ply + 1, left - 1)
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.frames[ply].list = list;
        best
    }
}

/// Whether a score says for certain who wins, whatever else a deeper search would find.
fn is_decided(bound: Bound, score: i32) -> bool {
    (bound != Bound::Upper && score > EVALUATION_LIMIT)
        || (bound != Bound::Lower && score < -EVALUATION_LIMIT)
}

/// Whether what is stored answers the question of an empty window.
fn is_enough(entry: Entry, score: i32, depth: i32, alpha: i32, beta: i32) -> bool {
    let at_least = entry.bound != Bound::Upper;
    let at_most = entry.bound != Bound::Lower;
    let deep = i32::from(entry.depth) >= depth || is_decided(entry.bound, score);
    deep && ((at_least && score >= beta) || (at_most && score <= alpha))
}

/// Wins are counted from the root in the search, and from the position in the table.
fn to_table(score: i32, ply: usize) -> i32 {
    if score > EVALUATION_LIMIT {
        score + ply as i32
    } else if score < -EVALUATION_LIMIT {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score > EVALUATION_LIMIT {
        score - ply as i32
    } else if score < -EVALUATION_LIMIT {
        score + ply as i32
    } else {
        score
    }
}
