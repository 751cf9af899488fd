//! Tables of data with typed columns, in the formats that other programs read.

use std::fmt::Write as _;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
pub use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::Value;

use plyground_core::SpecError;

use crate::report::values;

/// What a column holds. Every column may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// A whole number.
    Whole,
    /// A number with a fraction.
    Decimal,
    /// True or false.
    Switch,
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

impl Column {
    /// A column.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind }
    }
}

/// Records of the same columns.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The columns.
    pub columns: &'static [Column],
    /// The records: a value for each column, in their order.
    pub records: Vec<Vec<Value>>,
}

impl Frame {
    /// Comma-separated values with a head line; what is empty is an empty field.
    pub fn csv(&self) -> String {
        let head: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let field = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        values(&head, self.records.iter().map(|record| record.iter().map(field).collect()))
    }

    /// Apache Parquet, uncompressed, in one row group; every column is optional.
    pub fn parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let field = |column: &Column| {
            let kind = match column.kind {
                Kind::Text => Physical::BYTE_ARRAY,
                Kind::Whole => Physical::INT64,
                Kind::Decimal => Physical::DOUBLE,
                Kind::Switch => Physical::BOOLEAN,
            };
            let text = (column.kind == Kind::Text).then_some(LogicalType::String);
            Type::primitive_type_builder(column.name, kind)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(text)
                .build()
                .map(Arc::new)
        };
        let fields = self.columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("plyground").with_fields(fields).build()?;
        let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::default())?;
        let mut group = writer.next_row_group()?;
        for (index, column) in self.columns.iter().enumerate() {
            let values = || self.records.iter().map(|record| &record[index]);
            let there: Vec<i16> = values().map(|value| i16::from(!value.is_null())).collect();
            let Some(mut out) = group.next_column()? else { break };
            match column.kind {
                Kind::Text => {
                    let texts = values().filter_map(Value::as_str).map(ByteArray::from);
                    let texts: Vec<ByteArray> = texts.collect();
                    out.typed::<ByteArrayType>().write_batch(&texts, Some(&there), None)?
                }
                Kind::Whole => {
                    let wholes: Vec<i64> = values().filter_map(whole).collect();
                    out.typed::<Int64Type>().write_batch(&wholes, Some(&there), None)?
                }
                Kind::Decimal => {
                    let decimals: Vec<f64> = values().filter_map(Value::as_f64).collect();
                    out.typed::<DoubleType>().write_batch(&decimals, Some(&there), None)?
                }
                Kind::Switch => {
                    let switches: Vec<bool> = values().filter_map(Value::as_bool).collect();
                    out.typed::<BoolType>().write_batch(&switches, Some(&there), None)?
                }
            };
            out.close()?;
        }
        group.close()?;
        writer.into_inner()
    }

    /// A JSON object a line; what is empty is `null`.
    pub fn json_lines(&self) -> String {
        self.records.iter().fold(String::new(), |mut text, record| {
            let object: serde_json::Map<String, Value> = self
                .columns
                .iter()
                .zip(record)
                .map(|(column, value)| (column.name.to_owned(), value.clone()))
                .collect();
            let _ = writeln!(text, "{}", Value::Object(object));
            text
        })
    }
}

/// A whole number; beyond what fits, the largest that does.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_u64().map(|_| i64::MAX))
}

/// A format of data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// A JSON object a line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The ending of such files, and the word people type.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// The data in this format.
    pub fn write(self, frame: &Frame) -> Result<Vec<u8>, ParquetError> {
        match self {
            Self::Csv => Ok(frame.csv().into_bytes()),
            Self::JsonLines => Ok(frame.json_lines().into_bytes()),
            Self::Parquet => frame.parquet(),
        }
    }
}

impl std::str::FromStr for Format {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let all = [Self::Csv, Self::JsonLines, Self::Parquet];
        let known = || all.iter().map(|format| format.word());
        let found = all.into_iter().find(|format| format.word() == text.trim());
        found.ok_or_else(|| SpecError::unknown("format", text, known()))
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use serde_json::json;

    use super::*;

    const COLUMNS: [Column; 4] = [
        Column::new("title", Kind::Text),
        Column::new("moves", Kind::Whole),
        Column::new("seconds", Kind::Decimal),
        Column::new("optimal", Kind::Switch),
    ];

    fn frame() -> Frame {
        let records = vec![
            vec![json!("Zwölf, \"gut\""), json!(12), json!(0.25), json!(true)],
            vec![json!(""), Value::Null, Value::Null, json!(false)],
            vec![Value::Null, json!(u64::MAX), json!(3), Value::Null],
        ];
        Frame { columns: &COLUMNS, records }
    }

    #[test]
    fn parquet_reads_back_with_its_types_and_gaps() {
        let file = std::env::temp_dir().join(format!("plyground-frame-{}", std::process::id()));
        std::fs::write(&file, frame().parquet().unwrap()).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        std::fs::remove_file(&file).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        let most = i64::MAX;
        assert_eq!(
            rows,
            [
                "{title: \"Zwölf, \"gut\"\", moves: 12, seconds: 0.25, optimal: true}",
                "{title: \"\", moves: null, seconds: null, optimal: false}",
                &format!("{{title: null, moves: {most}, seconds: 3.0, optimal: null}}"),
            ]
        );
    }

    #[test]
    fn csv_and_json_lines_have_the_same_columns() {
        let csv = frame().csv();
        assert_eq!(csv.lines().next(), Some("title,moves,seconds,optimal"));
        assert_eq!(csv.lines().nth(1), Some("\"Zwölf, \"\"gut\"\"\",12,0.25,true"));
        let first: Value =
            serde_json::from_str(frame().json_lines().lines().nth(1).unwrap()).unwrap();
        assert_eq!(first, json!({"title": "", "moves": null, "seconds": null, "optimal": false}));
    }
}
