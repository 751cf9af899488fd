//! One SQLite file per experiment or tournament. What was added is on the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_core::SpecError;
use plyground_data::{DataError, database};
use rusqlite::{Connection, Params, Row};
use serde::Serialize;
use thiserror::Error;

use crate::experiment::{self, RunStore};
use crate::tournament::{self, GameStore};

/// Results cannot be kept or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("the folder {folder} cannot be used: {source}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file cannot be read or written.
    #[error("{file}: {source}")]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The folder holds no results.
    #[error(
        "{folder}: no runs.sqlite and no games.sqlite; expected the folder of an experiment or a tournament"
    )]
    Nothing {
        /// The folder.
        folder: PathBuf,
    },
    /// The file was written by a version that knows more.
    #[error("{file} was written by a newer version of Plyground; use that one, or another folder")]
    Newer {
        /// The file.
        file: PathBuf,
    },
}

/// Work that could not go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A method or a player cannot be used here.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Whoever does the work cannot be reached, or was told to end.
    #[error("{0}")]
    Crew(String),
}

/// What a file holds.
pub(crate) struct Schema {
    /// Grows with every change of the tables.
    pub version: i32,
    /// Makes the tables that are missing.
    pub tables: String,
    /// Tables of a file of the first version that are kept under another name, for their rows do not say enough to be used.
    pub set_aside: &'static [&'static str],
    /// What a later version added to the tables, with that version.
    pub added: &'static [(i32, &'static str)],
}

/// Rows of this version and later ones are kept as they are.
const USABLE: i32 = 2;

impl Schema {
    /// Brings an open file to this version; says whether it could.
    fn prepare(&self, connection: &Connection) -> rusqlite::Result<bool> {
        connection.execute_batch("BEGIN IMMEDIATE;")?;
        let found: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if found > self.version {
            connection.execute_batch("ROLLBACK;")?;
            return Ok(false);
        }
        if found < USABLE {
            for table in self.set_aside {
                let there = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
                if connection.query_row(there, [table], |row| row.get::<_, i64>(0))? > 0 {
                    // Files of the first version bore no number.
                    let earlier = found.max(1);
                    connection.execute_batch(&format!(
                        "ALTER TABLE {table} RENAME TO {table}_{earlier};"
                    ))?;
                }
            }
        }
        for (since, statement) in self.added {
            if (USABLE..*since).contains(&found) {
                connection.execute_batch(statement)?;
            }
        }
        connection.execute_batch(&self.tables)?;
        connection.execute_batch(&format!("PRAGMA user_version = {}; COMMIT;", self.version))?;
        Ok(true)
    }
}

/// Checks a file of a folder that nobody else uses: a damaged one is kept beside, and what can be read of it is copied. What
/// a person should know of that.
pub(crate) fn mend(
    folder: &Path,
    name: &str,
    schema: &Schema,
) -> Result<Option<String>, DataError> {
    database::mend(&folder.join(name), &schema.tables, schema.version)
}

/// An open file.
pub(crate) struct Database {
    file: PathBuf,
    connection: Connection,
}

impl Database {
    /// Opens a file of a folder, making both where they are missing.
    pub fn open(folder: &Path, name: &str, schema: &Schema) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join(name);
        Self::new(Connection::open(&file), file, schema)
    }

    /// One that is gone with the program.
    pub fn in_memory(schema: &Schema) -> Result<Self, StoreError> {
        Self::new(Connection::open_in_memory(), PathBuf::from(":memory:"), schema)
    }

    fn new(
        opened: rusqlite::Result<Connection>,
        file: PathBuf,
        schema: &Schema,
    ) -> Result<Self, StoreError> {
        let ready = opened.and_then(|connection| {
            connection.busy_timeout(Duration::from_secs(10))?;
            connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
            let usable = schema.prepare(&connection)?;
            Ok((connection, usable))
        });
        match ready {
            Ok((connection, true)) => Ok(Self { file, connection }),
            Ok((_, false)) => Err(StoreError::Newer { file }),
            Err(source) => Err(StoreError::File { file, source }),
        }
    }

    fn problem(&self, source: rusqlite::Error) -> StoreError {
        StoreError::File { file: self.file.clone(), source }
    }

    /// Executes a statement.
    pub fn execute(&self, statement: &str, values: impl Params) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(statement)
            .and_then(|mut statement| statement.execute(values))
            .map_err(|source| self.problem(source))?;
        Ok(())
    }

    /// Takes in the rows of the same tables of another file, all or none; how many rows of the first table are new, and
    /// how many were there.
    pub fn merge(&self, other: &Path, tables: &[&str]) -> Result<(u64, u64), StoreError> {
        self.execute("ATTACH DATABASE ?1 AS other", [other.to_string_lossy()])?;
        let merged = self.transaction(|database| {
            let count = |schema: &str| {
                let query = format!("SELECT count(*) FROM {schema}.{}", tables[0]);
                let counted = self.connection.query_row(&query, [], |row| row.get::<_, i64>(0));
                counted.map(|count| count as u64).map_err(|source| self.problem(source))
            };
            let (before, theirs) = (count("main")?, count("other")?);
            for table in tables {
                let all = format!("INSERT OR IGNORE INTO main.{table} SELECT * FROM other.{table}");
                database.execute(&all, [])?;
            }
            let new = count("main")? - before;
            Ok((new, theirs - new))
        });
        // A statement that was prepared for a file that is gone must not be used again.
        self.connection.flush_prepared_statement_cache();
        self.execute("DETACH DATABASE other", [])?;
        merged
    }

    /// Does all of it or nothing.
    pub fn transaction<T>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let open =
            self.connection.unchecked_transaction().map_err(|source| self.problem(source))?;
        let done = work(self)?;
        open.commit().map_err(|source| self.problem(source))?;
        Ok(done)
    }

    /// What a query of one key finds for each key, in their order; `None` where it finds nothing.
    pub fn find<'a, T>(
        &self,
        query: &str,
        keys: impl Iterator<Item = &'a str>,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<Option<T>>, StoreError> {
        let mut statement =
            self.connection.prepare_cached(query).map_err(|source| self.problem(source))?;
        keys.map(|key| statement.query_map([key], &read)?.next().transpose())
            .collect::<rusqlite::Result<_>>()
            .map_err(|source| self.problem(source))
    }
}

/// What came together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Runs that came in.
    pub runs: u64,
    /// Games that came in.
    pub games: u64,
    /// Runs and games that were there already.
    pub known: u64,
}

/// Joins the runs and games of several folders in one, which is made where it is missing.
pub fn merge(out: &Path, parts: &[PathBuf]) -> Result<Merged, StoreError> {
    let has = |folder: &Path, file: &str| folder.join(file).is_file();
    let (runs, games) = (experiment::FILE, tournament::FILE);
    let nothing = |folder: &&PathBuf| !has(folder, runs) && !has(folder, games);
    if let Some(folder) = parts.iter().find(nothing) {
        return Err(StoreError::Nothing { folder: folder.clone() });
    }
    let mut merged = Merged::default();
    for folder in parts {
        if has(folder, runs) {
            let (new, known) = RunStore::open(out)?.merge(folder)?;
            (merged.runs, merged.known) = (merged.runs + new, merged.known + known);
        }
        if has(folder, games) {
            let (new, known) = GameStore::open(out)?.merge(folder)?;
            (merged.games, merged.known) = (merged.games + new, merged.known + known);
        }
    }
    Ok(merged)
}

/// A column that holds something else than was written.
pub(crate) fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
}
