//! Every example of the help is tried as it is typed.

mod common;

use std::process::Command;

use plyground::Catalog;

/// Runs until it is told to end, wants a screen, or wants other machines: only what it means is checked.
fn runs_on(line: &str) -> bool {
    let second = line.split_whitespace().nth(1).unwrap_or_default();
    matches!(second, "serve" | "play" | "worker")
        || line.contains("nats://")
        || line.contains("--cluster-hosts")
}

#[cfg(unix)]
#[test]
fn every_example_in_the_help_runs_and_succeeds() {
    let catalog = Catalog::new();
    let folder = common::folder("help-examples");
    common::example_files(&folder);
    let examples = plyground_cli::help_examples(&catalog);
    assert!(examples.len() > 25, "{examples:#?}");
    for line in examples {
        if runs_on(&line) {
            let understood = plyground_cli::check_arguments(&catalog, &common::words(&line));
            assert_eq!(understood, Ok(()), "{line}");
            continue;
        }
        let ran = Command::new("sh")
            .args(["-c", &line])
            .current_dir(&folder)
            .env("PATH", common::path_with_binary())
            .env("HOME", &folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{line}\n{said}");
    }
}
