//! Front ends know no world: what they show of one, the world says.

use std::fs;
use std::path::{Path, PathBuf};

use plyground::Catalog;

fn files_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        if entry.path().is_dir() {
            files_in(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}

#[test]
fn no_front_end_names_a_world() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["web/static", "tui/src", "cli/src"] {
        files_in(&crates.join(folder), &mut files);
    }
    assert!(files.len() > 50, "the sources are there");
    for world in Catalog::new().worlds() {
        let id = world.info().id;
        for file in &files {
            let text = fs::read_to_string(file).expect("sources are text").to_lowercase();
            let line = text.lines().position(|line| line.contains(&*id));
            assert_eq!(line, None, "{} names {id} (line counted from 0)", file.display());
        }
    }
}
