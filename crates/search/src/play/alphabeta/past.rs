use plyground_core::{Game, Outcome, Position};

/// What happened before the root: needed for repetition and the ply cap.
pub(super) struct Past {
    keys: Vec<u64>,
    /// A bit for each key's low bits: most positions are seen to be new without a look at the keys.
    filter: [u64; 64],
    limit: u32,
    cap: Option<u32>,
}

/// Plies a search may look ahead, at most.
pub(super) const MAX_PLY: usize = 128;

impl Past {
    pub fn new<G: Game>(game: &G, position: &Position<G>) -> Self {
        let limit = game.repetition_limit();
        let mut filter = [0; 64];
        for key in &position.history {
            filter[(key >> 6) as usize % 64] |= 1 << (key % 64);
        }
        let near = |&cap: &u32| cap <= position.ply() + MAX_PLY as u32;
        Self { keys: position.history.clone(), filter, limit, cap: game.ply_cap().filter(near) }
    }

    /// Whether a position below the root counts as a draw by repetition: it would be the last one
    /// allowed, or it occurred on the way from the root already (who repeats once can repeat again).
    pub fn repeats(&self, key: u64, path: &[u64]) -> bool {
        if self.limit == 0 {
            return false;
        }
        if path.contains(&key) {
            return true;
        }
        if self.filter[(key >> 6) as usize % 64] >> (key % 64) & 1 == 0 {
            return false;
        }
        let before = self.keys.iter().filter(|&&earlier| earlier == key).count();
        before as u32 + 1 >= self.limit
    }

    /// The result `ply` plies below the root where the ply cap is reached.
    pub fn capped<G: Game>(&self, game: &G, state: &G::State, ply: usize) -> Option<Outcome> {
        let cap = self.cap?;
        (self.keys.len() + ply >= cap as usize).then(|| game.adjudicate(state))
    }

    /// The key for the transposition table: near the cap, a position's value depends on the plies left.
    pub fn table_key(&self, key: u64, ply: usize) -> u64 {
        match self.cap {
            None => key,
            Some(_) => key ^ ((self.keys.len() + ply) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }
}
