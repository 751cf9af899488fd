use plyground_core::{EVALUATION_LIMIT, Evaluation, Game, Side};

use super::super::score::{WIN, of_outcome};
use super::busy::{self, Busy, Errand};
use super::ordering::{History, Killers, Ranked, pick, rank};
use super::past::{MAX_PLY, Past};
use super::quiescence::QUIESCENCE_PLIES;
use super::reductions;
use super::settings::Settings;
use super::table::{Bound, Entry, NO_MOVE, PROVEN, Table};
use crate::driver::Counter;

/// Beyond every score.
pub(super) const INFINITY: i32 = WIN + 1;

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
    pub scratch: Vec<G::Move>,
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

/// A node that the search has to look into.
struct Here {
    /// Its window narrowed, its depth perhaps reduced.
    node: Node,
    side: Side,
    key: u64,
    table_key: u64,
    /// The ply that the table says to try first, by its place in the order of generation.
    hint: u16,
    /// Whether the window is empty: the question is only whether the value lies above it.
    scout: bool,
    /// The evaluation where it was asked for, or else beyond every score.
    static_value: i32,
}

/// What is known of a node before a ply is tried.
enum Probed {
    Known(i32),
    Open(Here),
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
        self.frames[node.ply].line.clear();
        if self.counter.tick() {
            return 0;
        }
        let mut here = match self.probe(state, node) {
            Probed::Known(score) => return score,
            Probed::Open(here) => here,
        };
        if let Some(score) = self.prune(state, &mut here) {
            return score;
        }
        self.try_plies(state, &here)
    }

    /// What is known without trying a ply: the game is over, the position occurred before, the horizon is
    /// reached, or the table has the answer.
    fn probe(&mut self, state: &G::State, mut node: Node) -> Probed {
        let Shared { game, table, settings, past, .. } = self.shared;
        let Node { depth, ply, .. } = node;
        let side = game.to_move(state);
        if let Some(outcome) = game.outcome(state).or_else(|| past.capped(game, state, ply)) {
            return Probed::Known(of_outcome(outcome, side, ply));
        }
        let key = game.key(state);
        if past.repeats(key, &self.path) {
            self.complete = false;
            return Probed::Known(0);
        }
        if depth <= 0 || ply >= MAX_PLY {
            self.complete = false;
            return Probed::Known(if settings.quiescence {
                self.quiesce(state, node.alpha, node.beta, ply, QUIESCENCE_PLIES)
            } else {
                self.evaluate(state)
            });
        }
        // No line from here is better than winning at once or worse than being lost now.
        node.alpha = node.alpha.max(ply as i32 - WIN);
        node.beta = node.beta.min(WIN - 1 - ply as i32);
        let Node { alpha, beta, .. } = node;
        if alpha >= beta {
            return Probed::Known(alpha);
        }
        let scout = beta - alpha == 1;
        let table_key = past.table_key(key, ply);
        let entry = table.probe(table_key);
        if let Some(entry) = entry.filter(|_| scout) {
            let score = from_table(entry.score, ply);
            if is_enough(entry, score, depth, alpha, beta) {
                self.complete &= entry.depth == PROVEN || is_decided(entry.bound, score);
                return Probed::Known(score);
            }
        }
        let hint = entry.map_or(NO_MOVE, |entry| entry.index);
        Probed::Open(Here { node, side, key, table_key, hint, scout, static_value: INFINITY })
    }

    /// A value that is good enough without trying all plies; else the position may be worth less depth.
    fn prune(&mut self, state: &G::State, here: &mut Here) -> Option<i32> {
        let Settings { pruning, null, lmr, .. } = *self.shared.settings;
        let Node { beta, depth, .. } = here.node;
        if here.scout && beta.abs() <= EVALUATION_LIMIT && (pruning || null) {
            let value = self.evaluate(state);
            here.static_value = value;
            if pruning && reductions::is_far_above(value, beta, depth, self.unit) {
                self.complete = false;
                return Some(value);
            }
            if null
                && here.node.null
                && depth >= 3
                && value >= beta
                && let Some(score) = self.try_pass(state, here.key, here.node, value)
            {
                return Some(score);
            }
        }
        if lmr && here.hint == NO_MOVE && depth >= 4 {
            // Without a move to begin with, a shallower search is the better way to one.
            here.node.depth -= 1;
        }
        None
    }

    /// The best value of all plies, the likely ones first.
    fn try_plies(&mut self, state: &G::State, here: &Here) -> i32 {
        let Node { mut alpha, beta, depth, ply, .. } = here.node;
        let complete_outside = std::mem::replace(&mut self.complete, true);
        self.generate(state, ply);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        self.path.push(here.key);
        let (mut best, mut best_index) = (-INFINITY, NO_MOVE);
        // Deferred plies are put behind the others, so the list grows while it is gone through.
        let legal = list.len();
        let busy = self.shared.busy.filter(|_| depth >= busy::LEAST_DEPTH);
        let (mut i, mut searched, mut ranked) = (0, 0, false);
        while i < list.len() {
            self.bring(state, &mut list, i, here, &mut ranked);
            let tried = list[i];
            i += 1;
            if best >= -EVALUATION_LIMIT && self.is_hopeless(here, &tried, alpha, searched) {
                // So are those that come after it, but for the deferred ones.
                self.complete = false;
                i = legal;
                continue;
            }
            let errand = busy.map(|busy| busy.errand(here.key, tried.index));
            if searched > 0 && !tried.deferred && errand.as_ref().is_some_and(Errand::is_taken) {
                list.push(Ranked { rank: i32::MIN, deferred: true, ..tried });
                continue;
            }
            let _at_it = errand.map(Errand::take);
            let score = self.try_ply(state, here, &tried, alpha, searched);
            searched += 1;
            if self.counter.stopped() {
                break;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_index = tried.index;
                if !here.scout {
                    self.keep_line(tried.mv, ply);
                }
                if score >= beta {
                    if !tried.loud {
                        self.reward(state, &list[..i], depth, ply);
                    }
                    break;
                }
            }
        }
        self.path.pop();
        self.frames[ply].list = list;
        if !self.counter.stopped() {
            let bound = self.remember(here, best, best_index);
            self.complete = complete_outside && (self.complete || is_decided(bound, best));
        }
        best
    }

    /// Brings the ply that is to be tried next to its place: the table's first, then by rank.
    fn bring(
        &self,
        state: &G::State,
        list: &mut [Ranked<G::Move>],
        at: usize,
        here: &Here,
        ranked: &mut bool,
    ) {
        if at == 0 && usize::from(here.hint) < list.len() {
            list.swap(0, usize::from(here.hint));
            list[0].loud = self.shared.game.is_loud(state, list[0].mv);
            return;
        }
        if !*ranked {
            self.rank(state, &mut list[at..], here.node.ply);
            *ranked = true;
        }
        pick(list, at);
    }

    /// Whether a quiet ply near the horizon need not be tried.
    fn is_hopeless(
        &self,
        here: &Here,
        tried: &Ranked<G::Move>,
        alpha: i32,
        searched: usize,
    ) -> bool {
        let depth = here.node.depth;
        self.shared.settings.pruning
            && here.scout
            && !tried.loud
            && !tried.deferred
            && reductions::is_hopeless(here.static_value, alpha, depth, searched, self.unit)
    }

    /// The value of a ply: the first in the whole window, the others only where they beat it.
    fn try_ply(
        &mut self,
        state: &G::State,
        here: &Here,
        tried: &Ranked<G::Move>,
        alpha: i32,
        searched: usize,
    ) -> i32 {
        let game = self.shared.game;
        let Node { beta, depth, ply, .. } = here.node;
        let mut next = state.clone();
        game.play(&mut next, tried.mv);
        let turned = game.to_move(&next) != here.side;
        let child = Node { alpha, beta, depth: depth - 1, ply: ply + 1, null: true };
        if searched == 0 {
            return self.after(turned, &next, child);
        }
        let mut reduction = 0;
        if self.shared.settings.lmr && !tried.loud && depth >= 3 && searched >= 3 {
            let past = self.shared.history.get(here.side, game.move_slot(state, tried.mv));
            reduction = reductions::late_move(depth, searched, !here.scout, past);
        }
        self.scout_then_search(turned, &next, child, reduction)
    }

    /// Puts what was found into the table; which kind of bound it is.
    fn remember(&self, here: &Here, best: i32, index: u16) -> Bound {
        let Node { alpha, beta, depth, ply, .. } = here.node;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = if self.complete { PROVEN } else { depth as u8 };
        let entry = Entry { score: to_table(best, ply), depth, bound, index };
        self.shared.table.store(here.table_key, entry);
        bound
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

    pub fn evaluate(&self, state: &G::State) -> i32 {
        let value = self.shared.evaluation.evaluate(self.shared.game, state);
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
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
