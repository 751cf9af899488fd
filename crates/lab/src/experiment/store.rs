use std::path::Path;

use plyground_data::DataError;
use rusqlite::types::Value as Sql;
use serde_json::Value;

use super::row::COLUMNS;
use super::{Cell, Plan, Row};
use crate::frame::Kind;
use crate::store::{Database, Schema, StoreError, mend, unreadable};

/// The file of an experiment's runs. A run that was added is on the disk.
pub struct RunStore(Database);

pub(crate) const FILE: &str = "runs.sqlite";

/// `runs` has a column for each of the [data](super::runs); `experiments` says what each is about, and `parts` which
/// runs belong to it, for two experiments in one folder share the runs that both need.
fn schema() -> Schema {
    let column = |(name, kind): (&str, Kind)| match kind {
        Kind::Text => format!("{name} TEXT"),
        Kind::Whole | Kind::Switch => format!("{name} INTEGER"),
        Kind::Decimal => format!("{name} REAL"),
    };
    let columns: Vec<String> =
        COLUMNS.iter().map(|given| column((given.name, given.kind))).collect();
    Schema {
        version: 3,
        tables: format!(
            "CREATE TABLE IF NOT EXISTS runs (cell TEXT PRIMARY KEY, {}) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS experiments (experiment TEXT PRIMARY KEY, about TEXT NOT NULL) WITHOUT ROWID;
             CREATE TABLE IF NOT EXISTS parts (experiment TEXT NOT NULL, cell TEXT NOT NULL,
                 PRIMARY KEY (experiment, cell)) WITHOUT ROWID;",
            columns.join(", ")
        ),
        // Those rows do not say which version and machine made them: they stay in the file under another name.
        set_aside: &["runs"],
        added: &[(3, "ALTER TABLE runs ADD COLUMN load REAL")],
    }
}

impl RunStore {
    /// Opens the runs of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Database::open(folder, FILE, &schema()).map(Self)
    }

    /// Checks the runs of a folder that nobody else uses: a damaged file is kept beside, and what can be read of it is
    /// copied. What a person should know of that.
    pub fn mend(folder: &Path) -> Result<Option<String>, DataError> {
        mend(folder, FILE, &schema())
    }

    /// Runs that are gone with the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        Database::in_memory(&schema()).map(Self)
    }

    /// Keeps a run; one that is already there stays as it is.
    pub fn add(&self, row: &Row) -> Result<(), StoreError> {
        let kept = std::iter::once(Sql::from(row.cell.clone()))
            .chain(row.values().into_iter().map(to_sql));
        let places: Vec<String> = (1..=COLUMNS.len() + 1).map(|i| format!("?{i}")).collect();
        let statement = format!("INSERT OR IGNORE INTO runs VALUES ({})", places.join(","));
        self.0.execute(&statement, rusqlite::params_from_iter(kept))
    }

    /// Keeps runs, all or none.
    pub fn add_all<'a>(&self, rows: impl Iterator<Item = &'a Row>) -> Result<(), StoreError> {
        self.0.transaction(|_| rows.into_iter().try_for_each(|row| self.add(row)))
    }

    /// Takes in the runs of another folder; how many are new, and how many were there.
    pub fn merge(&self, folder: &Path) -> Result<(u64, u64), StoreError> {
        // Opening brings an older file to this version.
        drop(Self::open(folder)?);
        self.0.merge(&folder.join(FILE), &["runs", "experiments", "parts"])
    }

    /// Notes that these cells belong to a plan's experiment.
    pub fn enrol(&self, plan: &Plan, cells: &[Cell]) -> Result<(), StoreError> {
        let name = plan.name();
        self.0.transaction(|database| {
            database.execute(
                "INSERT OR IGNORE INTO experiments VALUES (?1, ?2)",
                [&name, &plan.words()],
            )?;
            for cell in cells {
                database
                    .execute("INSERT OR IGNORE INTO parts VALUES (?1, ?2)", [&name, &cell.id])?;
            }
            Ok(())
        })
    }

    /// The runs of these cells that are finished, in the order of the cells; `None` for the others.
    pub fn rows(&self, cells: &[Cell]) -> Result<Vec<Option<Row>>, StoreError> {
        let keys = cells.iter().map(|cell| cell.id.as_str());
        self.0.find("SELECT * FROM runs WHERE cell = ?1", keys, read)
    }
}

