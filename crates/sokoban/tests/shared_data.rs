//! Real collections, where they are at hand.

use std::path::PathBuf;

use plyground_sokoban::notation::{FORMATS, parse, print};
use plyground_sokoban::{Board, Level};

/// The folder of the collections; `None`, with a word about it, where it is absent and not required.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sokoban");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(),
        "{} is required",
        folder.display()
    );
    println!("{} is absent: nothing is checked", folder.display());
    None
}

fn levels(file: &str) -> Option<Vec<Level>> {
    let path = folder()?.join(file);
    let bytes = std::fs::read(&path).unwrap();
    Some(parse(file, &bytes).unwrap_or_else(|error| panic!("{error}")))
}

const SEEDS: [&str; 9] = [
    "easy_map1",
    "easy_map2",
    "hard_map1",
    "hard_map2",
    "large_map1",
    "large_map2",
    "medium_map1",
    "medium_map2",
    "super_hard_map1",
];

#[test]
fn whole_collections_are_read_and_printed_back() {
    for (file, count) in
        [("microban.xsb", 155), ("xsokoban.xsb", 90), ("boxoban_medium_200.xsb", 200)]
    {
        let Some(levels) = levels(file) else { return };
        assert_eq!(levels.len(), count);
        assert!(levels.iter().all(|level| !level.title.is_empty()));
        for format in FORMATS.iter().filter(|&&format| format != "yaml") {
            let text = print(&levels, format).unwrap();
            assert_eq!(parse(file, text.as_bytes()).unwrap(), levels, "{file} as {format}");
        }
        for level in &levels {
            let text = print(std::slice::from_ref(level), "yaml").unwrap();
            let again = &parse(file, text.as_bytes()).unwrap()[0];
            let (ours, theirs) = (Board::new(&level.grid), Board::new(&again.grid));
            assert_eq!(ours.boxes(), theirs.boxes(), "{file} {} as yaml", level.title);
            assert_eq!(ours.goals(), theirs.goals(), "{file} {} as yaml", level.title);
            assert!(!ours.is_hopeless() && ours.box_count() > 0);
        }
    }
}

#[test]
fn study_maps_are_the_same_in_both_formats() {
    for name in SEEDS {
        let Some(text) = levels(&format!("seed/{name}.xsb")) else { return };
        let Some(map) = levels(&format!("seed/{name}.yaml")) else { return };
        assert_eq!(text[0].grid, map[0].grid, "{name}");
    }
    let Some(all) = levels("seed/seedmaps.xsb") else { return };
    assert_eq!(all.iter().map(|level| &*level.title).collect::<Vec<_>>(), SEEDS);
}
