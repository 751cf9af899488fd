//! What the targets share: what is read must be written back the same, and nothing may panic.

use plyground_catalog::{game_world, puzzle_world};
use plyground_core::Options;

/// Reads levels; where they read, every format that can write them reads back to the same text.
pub fn levels(world: &str, data: &[u8]) {
    let rules = puzzle_world(world).expect("the world is there");
    let Ok(levels) = rules.parse("fuzz", data) else { return };
    assert!(!levels.is_empty(), "at least one level or an error");
    for format in rules.formats() {
        for level in &levels {
            let Ok(text) = level.text(format) else { continue };
            let again = rules.parse("again", text.as_bytes()).unwrap_or_else(|error| {
                panic!("{format} does not read what it wrote: {error}\n{text}")
            });
            assert_eq!(again.len(), 1, "one level was written");
            assert_eq!(again[0].text(format).expect("it was written before"), text);
        }
    }
}

/// Starts a game from a position; where it starts, the position writes itself and reads back.
pub fn positions(world: &str, data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let rules = game_world(world).expect("the world is there");
    let Ok(session) = rules.start(&Options::new().with("position", text)) else { return };
    let written = session.position_text();
    let again = rules.start(&Options::new().with("position", &written)).expect("it was written by us");
    assert_eq!(again.position_text(), written);
    assert_eq!(again.legal(), session.legal());
}
