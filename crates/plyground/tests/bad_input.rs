//! Bad input never panics: each kind gets a clear error and exit code 2, or an honest limit and 1.

mod common;

use common::{folder, run, run_with};

/// The run must end with code 2, nothing on stdout, and all these words on stderr.
fn refused(line: &str, words: &[&str]) {
    let ran = run(line);
    assert_eq!(ran.code, 2, "{line}\n{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{line}");
    for word in words {
        assert!(ran.err.contains(word), "{line}: {word:?} is not in {}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{line}: {}", ran.err);
}

#[test]
fn broken_levels_are_refused_with_file_line_and_column() {
    refused("solve sokoban unknown.xsb", &["unknown.xsb, line 2, column 4"]);
    refused("solve sokoban no-player.xsb", &["no-player.xsb, line 1", "player"]);
    refused("solve sokoban two-players.xsb", &["two-players.xsb, line 2, column 3"]);
    refused("solve sokoban more-boxes.xsb", &["2 boxes", "1 goal"]);
    refused("solve sokoban open.xsb", &["open.xsb, line 2, column 5", "border"]);
    refused("solve sokoban empty.xsb", &["empty.xsb", "no level"]);
    refused("solve sokoban bytes.xsb", &["bytes.xsb, line 2", "UTF-8"]);
}

#[test]
fn a_line_of_a_megabyte_is_refused() {
    let ran = run_with("levels sokoban -", &"#".repeat(1 << 20));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 1"), "{}", ran.err);
}

#[test]
fn levels_that_are_not_there_are_refused() {
    refused("solve sokoban rooms.xsb --level 4", &["no level 4", "from 1 to 3"]);
    refused("solve sokoban rooms.xsb --level 0", &["no level 0"]);
    refused("solve sokoban rooms.xsb --level 3-1", &["N, A-B or all"]);
    refused("show sokoban rooms.xsb --level 9", &["no level 9"]);
}

#[test]
fn files_that_are_not_there_or_are_folders_are_refused() {
    refused("solve sokoban nowhere.xsb", &["nowhere.xsb", "no such file"]);
    refused("levels sokoban .", &["this is a folder"]);
    refused("expand abalone .", &["this is a folder"]);
    refused("show abalone rooms.xsb", &["rooms.xsb"]);
}

#[cfg(unix)]
#[test]
fn endless_files_are_refused_by_every_reader() {
    let folder = folder("endless");
    let link = |name: &str| {
        let path = folder.join(name);
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        path.display().to_string()
    };
    for line in [
        "levels sokoban /dev/zero".to_owned(),
        "solve sokobond /dev/zero".to_owned(),
        "check /dev/zero".to_owned(),
        "convert /dev/zero --to xsb".to_owned(),
        "expand abalone /dev/zero".to_owned(),
        "show abalone /dev/zero".to_owned(),
        "optimise sokoban --solutions /dev/zero".to_owned(),
        "match dropper --players random,greedy --openings /dev/zero".to_owned(),
        format!("compare {}", link("lab.toml")),
        format!("compare sokoban --level 1 --with bfs --import {}", link("runs.csv")),
    ] {
        refused(&line, &["larger than 64 MB"]);
    }
}

#[test]
fn a_solution_that_the_rules_forbid_is_refused() {
    refused("verify sokoban rooms.xsb --solution l", &["move 1 (l)", "wall"]);
    refused("show sokoban rooms.xsb --at rr", &["move 2"]);
    let ran = run("verify sokoban rooms.xsb --solution l --json");
    assert_eq!(ran.code, 2);
    assert!(ran.out.starts_with("{\"valid\":false,\"solved\":false"), "{}", ran.out);
}

#[test]
fn unknown_words_get_the_nearest_known_one() {
    refused("solve sokban", &["did you mean sokoban?"]);
    refused("sovle sokoban", &["solve"]);
    refused("solve sokoban rooms.xsb --with atsar", &["did you mean astar?"]);
    refused("solve sokoban rooms.xsb --with 'astar(h=pushs)'", &["did you mean pushes?"]);
    refused("solve sokoban rooms.xsb --with 'astar(weight=2)'", &["option of astar"]);
    refused("solve sokoban rooms.xsb --metric steps", &["metric", "pushes"]);
    refused("perft abalone --setup belgian-dasy --depth 1", &["did you mean belgian-daisy?"]);
    refused("match dropper --players greedy,gredy", &["did you mean greedy?"]);
    refused("analyse dropper --with 'alphabeta(eval=fulll)'", &["did you mean full?"]);
}

#[test]
fn methods_of_the_wrong_world_and_worlds_of_the_wrong_kind_are_refused() {
    refused("solve sokoban rooms.xsb --with 'astar(h=h1)'", &["unknown heuristic", "known:"]);
    refused("solve dropper", &["dropper is a game"]);
    refused("analyse sokoban", &["sokoban is a puzzle"]);
    refused("expand dropper small.input", &["no state-space files"]);
    refused("solve sokobond --metric pushes", &["metric"]);
}

#[test]
fn impossible_numbers_are_refused() {
    refused("solve sokoban rooms.xsb --with 'beam(width=0)'", &["width=0", "from 1"]);
    refused("solve sokoban rooms.xsb --time 0", &["above 0"]);
    refused("solve sokoban rooms.xsb --time nan", &["above 0"]);
    refused("solve sokoban rooms.xsb --memory 0", &["memory"]);
    refused("perft abalone --depth 0", &["depth"]);
    refused("analyse abalone --time 0", &["above 0"]);
    refused("match abalone --players greedy,greedy --time-per-move 0", &["above 0"]);
    refused("match abalone --players greedy,greedy --sprt 5", &["two numbers"]);
    refused("match abalone --players greedy", &["expected two"]);
    for size in [0, 1, 13] {
        refused(&format!("perft dropper --size {size} --depth 1"), &["from 2 to 12"]);
    }
}

#[test]
fn a_limit_is_an_honest_negative() {
    let ran = run("solve sokoban rooms.xsb --level 2 --with bfs --states 1 --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("\"status\":\"state_limit\""), "{}", ran.out);
    let ran = run("solve sokoban rooms.xsb --level 3 --with bfs --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("\"status\":\"unsolvable\""), "{}", ran.out);
    let ran = run("hint sokoban rooms.xsb --level 3 --json");
    assert_eq!((ran.code, ran.out.trim()), (1, r#"{"outcome":"unsolvable"}"#), "{}", ran.err);
    // A finale of the pack, without its solution.
    let pack = include_str!("../../sokoban/levels/plyground.xsb");
    let last = pack.trim_end().rsplit("\n\n").next().unwrap();
    let board: Vec<&str> = last.lines().take_while(|line| line.contains('#')).collect();
    let ran = run_with("hint sokoban - --level 1 --states 1 --json", &board.join("\n"));
    let stopped = r#"{"outcome":"stopped","status":"state_limit"}"#;
    assert_eq!((ran.code, ran.out.trim()), (1, stopped), "{}", ran.err);
    let ran = run("solve sokoban rooms.xsb --level 2 --with bfs --memory 1");
    assert!(ran.code <= 1, "{}", ran.err);
}

#[test]
fn broken_positions_and_moves_of_games_are_refused() {
    refused("show dropper --at Z9", &["move 1 (Z9)", "not on the board"]);
    refused("show dropper --size 4 --at 'A1 B2'", &["move 2 (B2)"]);
    let on_4x4 = |moves: &str, expected: &[&str]| {
        refused(&format!("show dropper --size 4 --at '{moves}'"), expected);
        refused(&format!("analyse dropper --size 4 --moves '{moves}'"), expected);
    };
    on_4x4("B2 B2-B5", &["move 2 (B2-B5)", "B5 is not on the board"]);
    on_4x4("B2 A1-B1", &["A1 is empty", "a Drop goes on a stone of the opponent"]);
    on_4x4("B2 B2-B1+D4 D4-C4 D4-C3", &["move 4", "mandatory Free"]);
    on_4x4("B2 B2-B1+D4 B1-A1", &["B1 holds an own stone", "a stone of the opponent"]);
    on_4x4("B2 B2-B1+C3", &["C3 touches the stone on B2", "all neighbours of its square empty"]);
    on_4x4("B2 B2-B1 B2-C2", &["move 3 (B2-C2)", "mandatory Free is missing"]);
    refused("analyse dropper --position ../X", &["position"]);
    refused("analyse dropper --position '../X. Q'", &["position", "\"Q\" is no side"]);
    refused("perft dropper --position '.../../X.. O' --depth 1", &["row 2 has 2 columns"]);
    refused("show abalone --at i-A1-7", &["move 1 (i-A1-7)"]);
    refused("show abalone --position 'b A1b,A1w'", &["A1"]);
    refused("perft abalone --size 5 --depth 1", &["size"]);
}

#[test]
fn broken_inputs_of_expand_are_refused_and_nothing_is_written() {
    let out = folder("expand_refused");
    let out = out.display();
    for (file, words) in [
        ("duplicate.input", &["duplicate.input, line 2", "C5"][..]),
        ("off-board.input", &["off-board.input, line 2", "Z5"]),
        ("side.input", &["side.input, line 1"]),
        ("missing.input", &["missing.input"]),
        ("nowhere.input", &["nowhere.input"]),
    ] {
        refused(&format!("expand abalone small.input {file} --out {out}"), words);
    }
    assert_eq!(std::fs::read_dir(out.to_string()).unwrap().count(), 0);
    refused("expand abalone small.input --out rooms.xsb", &["rooms.xsb"]);
}
