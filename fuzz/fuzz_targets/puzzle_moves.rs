#![no_main]
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use plyground_catalog::{Level, puzzle_world};
use plyground_core::Options;

/// The first level that ships of each world.
fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let first = |world| {
            let rules = puzzle_world(world).expect("the world is there");
            let pack = rules.packs()[0];
            rules.parse(pack.name, pack.text.as_bytes()).expect("the pack reads")[0].clone()
        };
        vec![first("sokoban"), first("sokobond")]
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
