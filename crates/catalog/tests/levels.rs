//! The levels that ship, through the catalog.

use std::collections::HashMap;

use plyground_catalog::{Catalog, level_key};
use plyground_core::Options;

#[test]
fn every_shipped_level_has_a_key_of_its_own_and_a_solution_that_solves_it() {
    for world in Catalog::new().puzzle_worlds() {
        let mut keys: HashMap<String, String> = HashMap::new();
        for pack in world.packs() {
            let levels = world.parse(&pack.name, pack.text.as_bytes()).expect("the pack reads");
            for (index, level) in levels.iter().enumerate() {
                let name = format!("{} {}", pack.name, index + 1);
                if let Some(twin) = keys.insert(level_key(level), name.clone()) {
                    panic!("{name} and {twin} are the same level");
                }
                let best = level.info().best.unwrap_or_else(|| panic!("{name} has a solution"));
                let verified = level.verify(&Options::new(), &best.solution).expect("it replays");
                assert!(verified.valid && verified.solved, "{name}: {verified:?}");
                assert_eq!(verified.measures, best.measures, "{name}");
            }
        }
        assert!(keys.len() >= 60, "{} ships {} levels", world.info().id, keys.len());
    }
}

#[test]
fn a_levels_key_does_not_depend_on_its_title_or_format() {
    let world = Catalog::new().puzzle_world("sokoban").expect("it is there");
    let read = |text: &str| level_key(&world.parse("test", text.as_bytes()).expect("it reads")[0]);
    let plain = read("#####\n#@$.#\n#####\n");
    assert_eq!(plain, read("#####\n#@$.#\n#####\nTitle: Another\n"));
    assert_eq!(plain, read("5#|#@$.#|5#\n"));
    assert_ne!(plain, read("#####\n#.$@#\n#####\n"));
}
