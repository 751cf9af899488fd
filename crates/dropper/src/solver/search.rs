//! A search that proves what the mover can reach, with a table of positions.
//!
//! It asks only whether the mover can reach a goal: 1 is a win, 0 at least a draw. Where the goal is `goal` for
//! one player, it is `1 - goal` for the other. One or two such questions give the value.

use std::sync::Arc;

use plyground_core::Limits;
use plyground_search::driver::{Clock, Counter};

use super::forecast::{Forecast, Ground};
use super::history::History;
use super::symmetry::Symmetry;
use super::table::{Key, Table};
use crate::board::Board;
use crate::board::bits::Bits;
use crate::rules::{Ply, Rules, Stones};

/// Fewer empty squares than this are searched without the table: looking up would take longer.
const TABLE_EMPTIES: u32 = 4;
/// With at least so many empty squares, an odd number, a look at the table for all replies comes first.
const PEEK_EMPTIES: u32 = 7;
/// With at least so many, also an odd number, a look two Drops ahead decides the order. (With 15 empty squares on
/// 5×5 it halves the nodes; with fewer than 9 it takes longer than it saves.)
const LOOK_AHEAD_EMPTIES: u32 = 9;
/// What a reply that can be made counts against a Drop.
const REPLY: i32 = 6;
/// What the neighbours count in the order of Drops, against the bonus of the history.
const RANK: i32 = 16;

/// A search for the exact value of positions of one game.
pub(super) struct Search<B> {
    pub(super) rules: Rules<B>,
    symmetry: Symmetry<B>,
    table: Table<B>,
    forecast: Forecast<B>,
    history: History,
    /// Counts the positions visited.
    counter: Counter,
    /// Whether the search ended early; answers found since mean nothing.
    pub stopped: bool,
    /// The Drops of all positions on the way to the one that is searched, the newest last.
    drops: Vec<Dropped<B>>,
}

fn count_within(limits: &Limits) -> Counter {
    Arc::new(Clock::start(limits)).counter(1)
}

/// The position after a Drop, from the view of the one who made it.
#[derive(Clone, Copy)]
struct Dropped<B> {
    own: B,
    theirs: B,
    drop: (u8, u8),
    rank: i32,
}

impl<B: Bits> Search<B> {
    pub fn new(size: usize, pass: bool, table_bytes: u64) -> Self {
        let board = Board::new(size);
        Self {
            symmetry: Symmetry::new(&board),
            rules: Rules::new(board, Stones::default(), pass),
            table: Table::new(table_bytes),
            forecast: Forecast::default(),
            history: History::new(size * size),
            counter: count_within(&Limits::default()),
            stopped: false,
            drops: Vec::new(),
        }
    }

    /// Whether this search may go on with positions of such a game.
    pub fn serves(&self, size: usize, pass: bool) -> bool {
        self.rules.board.size() == size && self.rules.pass == pass
    }

    /// Bytes held by the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Begins a new search under these limits; what is known of positions stays.
    pub fn begin(&mut self, limits: &Limits) {
        self.counter = count_within(limits);
        self.stopped = self.counter.stopped();
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.counter.nodes()
    }

    /// The value of a ply for the one who plays it, or the nearer end of `low..=high` where it lies outside.
    pub fn value_of(&mut self, stones: &Stones<B>, ply: Ply, low: i8, high: i8) -> i8 {
        let mut next = *stones;
        self.rules.play(&mut next, ply);
        let (mut low, mut high) = (low, high);
        // What is foreseen is asked first, for it may be the only question.
        let doubtful = self.promise(stones, ply) < 0;
        while low < high && !self.stopped {
            let goal = if doubtful { low + 1 } else { high };
            let reached = if next.second == stones.second {
                self.reaches(&next, goal)
            } else {
                !self.reaches(&next, 1 - goal)
            };
            (low, high) = if reached { (goal, high) } else { (low, goal - 1) };
        }
        low
    }

    /// How promising a ply is for the one who plays it: above 0 where a win is foreseen, below where a loss is.
    pub fn promise(&mut self, stones: &Stones<B>, ply: Ply) -> i32 {
        let mut next = *stones;
        self.rules.play(&mut next, ply);
        let key = Key { own: next.own(), theirs: next.theirs(), free_due: next.free_due };
        let promise = self.promise_of(key);
        if next.second == stones.second { promise } else { -promise }
    }

