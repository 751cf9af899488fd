#![no_main]
//! What another program says to us when it plays.
use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use plyground_catalog::Catalog;
use plyground_core::Options;
use plyground_lab::engine::rehearse;

fuzz_target!(|data: &[u8]| {
    for world in Catalog::new().game_worlds() {
        let mut session = world.start(&Options::new()).expect("it starts");
        let (turns, why) = rehearse(&mut *session, Cursor::new(data.to_vec()));
        assert!(turns <= data.len() && !why.is_empty());
        assert!(why.chars().count() < 1500, "{why}");
    }
});
