//! Alpha-beta over win, draw and loss, with a table of positions up to symmetry.

use std::cmp::Ordering;
use std::time::Instant;

use plyground_core::Cancel;

use super::symmetry::Symmetry;
use super::table::{Key, Table};
use crate::bits::Bits;
use crate::rules::{Ply, Rules, Stones};

/// Nodes between two looks at the clock.
const BATCH: u64 = 1024;
/// Fewer empty squares than this are searched without the table: looking up would take longer.
const TABLE_EMPTIES: u32 = 3;
/// With at least so many empty squares, a look at the table for all replies comes first.
const PEEK_EMPTIES: u32 = 5;

/// When a search must end.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop {
    pub deadline: Option<Instant>,
    pub nodes: Option<u64>,
    pub cancel: Cancel,
}

/// A search for the exact value of positions of one game.
pub(super) struct Search<B> {
    rules: Rules<B>,
    symmetry: Symmetry<B>,
    table: Table<B>,
    stop: Stop,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the search ended early; values found since mean nothing.
    pub stopped: bool,
    /// The Drops of all positions on the way to the one that is searched, the newest last.
    drops: Vec<Dropped<B>>,
}

/// The position after a Drop, from the view of the one who made it.
#[derive(Clone, Copy)]
struct Dropped<B> {
    own: B,
    theirs: B,
    rank: i32,
}

impl<B: Bits> Search<B> {
    pub fn new(rules: &Rules<B>, table_bytes: u64) -> Self {
        Self {
            symmetry: Symmetry::new(&rules.board),
            rules: rules.clone(),
            table: Table::new(table_bytes),
            stop: Stop::default(),
            nodes: 0,
            stopped: false,
            drops: Vec::new(),
        }
    }

    /// Whether this search may go on with positions of `rules`.
    pub fn serves(&self, rules: &Rules<B>) -> bool {
        self.rules.board.size() == rules.board.size() && self.rules.pass == rules.pass
    }

    /// Bytes held by the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Begins a new search under these limits; what is known of positions stays.
    pub fn begin(&mut self, stop: Stop) {
        self.stop = stop;
        self.nodes = 0;
        self.stopped = false;
        self.look();
    }

    /// The value for the mover, exact where it lies between alpha and beta, else a bound beyond them.
    pub fn value(&mut self, stones: &Stones<B>, alpha: i8, beta: i8) -> i8 {
        if stones.free_due {
            self.free(stones.own(), stones.theirs(), alpha, beta)
        } else {
            self.turn(stones.own(), stones.theirs(), alpha, beta)
        }
    }

    /// The value of a ply for the one who plays it.
    pub fn value_of(&mut self, stones: &Stones<B>, ply: Ply, alpha: i8, beta: i8) -> i8 {
        let mut next = *stones;
        self.rules.play(&mut next, ply);
        if next.second == stones.second {
            self.value(&next, alpha, beta)
        } else {
            -self.value(&next, -beta, -alpha)
        }
    }

    fn look(&mut self) {
        self.stopped |= self.stop.cancel.is_cancelled()
            || self.stop.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    fn tick(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) {
            self.look();
        }
        self.stopped |= self.stop.nodes.is_some_and(|limit| self.nodes > limit);
    }

