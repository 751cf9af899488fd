#![no_main]
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use plyground_catalog::{Catalog, Level};
use plyground_core::Options;

/// The first level that ships of each world.
fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let catalog = Catalog::new();
        let packs = catalog.puzzle_worlds().flat_map(|world| {
            let pack = world.packs().into_iter().next()?;
            Some(world.parse(&pack.name, pack.text.as_bytes()).expect("the pack reads")[0].clone())
        });
        packs.collect()
    })
}

fuzz_target!(|text: &str| {
    for level in levels() {
        let mut session = level.start(&Options::new()).expect("it can be played");
        if session.play(text).is_ok() {
            let verified = level.verify(&Options::new(), &session.moves()).expect("it was played");
            assert!(verified.valid);
        }
    }
});
