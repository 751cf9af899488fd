//! The example engines of docs/engine.md play whole games.

mod common;

use std::path::{Path, PathBuf};

use common::run;

/// Plays two games of greedy against an engine and gives what was printed.
fn games(world: &str, engine: &str) -> serde_json::Value {
    let line =
        format!("match {world} --players 'greedy,engine:{engine}' --games 2 --nodes 50 --json");
    let ran = run(&line);
    assert_eq!(ran.code, 0, "{line}\n{}{}", ran.out, ran.err);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").canonicalize().unwrap()
}

/// Where cargo puts the examples of this package.
fn built(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.parent().unwrap().parent().unwrap().join("examples").join(name)
}

/// No game was lost by breaking the protocol: the records say how each ended.
fn played_to_their_end(world: &str, engine: &str) {
    let record = common::folder(&format!("engine-{world}")).join("games.txt");
    let line = format!(
        "match {world} --players 'greedy,engine:{engine}' --games 2 --nodes 50 --pgn {}",
        record.display()
    );
    let ran = run(&line);
    assert_eq!(ran.code, 0, "{line}\n{}{}", ran.out, ran.err);
    let text = std::fs::read_to_string(&record).unwrap();
    for fault in ["gave no move", "said ", "ended", "forbidden", "cannot", "greet", "no legal"] {
        assert!(!text.contains(fault), "{fault}\n{text}");
    }
}

#[test]
fn the_engine_in_python_is_told_whole_positions_and_plays() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let engine = format!("python3 {}", examples().join("an_engine.py").display());
    assert_eq!(games("abalone", &engine)["games"], 2);
    played_to_their_end("abalone", &engine);
}

#[test]
fn the_engine_in_rust_plays_any_game() {
    if !built("an_engine").exists() {
        // Plain `cargo test` builds the examples; a test that is asked for by name does not.
        assert!(std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(), "the example is not built");
        eprintln!("skipped: the example is not built");
        return;
    }
    for world in ["dropper", "abalone"] {
        let engine = format!("{} {world}", built("an_engine").display());
        assert_eq!(games(world, &engine)["games"], 2);
        played_to_their_end(world, &engine);
    }
}

#[test]
fn each_example_is_a_page_of_code() {
    for name in ["an_engine.py", "an_engine.rs"] {
        let text = std::fs::read_to_string(examples().join(name)).unwrap();
        assert!(text.lines().count() <= 50, "{name} has grown");
    }
}
