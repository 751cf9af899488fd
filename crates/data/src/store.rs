use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::tables::SCHEMA;

/// The store cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// The folder cannot be made.
    #[error("the data folder {folder} cannot be used: {source}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a store of ours, or cannot be read or written.
    #[error("the data file {file} cannot be used: {source}")]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// A note is not what was expected.
    #[error("a stored note cannot be read: {0}")]
    Note(#[from] serde_json::Error),
}

/// The folder used where none is named: the user's data folder, or `.plyground` where there is none.
pub fn default_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "plyground")
        .map_or_else(|| PathBuf::from(".plyground"), |folders| folders.data_dir().to_owned())
}

/// The open store. All calls are short; one lock serves all threads.
pub struct Store {
    file: PathBuf,
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, DataError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| DataError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join("plyground.sqlite");
        let connection = Connection::open(&file);
        Self::prepare(connection, file)
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Self, DataError> {
        Self::prepare(Connection::open_in_memory(), PathBuf::from(":memory:"))
    }

    fn prepare(connection: rusqlite::Result<Connection>, file: PathBuf) -> Result<Self, DataError> {
        let ready = connection.and_then(|connection| {
            connection.busy_timeout(Duration::from_secs(5))?;
            // With a write-ahead log, `NORMAL` loses nothing when the process is killed.
            connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")?;
            connection.execute_batch(SCHEMA)?;
            Ok(connection)
        });
        match ready {
            Ok(connection) => Ok(Self { file, connection: Mutex::new(connection) }),
            Err(source) => Err(DataError::File { file, source }),
        }
    }

    /// Runs something on the connection and names the file where it fails.
    pub(crate) fn run<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, DataError> {
        let connection: MutexGuard<'_, Connection> =
            self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        work(&connection).map_err(|source| DataError::File { file: self.file.clone(), source })
    }

    /// Keeps a value under a name, in place of an earlier one.
    pub fn put_note(&self, name: &str, value: &impl Serialize) -> Result<(), DataError> {
        let text = serde_json::to_string(value)?;
        self.run(|db| {
            db.prepare_cached(
                "INSERT INTO notes (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = ?2, at = unixepoch()",
            )?
            .execute(params![name, text])
        })?;
        Ok(())
    }

    /// The value kept under a name.
    pub fn note<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, DataError> {
        let text: Option<String> = self.run(|db| {
            db.prepare_cached("SELECT value FROM notes WHERE name = ?1")?
                .query_row([name], |row| row.get(0))
                .optional()
        })?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    /// Drops the value kept under a name; false where there was none.
    pub fn drop_note(&self, name: &str) -> Result<bool, DataError> {
        self.run(|db| Ok(db.execute("DELETE FROM notes WHERE name = ?1", [name])? > 0))
    }

    /// Drops the oldest notes whose names begin with `prefix`, until `keep` are left.
    pub fn trim_notes(&self, prefix: &str, keep: usize) -> Result<usize, DataError> {
        self.run(|db| {
            db.execute(
                "DELETE FROM notes WHERE name IN (
                     SELECT name FROM notes WHERE substr(name, 1, length(?1)) = ?1
                     ORDER BY at DESC, name LIMIT -1 OFFSET ?2)",
                params![prefix, keep as i64],
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_replaced_trimmed_and_dropped() {
        let store = Store::in_memory().unwrap();
        store.put_note("a", &vec![1, 2]).unwrap();
        store.put_note("a", &vec![3]).unwrap();
        assert_eq!(store.note::<Vec<i32>>("a").unwrap(), Some(vec![3]));
        for i in 0..5 {
            store.put_note(&format!("session/{i}"), &i).unwrap();
        }
        assert_eq!(store.trim_notes("session/", 2).unwrap(), 3);
        assert_eq!(store.note::<Vec<i32>>("a").unwrap(), Some(vec![3]));
        assert!(store.drop_note("a").unwrap());
        assert_eq!(store.note::<Vec<i32>>("a").unwrap(), None);
    }

    #[test]
    fn a_file_that_is_no_store_is_named_in_the_error() {
        let folder = std::env::temp_dir().join(format!("plyground-data-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("plyground.sqlite"), "this is not a database, but a text")
            .unwrap();
        let error = Store::open(&folder).err().unwrap().to_string();
        assert!(error.contains("plyground.sqlite"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
