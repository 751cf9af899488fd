//! Other people's solvers in an experiment: whatever they do becomes a row, with a reason where they fail.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_core::{Cancel, Status};
use plyground_lab::experiment::{Case, Plan, Row, RunStore, run};
use plyground_lab::solver::Solver;

const LEVEL: &str = "#######\n#@ $ .#\n#######\n";

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("plyground-programs-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn script(folder: &Path, text: &str) -> String {
    let path = folder.join("solver");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// The row of a program on a level that is solved by three steps to the right.
fn row_of(methods: &str, seconds: u64) -> Row {
    let world = Catalog::new().puzzle_world("sokoban").unwrap();
    let level = world.parse("one.xsb", LEVEL.as_bytes()).unwrap().remove(0);
    let case = Case { file: "one.xsb".into(), number: 1, title: "One".into(), level };
    let mut plan = Plan::new(world, vec![case], Solver::parse_list(methods).unwrap());
    plan.limits.time = Duration::from_secs(seconds);
    let store = RunStore::in_memory().unwrap();
    run(&plan, &store, 1, &Cancel::new(), &mut |_, _| {}).unwrap().remove(0)
}

fn stub(name: &str, text: &str, seconds: u64) -> Row {
    let folder = folder(name);
    let row = row_of(&format!("exec:{}", script(&folder, text)), seconds);
    std::fs::remove_dir_all(&folder).unwrap();
    row
}

#[test]
fn a_good_solver_gets_the_level_on_its_input_and_its_solution_is_replayed() {
    // Answers only if the level arrived.
    let row = stub("good", "grep -q '@ \\$ \\.' && echo rRR", 10);
    assert_eq!((row.status, row.moves, row.pushes), (Status::Solved, Some(3), Some(2)), "{row:?}");
    assert_eq!((row.solution.as_deref(), row.reason.as_deref()), (Some("rRR"), None));
    assert_eq!((row.algorithm.as_str(), row.optimal), ("exec", false));
    assert!(row.stats.seconds > 0.0 && row.version == env!("CARGO_PKG_VERSION"));
    assert!(row.machine.contains("core"));
}

#[test]
fn files_are_filled_in_and_a_solution_file_is_read() {
    let folder = folder("festival");
    let solver = script(
        &folder,
        "test -s \"$1\" || exit 9\nprintf 'Title: One\\n%s\\n\\nSolution\\nrR\\nR\\n\\n' \"$(cat $1)\" > \"$2\"\necho solved in $3 s",
    );
    let row = row_of(&format!("exec:{solver} {{file}} {{out}} {{time}}"), 10);
    assert_eq!((row.status, row.moves), (Status::Solved, Some(3)), "{row:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_wrong_solution_is_a_row_that_says_so() {
    let row = stub("wrong", "echo rR", 10);
    assert_eq!((row.status, row.is_solved()), (Status::Failed, false));
    let reason = row.reason.unwrap();
    assert!(reason.contains("wrong solution") && reason.contains("unsolved"), "{reason}");
    let row = stub("forbidden", "echo uuu", 10);
    assert!(row.reason.unwrap().contains("wrong solution"));
}

#[test]
fn a_hanging_solver_is_ended_with_all_it_started() {
    let folder = folder("hanging");
    let left = folder.join("left");
    let text = format!("(sleep 4; touch {}) & sleep 60", left.display());
    let row = row_of(&format!("exec:{}", script(&folder, &text)), 1);
    assert_eq!((row.status, row.is_solved()), (Status::TimeLimit, false));
    assert_eq!(row.reason.as_deref(), Some("was ended after 1 s"));
    std::thread::sleep(Duration::from_secs(5));
    assert!(!left.exists(), "a child of the program went on");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_crash_and_silence_are_rows_with_a_reason() {
    let row = stub("crash", "echo out of luck >&2; exit 3", 10);
    assert_eq!(row.status, Status::Failed);
    let reason = row.reason.unwrap();
    assert!(reason.contains("exit status: 3") && reason.contains("out of luck"), "{reason}");
    let row = stub("silent", "cat > /dev/null", 10);
    assert_eq!((row.status, row.reason.as_deref()), (Status::NotFound, Some("gave no solution")));
}

#[test]
fn a_program_that_is_not_there_and_a_format_that_nobody_knows_are_refused_before_anything_runs() {
    let world = Catalog::new().puzzle_world("sokoban").unwrap();
    for (bad, word) in [
        ("exec:/no/such/solver", "no program"),
        ("exec(format=docx):true", "docx"),
        ("exec:", "names no program"),
        ("exec(speed=9):true", "speed"),
    ] {
        let error = bad.parse::<Solver>().and_then(|solver| solver.check(&*world)).unwrap_err();
        assert!(error.to_string().contains(word), "{bad}: {error}");
    }
}
