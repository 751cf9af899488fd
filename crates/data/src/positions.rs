use rusqlite::params;
use serde::Serialize;

use crate::{DataError, Store};

/// A position within a level that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedPosition {
    /// Its number.
    pub id: i64,
    /// The name it was saved under.
    pub name: String,
    /// The moves from the start of the level to it.
    pub moves: String,
}

impl Store {
    /// Saves a position of a level; gives its number.
    pub fn save_position(
        &self,
        world: &str,
        level: &str,
        name: &str,
        moves: &str,
    ) -> Result<i64, DataError> {
        self.run(|db| {
            db.execute(
                "INSERT INTO positions (world, level, name, moves) VALUES (?1, ?2, ?3, ?4)",
                params![world, level, name, moves],
            )?;
            Ok(db.last_insert_rowid())
        })
    }

    /// The positions of a level, oldest first.
    pub fn positions(&self, world: &str, level: &str) -> Result<Vec<SavedPosition>, DataError> {
        self.run(|db| {
            db.prepare_cached(
                "SELECT id, name, moves FROM positions WHERE world = ?1 AND level = ?2 ORDER BY id",
            )?
            .query_map([world, level], |row| {
                Ok(SavedPosition { id: row.get(0)?, name: row.get(1)?, moves: row.get(2)? })
            })?
            .collect()
        })
    }

    /// Drops a position; false where there is none of that number.
    pub fn drop_position(&self, world: &str, id: i64) -> Result<bool, DataError> {
        self.run(|db| {
            let dropped = "DELETE FROM positions WHERE world = ?1 AND id = ?2";
            Ok(db.execute(dropped, params![world, id])? > 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_saved_listed_and_dropped() {
        let store = Store::in_memory().unwrap();
        let id = store.save_position("sokoban", "k", "before the door", "rrU").unwrap();
        store.save_position("sokoban", "other", "x", "l").unwrap();
        let kept = store.positions("sokoban", "k").unwrap();
        assert_eq!((kept.len(), &*kept[0].moves), (1, "rrU"));
        assert!(!store.drop_position("sokobond", id).unwrap());
        assert!(store.drop_position("sokoban", id).unwrap());
        assert!(store.positions("sokoban", "k").unwrap().is_empty());
    }
}
