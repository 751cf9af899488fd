//! The JSON Schema of what the lab and `solve --json` give to other programs.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::experiment::{COLUMNS, DATA_VERSION, Row};
use crate::frame::Kind;
use crate::matches::MatchResult;

/// The schema: `Row` is an object of `solve --json` and `compare --json`, `Record` a line of `runs.jsonl` (and a record of the
/// other data files), `MatchResult` what `match --json` prints, `GameRow` a game in it.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let _ = generator.subschema_for::<Row>();
    let _ = generator.subschema_for::<MatchResult>();
    let mut definitions = generator.take_definitions(true);
    definitions.insert("Record".to_owned(), record());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Plyground data",
        "version": DATA_VERSION,
        "$defs": definitions,
    })
}

/// A run as a record of columns.
fn record() -> Value {
    let kind = |kind: Kind| match kind {
        Kind::Text => "string",
        Kind::Whole => "integer",
        Kind::Decimal => "number",
        Kind::Switch => "boolean",
    };
    let properties: Map<String, Value> = COLUMNS
        .iter()
        .map(|column| (column.name.to_owned(), json!({ "type": [kind(column.kind), "null"] })))
        .collect();
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}
