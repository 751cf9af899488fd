//! All that is kept in database files, in one text file: a line for each entry, as JSON.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;

use plyground_core::text::{abridged, excerpt, quoted};
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension, Transaction, params_from_iter};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::DataError;
use crate::database::{Table, tables};

/// The version of the format.
const VERSION: u32 = 1;
/// No entry has a longer line.
const LONGEST_LINE: u64 = 16 << 20;

#[derive(Serialize, Deserialize)]
struct Head {
    plyground_backup: u32,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    file: String,
    table: String,
    row: BTreeMap<String, Value>,
}

fn trouble(line: usize, what: impl std::fmt::Display) -> DataError {
    DataError::Backup(format!("line {line} of the back-up: {what}"))
}

fn problem(file: &Path) -> impl Fn(rusqlite::Error) -> DataError {
    move |source| DataError::File { file: file.to_owned(), source }
}

/// Writes every entry of these databases of a folder, called by their names; those that are not there have none.
/// Gives the number of entries.
pub fn export(folder: &Path, names: &[&str], out: &mut dyn Write) -> Result<usize, DataError> {
    let cannot = |error: std::io::Error| DataError::Backup(format!("cannot be written: {error}"));
    let mut line = |value: String| writeln!(out, "{value}").map_err(cannot);
    line(serde_json::to_string(&Head { plyground_backup: VERSION })?)?;
    let mut entries = 0;
    for name in names.iter().filter(|name| folder.join(name).exists()) {
        let file = folder.join(name);
        let connection = Connection::open(&file).map_err(problem(&file))?;
        // One moment of the file, whatever others write meanwhile.
        let moment = connection.unchecked_transaction().map_err(problem(&file))?;
        for table in tables(&moment).map_err(problem(&file))? {
            let query = format!("SELECT {} FROM {}", table.columns.join(", "), table.name);
            let mut statement = moment.prepare(&query).map_err(problem(&file))?;
            let mut rows = statement.query([]).map_err(problem(&file))?;
            while let Some(row) = rows.next().map_err(problem(&file))? {
                let mut cells = BTreeMap::new();
                for (index, column) in table.columns.iter().enumerate() {
                    let cell: Cell = row.get(index).map_err(problem(&file))?;
                    cells.insert(column.clone(), to_json(cell));
                }
                let (file, table) = ((*name).to_owned(), table.name.clone());
                line(serde_json::to_string(&Entry { file, table, row: cells })?)?;
                entries += 1;
            }
        }
    }
    Ok(entries)
}

/// Adds every entry of a back-up that is not there yet to the databases of a folder, which must have their tables. What
/// is there stays. All of a database's entries or none. Gives how many were added, and how many there are.
pub fn import(
    folder: &Path,
    names: &[&str],
    from: &mut dyn BufRead,
) -> Result<(usize, usize), DataError> {
    let mut connections = Vec::new();
    for name in names {
        let file = folder.join(name);
        connections.push((*name, Connection::open(&file).map_err(problem(&file))?));
    }
    let mut targets = BTreeMap::new();
    for (name, connection) in &connections {
        let opened = connection.unchecked_transaction().and_then(|change| {
            connection.busy_timeout(std::time::Duration::from_secs(30))?;
            Ok((tables(connection)?, change))
        });
        targets.insert(*name, opened.map_err(problem(&folder.join(name)))?);
    }
    let (mut added, mut entries) = (0, 0);
    for number in 1.. {
        let text = match read_line(from, number)? {
            Some(text) => text,
            None if number == 1 => return Err(trouble(1, "it is empty")),
            None => break,
        };
        if number == 1 {
            let head: Head = serde_json::from_str(&text)
                .map_err(|_| trouble(1, "expected the head of a back-up of Plyground"))?;
            if head.plyground_backup != VERSION {
                return Err(trouble(1, "it was written by a newer version of Plyground"));
            }
            continue;
        }
        let entry: Entry = serde_json::from_str(&text)
            .map_err(|error| trouble(number, abridged(&error.to_string())))?;
        let target = targets.get(entry.file.as_str());
        let table = target.and_then(|(tables, change)| {
            Some((tables.iter().find(|table| table.name == entry.table)?, change))
        });
        let (table, change) = table.ok_or_else(|| {
            trouble(
                number,
                format!("{} has no {} here", excerpt(&entry.file), quoted(&entry.table)),
            )
        })?;
        added +=
            usize::from(add(change, table, entry.row).map_err(|error| trouble(number, error))?);
        entries += 1;
    }
    for (name, (_, change)) in targets {
        change.commit().map_err(problem(&folder.join(name)))?;
    }
    Ok((added, entries))
}

