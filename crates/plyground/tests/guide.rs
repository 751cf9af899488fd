//! Every command of the guide (docs/*.md) in an `sh` block is run, in order, page by page.
#![cfg(unix)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The lines of the `sh` blocks of a page.
fn commands(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            "" => {}
            line if inside => lines.push(line.to_owned()),
            _ => {}
        }
    }
    lines
}

#[test]
fn every_command_of_the_guide_runs_and_succeeds() {
    let mut tried = 0;
    for page in std::fs::read_dir(docs()).unwrap().map(|entry| entry.unwrap().path()) {
        if page.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let folder = common::folder(&format!("guide-{name}"));
        common::example_files(&folder);
        for line in commands(&page) {
            let ran = Command::new("sh")
                .args(["-c", &line])
                .current_dir(&folder)
                .env("PATH", common::path_with_binary())
                .env("HOME", &folder)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(0), "{name}: {line}\n{said}");
            tried += 1;
        }
    }
    assert!(tried > 25, "only {tried} commands were found");
}

/// The commands that are not run by a test of their own, for they want a screen, other machines or a day: those of all other
/// blocks, and the lists of words in files of other programs.
fn unrun(page: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(page).unwrap().replace("\\\n", " ");
    let text = text.replace("${SLURM_ARRAY_TASK_ID}/${SLURM_ARRAY_TASK_COUNT}", "1/100");
    let mut commands = Vec::new();
    for block in text.split("```").skip(1).step_by(2).filter(|block| !block.starts_with("sh\n")) {
        for line in block
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("plyground ") && !line.contains(" = "))
        {
            let line = [" #", " ||", " > "]
                .iter()
                .fold(line, |line, shell| line.split(shell).next().unwrap_or_default());
            commands.push(common::words(&line.replace('"', "")));
        }
        let mut lists =
            block.split("command: [").skip(1).map(|list| list.split(']').next().unwrap());
        commands.extend(lists.by_ref().filter(|list| list.contains("plyground")).map(|list| {
            list.split("\",").map(|word| word.trim_matches([' ', '\n', '"']).to_owned()).collect()
        }));
    }
    commands
}

#[test]
fn what_is_not_run_is_understood_at_least() {
    let catalog = plyground::Catalog::new();
    let mut tried = 0;
    for page in std::fs::read_dir(docs()).unwrap().map(|entry| entry.unwrap().path()) {
        if page.extension().is_some_and(|ending| ending == "md") {
            for command in unrun(&page) {
                let understood = plyground_cli::check_arguments(&catalog, &command);
                assert_eq!(understood, Ok(()), "{}: {command:?}", page.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 15, "only {tried} commands were found");
}

#[test]
fn every_link_of_the_guide_leads_somewhere() {
    let pages = std::fs::read_dir(docs()).unwrap().map(|entry| entry.unwrap().path());
    let root = docs().join("..");
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    for page in pages.chain(top).filter(|page| page.extension().is_some_and(|e| e == "md")) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let there = page.parent().unwrap().join(target).exists();
            assert!(there, "{}: {link} leads nowhere", page.display());
        }
    }
}
