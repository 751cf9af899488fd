//! A program whose children hide: alone in its process, since nobody else's children may be there.
#![cfg(target_os = "linux")]

use plyground_catalog::Catalog;
use plyground_core::Cancel;
use plyground_lab::contestant::Contestant;
use plyground_lab::engine::adopt_orphans;
use plyground_lab::tournament::{GameStore, Plan, run};

/// Whether a process is there and has not ended.
fn runs(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z")
}

#[test]
fn a_child_with_another_group_an_empty_environment_and_no_parent_ends_too() {
    adopt_orphans();
    let folder = std::env::temp_dir().join(format!("plyground-orphan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (script, told) = (folder.join("engine"), folder.join("told"));
    // The subshell in the middle ends at once, so that nobody is left who knows where the sleeper comes from.
    let text = "(env -i setsid sh -c 'echo $$ > told; exec sleep 1000' >&2 &)\n\
                until [ -s told ]; do sleep 0.02; done\n";
    let text = text.replace("told", &told.display().to_string());
    std::fs::write(&script, text).unwrap();
    let engine = format!("engine:sh {}", script.display());
    let world = Catalog::new().game_world("dropper").unwrap();
    let players = ["random", &engine].map(|text| text.parse::<Contestant>().unwrap());
    let plan = Plan::new(world, players.to_vec());
    let store = GameStore::in_memory().unwrap();
    let _ = run(&plan, &store, 1, &Cancel::new(), &mut |_, _| {});
    let number = std::fs::read_to_string(&told).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    assert!(!runs(number.trim()), "{number}");
}