fn to_sql(value: Value) -> Sql {
    match value {
        Value::Null | Value::Array(_) | Value::Object(_) => Sql::Null,
        Value::Bool(on) => Sql::Integer(on.into()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Sql::Integer(whole),
            None => number.as_f64().map_or(Sql::Null, Sql::Real),
        },
        Value::String(text) => Sql::Text(text),
    }
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let value = |(index, kind): (usize, Kind)| -> rusqlite::Result<Value> {
        Ok(match kind {
            Kind::Text => row.get::<_, Option<String>>(index)?.into(),
            Kind::Whole => row.get::<_, Option<i64>>(index)?.into(),
            Kind::Decimal => row.get::<_, Option<f64>>(index)?.into(),
            Kind::Switch => row.get::<_, Option<bool>>(index)?.into(),
        })
    };
    let kinds = COLUMNS.iter().enumerate().map(|(index, column)| (index + 1, column.kind));
    let values: Vec<Value> = kinds.map(value).collect::<rusqlite::Result<_>>()?;
    let mut read = Row::from_values(values).map_err(|error| unreadable(0, error))?;
    read.cell = row.get(0)?;
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("plyground-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn an_older_store_is_set_aside_and_a_newer_one_refused() {
        let folder = folder("older-store");
        let file = folder.join("runs.sqlite");
        let old = rusqlite::Connection::open(&file).unwrap();
        old.execute_batch("CREATE TABLE runs (cell TEXT PRIMARY KEY, file TEXT); INSERT INTO runs VALUES ('a', 'b');")
            .unwrap();
        drop(old);
        drop(RunStore::open(&folder).unwrap());
        drop(RunStore::open(&folder).unwrap());
        let connection = rusqlite::Connection::open(&file).unwrap();
        let kept: String =
            connection.query_row("SELECT file FROM runs_1", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, "b", "the rows of the older store are still there");
        connection.execute_batch("PRAGMA user_version = 99;").unwrap();
        let refused = RunStore::open(&folder).err().unwrap().to_string();
        assert!(refused.contains("newer version of Plyground"), "{refused}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_store_that_was_cut_is_kept_beside_and_what_can_be_read_is_saved() {
        let folder = folder("cut-store");
        let file = folder.join("runs.sqlite");
        let rows: Vec<Row> =
            (0..2_000).map(|i| Row { cell: format!("{i:04}"), ..Row::sample("bfs", i) }).collect();
        RunStore::open(&folder).unwrap().add_all(rows.iter()).unwrap();
        assert_eq!(RunStore::mend(&folder).unwrap(), None, "nothing is wrong with it");
        let whole = std::fs::read(&file).unwrap();
        std::fs::write(&file, &whole[..whole.len() / 10 * 6]).unwrap();
        let remark = RunStore::mend(&folder).unwrap().unwrap();
        assert!(remark.contains("runs.sqlite was damaged"), "{remark}");
        drop(RunStore::open(&folder).unwrap());
        let connection = rusqlite::Connection::open(&file).unwrap();
        let kept: u32 =
            connection.query_row("SELECT count(*) FROM runs", [], |row| row.get(0)).unwrap();
        assert!((200..2_000).contains(&kept), "{kept} runs were saved");
        let beside = std::fs::read_dir(&folder).unwrap().flatten();
        let damaged = beside.filter(|one| one.file_name().to_string_lossy().contains(".damaged-"));
        assert!(damaged.count() > 0, "the damaged file is there");
        assert_eq!(RunStore::mend(&folder).unwrap(), None, "and that is all");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
