//! Runs the binary.

#![allow(dead_code, reason = "each test file uses its part")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run printed, and its exit code.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `plyground` with arguments separated by blanks; quotes keep a blank.
pub fn run(line: &str) -> Ran {
    run_with(line, "")
}

/// The same with text on standard input.
pub fn run_with(line: &str, input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(words(line))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
    Ran {
        code: output.status.code().expect("an exit code"),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

/// The arguments of a line.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
