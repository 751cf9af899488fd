//! Every format reads what it writes, and says what is wrong with what it cannot read.

use plyground_core::CollectionInfo;
use plyground_sokoban::notation::{FORMATS, collection_info, parse, print, print_collection};
use plyground_sokoban::{Grid, Level};
use proptest::prelude::*;

fn read(text: &str) -> Vec<Level> {
    parse("test", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn grid(text: &str) -> Grid {
    Grid::from_text(text).unwrap()
}

fn refused(text: &[u8]) -> (usize, usize, String) {
    let error = parse("test", text).expect_err(&String::from_utf8_lossy(text));
    assert_eq!(error.file, "test");
    (error.line, error.column, error.message)
}

const SMALL: &str = "#####\n#@$.#\n#####\n";

#[test]
fn the_usual_characters_and_their_alternates_are_the_same() {
    let usual = grid("#######\n#@ $. #\n#*  * #\n#######");
    for text in [
        "#######\n#@-$.-#\n#*--*-#\n#######",
        "#######\n#@_$._#\n#*__*_#\n#######",
        "#######\n#p bo #\n#B  B #\n#######",
    ] {
        assert_eq!(read(text)[0].grid, usual);
    }
    assert_eq!(read("#####\n#P$$#\n#.  #\n#####")[0].grid, grid("#####\n#+$$#\n#.  #\n#####"));
}

#[test]
fn ragged_lines_and_outer_blanks_do_not_matter() {
    assert_eq!(read("   #####   \n   #@$.#\n   #####  \n")[0].grid, grid(SMALL));
    let ragged = read("  ####\n###  #\n#@$. #\n######");
    assert_eq!(ragged[0].grid, grid("  ####\n###  #\n#@$. #\n######"));
    assert_eq!(read("\u{feff}#####\r\n#@$.#\r\n#####\r\n")[0].grid, grid(SMALL));
}

#[test]
fn levels_are_separated_by_blank_lines_or_by_text() {
    assert_eq!(read(&format!("{SMALL}\n{SMALL}some words\n{SMALL}")).len(), 3);
    assert_eq!(read(&format!("{SMALL}   \n{SMALL}")).len(), 2);
}

#[test]
fn the_title_wins_over_the_name_wherever_they_stand() {
    let levels = read(&format!("; 1\n{SMALL}Title: screen.01\n\n; 2\n{SMALL}Title: screen.02\n"));
    assert_eq!([&*levels[0].title, &*levels[1].title], ["screen.01", "screen.02"]);
    let levels = read(&format!("; 1\n{SMALL}\n; 2\n{SMALL}"));
    assert_eq!([&*levels[0].title, &*levels[1].title], ["1", "2"]);
    let levels = read(&format!("{SMALL}; one\n\n{SMALL}; two\n"));
    assert_eq!([&*levels[0].title, &*levels[1].title], ["one", "two"]);
    let levels = read(&format!("; 1\n\n{SMALL}\n; 2\n\n{SMALL}\n"));
    assert_eq!([&*levels[0].title, &*levels[1].title], ["1", "2"]);
    let levels = read(&format!("Title: a\n{SMALL}\nTitle: b\n{SMALL}"));
    assert_eq!([&*levels[0].title, &*levels[1].title], ["a", "b"]);
}

/// The titles of a file with three levels, `between` them, and what it says of all.
fn titles(before: &str, between: [&str; 3]) -> ([String; 3], Vec<String>) {
    let [one, two, three] = between;
    let text = format!("{before}{SMALL}{one}{SMALL}{two}{SMALL}{three}");
    let introduction = collection_info(text.as_bytes()).introduction;
    let titles: Vec<String> = read(&text).into_iter().map(|level| level.title).collect();
    (titles.try_into().expect("three levels"), introduction)
}

#[test]
fn lines_of_introduction_are_no_title() {
    let prose =
        "Microban\n(155 puzzles)\n\nMost of them are small; some come from the\nregular sets.\n\n";
    let lines = [
        "Microban",
        "(155 puzzles)",
        "Most of them are small; some come from the",
        "regular sets.",
    ];
    // Names after the boards, apart or close to them; and before them.
    let (found, introduction) = titles(prose, ["\n; 1\n\n", "\n; 2\n\n", "\n; 3\n"]);
    assert_eq!(found, ["1", "2", "3"]);
    assert_eq!(introduction, lines);
    let (found, introduction) = titles(prose, ["; 1\n\n", "; 2\n\n", "; 3\n"]);
    assert_eq!(found, ["1", "2", "3"]);
    assert_eq!(introduction, lines);
    let (found, introduction) =
        titles(&format!("{prose}; 1\n\n"), ["\n; 2\n\n", "\n; 3\n\n", "\n"]);
    assert_eq!(found, ["1", "2", "3"]);
    assert_eq!(introduction, lines);
    // Words in place of numbers.
    let (found, _) = titles(prose, ["\n; Oak\n\n", "\n; Elm\n\n", "\n; Ash\n"]);
    assert_eq!(found, ["Oak", "Elm", "Ash"]);
    let (found, _) = titles("; Oak\n\n", ["\n; Elm\n\n", "\n; Ash\n\n", "\nThe end\n"]);
    assert_eq!(found, ["Oak", "Elm", "Ash"]);
    // Titles by their key, and no names at all.
    let (found, introduction) = titles(prose, ["Title: Oak\n\n", "Title: Elm\n\n", "Title: Ash\n"]);
    assert_eq!(found, ["Oak", "Elm", "Ash"]);
    assert_eq!(introduction, lines);
    let (found, introduction) = titles(prose, ["\n", "\n", ""]);
    assert_eq!(found, ["", "", ""]);
    assert_eq!(introduction, lines);
}

#[test]
fn what_is_said_of_all_levels_reads_back() {
    let info = CollectionInfo {
        title: "Trees & shrubs".into(),
        author: "Ada".into(),
        introduction: vec!["For beginners.".into(), "comment: none".into()],
    };
    let levels = read(&format!("{SMALL}Title: Oak\n\n{SMALL}Title: Elm\n"));
    for format in ["xsb", "rle", "slc"] {
        let text = print_collection(&info, &levels, format).unwrap();
        assert_eq!(collection_info(text.as_bytes()), info, "{format}: {text}");
        assert_eq!(read(&text)[1].title, "Elm");
    }
}

#[test]
fn files_of_old_are_read_in_their_encoding() {
    let mut bytes = SMALL.as_bytes().to_vec();
    bytes.extend(b"Title: Caf\xe9 \x96 one\n");
    assert_eq!(parse("old.txt", &bytes).unwrap()[0].title, "Caf\u{e9} \u{2013} one");
}

#[test]
fn authors_comments_and_solutions_belong_to_their_level() {
    let levels = read(&format!(
        "; a collection\nAuthor: Ada\n\n{SMALL}Title: one\nAuthor: Bob\nComment: first\nSolution: R\n\n\
         {SMALL}Title: two\nComment:\nlong\n\n{SMALL}words\nComment-End:\nDate: today\nSolution:\n2r\nU\n"
    ));
    assert_eq!(levels.len(), 2);
    assert_eq!((&*levels[0].title, &*levels[0].author), ("one", "Bob"));
    assert_eq!(levels[0].comments, ["first"]);
    assert_eq!(levels[0].solution.as_deref(), Some("R"));
    assert_eq!((&*levels[1].title, &*levels[1].author), ("two", "Ada"));
    assert_eq!(levels[1].comments.first().map(String::as_str), Some("long"));
    assert_eq!(levels[1].comments.last().map(String::as_str), Some("Date: today"));
    assert_eq!(levels[1].comments.len(), 7);
    assert_eq!(levels[1].solution.as_deref(), Some("rrU"));
}

#[test]
fn run_lengths_stand_for_rows_also_inside_collections() {
    let levels = read(&format!("Title: a\n5#|#@$.#|5#\n\n{SMALL}\n; b\n7#|#@-$-.#|7#\n"));
    assert_eq!(levels.len(), 3);
    assert_eq!(levels[0].grid, grid(SMALL));
    assert_eq!(levels[2].grid, grid("#######\n#@ $ .#\n#######"));
}

#[test]
fn slc_files_are_read_with_their_entities() {
    let levels = read(
        "<?xml version=\"1.0\"?>\n<SokobanLevels xmlns=\"x\"><Title>All</Title>\n\
         <LevelCollection Copyright=\"Ada &amp; Bob\">\n<Level Id=\"a&lt;b\" Width=\"5\" Height=\"3\">\n\
         <L>#####</L>\n<L>#@$.#</L>\n<L>#####</L></Level></LevelCollection></SokobanLevels>",
    );
    assert_eq!(levels[0].grid, grid(SMALL));
    assert_eq!((&*levels[0].title, &*levels[0].author), ("a<b", "Ada & Bob"));
    let (line, _, message) = refused(b"<SokobanLevels>\n<Level>\n<L>#####</L>");
    assert_eq!((line, message.contains("</Level>")), (3, true), "{message}");
    let (line, column, _) = refused(b"<A>\n<Level>\n<L>#####</L>\n<L>#@$x#</L></Level></A>");
    assert_eq!((line, column), (4, 7));
}

#[test]
fn study_maps_count_rows_from_the_bottom_and_have_a_wall_around() {
    let blocks = "boxes:\n- !!python/tuple\n  - box1\n  - 0\n  - 1\nheight: 2\nplayer:\n- 0\n- 0\n\
                  targets:\n- !!python/tuple\n  - 0\n  - 2\nwalls:\n- !!python/tuple\n  - 1\n  - 0\nwidth: 3\n";
    let brackets = "height: 2\nwidth: 3\nplayer: [0, 0]\nboxes: [[box1, 0, 1]]\ntargets: [[0, 2]]\nwalls: [[1, 0]]\n";
    let expected = grid("#####\n##  #\n#@$.#\n#####");
    assert_eq!(read(blocks)[0].grid, expected);
    assert_eq!(read(brackets)[0].grid, expected);
    assert_eq!(refused(brackets.replace("[0, 2]", "[0, 3]").as_bytes()).0, 5);
    assert_eq!(refused(brackets.replace("height: 2", "height: 999999999").as_bytes()).0, 1);
    assert!(refused(brackets.replace("width: 3", "width: 0").as_bytes()).2.contains("1 to 125"));
    assert!(refused(brackets.replace("[0, 0]", "[0, 1]").as_bytes()).2.contains("free square"));
    assert!(refused(brackets.replace("[[0, 2]]", "[[0]]").as_bytes()).2.contains("not complete"));
}

#[test]
fn bad_levels_are_refused_with_their_place() {
    for (text, line, column, words) in [
        ("", 0, 0, "no level"),
        ("\n\n  \n", 0, 0, "no level"),
        ("just words", 0, 0, "no level"),
        ("#####\n#@$x#\n#####", 2, 4, "'x' is no square"),
        ("; 1\n#####\n# $.#\n#####", 2, 0, "no player"),
        ("#####\n#@$.#\n#@  #\n#####", 3, 2, "second player"),
        ("#####\n#@$ #\n#####", 1, 0, "1 box and 0 goals"),
        ("#####\n#@  #\n#####", 1, 0, "no boxes"),
        ("#####\n#@$.\n#####", 2, 5, "border is open"),
        ("#####\n#@$.#\n## ##", 3, 3, "border is open"),
        ("3#|#@$.x#|5#", 1, 8, "'x' is no square"),
        ("5#|99999999999999999999-#|5#", 1, 24, "too long"),
        ("5#|#@$.#|999999999|5#", 1, 19, "too many rows"),
        ("5#|#@$.#|5", 1, 10, "expected a square"),
    ] {
        let (at_line, at_column, message) = refused(text.as_bytes());
        assert!(message.contains(words), "{message}\n{text}");
        assert_eq!((at_line, at_column), (line, column), "{message}\n{text}");
    }
    assert_eq!(refused(b"#####\n#@$.#\xff").0, 2);
    assert_eq!(refused(b"#####\n#@$.#\xff").1, 6);
}

#[test]
fn huge_lines_and_levels_are_refused() {
    let line = "#".repeat(1 << 20);
    assert!(refused(line.as_bytes()).2.contains("too long"));
    let high = "#\n".repeat(1 << 19);
    assert!(refused(high.as_bytes()).2.contains("too many rows"));
    let wide = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(130), " ".repeat(125));
    assert!(refused(wide.as_bytes()).2.contains("130 by 3; expected at most 127 by 127"));
    assert!(refused("x".repeat(1 << 20).as_bytes()).2.contains("no level"));
}

/// Random closed levels, decorations outside included.
/// A remark such as "Solution: unknown" is kept as it is; only moves are laid out on lines of their own.
#[test]
fn a_remark_that_looks_like_a_solution_stays_one_remark_in_every_format() {
    let remark = format!("Solution: not found yet {}", "ÿ ".repeat(60));
    let text = format!("#####\n#@$.#\n#####\nTitle: One\n{remark}\n");
    let level = read(&text).remove(0);
    assert_eq!(level.comments, [remark.trim_end()]);
    for format in FORMATS.iter().filter(|format| **format != "yaml") {
        let written = print(std::slice::from_ref(&level), format).unwrap();
        let again = read(&written);
        assert_eq!(again, std::slice::from_ref(&level), "{format}:\n{written}");
    }
}

/// What is said of a board that is drawn may look like a map by rows and columns.
#[test]
fn remarks_with_the_keys_of_a_map_do_not_make_one() {
    let level =
        read("#####\n#@$.#\n#####\nTitle: One\nheight: 3\nwidth: wide\nplayer: none\n").remove(0);
    assert_eq!(level.comments, ["height: 3", "width: wide", "player: none"]);
    for format in FORMATS.iter().filter(|format| **format != "yaml") {
        let written = print(std::slice::from_ref(&level), format).unwrap();
        assert_eq!(read(&written), std::slice::from_ref(&level), "{format}:\n{written}");
    }
}

/// A file of lines that have a meaning somewhere, in any order.
fn any_file() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => Just("#####\n#@$.#\n#####".to_owned()),
        1 => Just("5#|#@$.#|5#".to_owned()),
        1 => Just(String::new()),
        4 => (
            prop::sample::select(vec![
                "", " ", ";", "; ", "Title: ", "Author: ", "Comment:", "Comment: ", "Comment-End:",
                "Solution", "Solution: ", "height: ", "width: ", "player: ", "::", "---", "<", "{",
            ]),
            prop::sample::select(vec![
                "", "1", "lurd", "RRlu 3R", "#", "#@", "# #|", "words", "Title: a", "; b", "Comment: c",
                "Comment-End:", "Solution: R", "\"levels\"", "-", "3 words: ÿ", "####", "x####",
            ]),
        ).prop_map(|(key, value)| format!("{key}{value}")),
    ];
    proptest::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n"))
}

