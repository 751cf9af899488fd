#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::{AnyGameWorld, Catalog};
use plyground_core::Options;

/// Starts a game from a position; where it starts, the position writes itself and reads back.
fn positions(world: &dyn AnyGameWorld, text: &str) {
    let Ok(session) = world.start(&Options::new().with("position", text)) else { return };
    let written = session.position_text();
    let again =
        world.start(&Options::new().with("position", &written)).expect("it was written by us");
    assert_eq!(again.position_text(), written);
    assert_eq!(again.legal(), session.legal());
}

fuzz_target!(|text: &str| {
    for world in Catalog::new().game_worlds() {
        positions(&**world, text);
    }
});
