//! `enumerate` on one process and on two.

mod common;

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// Ports that were free a moment ago.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners: [TcpListener; N] =
        std::array::from_fn(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

fn enumerate(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
    command.arg("enumerate").args(arguments).arg("--json");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a process printed, without what differs from machine to machine.
fn counts(child: Child) -> Option<Value> {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Before the count the dataflow may say that it waits for the others.
    let printed = String::from_utf8(output.stdout).unwrap();
    let mut counts: Value = serde_json::from_str(printed.lines().last()?).ok()?;
    for own in ["seconds", "peak_bytes", "deepest"] {
        counts.as_object_mut()?.remove(own).unwrap();
    }
    Some(counts)
}

#[test]
fn two_processes_and_several_threads_count_what_one_does() {
    for level in [
        &["sokoban", "--level", "6"][..],
        &["sokoban", "--level", "9", "--metric", "pushes"],
        &["sokobond", "--level", "5"],
    ] {
        let alone = counts(enumerate(level).spawn().unwrap()).unwrap();
        assert!(alone["states"].as_u64().unwrap() > 20, "{alone}");
        let threads = [level, &["--threads", "3"]].concat();
        assert_eq!(counts(enumerate(&threads).spawn().unwrap()), Some(alone.clone()));
        let hosts = common::folder("hosts").join("hosts.txt");
        let [first, second] = free_ports();
        let text = format!("127.0.0.1:{first}\n127.0.0.1:{second}  # the other\n");
        std::fs::write(&hosts, text).unwrap();
        let hosts = hosts.to_str().unwrap();
        let process = |number| {
            let arguments = [level, &["--cluster-hosts", hosts, "--process", number]].concat();
            enumerate(&arguments).spawn().unwrap()
        };
        let (first, second) = (process("0"), process("1"));
        assert_eq!(counts(first), Some(alone), "{level:?}");
        assert_eq!(counts(second), None, "only the first one tells");
    }
}

#[test]
fn bad_hosts_and_processes_are_refused() {
    let folder = common::folder("bad-hosts");
    let hosts = folder.join("hosts.txt");
    for (text, process, expected) in [
        ("127.0.0.1\n", "0", "line 1"),
        ("# none\n", "0", "no addresses"),
        ("127.0.0.1:1\n127.0.0.1:2\n", "2", "there is no process 2"),
    ] {
        std::fs::write(&hosts, text).unwrap();
        let hosts = hosts.to_str().unwrap();
        let arguments = ["sokoban", "--cluster-hosts", hosts, "--process", process];
        let output = enumerate(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
