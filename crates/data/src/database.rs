//! One way to open a database file: of no newer version, whole, and shared with other programs.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, ErrorCode};

use crate::DataError;

/// How long a writer waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A database that is ready, and what a person should know of how it was found.
pub struct Opened {
    /// The connection.
    pub connection: Connection,
    /// What happened to a damaged file.
    pub remark: Option<String>,
}

/// Opens a database file, making it where it is missing. `tables` makes what is missing inside, and `version` counts
/// its changes: a file of a later one is left as it is. After an unclean end the file is checked; a damaged one is
/// kept beside, and what can be read of it is copied.
pub fn open(file: &Path, tables: &str, version: i32) -> Result<Opened, DataError> {
    let problem = |source| DataError::File { file: file.to_owned(), source };
    let remark = mend(file, tables, version)?;
    let connection = connect(file).map_err(problem)?;
    let found = read_version(&connection).map_err(problem)?;
    if found > version {
        return Err(DataError::Newer { file: file.to_owned(), found, version });
    }
    prepare(&connection, tables, version).map_err(problem)?;
    Ok(Opened { connection, remark })
}

/// Checks a database file after an unclean end: a damaged one is kept beside, and what can be read of it is copied into a
/// new one. What a person should know of that. A file of a later version is refused, and left as it is.
pub fn mend(file: &Path, tables: &str, version: i32) -> Result<Option<String>, DataError> {
    let header = Header::read(file);
    if let Some(header) = header.as_ref().filter(|header| header.version > version) {
        return Err(DataError::Newer { file: file.to_owned(), found: header.version, version });
    }
    let ended_badly = side(file, "-wal").metadata().is_ok_and(|found| found.len() > 0);
    let suspect = ended_badly || header.is_some_and(|header| header.is_cut(file));
    let problem = |source| DataError::File { file: file.to_owned(), source };
    if !suspect || is_whole(file).map_err(problem)? {
        return Ok(None);
    }
    salvage(file, tables, version).map(Some)
}

/// The version that a file tells in its first bytes; it is not opened for that, which would tidy up the traces of an
/// unclean end.
pub(crate) fn told_version(file: &Path) -> Option<i32> {
    Header::read(file).map(|header| header.version)
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn read_version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Makes the tables. Going over to the write-ahead log is refused at once while another program does so: it is tried
/// again.
pub(crate) fn prepare(connection: &Connection, tables: &str, version: i32) -> rusqlite::Result<()> {
    let mut tries = 0;
    // With a write-ahead log, `NORMAL` loses nothing when the process is killed.
    let modes = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
    while let Err(error) = connection.execute_batch(modes) {
        tries += 1;
        if !is_busy(&error) || tries > 200 {
            return Err(error);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {tables} PRAGMA user_version = {version}; COMMIT;"
    ))
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// What the first bytes of a database file say.
struct Header {
    bytes: u64,
    version: i32,
}

impl Header {
    /// `None` where there is no file, or it is no database.
    fn read(file: &Path) -> Option<Self> {
        let mut head = [0; 64];
        File::open(file).ok()?.read_exact(&mut head).ok()?;
        if !head.starts_with(b"SQLite format 3\0") {
            return None;
        }
        let number =
            |at: usize| head[at..at + 4].iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        // A page of 65,536 bytes is written as 1.
        let page = match number(14) & 0xffff {
            1 => 65_536,
            size => u64::from(size),
        };
        Some(Self { bytes: page * u64::from(number(28)), version: number(60).cast_signed() })
    }

    /// Whether the file is shorter than it says.
    fn is_cut(&self, file: &Path) -> bool {
        file.metadata().is_ok_and(|found| found.len() < self.bytes)
    }
}

/// Whether the database is undamaged.
fn is_whole(file: &Path) -> rusqlite::Result<bool> {
    let damaged =
        |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt);
    let check =
        || connect(file)?.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match check() {
        Ok(answer) => Ok(answer == "ok"),
        Err(error) if damaged(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file beside the database.
fn side(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// Puts a damaged file aside, and copies what can be read of it into a new one; tells of it.
fn salvage(file: &Path, tables: &str, version: i32) -> Result<String, DataError> {
    let problem = |source| DataError::File { file: file.to_owned(), source };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let aside = side(file, &format!(".damaged-{}", now.as_secs()));
    for ending in ["", "-wal", "-shm"] {
        match fs::rename(side(file, ending), side(&aside, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(DataError::Folder { folder: file.to_owned(), source: error });
            }
            _ => {}
        }
    }
    let connection = connect(file).map_err(problem)?;
    prepare(&connection, tables, version).map_err(problem)?;
    let rows = Connection::open(&aside)
        .and_then(|damaged| {
            // Without this, a file that is shorter than it says is not read at all.
            damaged.pragma_update(None, "writable_schema", true)?;
            copy_rows(&damaged, &connection)
        })
        .map_err(problem)?;
    Ok(format!(
        "{} was damaged: {rows} entries were saved from it, and it is kept as {}",
        file.display(),
        aside.display()
    ))
}

/// Copies every row that can be read, from either end of each table; their number.
fn copy_rows(damaged: &Connection, new: &Connection) -> rusqlite::Result<usize> {
    let transaction = new.unchecked_transaction()?;
    let mut copied = 0;
    for table in tables(new)? {
        for order in ["ASC", "DESC"] {
            // A table that cannot be read at all is lost; the others are not.
            copied += copy_table(damaged, new, &table, order).unwrap_or(0);
        }
    }
    transaction.commit()?;
    Ok(copied)
}

fn copy_table(
    damaged: &Connection,
    new: &Connection,
    table: &Table,
    order: &str,
) -> rusqlite::Result<usize> {
    let columns = table.columns.join(", ");
    let keys: Vec<String> = table.keys.iter().map(|key| format!("{key} {order}")).collect();
    let keys = if keys.is_empty() { format!("rowid {order}") } else { keys.join(", ") };
    let name = &table.name;
    let mut select = damaged.prepare(&format!("SELECT {columns} FROM {name} ORDER BY {keys}"))?;
    let marks = vec!["?"; table.columns.len()].join(", ");
    let mut insert =
        new.prepare(&format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES ({marks})"))?;
    let mut rows = select.query([])?;
    let mut copied = 0;
    while let Ok(Some(row)) = rows.next() {
        let values: rusqlite::Result<Vec<rusqlite::types::Value>> =
            (0..table.columns.len()).map(|column| row.get(column)).collect();
        copied += insert.execute(rusqlite::params_from_iter(values?))?;
    }
    Ok(copied)
}

/// A table: its name, its columns, and those that name a row.
pub(crate) struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub keys: Vec<String>,
}

/// The tables of a database, by name.
pub(crate) fn tables(connection: &Connection) -> rusqlite::Result<Vec<Table>> {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let names: Vec<String> =
        connection.prepare(names)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut tables = Vec::new();
    for name in names {
        let mut info = connection.prepare("SELECT name, pk FROM pragma_table_info(?1)")?;
        let rows = info.query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let (mut columns, mut keys) = (Vec::new(), Vec::<(i64, String)>::new());
        for row in rows {
            let (column, key): (String, i64) = row?;
            if key > 0 {
                keys.push((key, column.clone()));
            }
            columns.push(column);
        }
        keys.sort();
        tables.push(Table { name, columns, keys: keys.into_iter().map(|(_, key)| key).collect() });
    }
    Ok(tables)
}
