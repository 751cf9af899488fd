//! The levels of the two studies, which are not part of the project.

mod common;

use std::path::PathBuf;

use plyground_sokobond::{Board, Level, notation};

/// The study levels; `None`, with a message, where the folder is absent and not required.
fn studies() -> Option<Vec<Level>> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/sokobond/studies.json");
    match std::fs::read(&file) {
        Ok(bytes) => Some(notation::parse(&bytes).expect("the studies can be read")),
        Err(error) if std::env::var_os("PLYGROUND_REQUIRE_DATA").is_some() => {
            panic!("{}: {error}", file.display())
        }
        Err(error) => {
            println!("skipped: {}: {error}", file.display());
            None
        }
    }
}

#[test]
fn all_thirty_levels_can_be_read_and_set_up() {
    let Some(levels) = studies() else { return };
    assert_eq!(levels.len(), 30);
    for level in &levels {
        Board::new(level, false).expect("a board");
    }
    let again = notation::parse(notation::print(&levels, "json").unwrap().as_bytes()).unwrap();
    assert_eq!(again, levels);
}