    fn promise_of(&mut self, key: Key<B>) -> i32 {
        let ground = Ground { board: &self.rules.board, symmetry: &self.symmetry };
        self.forecast.promise(&ground, key)
    }

    fn reaches(&mut self, stones: &Stones<B>, goal: i8) -> bool {
        if stones.free_due {
            self.free(stones.own(), stones.theirs(), goal)
        } else {
            self.turn(stones.own(), stones.theirs(), goal)
        }
    }

    pub(super) fn tick(&mut self) {
        self.stopped = self.counter.tick();
    }

    /// Whether the mover reaches the goal at the start of a turn.
    fn turn(&mut self, own: B, theirs: B, goal: i8) -> bool {
        self.tick();
        if self.stopped {
            return false;
        }
        let empty = self.rules.board.all() & !(own | theirs);
        if (theirs & self.rules.board.around(empty)).is_empty() {
            return if self.rules.board.free_squares(own | theirs).is_empty() {
                self.stuck(own, theirs, goal)
            } else {
                self.free(own, theirs, goal)
            };
        }
        match empty.count() {
            1 => self.with_one_empty(own, theirs, empty, goal),
            2 => self.with_two_empty(own, theirs, empty, goal),
            empties if empties < TABLE_EMPTIES => self.drops(own, theirs, goal),
            _ => {
                let key = self.key(own, theirs, false);
                self.known_or(&key, goal, |search| search.drops(own, theirs, goal))
            }
        }
    }

    /// What the table knows, or else what `find` finds, which the table then keeps.
    fn known_or(&mut self, key: &Key<B>, goal: i8, find: impl FnOnce(&mut Self) -> bool) -> bool {
        let (lower, upper) = self.table.bounds(key);
        if lower >= goal {
            return true;
        }
        if upper < goal {
            return false;
        }
        let before = self.nodes();
        let reached = find(self);
        if !self.stopped {
            let bounds = if reached { (goal, 1) } else { (-1, goal - 1) };
            self.table.store(key, bounds, self.nodes() - before);
        }
        reached
    }

    fn key(&self, own: B, theirs: B, free_due: bool) -> Key<B> {
        // Two positions that are images of each other mostly come from such positions early in the game.
        let early = 2 * (own | theirs).count() < self.rules.board.all().count();
        let (own, theirs) =
            if early { self.symmetry.canonical(own, theirs) } else { (own, theirs) };
        Key { own, theirs, free_due }
    }

    /// Whether one of the Drops reaches the goal.
    fn drops(&mut self, own: B, theirs: B, goal: i8) -> bool {
        let base = self.drops.len();
        let empties = self.list_drops(own, theirs);
        let reached = self.some_drop(base, empties, goal);
        self.drops.truncate(base);
        reached
    }

    /// Whether one of the Drops listed from `base` on reaches the goal.
    fn some_drop(&mut self, base: usize, empties: u32, goal: i8) -> bool {
        // Only the one who fills the last square has much hope.
        let odd = empties % 2 == 1;
        if odd && empties >= PEEK_EMPTIES && self.peek(&self.drops[base..], goal) {
            return true;
        }
        if odd && empties >= LOOK_AHEAD_EMPTIES {
            self.look_ahead(base, goal);
        }
        for i in base..self.drops.len() {
            let next = pick(&mut self.drops[i..]);
            let reached = if self.rules.board.free_squares(next.own | next.theirs).is_empty() {
                !self.turn(next.theirs, next.own, 1 - goal)
            } else {
                self.free(next.own, next.theirs, goal)
            };
            if self.stopped {
                return false;
            }
            if reached {
                for missed in base..i {
                    self.history.blame(odd, self.drops[missed].drop);
                }
                self.history.praise(odd, next.drop);
                return true;
            }
        }
        false
    }

    /// Looks in the table whether one of the Drops is known to be good enough.
    fn peek(&self, list: &[Dropped<B>], goal: i8) -> bool {
        list.iter().any(|next| {
            if self.rules.board.free_squares(next.own | next.theirs).is_empty() {
                self.table.bounds(&self.key(next.theirs, next.own, false)).1 < 1 - goal
            } else {
                self.table.bounds(&self.key(next.own, next.theirs, true)).0 >= goal
            }
        })
    }

