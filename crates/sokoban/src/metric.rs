use crate::rules::UNIT;

/// What a solution should have few of; the other breaks ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// Steps of the player, pushes among them.
    #[default]
    Moves,
    /// Boxes moved by one cell.
    Pushes,
}

impl Metric {
    /// The words people type, the usual one first.
    pub const WORDS: [&'static str; 2] = ["moves", "pushes"];

    /// The metric of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Moves, Self::Pushes].into_iter().find(|metric| metric.word() == word)
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// What a push costs after a walk of so many moves: whole [`UNIT`]s of this metric, and a little for
    /// the other.
    pub const fn cost(self, walk: u16) -> u32 {
        let moves = walk as u32 + 1;
        match self {
            Self::Moves => moves * UNIT + 1,
            Self::Pushes => UNIT + moves,
        }
    }
}
