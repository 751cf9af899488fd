use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;

use crate::usage::GAMES;
use crate::{DataError, Store};

/// A game that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SavedGame {
    /// Its number.
    pub id: i64,
    /// The world it belongs to.
    pub world: String,
    /// The name it was saved under.
    pub name: String,
    /// The game record.
    pub record: String,
    /// When it was saved, in seconds since 1970.
    pub at: i64,
}

impl Store {
    /// Saves a game record; gives its number.
    pub fn save_game(&self, world: &str, name: &str, record: &str) -> Result<i64, DataError> {
        GAMES.check_size(record.len() + name.len())?;
        self.check_room(&GAMES)?;
        self.run(|db| {
            db.execute(
                "INSERT INTO games (world, name, record) VALUES (?1, ?2, ?3)",
                params![world, name, record],
            )?;
            Ok(db.last_insert_rowid())
        })
    }

    /// The saved games of a world, newest first.
    pub fn games(&self, world: &str) -> Result<Vec<SavedGame>, DataError> {
        self.run(|db| {
            let mut games = db.prepare_cached(
                "SELECT id, world, name, record, at FROM games WHERE world = ?1 ORDER BY id DESC",
            )?;
            self.readable(GAMES.words, games.query_map([world], read)?)
        })
    }

    /// A saved game by its number.
    pub fn game(&self, id: i64) -> Result<Option<SavedGame>, DataError> {
        self.run(|db| {
            db.query_row("SELECT id, world, name, record, at FROM games WHERE id = ?1", [id], read)
                .optional()
        })
    }

    /// Drops a saved game; false where there is none of that number.
    pub fn drop_game(&self, id: i64) -> Result<bool, DataError> {
        self.run(|db| Ok(db.execute("DELETE FROM games WHERE id = ?1", [id])? > 0))
    }
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<SavedGame> {
    Ok(SavedGame {
        id: row.get(0)?,
        world: row.get(1)?,
        name: row.get(2)?,
        record: row.get(3)?,
        at: row.get(4)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_saved_listed_and_dropped() {
        let store = Store::in_memory().unwrap();
        let first = store.save_game("abalone", "one", "record 1").unwrap();
        let second = store.save_game("abalone", "two", "record 2").unwrap();
        store.save_game("dropper", "three", "record 3").unwrap();
        let names: Vec<_> = store.games("abalone").unwrap().into_iter().map(|g| g.name).collect();
        assert_eq!(names, ["two", "one"]);
        assert!(store.drop_game(first).unwrap());
        assert!(!store.drop_game(first).unwrap());
        assert_eq!(store.game(second).unwrap().unwrap().record, "record 2");
        assert_eq!(store.game(first).unwrap(), None);
    }
}
