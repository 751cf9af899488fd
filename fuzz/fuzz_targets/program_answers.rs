#![no_main]
//! What other people's solvers print.
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use plyground_catalog::{Catalog, Level};
use plyground_core::Options;
use plyground_lab::Reading;

/// A level of each world, with very short solutions.
fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let catalog = Catalog::new();
        let drawn = b"######\n#    #\n# @$.#\n######\n";
        let sokoban = catalog.puzzle_world("sokoban").expect("it ships");
        let mut levels = sokoban.parse("drawn", drawn).expect("it is a level");
        for world in catalog.puzzle_worlds() {
            let pack = world.packs().into_iter().next().expect("a pack ships");
            let pack = world.parse(&pack.name, pack.text.as_bytes()).expect("the pack reads");
            levels.push(pack[0].clone());
        }
        levels
    })
}

fuzz_target!(|text: &str| {
    for level in levels() {
        let verify = |moves: &str| level.verify(&Options::new(), moves);
        match Reading::new(text, verify).expect("the level can be played") {
            Reading::Solution(moves, measures) => {
                let verified = verify(&moves).expect("the level can be played");
                assert!(verified.valid && verified.solved);
                assert_eq!(verified.measures, measures);
            }
            Reading::Wrong(why) => assert!(why.chars().count() < 600, "{why}"),
            Reading::Nothing => {}
        }
    }
});
