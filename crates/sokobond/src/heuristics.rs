//! Estimates of the moves still to come.

mod gap;
mod pairing;
mod study;

use plyground_core::{Heuristic, HeuristicEntry, HeuristicInfo, Heuristics, Properties};

use crate::Board;

pub use gap::{Gap, Open, Scatter};
pub(crate) use gap::{gap_of, lacks_partners, moves_to_doubler, scatter_of};
pub use pairing::Pairing;
pub(crate) use pairing::{can_give, can_pair};
pub use study::{HeroDistance, Nearest, WeightedHeroDistance};

/// The heuristics there are, the usual one first.
pub fn table() -> [HeuristicEntry<Board>; 9] {
    use HeuristicEntry as Entry;
    [
        Entry::new(
            "gap",
            "how far the most lonely free electron is from its partners, the hero's way there included",
            gap::PROPERTIES,
            |_| Box::new(Gap),
        ),
        Entry::new(
            "pairing",
            "how far the furthest pair is where every free electron has a partner of its own; sees more than gap, and takes longer",
            pairing::PROPERTIES,
            |_| Box::new(Pairing),
        ),
        Entry::new(
            "open",
            "gap, and three moves for each bond still to be made",
            Properties::NONE,
            |_| Box::new(Open),
        ),
        Entry::new(
            "scatter",
            "half the ways from open atoms to the nearest partner, and three moves for each bond to be made",
            Properties::NONE,
            |_| Box::new(Scatter),
        ),
        Entry::new(
            "h1",
            "sum of the distances from the hero to every atom outside its molecule",
            Properties::NONE,
            |_| Box::new(HeroDistance),
        ),
        Entry::new(
            "h2",
            "as h1, each distance times the atom's free electrons and one",
            Properties::NONE,
            |_| Box::new(WeightedHeroDistance),
        ),
        Entry::new(
            "nearest",
            "distance from the hero to the nearest atom outside its molecule with a free electron",
            Properties::NONE,
            |_| Box::new(Nearest { dots: false }),
        ),
        Entry::new(
            "nearest+dots",
            "nearest, and a tenth of the distance to the nearest modifier",
            Properties::NONE,
            |_| Box::new(Nearest { dots: true }),
        ),
        Entry::new("zero", "nothing: all positions are alike", Properties::CONSISTENT, |_| {
            Box::new(Zero)
        }),
    ]
}

/// The heuristics of a board by name.
pub fn of(board: &Board) -> Heuristics<'_, Board> {
    Heuristics::new(board, table())
}

/// The heuristics, as they are listed.
pub fn infos() -> Vec<HeuristicInfo> {
    table().iter().map(|entry| entry.info(&["moves"])).collect()
}

/// Knows nothing.
#[derive(Debug, Clone, Copy)]
struct Zero;

impl Heuristic<Board> for Zero {
    fn estimate(&self, _board: &Board, _state: &crate::State) -> Option<u32> {
        Some(0)
    }
    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
