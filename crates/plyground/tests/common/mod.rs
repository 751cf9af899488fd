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

/// The arguments of a line; what stands in quotes belongs to the word it touches.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Writes the files that the examples of help and guide name.
pub fn example_files(folder: &Path) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let rooms = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n\n";
    write("my-levels.txt", &format!("{rooms}######\n#  .##\n#    #\n#.$$ #\n#@   #\n######\n"));
    for name in ["Test1.input", "Test2.input"] {
        write(name, "b\nC5b,D5b,E5b,G7w\n");
    }
    write("lab.toml", "world = \"sokoban\"\nlevel = \"1-2\"\nwith = [\"bfs\", \"greedy\"]\n");
    std::fs::create_dir_all(folder.join("examples")).unwrap();
    write("examples/an_engine.py", include_str!("../../../../examples/an_engine.py"));
    write("my-engine", "#!/bin/sh\nexec plyground engine abalone --with random\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.join("my-engine"), mode).unwrap();
    }
}

/// The search path, with the binary under test first.
pub fn path_with_binary() -> std::ffi::OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_plyground")).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(binary).chain(std::env::split_paths(&path)))
        .expect("paths")
}
