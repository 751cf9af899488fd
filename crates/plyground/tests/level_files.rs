//! Files of levels: checked, converted, solved into, read around what is broken.

mod common;

use common::{folder, run, run_with};

fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn each_broken_level_is_named_with_its_place_and_hides_no_other() {
    let ran = run("check broken.xsb --json");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let levels = json_lines(&ran.out);
    let broken: Vec<_> = levels.iter().filter(|level| level["status"] == "broken").collect();
    let solved: Vec<_> = levels.iter().filter(|level| level["status"] == "solved").collect();
    assert_eq!(levels.len(), 22, "{}", ran.out);
    assert!(broken.len() >= 18, "{}", ran.out);
    assert!(broken.iter().all(|level| level["line"].is_u64() && level["problem"].is_string()));
    let titles: Vec<_> = solved.iter().filter_map(|level| level["title"].as_str()).collect();
    assert!(titles.contains(&"Good 4") && titles.contains(&"Good 12"), "{titles:?}");
    let text = run("check broken.xsb").out;
    assert!(text.contains("line 2") && text.contains("broken"), "{text}");
}

#[test]
fn broken_levels_are_left_out_where_that_is_asked_for() {
    for command in ["levels", "solve", "compare"] {
        let more = match command {
            "solve" => "--level all --with bfs",
            "compare" => "--with bfs --out TEMP",
            _ => "",
        };
        let out = folder(&format!("skip-bad-{command}"));
        let more = more.replace("TEMP", &out.display().to_string());
        assert_eq!(run(&format!("{command} sokoban broken.xsb {more}")).code, 2, "{command}");
        let ran = run(&format!("{command} sokoban broken.xsb {more} --skip-bad"));
        assert!(
            ran.err.contains("level 1 is left out: broken.xsb, line"),
            "{command}: {}",
            ran.err
        );
        assert!(ran.out.contains("Good 4") || command == "compare", "{command}: {}", ran.out);
    }
}

#[test]
fn the_same_level_turned_or_mirrored_is_noticed_and_what_has_no_solution_is_proven() {
    let turned = "#####\n#.$@#\n#####\n\n####\n#@##\n#$##\n#.##\n####\n\n#####\n#@$.#\n#####\n";
    let ran = run_with("check - --json", turned);
    let levels = json_lines(&ran.out);
    assert_eq!(levels[2]["same_as"]["level"], 1, "{}", ran.out);
    let stuck = run_with("check -", "######\n#@ $.#\n#    #\n#$   #\n#  . #\n######\n");
    assert!(stuck.code == 1 && stuck.out.contains("unsolvable"), "{}", stuck.out);
}

#[test]
fn old_encodings_are_read_with_a_note() {
    let old = b"; Caf\xe9\n\n#####\n#@$.#\n#####\n";
    let file = folder("old-encoding").join("old.xsb");
    std::fs::write(&file, old).unwrap();
    for command in ["check", "levels sokoban"] {
        let ran = run(&format!("{command} {}", file.display()));
        assert!(ran.code == 0 && ran.out.contains("Café"), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains("Windows-1252"), "{}", ran.err);
    }
}

#[test]
fn every_format_is_written_and_read_back_with_titles_and_solutions() {
    let level = "#####\n#@$.#\n#####\nTitle: One\nAuthor: Me\nSolution: R\n";
    for format in ["xsb", "sok", "rle", "slc", "yaml", "json"] {
        let file = folder(&format!("convert-{format}")).join(format!("out.{format}"));
        let ran = run_with(&format!("convert - --to {format} --out {}", file.display()), level);
        assert_eq!(ran.code, 0, "{format}: {}", ran.err);
        let back = run(&format!("levels sokoban {} --json", file.display()));
        let levels: serde_json::Value = serde_json::from_str(&back.out).expect(&back.err);
        assert_eq!(levels[0]["width"], 5, "{format}");
        if format != "yaml" {
            assert_eq!(levels[0]["title"], "One", "{format}");
            assert_eq!(levels[0]["best"]["moves"], 1, "{format}: {}", back.out);
        }
    }
    let bad = run_with("convert - --to docx", level);
    assert!(bad.code == 2 && bad.err.contains("json"), "{}", bad.err);
    let atoms = run("convert - --to json");
    assert_eq!(atoms.code, 2, "nothing is no level");
}

