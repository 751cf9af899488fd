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

/// How often plies refuted something anywhere in the tree, by side and slot.
pub(super) struct History {
    values: Vec<i32>,
    slots: usize,
}

impl History {
    pub fn new(slots: usize) -> Self {
        Self { values: vec![0; slots * 2], slots }
    }

    pub fn get(&self, side: Side, slot: usize) -> i32 {
        self.values[side.index() * self.slots + slot]
    }

    /// Moves a value towards its limit, the less the nearer it is.
    pub fn add(&mut self, side: Side, slot: usize, bonus: i32) {
        let value = &mut self.values[side.index() * self.slots + slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
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