    /// Moves those Drops from `base` on ahead of which many replies are known to fail, and one that is known to be
    /// refuted to the end.
    fn look_ahead(&mut self, base: usize, goal: i8) {
        const REFUTED: i32 = 1_000_000;
        for i in base..self.drops.len() {
            let Dropped { own, theirs, .. } = self.drops[i];
            if self.rules.board.free_squares(own | theirs).is_empty() {
                self.drops[i].rank += match self.failing_replies(theirs, own, 1 - goal) {
                    Some(replies) => RANK * REPLY * replies,
                    None => -REFUTED,
                };
            }
        }
    }

    /// How many Drops of the mover are known to miss the goal; `None` where one is known to reach it.
    fn failing_replies(&self, own: B, theirs: B, goal: i8) -> Option<i32> {
        let board = &self.rules.board;
        let empty = board.all() & !(own | theirs);
        let mut failing = 0;
        for from in (theirs & board.around(empty)).squares() {
            let stone = B::bit(from);
            for to in (board.near(from) & empty).squares() {
                let key = self.key(theirs ^ stone | B::bit(to), own | stone, false);
                let (lower, upper) = self.table.bounds(&key);
                if upper < 1 - goal {
                    return None;
                }
                failing += i32::from(lower >= 1 - goal);
            }
        }
        Some(failing)
    }

    /// Lists all Drops, each with a guess of how good it is, and says how many squares are empty.
    ///
    /// The guess counts neighbours. Adding the resulting groups or the evaluation visited about as many
    /// positions (60 positions of 5×5 with 10 empty squares) and took more time for each.
    fn list_drops(&mut self, own: B, theirs: B) -> u32 {
        let board = &self.rules.board;
        let empty = board.all() & !(own | theirs);
        let empties = empty.count();
        let foresee = !board.free_squares(own | theirs).is_empty();
        let base = self.drops.len();
        for from in (theirs & board.around(empty)).squares() {
            let stone = B::bit(from);
            let (joined, left) = (board.beside(stone) & own, theirs ^ stone);
            let broken = board.beside(stone) & left;
            let own = own | stone;
            let targets = board.near(from) & empty;
            // The new stone can be pushed to any of the other targets.
            let stone_rank = 6 * weigh(joined) + 4 * weigh(broken) - REPLY * weigh(targets);
            for to in targets.squares() {
                let target = B::bit(to);
                let beside = board.beside(target);
                // Stones around the target can no longer be pushed there.
                let guarded = board.near(to) & own;
                let rank = stone_rank - 2 * weigh(beside & left)
                    + 2 * weigh(beside & own)
                    + REPLY * weigh(guarded);
                let drop = (from as u8, to as u8);
                let rank = RANK * rank + self.history.bonus(empties % 2 == 1, drop);
                self.drops.push(Dropped { own, theirs: left | target, drop, rank });
            }
        }
        if foresee {
            self.foresee(base);
        }
        empties
    }

    /// Lets the forecast decide the order of the Drops from `base` on, and their rank only between equals.
    fn foresee(&mut self, base: usize) {
        const FORECAST: i32 = 10_000;
        for i in base..self.drops.len() {
            let next = self.drops[i];
            let ground = Ground { board: &self.rules.board, symmetry: &self.symmetry };
            let key = ground.dropped(next.own, next.theirs);
            let promise = self.promise_of(key);
            self.drops[i].rank += FORECAST * if key.free_due { promise } else { -promise };
        }
    }

    /// Whether the mover reaches the goal by one of the Frees.
    fn free(&mut self, own: B, theirs: B, goal: i8) -> bool {
        self.tick();
        if self.stopped {
            return false;
        }
        let key = self.key(own, theirs, true);
        self.known_or(&key, goal, |search| {
            let mut squares: Vec<usize> =
                search.rules.board.free_squares(own | theirs).squares().collect();
            squares.sort_by_cached_key(|&square| {
                search.promise_of(Key {
                    own: theirs,
                    theirs: own | B::bit(square),
                    free_due: false,
                })
            });
            // A search that is stopped answers anything, and ends at the first answer.
            squares.into_iter().any(|square| !search.turn(theirs, own | B::bit(square), 1 - goal))
        })
    }

    /// Whether the mover, who has nothing to play, has reached the goal.
    pub(super) fn stuck(&mut self, own: B, theirs: B, goal: i8) -> bool {
        let empty = self.rules.board.all() & !(own | theirs);
        if self.rules.pass && !(own & self.rules.board.around(empty)).is_empty() {
            return !self.turn(theirs, own, 1 - goal);
        }
        self.standing(own, theirs) >= goal
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
