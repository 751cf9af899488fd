use std::path::Path;

use plyground_catalog::Solved;
use plyground_core::{Measures, Stats, Status};
use rusqlite::params;
use serde::Serialize;

use super::{Case, Cell, Plan};
use crate::store::{Database, StoreError, unreadable};

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
    /// How many runs shared the machine.
    pub jobs: u32,
}

impl Row {
    /// The row of a run.
    pub fn new(plan: &Plan, cell: &Cell, solved: Solved, jobs: usize) -> Self {
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
            jobs: jobs as u32,
        }
    }

    /// Whether a solution was found.
    pub fn is_solved(&self) -> bool {
        self.solution.is_some()
    }
}

/// The file of an experiment's runs. A run that was added is on the disk.
pub struct RunStore(Database);

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS runs (
    cell TEXT PRIMARY KEY,
    file TEXT NOT NULL, level INTEGER NOT NULL, title TEXT NOT NULL,
    method TEXT NOT NULL, repeat INTEGER NOT NULL,
    status TEXT NOT NULL, solution TEXT, moves INTEGER, pushes INTEGER, optimal INTEGER NOT NULL,
    stats TEXT NOT NULL, jobs INTEGER NOT NULL
) WITHOUT ROWID;";

impl RunStore {
    /// Opens the runs of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Database::open(folder, "runs.sqlite", TABLES).map(Self)
    }

    /// Runs that are gone with the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        Database::in_memory(TABLES).map(Self)
    }

    /// Keeps a run; one that is already there stays as it is.
    pub fn add(&self, row: &Row) -> Result<(), StoreError> {
        let stats = serde_json::to_string(&row.stats).unwrap_or_default();
        let moves = row.measures.map(|measures| measures.moves as i64);
        let pushes = row.measures.and_then(|measures| measures.pushes).map(|pushes| pushes as i64);
        self.0.execute(
            "INSERT OR IGNORE INTO runs VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
            params![
                row.cell,
                row.file,
                row.level as i64,
                row.title,
                row.method,
                row.repeat,
                row.status.word(),
                row.solution,
                moves,
                pushes,
                row.optimal,
                stats,
                row.jobs
            ],
        )
    }

    /// The runs of these cells that are finished, in the order of the cells; `None` for the others.
    pub fn rows(&self, cells: &[Cell]) -> Result<Vec<Option<Row>>, StoreError> {
        let keys = cells.iter().map(|cell| cell.id.as_str());
        self.0.find("SELECT * FROM runs WHERE cell = ?1", keys, read)
    }
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
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
        jobs: row.get(12)?,
    })
}
