//! How much a person may keep, and how much is kept.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{DataError, Store};

/// How many things of a kind are kept, how many may be, and how large one may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// How many are kept.
    pub kept: usize,
    /// How many may be kept.
    pub most: usize,
    /// The most bytes of one.
    pub largest: usize,
}

/// What a store holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Usage {
    /// Own levels.
    pub levels: Share,
    /// Saved games.
    pub games: Share,
    /// The bytes of the whole store.
    pub bytes: u64,
}

/// A kind of thing that is kept, with its bounds.
pub(crate) struct Kind {
    table: &'static str,
    /// What a person calls them.
    pub words: &'static str,
    most: usize,
    largest: usize,
}

pub(crate) const LEVELS: Kind =
    Kind { table: "levels", words: "own levels", most: 20_000, largest: 256 << 10 };
pub(crate) const GAMES: Kind =
    Kind { table: "games", words: "saved games", most: 5_000, largest: 1 << 20 };

impl Kind {
    /// Refuses a thing that is too large.
    pub fn check_size(&self, bytes: usize) -> Result<(), DataError> {
        if bytes <= self.largest {
            return Ok(());
        }
        Err(DataError::Large { words: self.words, bytes, most: self.largest })
    }
}

impl Store {
    fn count(&self, kind: &Kind) -> Result<usize, DataError> {
        let query = format!("SELECT count(*) FROM {}", kind.table);
        let count =
            self.run(|db| db.prepare_cached(&query)?.query_row([], |row| row.get::<_, u32>(0)))?;
        Ok(count as usize)
    }

    /// Refuses one more where there are as many as may be.
    pub(crate) fn check_room(&self, kind: &Kind) -> Result<(), DataError> {
        if self.count(kind)? < kind.most {
            return Ok(());
        }
        Err(DataError::Full { words: kind.words, most: kind.most })
    }

    /// How much is kept, and how much may be.
    pub fn usage(&self) -> Result<Usage, DataError> {
        let share = |kind: &Kind| -> Result<Share, DataError> {
            Ok(Share { kept: self.count(kind)?, most: kind.most, largest: kind.largest })
        };
        let bytes = self.run(|db| {
            let pages: i64 = db.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let size: i64 = db.pragma_query_value(None, "page_size", |row| row.get(0))?;
            Ok((pages * size).unsigned_abs())
        })?;
        Ok(Usage { levels: share(&LEVELS)?, games: share(&GAMES)?, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_or_too_large_is_refused_with_the_bound() {
        let store = Store::in_memory().unwrap();
        let large = "#".repeat(LEVELS.largest + 1);
        let error = store.save_level("sokoban", None, "Large", &large).unwrap_err().to_string();
        assert!(error.contains(&LEVELS.largest.to_string()), "{error}");
        let large = "1".repeat(GAMES.largest + 1);
        assert!(store.save_game("dropper", "Large", &large).is_err());
        let full = Kind { most: 2, ..LEVELS };
        for title in ["one", "two"] {
            store.check_room(&full).unwrap();
            store.save_level("sokoban", None, title, "#@#").unwrap();
        }
        let error = store.check_room(&full).unwrap_err().to_string();
        assert!(error.contains("2 own levels"), "{error}");
        assert_eq!(store.usage().unwrap().levels.kept, 2);
    }
}
