use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;

use crate::levels::{self, OwnLevel};
use crate::usage::LEVELS;
use crate::{DataError, Store};

/// Where a level goes that is kept without saying where.
pub const MY_LEVELS: &str = "My levels";

/// A collection of levels that a person made or imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Its number.
    pub id: i64,
    /// Its name; no other of the world has it.
    pub name: String,
    /// Who made it; empty where unknown.
    pub author: String,
    /// What is said of its levels as a whole.
    pub introduction: String,
    /// How many levels it has.
    pub levels: usize,
}

/// A level to be added to a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLevel {
    /// Names its board, whatever its title.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The level in the world's usual format.
    pub text: String,
}

const SELECT: &str = "SELECT id, name, author, introduction,
    (SELECT count(*) FROM levels WHERE levels.collection = collections.id) FROM collections";

fn read(row: &Row<'_>) -> rusqlite::Result<Collection> {
    Ok(Collection {
        id: row.get(0)?,
        name: row.get(1)?,
        author: row.get(2)?,
        introduction: row.get(3)?,
        levels: row.get::<_, i64>(4)?.unsigned_abs() as usize,
    })
}

/// The number of the collection of that name, which is made where it is missing.
pub(crate) fn ensure(db: &Connection, world: &str, name: &str) -> rusqlite::Result<i64> {
    db.execute(
        "INSERT INTO collections (world, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [world, name],
    )?;
    db.query_row(
        "SELECT id FROM collections WHERE world = ?1 AND name = ?2",
        [world, name],
        |row| row.get(0),
    )
}

impl Store {
    /// The collections of a world, oldest first.
    pub fn collections(&self, world: &str) -> Result<Vec<Collection>, DataError> {
        self.run(|db| {
            db.prepare_cached(&format!("{SELECT} WHERE world = ?1 ORDER BY id"))?
                .query_map([world], read)?
                .collect()
        })
    }

    /// The collection of that name; case does not matter.
    pub fn collection(&self, world: &str, name: &str) -> Result<Option<Collection>, DataError> {
        self.run(|db| {
            let wanted =
                format!("{SELECT} WHERE world = ?1 AND name = ?2 COLLATE NOCASE ORDER BY id");
            db.prepare_cached(&wanted)?.query_row([world, name], read).optional()
        })
    }

    /// The levels of a collection, in their order.
    pub fn collection_levels(&self, collection: i64) -> Result<Vec<OwnLevel>, DataError> {
        self.run(|db| {
            let wanted = format!("{} WHERE collection = ?1 ORDER BY id", levels::SELECT);
            db.prepare_cached(&wanted)?.query_map([collection], levels::read)?.collect()
        })
    }

    /// Adds levels to the collection of that name, which is made where it is missing; those whose board is in it already
    /// are passed over. Gives how many were new. All of them or none.
    pub fn add_levels(
        &self,
        world: &str,
        collection: &Collection,
        levels: &[NewLevel],
    ) -> Result<usize, DataError> {
        for level in levels {
            LEVELS.check_size(level.text.len() + level.title.len())?;
        }
        self.check_room(&LEVELS)?;
        self.run(|db| {
            let change = db.unchecked_transaction()?;
            let id = ensure(db, world, &collection.name)?;
            db.execute(
                "UPDATE collections SET author = iif(author = '', ?2, author),
                     introduction = iif(introduction = '', ?3, introduction) WHERE id = ?1",
                params![id, collection.author, collection.introduction],
            )?;
            let mut added = 0;
            for level in levels {
                added += db
                    .prepare_cached(
                        "INSERT INTO levels (world, collection, key, title, text)
                         SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS
                             (SELECT 1 FROM levels WHERE collection = ?2 AND key = ?3)",
                    )?
                    .execute(params![world, id, level.key, level.title, level.text])?;
            }
            change.commit()?;
            Ok(added)
        })
    }

    /// Gives a collection another name and author; false where there is none of that number, or another has that name.
    pub fn rename_collection(
        &self,
        world: &str,
        id: i64,
        name: &str,
        author: &str,
    ) -> Result<bool, DataError> {
        self.run(|db| {
            let changed = db.execute(
                "UPDATE OR IGNORE collections SET name = ?3, author = ?4 WHERE world = ?1 AND id = ?2",
                params![world, id, name, author],
            )?;
            Ok(changed > 0)
        })
    }

    /// Drops a collection with its levels; false where there is none of that number.
    pub fn drop_collection(&self, world: &str, id: i64) -> Result<bool, DataError> {
        self.run(|db| {
            let change = db.unchecked_transaction()?;
            db.execute(
                "DELETE FROM levels WHERE world = ?1 AND collection = ?2",
                params![world, id],
            )?;
            let dropped = db.execute(
                "DELETE FROM collections WHERE world = ?1 AND id = ?2",
                params![world, id],
            )?;
            change.commit()?;
            Ok(dropped > 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Collection {
        let (author, introduction) = ("Ada".to_owned(), String::new());
        Collection { id: 0, name: name.to_owned(), author, introduction, levels: 0 }
    }

    fn level(key: &str) -> NewLevel {
        NewLevel { key: key.into(), title: format!("Level {key}"), text: "#@#".into() }
    }

    #[test]
    fn a_level_is_in_a_collection_once() {
        let store = Store::in_memory().unwrap();
        let both = [level("a"), level("b")];
        assert_eq!(store.add_levels("sokoban", &named("Trees"), &both).unwrap(), 2);
        assert_eq!(store.add_levels("sokoban", &named("Trees"), &both).unwrap(), 0);
        assert_eq!(store.add_levels("sokoban", &named("Trees"), &[level("c")]).unwrap(), 1);
        assert_eq!(store.add_levels("sokoban", &named("Birds"), &both).unwrap(), 2);
        let trees = store.collection("sokoban", "trees").unwrap().unwrap();
        assert_eq!((trees.levels, &*trees.author), (3, "Ada"));
        assert_eq!(store.collections("sokobond").unwrap(), []);
    }

    #[test]
    fn collections_are_renamed_and_dropped_with_their_levels() {
        let store = Store::in_memory().unwrap();
        store.add_levels("sokoban", &named("Trees"), &[level("a")]).unwrap();
        store.add_levels("sokoban", &named("Birds"), &[level("a")]).unwrap();
        let id = store.collection("sokoban", "Trees").unwrap().unwrap().id;
        assert!(!store.rename_collection("sokoban", id, "Birds", "").unwrap());
        assert!(store.rename_collection("sokoban", id, "Shrubs", "Bob").unwrap());
        assert_eq!(store.collection("sokoban", "Shrubs").unwrap().unwrap().author, "Bob");
        assert!(store.drop_collection("sokoban", id).unwrap());
        assert!(store.collection_levels(id).unwrap().is_empty());
        assert_eq!(store.levels("sokoban").unwrap().len(), 1);
    }
}
