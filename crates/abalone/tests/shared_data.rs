//! The world against published data, where that is at hand.

use std::path::PathBuf;

use plyground_abalone::notation::marbles_text;
use plyground_abalone::statespace::{expand, read_input};
use plyground_abalone::{layouts, notation};
use serde_json::Value;

/// The folder of published Abalone data; `None` where it is absent and need not be there.
fn data() -> Option<PathBuf> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/abalone"));
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(), "no {}", folder.display());
    eprintln!("skipped: no {}", folder.display());
    None
}

fn json(name: &str) -> Option<Value> {
    let text = std::fs::read_to_string(data()?.join(name)).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

#[test]
fn the_layouts_are_the_published_ones_in_their_order() {
    let Some(published) = json("layouts.json") else { return };
    let published = published.as_array().unwrap();
    assert_eq!(layouts::layouts().len(), published.len());
    for (layout, expected) in layouts::layouts().iter().zip(published) {
        assert_eq!(layout.id, expected["id"].as_str().unwrap());
        assert_eq!(layout.name, expected["name"].as_str().unwrap());
        let tokens: Vec<String> = [("black", 'b'), ("white", 'w')]
            .iter()
            .flat_map(|(side, letter)| {
                let cells = expected[side].as_array().unwrap();
                cells.iter().map(move |cell| format!("{}{letter}", cell.as_str().unwrap()))
            })
            .collect();
        assert_eq!(marbles_text(layout.start.marbles), tokens.join(","), "{}", layout.id);
    }
}

#[test]
fn perft_counts_are_the_published_ones() {
    let Some(published) = json("perft.json") else { return };
    // Depth 5 takes minutes without optimisation.
    let deepest = if cfg!(debug_assertions) { 4 } else { 5 };
    for id in ["standard", "belgian-daisy"] {
        let start = layouts::find(id).unwrap().start;
        let counts = published[id].as_array().unwrap();
        for (depth, count) in (1..=deepest).zip(counts) {
            assert_eq!(start.perft(depth), count.as_u64().unwrap(), "{id} at depth {depth}");
        }
    }
}

#[test]
fn expansions_are_the_published_boards_byte_for_byte() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(data.join("statespace")).unwrap() {
        let input = entry.unwrap().path();
        if input.extension().is_none_or(|extension| extension != "input") {
            continue;
        }
        let state = read_input(&input).unwrap();
        let expansion = expand(&state);
        let published = std::fs::read_to_string(input.with_extension("board")).unwrap();
        assert_eq!(expansion.boards, published, "{}", input.display());
        for (text, board) in expansion.moves.lines().zip(expansion.boards.lines()) {
            let mut next = state;
            next.play(notation::parse_move(&state, text).unwrap());
            assert_eq!(marbles_text(next.marbles), board, "{text}");
        }
        count += 1;
    }
    assert_eq!(count, 4);
}