/// A remark that would be taken for something else is written with a space before it.
fn unindented(level: &Level) -> Level {
    let comments = level.comments.iter().map(|comment| comment.trim_start().to_owned()).collect();
    Level { comments, ..level.clone() }
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (3usize..9, 3usize..9, any::<u64>()).prop_map(|(height, width, seed)| {
        let mut rng = plyground_core::Rng::new(seed);
        loop {
            let mut rows = vec![vec![' '; width + 2]; height + 2];
            for (r, row) in rows.iter_mut().enumerate() {
                for (c, square) in row.iter_mut().enumerate() {
                    let edge = r == 0 || c == 0 || r > height || c > width;
                    *square =
                        if edge { '#' } else { [' ', ' ', ' ', '#', '$', '.', '*'][rng.below(7)] };
                }
            }
            if rng.below(2) == 0 {
                rows[0][0] = ' ';
            }
            rows[1 + rng.below(height)][1 + rng.below(width)] =
                if rng.below(4) == 0 { '+' } else { '@' };
            let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            if let Ok(grid) = Grid::from_text(&text.join("\n")) {
                return grid;
            }
        }
    })
}

fn any_level() -> impl Strategy<Value = Level> {
    let words = "[A-Za-z0-9<>&\"' é#.:]{0,12}".prop_map(|words| words.trim().to_owned());
    let comments = proptest::collection::vec("[a-z<>&;# ]{0,10}[a-z]", 0..3);
    let solution = proptest::option::of("[lurdLURD]{1,20}");
    (any_grid(), words.clone(), words, comments, solution).prop_map(
        |(grid, title, author, comments, solution)| Level {
            title,
            author,
            comments,
            solution,
            grid,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever was made of a strange file, it is the same after it was written and read again.
    #[test]
    fn what_was_read_of_any_file_reads_back_the_same(text in any_file()) {
        for level in parse("test", text.as_bytes()).unwrap_or_default() {
            for format in FORMATS {
                let written = print(std::slice::from_ref(&level), format).unwrap();
                let again = parse("again", written.as_bytes());
                prop_assert!(again.is_ok(), "{:?}\n{}", again, written);
                let again = again.unwrap();
                prop_assert_eq!(again.len(), 1, "{}\n{}", format, &written);
                let twice = print(&again, format).unwrap();
                prop_assert_eq!(twice, written, "{}", format);
                if *format != "yaml" {
                    prop_assert_eq!(unindented(&again[0]), unindented(&level), "{}", format);
                }
            }
        }
    }

    #[test]
    fn what_is_printed_reads_back_the_same(levels in proptest::collection::vec(any_level(), 1..4)) {
        for format in FORMATS {
            let text = print(&levels, format).unwrap();
            let mut expected = levels.clone();
            if *format == "yaml" {
                for level in &mut expected {
                    level.comments.clear();
                    level.solution = None;
                    let corner = level.grid.rows().map(|row| {
                        row.iter().map(|tile| tile.to_char()).collect::<String>()
                    }).collect::<Vec<_>>().join("\n");
                    level.grid = grid(&if corner.starts_with(' ') { corner.replacen(' ', "#", 1) } else { corner });
                }
            }
            prop_assert_eq!(&read(&text), &expected, "{}\n{}", format, text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[-#$.*@+| 0-9a-z:;<>/\n!]{0,200}") {
        let _ = parse("any", text.as_bytes());
        let _ = parse("any", format!("height: 3\nwidth: 3\nplayer: {text}").as_bytes());
        let _ = parse("any", format!("<Level>{text}").as_bytes());
    }
}
