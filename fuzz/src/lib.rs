//! What the targets share: whatever comes in, nothing panics, and what is written reads back as it was.

use plyground_catalog::Catalog;
use plyground_core::Options;

/// Reads levels; those that read can be looked at, started and written in every format.
pub fn levels(world: &str, data: &[u8]) {
    let rules = Catalog::new().puzzle_world(world).expect("the world is there");
    let Ok(levels) = rules.parse("fuzz", data) else { return };
    assert!(!levels.is_empty(), "at least one level or an error");
    for level in &levels {
        let info = level.info();
        assert!(info.width > 0 && info.height > 0, "a level has a size");
        if let Ok(session) = level.start(&Options::new()) {
            assert!(!session.scene().cells.is_empty(), "a level has cells");
        }
        for format in rules.formats() {
            let Ok(text) = level.text(&format) else { continue };
            let again = rules.parse("again", text.as_bytes()).expect("it was written by us");
            assert_eq!(again.len(), 1, "{text}");
            assert_eq!(again[0].text(&format).expect("the format holds it"), text);
        }
    }
}

/// Starts a game from a position; where it starts, the position writes itself and reads back.
pub fn positions(world: &str, data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let rules = Catalog::new().game_world(world).expect("the world is there");
    let Ok(session) = rules.start(&Options::new().with("position", text)) else { return };
    let written = session.position_text();
    let again = rules.start(&Options::new().with("position", &written)).expect("it was written by us");
    assert_eq!(again.position_text(), written);
    assert_eq!(again.legal(), session.legal());
}
