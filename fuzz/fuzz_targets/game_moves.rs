#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::game_world;
use plyground_core::Options;

fuzz_target!(|text: &str| {
    for world in ["abalone", "dropper"] {
        let mut session =
            game_world(world).expect("the world is there").start(&Options::new()).expect("it starts");
        for turn in text.split('\n') {
            let before = session.position_text();
            if session.play(turn).is_err() {
                assert_eq!(session.position_text(), before, "a refused move changes nothing");
            }
        }
    }
});
