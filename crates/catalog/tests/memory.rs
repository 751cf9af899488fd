//! What reading a large file takes: alone in its process, since the system tells only the most that a process ever held.
#![cfg(target_os = "linux")]

use plyground_catalog::Catalog;

/// The most bytes that this process has held.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix("kB").unwrap().trim().parse::<usize>().unwrap() * 1024
}

#[test]
fn levels_are_handed_over_one_by_one_and_not_held() {
    let one = "#####\n#@$.#\n#####\n\n";
    let text = one.repeat((2 << 20) / one.len());
    let world = Catalog::new().puzzle_world("sokoban").unwrap();
    world.parse("one", one.as_bytes()).unwrap();
    let before = peak();
    let mut count = 0;
    world.parse_with("many", text.as_bytes(), &mut |_| count += 1).unwrap();
    let took = peak() - before;
    assert_eq!(count, text.len() / one.len());
    // All of them at once would take more than thirty times their text.
    assert!(took < 10 * text.len(), "{took} bytes for {}", text.len());
}
