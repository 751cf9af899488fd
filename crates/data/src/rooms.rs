//! Rooms: a head, which is small and always rewritten, and parts that are written one by one, so that a change
//! costs the same however large a room has become.

use rusqlite::params;
use serde::Serialize;

use crate::{DataError, Store};

impl Store {
    /// Keeps a room: its head in place of the earlier one, and the parts that changed (`None` drops one). All of
    /// it or nothing.
    pub fn keep_room(
        &self,
        name: &str,
        head: &impl Serialize,
        parts: &[(u32, Option<String>)],
    ) -> Result<(), DataError> {
        let head = serde_json::to_string(head)?;
        self.run(|db| {
            let change = db.unchecked_transaction()?;
            db.prepare_cached(
                "INSERT INTO notes (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = ?2, at = unixepoch()",
            )?
            .execute(params![name, head])?;
            for (part, value) in parts {
                match value {
                    Some(value) => db
                        .prepare_cached(
                            "INSERT INTO parts (name, part, value) VALUES (?1, ?2, ?3)
                             ON CONFLICT (name, part) DO UPDATE SET value = ?3",
                        )?
                        .execute(params![name, part, value])?,
                    None => db
                        .prepare_cached("DELETE FROM parts WHERE name = ?1 AND part = ?2")?
                        .execute(params![name, part])?,
                };
            }
            change.commit()
        })
    }

    /// The parts of a room, by their numbers.
    pub fn room_parts(&self, name: &str) -> Result<Vec<(u32, String)>, DataError> {
        self.run(|db| {
            db.prepare_cached("SELECT part, value FROM parts WHERE name = ?1 ORDER BY part")?
                .query_map([name], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: u32, value: &str) -> (u32, Option<String>) {
        (number, Some(value.to_owned()))
    }

    #[test]
    fn parts_are_kept_replaced_dropped_and_go_with_their_room() {
        let store = Store::in_memory().unwrap();
        store.keep_room("game/a", &1, &[part(0, "x"), part(1, "y"), part(2, "z")]).unwrap();
        store.keep_room("game/b", &1, &[part(0, "other")]).unwrap();
        store.keep_room("game/a", &2, &[part(1, "Y"), (2, None)]).unwrap();
        assert_eq!(store.note::<i32>("game/a").unwrap(), Some(2));
        let parts = store.room_parts("game/a").unwrap();
        assert_eq!(parts, [(0, "x".to_owned()), (1, "Y".to_owned())]);
        assert!(store.drop_note("game/a").unwrap());
        assert!(store.room_parts("game/a").unwrap().is_empty());
        assert_eq!(store.room_parts("game/b").unwrap().len(), 1);
        store.trim_notes("game/", 0).unwrap();
        assert!(store.room_parts("game/b").unwrap().is_empty());
    }
}
