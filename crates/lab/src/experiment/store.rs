use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_catalog::Solved;
use plyground_core::{Measures, Stats, Status};
use rusqlite::{Connection, params};
use serde::Serialize;
use thiserror::Error;

use super::{Case, Cell, Plan};

/// The runs cannot be kept or read.
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

/// A finished run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The run's name.
    #[serde(skip)]
    pub cell: String,
    /// The file or pack.
    pub file: String,
    /// The level's number there.
    pub level: usize,
    /// The level's title.
    pub title: String,
    /// The method.
    pub method: String,
    /// Which repeat, from 0.
    pub repeat: u32,
    /// How it ended.
    pub status: Status,
    /// The solution.
    pub solution: Option<String>,
    /// What it takes.
    pub measures: Option<Measures>,
    /// Whether it is proven the best.
    pub optimal: bool,
    /// What the search took.
    pub stats: Stats,
}

impl Row {
    /// The row of a run.
    pub fn new(plan: &Plan, cell: &Cell, solved: Solved) -> Self {
        let case: &Case = &plan.cases[cell.case];
        Self {
            cell: cell.id.clone(),
            file: case.file.clone(),
            level: case.number,
            title: case.title.clone(),
            method: plan.methods[cell.method].to_string(),
            repeat: cell.repeat,
            status: solved.status,
            solution: solved.solution,
            measures: solved.measures,
            optimal: solved.optimal,
            stats: solved.stats,
        }
    }

    /// Whether a solution was found.
    pub fn is_solved(&self) -> bool {
        self.solution.is_some()
    }
}

/// The file of an experiment's runs. A run that was added is on the disk.
pub struct RunStore {
    file: PathBuf,
    connection: Connection,
}

const SCHEMA: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS runs (
    cell TEXT PRIMARY KEY,
    file TEXT NOT NULL, level INTEGER NOT NULL, title TEXT NOT NULL,
    method TEXT NOT NULL, repeat INTEGER NOT NULL,
    status TEXT NOT NULL, solution TEXT, moves INTEGER, pushes INTEGER, optimal INTEGER NOT NULL,
    stats TEXT NOT NULL
) WITHOUT ROWID;";

impl RunStore {
    /// Opens the runs of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join("runs.sqlite");
        let ready = Connection::open(&file).and_then(|connection| {
            connection.busy_timeout(Duration::from_secs(10))?;
            connection.execute_batch(SCHEMA)?;
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

    /// Keeps a run; one that is already there stays as it is.
    pub fn add(&self, row: &Row) -> Result<(), StoreError> {
        let stats = serde_json::to_string(&row.stats).unwrap_or_default();
        let status = row.status.word();
        let moves = row.measures.map(|measures| measures.moves as i64);
        let pushes = row.measures.and_then(|measures| measures.pushes).map(|pushes| pushes as i64);
        self.connection
            .prepare_cached(
                "INSERT OR IGNORE INTO runs VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)",
            )
            .and_then(|mut statement| {
                statement.execute(params![
                    row.cell,
                    row.file,
                    row.level as i64,
                    row.title,
                    row.method,
                    row.repeat,
                    status,
                    row.solution,
                    moves,
                    pushes,
                    row.optimal,
                    stats
                ])
            })
            .map_err(|error| self.problem(error))?;
        Ok(())
    }

    /// The runs of these cells that are finished, in the order of the cells; `None` for the others.
    pub fn rows(&self, cells: &[Cell]) -> Result<Vec<Option<Row>>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM runs WHERE cell = ?1")
            .map_err(|error| self.problem(error))?;
        let mut rows = Vec::with_capacity(cells.len());
        for cell in cells {
            let found = statement
                .query_map([&cell.id], read)
                .and_then(|mut found| found.next().transpose());
            rows.push(found.map_err(|error| self.problem(error))?);
        }
        Ok(rows)
    }
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let unreadable = |column, error: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, error.into())
    };
    let moves: Option<i64> = row.get(8)?;
    let pushes: Option<i64> = row.get(9)?;
    let status: String = row.get(6)?;
    let stats: String = row.get(11)?;
    Ok(Row {
        cell: row.get(0)?,
        file: row.get(1)?,
        level: row.get::<_, i64>(2)? as usize,
        title: row.get(3)?,
        method: row.get(4)?,
        repeat: row.get(5)?,
        status: serde_json::from_value(status.into()).map_err(|error| unreadable(6, error))?,
        solution: row.get(7)?,
        measures: moves.map(|moves| Measures {
            moves: moves as u64,
            pushes: pushes.map(|pushes| pushes as u64),
        }),
        optimal: row.get(10)?,
        stats: serde_json::from_str(&stats).map_err(|error| unreadable(11, error))?,
    })
}