fn read_line(from: &mut dyn BufRead, number: usize) -> Result<Option<String>, DataError> {
    use std::io::Read as _;
    let mut text = String::new();
    let read = (&mut *from).take(LONGEST_LINE).read_line(&mut text);
    read.map_err(|error| trouble(number, error))?;
    if text.len() as u64 >= LONGEST_LINE {
        return Err(trouble(number, "it is too long"));
    }
    Ok((!text.is_empty()).then_some(text))
}

/// Adds a row where it is not there. A number that only counts entries, and is taken by another, becomes a new one.
fn add(
    change: &Transaction<'_>,
    table: &Table,
    mut row: BTreeMap<String, Value>,
) -> Result<bool, String> {
    if let Some(unknown) = row.keys().find(|column| !table.columns.contains(column)) {
        return Err(format!("{:?} has no {} here", table.name, quoted(unknown)));
    }
    let counted = matches!(&table.keys[..], [key] if row.get(key).is_some_and(Value::is_i64));
    if counted {
        let same = row.keys().filter(|column| !table.keys.contains(column));
        if is_there(change, table, &row, same)? {
            return Ok(false);
        }
        if is_there(change, table, &row, table.keys.iter())? {
            row.remove(&table.keys[0]);
        }
    }
    let columns: Vec<&str> = row.keys().map(String::as_str).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    let query =
        format!("INSERT OR IGNORE INTO {} ({}) VALUES ({marks})", table.name, columns.join(", "));
    let cells = row.values().map(to_cell).collect::<Result<Vec<_>, _>>()?;
    let run =
        change.prepare_cached(&query).and_then(|mut add| add.execute(params_from_iter(cells)));
    Ok(run.map_err(|error| error.to_string())? > 0)
}

/// Whether there is a row with the same in these columns.
fn is_there<'a>(
    change: &Transaction<'_>,
    table: &Table,
    row: &BTreeMap<String, Value>,
    columns: impl Iterator<Item = &'a String>,
) -> Result<bool, String> {
    let (mut tests, mut cells) = (Vec::new(), Vec::new());
    for column in columns {
        tests.push(format!("{column} IS ?"));
        cells.push(row.get(column).map_or(Ok(Cell::Null), to_cell)?);
    }
    let query = format!("SELECT 1 FROM {} WHERE {}", table.name, tests.join(" AND "));
    let found = change
        .prepare_cached(&query)
        .and_then(|mut find| find.query_row(params_from_iter(cells), |_| Ok(())).optional());
    Ok(found.map_err(|error| error.to_string())?.is_some())
}

/// Bytes are written as numbers; nothing that is kept has many.
fn to_json(cell: Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Integer(number) => number.into(),
        Cell::Real(number) => number.into(),
        Cell::Text(text) => text.into(),
        Cell::Blob(bytes) => bytes.into(),
    }
}

fn to_cell(value: &Value) -> Result<Cell, String> {
    Ok(match value {
        Value::Null => Cell::Null,
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Cell::Integer(number),
            (_, Some(number)) => Cell::Real(number),
            _ => return Err("a number is out of range".to_owned()),
        },
        Value::Array(bytes) => {
            let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
            let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
            Cell::Blob(bytes.ok_or("expected bytes")?)
        }
        Value::Bool(_) | Value::Object(_) => return Err("expected a number or a text".to_owned()),
    })
}
