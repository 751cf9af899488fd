use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::database::{self, Opened};
use crate::tables::{MIGRATIONS, TABLES, VERSION};

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
    /// The file was written by a later version.
    #[error(
        "{file} was written by a newer version of Plyground (its format is {found}, this program knows {version}); it was left as it is. Update Plyground, or name another folder with --data"
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: i32,
        /// The version known here.
        version: i32,
    },
    /// Another program uses the folder.
    #[error("{folder} is in use by {by}; go on there, end it, or name another folder")]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// What the other program says of itself.
        by: String,
    },
    /// There are as many as may be kept.
    #[error("there are {most} {words}, and no more can be kept; drop some that you no longer need")]
    Full {
        /// Of what.
        words: &'static str,
        /// How many may be kept.
        most: usize,
    },
    /// It is larger than any may be.
    #[error("this has {bytes} bytes; {words} may have at most {most} each")]
    Large {
        /// What it is one of.
        words: &'static str,
        /// Its size.
        bytes: usize,
        /// The most that one may have.
        most: usize,
    },
    /// A back-up cannot be read or written.
    #[error("{0}")]
    Backup(String),
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
    /// What a person should know: of a damaged file, of entries that cannot be read.
    remarks: Mutex<BTreeSet<String>>,
}

impl Store {
    /// Opens the store of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, DataError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| DataError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join("plyground.sqlite");
        if database::told_version(&file).is_some_and(|version| version < VERSION) {
            // Where this fails the file is seen to below.
            let _ = migrate(&file);
        }
        let Opened { connection, remark } = database::open(&file, TABLES, VERSION)?;
        let remarks = Mutex::new(remark.into_iter().collect());
        Ok(Self { file, connection: Mutex::new(connection), remarks })
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Self, DataError> {
        let file = PathBuf::from(":memory:");
        let ready = Connection::open_in_memory()
            .and_then(|connection| {
                database::prepare(&connection, TABLES, VERSION)?;
                Ok(connection)
            })
            .map_err(|source| DataError::File { file: file.clone(), source })?;
        Ok(Self { file, connection: Mutex::new(ready), remarks: Mutex::default() })
    }

    /// What a person should know of the store: that it was damaged, that entries cannot be read.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The entries that can be read. One that cannot hides only itself, and is remarked upon.
    pub(crate) fn readable<T>(
        &self,
        words: &str,
        entries: impl Iterator<Item = rusqlite::Result<T>>,
    ) -> rusqlite::Result<Vec<T>> {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType,
        };
        let (mut good, mut bad) = (Vec::new(), 0);
        for entry in entries {
            match entry {
                Ok(entry) => good.push(entry),
                Err(
                    FromSqlConversionFailure(..)
                    | IntegralValueOutOfRange(..)
                    | InvalidColumnType(..),
                ) => bad += 1,
                Err(error) => return Err(error),
            }
        }
        if bad > 0 {
            let remark = format!("{bad} of the {words} in {} cannot be read", self.file.display());
            self.remarks.lock().unwrap_or_else(PoisonError::into_inner).insert(remark);
        }
        Ok(good)
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

/// Brings the tables of an older version up to date, all of them or none. What is no store, or is damaged, is left to
/// those who look for that.
fn migrate(file: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    let change = rusqlite::Transaction::new_unchecked(&connection, TransactionBehavior::Immediate)?;
    let version: i32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    // A file without tables is new: it gets those of today.
    if version > 0 {
        for (needed_before, statements) in MIGRATIONS {
            if version < needed_before {
                change.execute_batch(statements)?;
                change.pragma_update(None, "user_version", needed_before)?;
            }
        }
    }
    change.commit()
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
    fn what_an_older_version_kept_is_still_there() {
        let folder = std::env::temp_dir().join(format!("plyground-old-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let old = Connection::open(folder.join("plyground.sqlite")).unwrap();
        old.execute_batch(
            "CREATE TABLE solutions (world TEXT NOT NULL, level TEXT NOT NULL, moves INTEGER NOT NULL, pushes INTEGER,
                 solution TEXT NOT NULL, at INTEGER NOT NULL DEFAULT (unixepoch()), PRIMARY KEY (world, level)) WITHOUT ROWID;
             CREATE TABLE levels (id INTEGER PRIMARY KEY, world TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
                 at INTEGER NOT NULL DEFAULT (unixepoch()));
             INSERT INTO solutions (world, level, moves, pushes, solution) VALUES ('sokoban', 'k', 9, 3, 'abc');
             INSERT INTO levels (world, title, text) VALUES ('sokoban', 'Mine', '#@#'), ('sokobond', 'Other', 'Hh');
             PRAGMA user_version = 2;",
        )
        .unwrap();
        drop(old);
        for _ in 0..2 {
            let store = Store::open(&folder).unwrap();
            assert_eq!(store.solution("sokoban", "k").unwrap().unwrap().solution, "abc");
            let collections = store.collections("sokoban").unwrap();
            assert_eq!(collections.len(), 1);
            let levels = store.collection_levels(collections[0].id).unwrap();
            assert_eq!((&*levels[0].title, levels.len()), ("Mine", 1));
        }
        std::fs::remove_dir_all(&folder).unwrap();
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