#[test]
fn a_file_that_is_written_in_parts_is_the_file_that_was_read() {
    let level = |number| format!("#####\n#@$.#\n#####\nTitle: {number}\n");
    let levels: Vec<String> = (1..=2_001).map(level).collect();
    let text =
        "Title: Many\nComment:\nAn introduction\nComment-End:\n\n".to_owned() + &levels.join("\n");
    let folder = folder("convert-parts");
    let file = folder.join("yaml");
    assert_eq!(run_with("convert - --to xsb", &text).out, text);
    let line = format!("convert - --world sokoban --to yaml --out {}", file.display());
    assert_eq!(run_with(&line, &text).code, 0);
    let back = run(&format!("levels sokoban {}", file.display()));
    assert_eq!(back.out.lines().count(), levels.len(), "{}", back.err);
    // What is said of all of them is told beside the list; what is broken leaves no part of a file.
    assert_eq!(run_with("levels sokoban -", &text).err, "Many\nAn introduction\n");
    let broken = run_with(&line, &(text + "\n#####\n#@$ #\n#####\n"));
    assert_eq!(broken.code, 2);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(run(&format!("levels sokoban {}", file.display())).out, back.out);
}

#[test]
fn a_solve_leaves_a_file_with_the_better_of_old_and_new() {
    let folder = folder("solve-out");
    let file = folder.join("levels.xsb");
    let level = "######\n#    #\n#@ $.#\n#    #\n######\nTitle: Room\n";
    std::fs::write(&file, format!("{level}Solution: udrR\n\n{level}Solution: rR\n")).unwrap();
    let out = folder.join("solved.sok");
    let line = format!("solve sokoban {} --level all --out {}", file.display(), out.display());
    assert_eq!(run(&line).code, 0);
    let ran = run(&format!("levels sokoban {} --json", out.display()));
    let levels: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
    assert_eq!((&levels[0]["best"]["moves"], &levels[1]["best"]["moves"]), (&2.into(), &2.into()));
    // What was better stays, and levels that were not asked for are kept.
    let again = folder.join("again.xsb");
    let worse =
        format!("solve sokoban {} --level 1 --with dfs --out {}", out.display(), again.display());
    run(&worse);
    let ran = run(&format!("levels sokoban {} --json", again.display()));
    let levels: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
    assert_eq!(levels.as_array().map(Vec::len), Some(2));
    assert_eq!(levels[0]["best"]["moves"], 2);
    // As standard output it is one file, and what is told of it stands elsewhere.
    let line = format!("solve sokoban {} --level all --out -", file.display());
    let piped = run(&line);
    assert_eq!(piped.out.matches("Title: Room").count(), 2, "{}", piped.out);
    assert!(piped.err.contains("2 of 2 solved") && !piped.out.contains("solved"), "{}", piped.err);
}

/// The public sets beside the checkout have nothing to complain about, and their own titles.
#[test]
fn public_sets_are_read_without_a_complaint() {
    let sets =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sokoban");
    if !sets.is_dir() {
        assert!(std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(), "the shared data is missing");
        eprintln!("skipped: ../shared/data is not there");
        return;
    }
    for (set, count, first) in [("microban.xsb", 155, "1"), ("xsokoban.xsb", 90, "screen.01")] {
        let ran = run(&format!("check {} --time 0 --json", sets.join(set).display()));
        assert_eq!(ran.code, 0, "{set}: {}", ran.err);
        let levels = json_lines(&ran.out);
        assert_eq!(levels.len(), count, "{set}");
        assert_eq!(levels[0]["title"], first, "{set}");
        assert!(levels.iter().all(|level| level["status"] == "read"), "{set}");
    }
}
