#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::Catalog;
use plyground_core::Options;
use plyground_lab::openings::Openings;

fuzz_target!(|text: &str| {
    for world in Catalog::new().game_worlds() {
        match Openings::parse("fuzz", text, &**world, &Options::new()) {
            Ok(Openings::Set(set)) => {
                assert!(!set.is_empty(), "at least one opening or an error");
                for moves in set {
                    let mut session = world.start(&Options::new()).expect("it starts");
                    for mv in &moves {
                        session.play(mv).expect("it was played before");
                    }
                    assert!(session.ending().is_none(), "the players have something to do");
                }
            }
            Ok(Openings::Random(_)) => panic!("a file holds no random openings"),
            Err(error) => assert!(error.to_string().chars().count() < 1500, "{error}"),
        }
    }
});
