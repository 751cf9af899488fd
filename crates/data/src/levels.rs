use rusqlite::{Row, params};
use serde::Serialize;

use crate::collections::{self, MY_LEVELS};
use crate::usage::LEVELS;
use crate::{DataError, Store};

/// A level a person made or imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OwnLevel {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The level in the world's usual format.
    pub text: String,
}

pub(crate) const SELECT: &str = "SELECT id, title, text FROM levels";

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<OwnLevel> {
    Ok(OwnLevel { id: row.get(0)?, title: row.get(1)?, text: row.get(2)? })
}

impl Store {
    /// Keeps a level, in place of number `id` where one is given and exists; gives its number.
    pub fn save_level(
        &self,
        world: &str,
        id: Option<i64>,
        title: &str,
        text: &str,
    ) -> Result<i64, DataError> {
        LEVELS.check_size(text.len() + title.len())?;
        if let Some(id) = id {
            let changed = self.run(|db| {
                db.execute(
                    "UPDATE levels SET title = ?3, text = ?4, key = '', at = unixepoch()
                     WHERE id = ?1 AND world = ?2",
                    params![id, world, title, text],
                )
            })?;
            if changed > 0 {
                return Ok(id);
            }
        }
        self.check_room(&LEVELS)?;
        self.run(|db| {
            let collection = collections::ensure(db, world, MY_LEVELS)?;
            db.execute(
                "INSERT INTO levels (world, collection, title, text) VALUES (?1, ?2, ?3, ?4)",
                params![world, collection, title, text],
            )?;
            Ok(db.last_insert_rowid())
        })
    }

    /// The levels kept for a world, oldest first.
    pub fn levels(&self, world: &str) -> Result<Vec<OwnLevel>, DataError> {
        self.run(|db| {
            let mut levels =
                db.prepare_cached(&format!("{SELECT} WHERE world = ?1 ORDER BY id"))?;
            self.readable(LEVELS.words, levels.query_map([world], read)?)
        })
    }

    /// Drops a level; false where there is none of that number.
    pub fn drop_level(&self, world: &str, id: i64) -> Result<bool, DataError> {
        self.run(|db| {
            Ok(db.execute("DELETE FROM levels WHERE world = ?1 AND id = ?2", params![world, id])?
                > 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_kept_changed_and_dropped() {
        let store = Store::in_memory().unwrap();
        let id = store.save_level("sokoban", None, "Mine", "#@#").unwrap();
        assert_eq!(store.save_level("sokoban", Some(id), "Mine too", "#@ #").unwrap(), id);
        assert_ne!(store.save_level("sokobond", Some(id), "Other", "Hh").unwrap(), id);
        let levels = store.levels("sokoban").unwrap();
        assert_eq!(levels, [OwnLevel { id, title: "Mine too".into(), text: "#@ #".into() }]);
        assert!(store.drop_level("sokoban", id).unwrap());
        assert!(store.levels("sokoban").unwrap().is_empty());
    }
}
