#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::Catalog;
use plyground_core::Options;

fuzz_target!(|text: &str| {
    for world in Catalog::new().game_worlds() {
        let mut session = world.start(&Options::new()).expect("it starts");
        for turn in text.split('\n') {
            let before = session.position_text();
            if session.play(turn).is_err() {
                assert_eq!(session.position_text(), before, "a refused move changes nothing");
            }
        }
    }
});
