//! What other programs get is what docs/data.schema.json and docs/data.md say, under the same names everywhere.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use common::{folder, run};
use plyground::lab::schema::schema;
use serde_json::{Value, json};

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// The schema as it is written down; `PLYGROUND_BLESS=1` writes it anew.
fn written() -> Value {
    let file = docs("data.schema.json");
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&schema()).unwrap();
        std::fs::write(&file, text + "\n").unwrap();
    }
    serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap()
}

/// What is wrong with a value by a definition of the schema.
fn wrong(definition: &str, value: &Value) -> Vec<String> {
    let mut schema = written();
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path)).collect()
}

fn holds(definition: &str, values: &[Value]) {
    assert!(!values.is_empty(), "{definition}: nothing to look at");
    for value in values {
        assert_eq!(wrong(definition, value), Vec::<String>::new(), "{definition}: {value}");
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a command prints; levels that are not solved are no failure here.
fn printed(line: &str) -> Vec<Value> {
    let ran = run(line);
    assert!(ran.code < 2, "{line}\n{}", ran.err);
    lines(&ran.out)
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_schema_that_is_written_down_is_that_of_the_program() {
    assert_eq!(written(), schema(), "PLYGROUND_BLESS=1 cargo test -p plyground --test data");
}

#[test]
fn runs_are_what_the_schema_says_and_have_the_same_names_in_every_form() {
    let folder = folder("data-runs");
    let out = folder.join("out");
    let solved = printed("solve sokoban --level 1-3 --with 'astar(h=hungarian)' --json");
    holds("Row", &solved);
    holds("Row", &printed("solve sokobond --level 1-2 --json"));
    let line = format!(
        "compare sokoban rooms.xsb --with 'bfs,dfs,exec:false' --heuristics manhattan --seeds 1,2 --repeats 2 --states 3 \
         --format csv,jsonl,parquet --name trial --json --out {}",
        out.display()
    );
    let rows = printed(&line);
    holds("Row", &rows);
    let states: BTreeSet<&str> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert!(
        states.contains("failed") && states.len() > 1,
        "several ends are looked at: {states:?}"
    );
    assert!(rows.iter().all(|row| row["experiment"] == "trial"));
    let records = lines(&std::fs::read_to_string(out.join("runs.jsonl")).unwrap());
    holds("Record", &records);
    assert_eq!(records.len(), rows.len());
    // An object has the names of a record, with the counters together.
    for (row, record) in rows.iter().zip(&records) {
        let mut flat = row.as_object().unwrap().clone();
        let stats = flat.remove("stats").unwrap();
        flat.extend(stats.as_object().unwrap().clone());
        let flat = Value::Object(flat);
        assert!(
            keys(&flat).is_subset(&keys(record)),
            "{:?}",
            keys(&flat).difference(&keys(record))
        );
        for name in
            ["world", "file", "level", "method", "seed", "repeat", "status", "machine", "load"]
        {
            assert_eq!(flat[name], record[name], "{name}");
        }
    }
    assert_eq!(keys(&solved[0]), keys(rows.iter().find(|row| !row["moves"].is_null()).unwrap()));
    let csv = std::fs::read_to_string(out.join("runs.csv")).unwrap();
    let head: BTreeSet<String> =
        csv.lines().next().unwrap().split(',').map(str::to_owned).collect();
    assert_eq!(head, keys(&records[0]));
    assert_eq!(columns(&out.join("runs.parquet")), head);
    for name in ["solved", "cactus", "comparisons"] {
        assert!(
            out.join(format!("{name}.parquet")).exists()
                && out.join(format!("{name}.csv")).exists()
        );
    }
}

/// The columns of a Parquet file.
fn columns(file: &Path) -> BTreeSet<String> {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(file).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    fields.iter().map(|field| field.name().to_owned()).collect()
}

#[test]
fn games_are_what_the_schema_says_and_have_the_same_names_in_every_form() {
    let folder = folder("data-games");
    let out = folder.join("out");
    let found = printed("match dropper --players greedy,random --games 2 --size 4 --json");
    holds("MatchResult", &found);
    let line = format!(
        "tournament dropper --players greedy,random --rounds 1 --size 4 --format csv,jsonl,parquet --out {}",
        out.display()
    );
    assert_eq!(run(&line).code, 0);
    let games = lines(&std::fs::read_to_string(out.join("games.jsonl")).unwrap());
    holds("GameRow", &games);
    assert_eq!(keys(&games[0]), keys(&found[0]["played"][0]));
    let csv = std::fs::read_to_string(out.join("games.csv")).unwrap();
    let head: BTreeSet<String> =
        csv.lines().next().unwrap().split(',').map(str::to_owned).collect();
    assert_eq!(head, keys(&games[0]));
    assert_eq!(columns(&out.join("games.parquet")), head);
}

#[test]
fn what_is_not_right_is_refused_by_the_schema() {
    let mut row = printed("solve sokoban --level 1 --with bfs --json").remove(0);
    for (name, bad) in [("level", json!("one")), ("status", json!("maybe")), ("seed", json!(-3))] {
        let good = std::mem::replace(&mut row[name], bad);
        assert!(!wrong("Row", &row).is_empty(), "{name}");
        row[name] = good;
    }
    row["surprise"] = json!(1);
    assert!(!wrong("Row", &row).is_empty(), "an unknown field");
    row.as_object_mut().unwrap().remove("surprise");
    row.as_object_mut().unwrap().remove("machine");
    assert!(!wrong("Row", &row).is_empty(), "a missing field");
}

#[test]
fn every_field_is_explained_on_the_page_and_the_page_has_its_version() {
    let page = std::fs::read_to_string(docs("data.md")).unwrap();
    let schema = schema();
    for definition in ["Record", "GameRow"] {
        for name in schema["$defs"][definition]["properties"].as_object().unwrap().keys() {
            assert!(page.contains(&format!("`{name}`")), "{definition}: {name}");
        }
    }
    assert!(page.contains(&format!("version {}.", schema["version"])), "{}", schema["version"]);
}
