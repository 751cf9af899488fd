#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::puzzle_world;
use plyground_core::Options;

fuzz_target!(|text: &str| {
    for world in ["sokoban", "sokobond"] {
        let rules = puzzle_world(world).expect("the world is there");
        let pack = rules.packs()[0];
        let level = rules.parse(pack.name, pack.text.as_bytes()).expect("the pack reads")[0].clone();
        let mut session = level.start(&Options::new()).expect("it can be played");
        if session.play(text).is_ok() {
            let verified = level.verify(&Options::new(), &session.moves()).expect("it was played");
            assert!(verified.valid);
        }
    }
});
