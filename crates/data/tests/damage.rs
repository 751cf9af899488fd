//! What a person keeps survives damage, other programs, newer versions and the way to another machine.

use std::path::{Path, PathBuf};

use plyground_core::Measures;
use plyground_data::{DataError, Store, backup};
use rusqlite::Connection;

const NAME: &str = "plyground.sqlite";

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("plyground-damage-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join(NAME)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Keeps so many levels, a game, a solution and a room.
fn fill(folder: &Path, levels: usize) {
    let store = Store::open(folder).unwrap();
    for number in 0..levels {
        let text = format!("#####\n#@$.#\n#####\n; {number} {}", "x".repeat(300));
        store.save_level("sokoban", None, &format!("Level {number}"), &text).unwrap();
    }
    store.save_game("dropper", "Mine", "[World \"dropper\"]\n\n1. A1\n").unwrap();
    let measures = Measures { moves: 3, pushes: Some(1) };
    store.keep_solution("sokoban", "key", measures, "rrR").unwrap();
    store.keep_room("game/a", &1, &[(0, Some("x".into())), (1, Some("y".into()))]).unwrap();
}

fn contents(folder: &Path) -> String {
    let mut out = Vec::new();
    backup::export(folder, &[NAME], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_store_of_a_newer_version_is_refused_and_left_as_it_is() {
    let scratch = Scratch::new("newer");
    fill(&scratch.0, 3);
    let database = Connection::open(scratch.file()).unwrap();
    database.execute_batch("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE;").unwrap();
    drop(database);
    let before = std::fs::read(scratch.file()).unwrap();
    let error = Store::open(&scratch.0).err().unwrap();
    assert!(matches!(error, DataError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
    assert_eq!(std::fs::read(scratch.file()).unwrap(), before);
    let names: Vec<_> = std::fs::read_dir(&scratch.0).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing was put beside it");
}

#[test]
fn a_truncated_store_is_kept_beside_and_what_can_be_read_is_saved() {
    let scratch = Scratch::new("cut");
    fill(&scratch.0, 400);
    let whole = std::fs::read(scratch.file()).unwrap();
    // The end of the file is lost, as by a disk that was full or unplugged.
    std::fs::write(scratch.file(), &whole[..whole.len() * 6 / 10]).unwrap();
    let store = Store::open(&scratch.0).unwrap();
    let remarks = store.remarks().join("\n");
    assert!(remarks.contains("was damaged") && remarks.contains(".damaged-"), "{remarks}");
    let levels = store.levels("sokoban").unwrap();
    assert!((50..400).contains(&levels.len()), "{} levels were saved", levels.len());
    store.save_level("sokoban", None, "New", "#@#").unwrap();
    let kept = std::fs::read_dir(&scratch.0).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        path.to_string_lossy().contains(".damaged-").then_some(path)
    });
    let kept = std::fs::read(kept.expect("the damaged file is kept")).unwrap();
    assert_eq!(kept.len(), whole.len() * 6 / 10);
    drop(store);
    assert!(Store::open(&scratch.0).unwrap().remarks().is_empty(), "it is whole again");
}

#[test]
fn a_page_overwritten_before_an_unclean_end_is_noticed() {
    let scratch = Scratch::new("page");
    fill(&scratch.0, 400);
    let mut bytes = std::fs::read(scratch.file()).unwrap();
    // A page that holds a level of the middle.
    let level = b"Level 200";
    let at = bytes.windows(level.len()).position(|window| window == level).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 4096].fill(0xa5);
    std::fs::write(scratch.file(), &bytes).unwrap();
    // A log that was not taken in is what an unclean end leaves; one of no use is passed over.
    std::fs::write(scratch.0.join(format!("{NAME}-wal")), [0; 40]).unwrap();
    let store = Store::open(&scratch.0).unwrap();
    assert!(store.remarks().join("\n").contains("was damaged"));
    let levels = store.levels("sokoban").unwrap().len();
    assert!(levels > 200, "{levels} levels were saved, from both ends");
}

#[test]
fn a_bad_row_hides_only_itself_and_is_remarked_upon() {
    let scratch = Scratch::new("row");
    fill(&scratch.0, 3);
    let database = Connection::open(scratch.file()).unwrap();
    database
        .execute_batch(
            "UPDATE levels SET text = x'ff00' WHERE id = 2; UPDATE games SET record = x'00';",
        )
        .unwrap();
    drop(database);
    let store = Store::open(&scratch.0).unwrap();
    let titles: Vec<String> =
        store.levels("sokoban").unwrap().into_iter().map(|level| level.title).collect();
    assert_eq!(titles, ["Level 0", "Level 2"]);
    assert!(store.games("dropper").unwrap().is_empty());
    let remarks = store.remarks().join("\n");
    assert!(remarks.contains("1 of the own levels"), "{remarks}");
    assert!(remarks.contains("1 of the saved games"), "{remarks}");
}

#[test]
fn two_programs_write_to_one_store_and_nobody_is_told_that_it_is_locked() {
    let scratch = Scratch::new("two");
    let folder = &scratch.0;
    std::thread::scope(|scope| {
        for writer in 0..4 {
            scope.spawn(move || {
                let store = Store::open(folder).unwrap();
                for number in 0..100 {
                    let parts = [(number, Some("part".to_owned()))];
                    store.keep_room(&format!("game/{writer}"), &number, &parts).unwrap();
                }
            });
        }
    });
    let store = Store::open(folder).unwrap();
    for writer in 0..4 {
        assert_eq!(store.room_parts(&format!("game/{writer}")).unwrap().len(), 100);
    }
}

#[test]
fn a_back_up_brings_everything_to_another_folder_and_twice_adds_nothing() {
    let (from, to) = (Scratch::new("from"), Scratch::new("to"));
    fill(&from.0, 5);
    let text = contents(&from.0);
    drop(Store::open(&to.0).unwrap());
    assert_eq!(backup::import(&to.0, &[NAME], &mut text.as_bytes()).unwrap(), (11, 11));
    assert_eq!(contents(&to.0), text);
    assert_eq!(backup::import(&to.0, &[NAME], &mut text.as_bytes()).unwrap(), (0, 11));
    assert_eq!(contents(&to.0), text);
}

#[test]
fn a_back_up_replaces_nothing_that_is_there() {
    let (from, to) = (Scratch::new("mine"), Scratch::new("yours"));
    fill(&from.0, 2);
    let store = Store::open(&to.0).unwrap();
    store.save_level("sokoban", None, "Yours", "#@#").unwrap();
    drop(store);
    backup::import(&to.0, &[NAME], &mut contents(&from.0).as_bytes()).unwrap();
    let levels = Store::open(&to.0).unwrap().levels("sokoban").unwrap();
    let titles: Vec<&str> = levels.iter().map(|level| level.title.as_str()).collect();
    assert_eq!(titles, ["Yours", "Level 0", "Level 1"]);
}

#[test]
fn a_bad_back_up_changes_nothing_and_the_line_is_named() {
    let (from, to) = (Scratch::new("good"), Scratch::new("bad"));
    fill(&from.0, 2);
    drop(Store::open(&to.0).unwrap());
    let (before, good) = (contents(&to.0), contents(&from.0));
    let cut = &good[..good.len() - 20];
    let strange = good.replace("\"levels\"", "\"sqlite_master\"");
    let elsewhere = good.replace(NAME, "../../etc/passwd");
    for bad in ["", "no back-up", "{\"plyground_backup\":2}\n", cut, &strange, &elsewhere] {
        let result = backup::import(&to.0, &[NAME], &mut bad.as_bytes());
        if bad.is_empty() {
            assert!(result.is_err(), "an empty file is no back-up");
        } else {
            let error = result.unwrap_err().to_string();
            assert!(error.contains("line "), "{error}");
        }
        assert_eq!(contents(&to.0), before);
    }
}
