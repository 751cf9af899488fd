//! `kill -9` in the middle loses at most what was under way; nothing is done or counted twice.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{folder, run};

/// Starts the command, and kills it once `enough` results of `table` are on the disk. Gives the number of results.
fn killed(line: &str, file: &Path, table: &str, enough: u32) -> u32 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(common::words(line))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let count = || {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let database = rusqlite::Connection::open_with_flags(file, flags).ok()?;
        let query = format!("SELECT count(*) FROM {table}");
        database.query_row(&query, [], |row| row.get::<_, u32>(0)).ok()
    };
    while count().unwrap_or(0) < enough && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    count().unwrap()
}

/// The games of a file of JSON lines, without what depends on the moment.
fn games(file: &Path) -> Vec<serde_json::Value> {
    let game = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = game.as_object_mut().unwrap();
        for name in ["longest_first", "longest_second", "seconds", "jobs", "load"] {
            assert!(fields.remove(name).is_some(), "{name}");
        }
        let record = fields["record"].as_str().unwrap();
        // Times stand in braces.
        let moves =
            record.split(" {").map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        fields["record"] = moves.collect::<String>().into();
        game
    };
    std::fs::read_to_string(file).unwrap().lines().map(game).collect()
}

/// The lines of a CSV file without the columns of these names.
fn without(file: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).unwrap();
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let keep: Vec<bool> = head.iter().map(|name| !names.contains(name)).collect();
    let split = |line: &str| {
        // Commas inside quotes or parentheses belong to a field.
        let (mut fields, mut depth, mut quoted) = (vec![String::new()], 0, false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if !quoted && depth == 0 => {
                    fields.push(String::new());
                    continue;
                }
                _ => {}
            }
            fields.last_mut().unwrap().push(c);
        }
        fields.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(field, _)| field).collect()
    };
    text.lines().map(split).collect()
}

#[test]
fn a_comparison_that_is_killed_ends_with_the_table_of_an_undisturbed_one() {
    let (broken, whole) = (folder("kill-compare"), folder("kill-compare-whole"));
    let line = |folder: &Path| {
        format!(
            "compare sokoban --level 31-38 --with bfs,greedy,beam --heuristics manhattan,hungarian --states 20000 --jobs 2 --out {}",
            folder.display()
        )
    };
    let kept = killed(&line(&broken), &broken.join("runs.sqlite"), "runs", 5);
    assert!((5..40).contains(&kept), "{kept} of 40 runs were done before the kill");
    let resumed = run(&line(&broken));
    assert!(resumed.err.contains(&format!("40 of 40 runs are done; {} were run now", 40 - kept)));
    let again = run(&line(&broken));
    assert!(again.err.contains("nothing new had to be run"), "{}", again.err);
    assert_eq!(resumed.out, again.out);
    run(&line(&whole));
    let table = |folder: &Path| without(&folder.join("runs.csv"), &["seconds", "jobs", "load"]);
    assert_eq!(table(&broken), table(&whole));
}

#[cfg(unix)]
#[test]
fn traces_that_are_interrupted_end_at_once_and_are_no_success() {
    let out = folder("interrupted-traces");
    let line = format!(
        "compare sokoban --level 31-38 --with bfs,ucs --states 20000 --trace 1000000000 --out {}",
        out.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(common::words(&line))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let traces = || std::fs::read_dir(out.join("traces")).map_or(0, Iterator::count);
    while traces() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(traces() < 16, "all {} traces were written", traces());
}

#[test]
fn a_tournament_that_is_killed_ends_with_the_games_of_an_undisturbed_one() {
    let (broken, whole) = (folder("kill-tournament"), folder("kill-tournament-whole"));
    let line = |folder: &Path| {
        format!(
            "tournament dropper --players 'random,greedy,mcts(playouts=200)' --rounds 20 --size 6 --jobs 2 --out {}",
            folder.display()
        )
    };
    let kept = killed(&line(&broken), &broken.join("games.sqlite"), "games", 9);
    assert!((9..120).contains(&kept), "{kept} of 120 games were done before the kill");
    let resumed = run(&line(&broken));
    let words = format!("120 of 120 games are done; {} were played now", 120 - kept);
    assert!(resumed.err.contains(&words), "{}", resumed.err);
    let report = |folder: &Path| std::fs::read_to_string(folder.join("report.html")).unwrap();
    let first = report(&broken);
    let again = run(&line(&broken));
    assert!(again.err.contains("nothing new had to be played"), "{}", again.err);
    assert_eq!((resumed.out, first), (again.out, report(&broken)));
    run(&line(&whole));
    let times = ["longest_first", "longest_second", "longest_seconds", "jobs"];
    assert_eq!(games(&broken.join("games.jsonl")), games(&whole.join("games.jsonl")));
    for file in ["standings.csv", "cross-table.csv"] {
        assert_eq!(without(&broken.join(file), &times), without(&whole.join(file), &times));
    }
}
