//! The pack that ships: every level is fine and its solution works.

use std::collections::HashSet;

use plyground_core::{Options, PuzzleWorld};
use plyground_sokoban::Sokoban;

#[test]
fn every_shipped_level_has_a_title_and_a_solution_that_works() {
    let packs = Sokoban.packs();
    let pack = packs.iter().find(|pack| pack.name == "plyground").expect("the pack");
    let levels = Sokoban.parse(&pack.name, pack.text.as_bytes()).expect("levels");
    assert_eq!(levels.len(), 100);
    let mut titles = HashSet::new();
    let mut before = 0.0;
    for level in &levels {
        let info = Sokoban.level_info(level);
        assert!(!info.title.is_empty() && titles.insert(info.title.clone()), "{}", info.title);
        let best = info.best.unwrap_or_else(|| panic!("{} has no good solution", info.title));
        assert!(best.measures.moves > 0);
        let board = Sokoban.board(level, &Options::new()).expect("a board");
        assert!(!board.board().is_hopeless());
        let note = info.notes.iter().find(|(name, _)| name == "difficulty");
        let difficulty: f64 = note.and_then(|(_, text)| text.parse().ok()).expect("a grade");
        assert!(difficulty >= before, "{} is easier than the one before", info.title);
        before = difficulty;
    }
}
