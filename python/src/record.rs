//! Game records: read, played through the rules, written.

use plyground_catalog::{Catalog, Record};
use pyo3::prelude::*;

use crate::error::OrRaise;
use crate::state::State;
use crate::world::Place;

/// Reads a file of records; each is played through the rules. Gives each as JSON, with the position at its end.
#[pyfunction]
pub fn read_records(file: &str, text: &str) -> PyResult<Vec<(String, State)>> {
    let catalog = Catalog::new();
    let records = Record::parse_all(file, text).or_raise()?;
    let mut read = Vec::with_capacity(records.len());
    for record in records {
        let session = record.replay(&catalog).map_err(|error| error.in_file(file)).or_raise()?;
        let world = catalog.world(&record.world).or_raise()?;
        let place = Place { world, trouble: None, own: false };
        read.push((json(&record)?, State::new(place, session.state())));
    }
    Ok(read)
}

/// A record as JSON; the turns as a list of nodes that name their parents.
pub fn json(record: &Record) -> PyResult<String> {
    let nodes: Vec<serde_json::Value> = record
        .tree
        .iter()
        .map(|(id, node)| {
            serde_json::json!({
                "id": id.0,
                "parent": node.parent().map(|parent| parent.0),
                "children": node.children().iter().map(|child| child.0).collect::<Vec<_>>(),
                "node": node,
            })
        })
        .collect();
    let options: std::collections::BTreeMap<_, _> = record.options.iter().collect();
    let all = serde_json::json!({
        "world": record.world,
        "options": options,
        "players": record.players,
        "result": record.result.map(|result| result.to_string()),
        "headers": record.headers,
        "nodes": nodes,
        "text": record.to_string(),
    });
    serde_json::to_string(&all).or_raise()
}
