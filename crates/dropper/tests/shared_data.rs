//! Counts of turns by depth, from data that is not part of the repository.

use std::path::Path;

use plyground_core::Game;
use plyground_dropper::DropperGame;

#[test]
fn turn_sequences_are_counted_as_in_the_shared_table() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/dropper/perft.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        assert!(
            std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(),
            "{} is missing",
            file.display()
        );
        println!("{} is not there: nothing to compare with", file.display());
        return;
    };
    let table: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for (size, depths) in table["by_turn"].as_object().unwrap() {
        let game = DropperGame::new(size.parse().unwrap());
        for (depth, counts) in depths.as_object().unwrap() {
            let expected = counts["sequences"].as_u64().unwrap();
            if expected > 20_000_000 {
                continue;
            }
            assert_eq!(
                game.perft(&game.start(), depth.parse().unwrap()),
                expected,
                "{size}: {depth}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 17, "only {compared} counts were compared");
}
