use std::sync::atomic::{AtomicI32, Ordering};

use plyground_core::{Game, Side};

/// A ply with what the search must know of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked<M> {
    pub mv: M,
    /// Its place in the order of generation.
    pub index: u16,
    /// Tried in descending order of this.
    pub rank: i32,
    pub loud: bool,
    /// Another thread was at it when its turn came, so it comes once more, last.
    pub deferred: bool,
}

const LOUD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// Guesses of a world beyond this count as this much.
const ORDER_LIMIT: i32 = 1 << 12;
/// History values stay within ± this.
pub(super) const HISTORY_LIMIT: i32 = 1 << 13;

/// The quiet plies that refuted something at the same distance from the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Killers<M>([Option<M>; 2]);

impl<M: Copy + Eq> Killers<M> {
    pub const NONE: Self = Self([None; 2]);

    pub fn add(&mut self, mv: M) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }

    fn rank(&self, mv: M) -> i32 {
        match self.0 {
            [Some(killer), _] if killer == mv => KILLER + 1,
            [_, Some(killer)] if killer == mv => KILLER,
            _ => 0,
        }
    }
}

/// How often plies refuted something anywhere in the tree, by side and slot. All threads learn together: an update
/// that another thread overwrites is no loss.
pub(super) struct History {
    values: Vec<AtomicI32>,
    slots: usize,
}

impl History {
    pub fn new(slots: usize) -> Self {
        let values = std::iter::repeat_with(AtomicI32::default).take(slots * 2).collect();
        Self { values, slots }
    }

    /// Whether it was made for so many slots.
    pub fn serves(&self, slots: usize) -> bool {
        self.slots == slots
    }

    pub fn get(&self, side: Side, slot: usize) -> i32 {
        self.values[side.index() * self.slots + slot].load(Ordering::Relaxed)
    }

    /// Moves a value towards its limit, the less the nearer it is.
    pub fn add(&self, side: Side, slot: usize, bonus: i32) {
        let place = &self.values[side.index() * self.slots + slot];
        let value = place.load(Ordering::Relaxed);
        place.store(value + bonus - value * bonus.abs() / HISTORY_LIMIT, Ordering::Relaxed);
    }

    /// A new search begins: what earlier ones learned counts half.
    pub fn grow_older(&mut self) {
        for value in &mut self.values {
            *value.get_mut() /= 2;
        }
    }
}

/// Ranks plies: loud ones by the world's guess, then killers, then the others by guess and history.
pub(super) fn rank<G: Game>(
    game: &G,
    state: &G::State,
    list: &mut [Ranked<G::Move>],
    killers: &Killers<G::Move>,
    history: &History,
) {
    let side = game.to_move(state);
    for ranked in list {
        let guess = game.order(state, ranked.mv).clamp(-ORDER_LIMIT, ORDER_LIMIT);
        ranked.loud = game.is_loud(state, ranked.mv);
        ranked.rank = if ranked.loud {
            LOUD + guess
        } else {
            let past = history.get(side, game.move_slot(state, ranked.mv));
            killers.rank(ranked.mv) + guess * ORDER_WEIGHT + past
        };
    }
}

/// What a world's guess weighs against history.
const ORDER_WEIGHT: i32 = 64;

/// Brings the best ply of those from `at` on to `at`.
pub(super) fn pick<M: Copy>(list: &mut [Ranked<M>], at: usize) {
    let mut best = at;
    for i in at + 1..list.len() {
        if list[i].rank > list[best].rank {
            best = i;
        }
    }
    list.swap(at, best);
}