    /// The value at the start of a turn.
    fn turn(&mut self, own: B, theirs: B, mut alpha: i8, mut beta: i8) -> i8 {
        self.tick();
        if self.stopped {
            return 0;
        }
        let occupied = own | theirs;
        let empty = self.rules.board.all() & !occupied;
        let droppable = theirs & self.rules.board.around(empty);
        let free_left = !self.rules.board.free_squares(occupied).is_empty();
        if droppable.is_empty() {
            return if free_left {
                self.free(own, theirs, alpha, beta)
            } else {
                self.stuck(own, theirs, alpha, beta)
            };
        }
        let empties = empty.count();
        if empties == 1 {
            return self.last_drop(own, theirs, empty, beta);
        }
        let key = (empties >= TABLE_EMPTIES).then(|| {
            let (own, theirs) = self.symmetry.canonical(own, theirs);
            Key { own, theirs, free_due: false }
        });
        if let Some(key) = &key {
            let (lower, upper) = self.table.bounds(key);
            if lower == upper || lower >= beta {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        let before = self.nodes;
        let value = self.drops(own, theirs, (alpha, beta));
        if let Some(key) = &key
            && !self.stopped
        {
            let lower = if value > alpha { value } else { -1 };
            let upper = if value < beta { value } else { 1 };
            self.table.store(key, lower, upper, self.nodes - before);
        }
        value
    }

    /// The best of all Drops.
    fn drops(&mut self, own: B, theirs: B, (alpha, beta): (i8, i8)) -> i8 {
        let base = self.drops.len();
        self.list_drops(own, theirs);
        let value = self.best_drop(base, alpha, beta);
        self.drops.truncate(base);
        value
    }

    /// The best of the Drops listed from `base` on.
    fn best_drop(&mut self, base: usize, mut alpha: i8, beta: i8) -> i8 {
        let occupied = self.drops[base].own | self.drops[base].theirs;
        let empties = (self.rules.board.all() & !occupied).count() + 1;
        if empties >= PEEK_EMPTIES
            && let Some(value) = self.peek(&self.drops[base..], beta)
        {
            return value;
        }
        let mut best = -1;
        for i in base..self.drops.len() {
            let next = pick(&mut self.drops[i..]);
            let value = self.after_drop(next.own, next.theirs, alpha, beta);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Looks in the table whether one of the Drops is known to be good enough.
    fn peek(&self, list: &[Dropped<B>], beta: i8) -> Option<i8> {
        for next in list {
            let free_due = !self.rules.board.free_squares(next.own | next.theirs).is_empty();
            let value = if free_due {
                let (own, theirs) = self.symmetry.canonical(next.own, next.theirs);
                self.table.bounds(&Key { own, theirs, free_due }).0
            } else {
                let (own, theirs) = self.symmetry.canonical(next.theirs, next.own);
                -self.table.bounds(&Key { own, theirs, free_due }).1
            };
            if value >= beta {
                return Some(value);
            }
        }
        None
    }

    /// Lists all Drops, each with a guess of how good it is.
    ///
    /// The guess counts neighbours. Adding the resulting groups or the evaluation visited about as many
    /// positions (60 positions of 5×5 with 10 empty squares) and took more time for each.
    fn list_drops(&mut self, own: B, theirs: B) {
        let board = &self.rules.board;
        let empty = board.all() & !(own | theirs);
        for from in (theirs & board.around(empty)).squares() {
            let stone = B::bit(from);
            let (joined, left) = (board.beside(stone) & own, theirs ^ stone);
            let broken = board.beside(stone) & left;
            let own = own | stone;
            let targets = board.near(from) & empty;
            // The new stone can be pushed to any of the other targets.
            let stone_rank = 6 * weigh(joined) + 4 * weigh(broken) - 6 * weigh(targets);
            for to in targets.squares() {
                let target = B::bit(to);
                let beside = board.beside(target);
                // Stones around the target can no longer be pushed there.
                let guarded = board.near(to) & own;
                let rank = stone_rank - 2 * weigh(beside & left)
                    + 2 * weigh(beside & own)
                    + 6 * weigh(guarded);
                self.drops.push(Dropped { own, theirs: left | target, rank });
            }
        }
    }

    /// The value after a Drop for the one who made it.
    fn after_drop(&mut self, own: B, theirs: B, alpha: i8, beta: i8) -> i8 {
        if self.rules.board.free_squares(own | theirs).is_empty() {
            -self.turn(theirs, own, -beta, -alpha)
        } else {
            self.free(own, theirs, alpha, beta)
        }
    }

    /// The value where the mover must place a Free.
    fn free(&mut self, own: B, theirs: B, mut alpha: i8, mut beta: i8) -> i8 {
        self.tick();
        if self.stopped {
            return 0;
        }
        let (canonical_own, canonical_theirs) = self.symmetry.canonical(own, theirs);
        let key = Key { own: canonical_own, theirs: canonical_theirs, free_due: true };
        let (lower, upper) = self.table.bounds(&key);
        if lower == upper || lower >= beta {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let (before, first_alpha) = (self.nodes, alpha);
        let mut best = -1;
        for square in self.rules.board.free_squares(own | theirs).squares() {
            let value = -self.turn(theirs, own | B::bit(square), -beta, -alpha);
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        let lower = if best > first_alpha { best } else { -1 };
        let upper = if best < beta { best } else { 1 };
        self.table.store(&key, lower, upper, self.nodes - before);
        best
    }

    /// The value where the mover has nothing to play.
    fn stuck(&mut self, own: B, theirs: B, alpha: i8, beta: i8) -> i8 {
        let empty = self.rules.board.all() & !(own | theirs);
        if self.rules.pass && !(own & self.rules.board.around(empty)).is_empty() {
            return -self.turn(theirs, own, -beta, -alpha);
        }
        self.standing(own, theirs)
    }

    /// The value with one empty square: each Drop ends the game.
    fn last_drop(&mut self, own: B, theirs: B, empty: B, beta: i8) -> i8 {
        let mut best = -1;
        for from in (self.rules.board.near(empty.lowest()) & theirs).squares() {
            let at = B::bit(from);
            let value = self.standing(own | at, theirs ^ at | empty);
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The value of the groups as they are.
    fn standing(&self, own: B, theirs: B) -> i8 {
        let board = &self.rules.board;
        // The largest groups mostly decide, so the lists are only made where they do not.
        let by_largest = board.largest_group(own).cmp(&board.largest_group(theirs));
        let ordering =
            by_largest.then_with(|| board.group_sizes(own).cmp(&board.group_sizes(theirs)));
        match ordering {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }
}

fn weigh<B: Bits>(set: B) -> i32 {
    set.count() as i32
}

/// Brings the most promising Drop to the front.
fn pick<B: Bits>(list: &mut [Dropped<B>]) -> Dropped<B> {
    let mut best = 0;
    for i in 1..list.len() {
        if list[i].rank > list[best].rank {
            best = i;
        }
    }
    list.swap(0, best);
    list[0]
}
