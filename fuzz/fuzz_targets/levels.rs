#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::{AnyPuzzleWorld, Catalog};
use plyground_core::Options;

/// Reads levels; those that read can be looked at, started and written in every format, and read back.
fn levels(world: &dyn AnyPuzzleWorld, data: &[u8]) {
    let Ok(levels) = world.parse("fuzz", data) else { return };
    assert!(!levels.is_empty(), "at least one level or an error");
    for level in &levels {
        let info = level.info();
        assert!(info.width > 0 && info.height > 0, "a level has a size");
        if let Ok(session) = level.start(&Options::new()) {
            assert!(!session.scene().cells.is_empty(), "a level has cells");
        }
        for format in world.formats() {
            let Ok(text) = level.text(&format) else { continue };
            let again = world.parse("again", text.as_bytes()).expect("it was written by us");
            assert_eq!(again.len(), 1, "{text}");
            assert_eq!(again[0].text(&format).expect("the format holds it"), text);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    for world in Catalog::new().puzzle_worlds() {
        levels(&**world, data);
    }
});
