//! One SQLite file per experiment or tournament. What was added is on the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_core::SpecError;
use rusqlite::{Connection, Params, Row};
use thiserror::Error;

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
}

/// An open file.
pub(crate) struct Database {
    file: PathBuf,
    connection: Connection,
}

impl Database {
    /// Opens a file of a folder, making both where they are missing. `tables` makes what is missing inside.
    pub fn open(folder: &Path, name: &str, tables: &str) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join(name);
        Self::new(Connection::open(&file), file, tables)
    }

    /// One that is gone with the program.
    pub fn in_memory(tables: &str) -> Result<Self, StoreError> {
        Self::new(Connection::open_in_memory(), PathBuf::from(":memory:"), tables)
    }

    fn new(
        opened: rusqlite::Result<Connection>,
        file: PathBuf,
        tables: &str,
    ) -> Result<Self, StoreError> {
        let ready = opened.and_then(|connection| {
            connection.busy_timeout(Duration::from_secs(10))?;
            connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
            connection.execute_batch(tables)?;
            Ok(connection)
        });
        match ready {
            Ok(connection) => Ok(Self { file, connection }),
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

/// A column that holds something else than was written.
pub(crate) fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
}
