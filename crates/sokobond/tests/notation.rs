//! Reading and writing levels.

mod common;

use common::{Recipe, random_level};
use plyground_core::Rng;
use plyground_sokobond::{Board, Element, ModifierKind, notation};

fn error(text: &str) -> String {
    notation::parse(text.as_bytes()).expect_err("an error").to_string()
}

#[test]
fn a_v2_level_is_read() {
    let text = "v2\nx x x x\n   /\nx H - x\n   +\nx o h x\n\nX x x x\nTitle: Water\nAuthor: us\n\
                Formula: H2O\nFact: wet\nSolution: DR\n";
    let level = common::level(text);
    assert_eq!((level.width, level.height, level.hero, level.atoms.len()), (4, 4, 0, 3));
    assert_eq!(level.atoms[1].element, Element::Oxygen);
    let corners: Vec<_> = level.modifiers.iter().map(|m| (m.kind, m.x, m.y)).collect();
    assert_eq!(corners, [(ModifierKind::Cut, 1, 0), (ModifierKind::Double, 1, 1)]);
    assert_eq!((level.notes.title.as_str(), level.notes.fact.as_str()), ("Water", "wet"));
    assert_eq!(level.notes.solution.as_deref(), Some("DR"));
}

#[test]
fn a_compact_level_is_read() {
    let level = common::level("xxxxx\nxH-oe\nxxxxx\n");
    assert_eq!((level.width, level.height, level.atoms.len()), (5, 3, 3));
    assert!(level.is_floor(2, 1) && !level.is_floor(0, 0) && !level.is_floor(9, 9));
}

#[test]
fn packs_hold_several_levels() {
    let v2 = "v2\nH h\n\nTitle: one\n\nv2 multiple\nH - h\n\nTitle: two\nv2\nO h\n";
    let titles: Vec<_> =
        notation::parse(v2.as_bytes()).unwrap().into_iter().map(|l| l.notes.title).collect();
    assert_eq!(titles, ["one", "two", ""]);
    let compact = "Hh\nTitle: one\n\n\nH-h\n---\n\nO\n";
    assert_eq!(notation::parse(compact.as_bytes()).unwrap().len(), 3);
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, expected) in [
        ("", "the text holds no level; expected a line `v2`, then cells"),
        ("v2\n", "line 1: expected a row of cells"),
        ("v2\nTitle: x\n", "line 2: expected a row of cells"),
        ("v2\nh - o\n", "line 1: the level has no hero; expected one atom as a capital letter"),
        (
            "v2\nH - O\n",
            "line 2, column 5: 'O' is a second hero; expected one capital letter (the first in reading order is the \
             hero: write the others in small letters)",
        ),
        ("x-x\n", "line 1: the level has no atoms; at least the hero is needed"),
        (
            "H-q\n",
            "line 1, column 3: 'q' is no cell; expected x (wall), - (floor) or an atom of h o n c e, the hero in capital",
        ),
        ("v2\nHh\n", "line 2, column 2: 'h' stands between two cells; expected a blank"),
        ("v2\nH -\n\n- - -\n", "line 4: this row has 3 cells; expected 2 as in the first row"),
        (
            "v2\nH - -\n  +\n- - -\n",
            "line 3, column 3: the modifier '+' is off its grid; expected it below the blank between two cells",
        ),
        (
            "v2\nH - -\n     +\n- - -\n",
            "line 3, column 6: the modifier '+' is off its grid; expected it on a corner between four cells",
        ),
        (
            "v2\nH - -\n +\n",
            "line 3, column 2: the modifier '+' is off its grid; expected it on a corner between four cells",
        ),
        (
            "Hh\nSolution: UDX\n",
            "line 2, column 13: 'X' is no move; expected the letters U, D, L, R",
        ),
        (
            "Hh\nColour: red\n",
            "line 2, column 1: unknown line \"Colour\"; expected one of Title, Author, Chapter, Formula, Fact, Source, Number, Difficulty, Solution, Proven, Moves",
        ),
        ("Hh\nProven: maybe\n", "line 2, column 9: expected yes or no"),
    ] {
        assert_eq!(error(text), expected, "{text:?}");
    }
}

#[test]
fn too_much_is_refused() {
    let atoms = format!("H{}\n", "h".repeat(199).chars().collect::<String>());
    assert_eq!(error(&atoms), "line 1: the board is 200×1; at most 64×64 is possible");
    let rows: String =
        (0..20).map(|y| if y == 0 { "Hhhhhhhhhh\n" } else { "hhhhhhhhhh\n" }).collect();
    assert_eq!(error(&rows), "line 1: the level has 200 atoms; at most 64 are possible");
}

#[test]
fn errors_in_json_name_the_place_too() {
    let level = |cells: &str, atoms: &str, rest: &str| {
        format!(
            "{{\"levels\":[\n{{\"title\":\"T\",\"cells\":{cells},\n\"atoms\":{atoms}{rest}}}\n]}}"
        )
    };
    let h = "[{\"el\":\"H\",\"x\":1,\"y\":0}]";
    for (text, expected) in [
        (level("[\"#.#\"]", h, ""), "level \"T\" has no hero; expected the index of an atom"),
        (
            level("[\"#.#\"]", h, ",\"hero\":3"),
            "level \"T\": the hero is atom 3, but the 1 atoms count from 0",
        ),
        (level("[\"###\"]", h, ",\"hero\":0"), "level \"T\": atom 0 (H at 1, 0) is not on floor"),
        (
            level("[\"#.#\"]", "[{\"el\":\"Xe\",\"x\":1,\"y\":0}]", ",\"hero\":0"),
            "unknown element \"Xe\"; expected one of He, H, O, N, C",
        ),
        (
            level("[\"#?#\"]", h, ",\"hero\":0"),
            "level \"T\": '?' at 1, 0 is no cell; expected # (wall), . (floor) or a blank",
        ),
        (level("[]", h, ",\"hero\":0"), "level \"T\" has no cells; expected rows of # and ."),
        (
            level("[\"...\"]", "[]", ",\"hero\":0"),
            "level \"T\": the level has no atoms; at least the hero is needed",
        ),
        (
            level(
                "[\"...\",\"...\"]",
                h,
                ",\"hero\":0,\"modifiers\":[{\"kind\":\"cut\",\"x\":2,\"y\":0}]",
            ),
            "level \"T\": modifier 0 (cut at 2, 0) is not on a corner between four cells",
        ),
        (
            level(
                "[\"...\"]",
                h,
                ",\"hero\":0,\"modifiers\":[{\"kind\":\"glue\",\"x\":0,\"y\":0}]",
            ),
            "unknown modifier \"glue\"; expected cut, double or rotate",
        ),
        ("{\"levels\":[]}".to_owned(), "the list of levels is empty; expected at least one"),
        (
            "{\"format\":\"other\",\"levels\":[]}".to_owned(),
            "unknown format \"other\"; expected \"plyground-sokobond-json-1\"",
        ),
        ("{".to_owned(), "EOF while parsing an object"),
    ] {
        let error = notation::parse(text.as_bytes()).expect_err("an error");
        assert_eq!(error.message, expected, "{text}");
        assert!(error.line > 0 || text == "{\"levels\":[]}", "{text}");
    }
}

#[test]
fn files_of_old_are_read_in_their_encoding() {
    let levels = notation::parse(b"v2\nH h\n\nTitle: Ammoni\xe1k\n").expect("a level");
    assert_eq!(levels[0].notes.title, "Ammoniák");
    assert_eq!(notation::parse(b"v2\nH \xff\n").expect_err("an error").line, 2);
}

#[test]
fn what_is_printed_reads_back_the_same() {
    let mut rng = Rng::new(5);
    for index in 0..300 {
        let recipe = Recipe { sides: 1..10, atoms: 1..12, modifiers: index % 2 == 0 };
        let mut level = random_level(&mut rng, &recipe);
        level.notes.title = format!("Level {index}");
        level.notes.fact = "Facts: may have colons".into();
        level.notes.difficulty = Some(f64::from(index) / 8.0);
        level.notes.solution = Some("UDLR".into());
        level.notes.optimal_moves = Some(4);
        level.notes.proven = index % 3 == 0;
        level.notes.multiple = index % 4 == 0;
        let pack = [level.clone(), level.clone()];
        let json = notation::print(&pack, "json").unwrap();
        assert_eq!(notation::parse(json.as_bytes()).unwrap(), pack, "{json}");
        // Text lists atoms in reading order.
        level.atoms.sort_by_key(|atom| (atom.y, atom.x));
        let hero = pack[0].atoms[pack[0].hero];
        level.hero = level.atoms.iter().position(|&atom| atom == hero).unwrap();
        let pack = [level.clone(), level];
        let text = notation::print(&pack, "text").unwrap();
        assert_eq!(notation::parse(text.as_bytes()).unwrap(), pack, "{text}");
        match notation::print(&pack, "compact") {
            Ok(text) => {
                let read = notation::parse(text.as_bytes()).unwrap();
                assert_eq!(read[1].atoms, pack[1].atoms);
                assert_eq!(read[1].floor, pack[1].floor);
            }
            Err(error) => assert!(!pack[0].modifiers.is_empty(), "{error}"),
        }
    }
    assert!(notation::print(&[], "xml").unwrap_err().to_string().contains("known: text"));
}

#[test]
fn no_text_makes_the_parser_panic() {
    let mut rng = Rng::new(99);
    let alphabet: Vec<char> =
        "v2 \n\n xX--HhOoNnCcEe/+@:TitleSolution\"{}[],.#é0".chars().collect();
    for _ in 0..20_000 {
        let mut text = String::from(if rng.below(2) == 0 { "v2\n" } else { "" });
        for _ in 0..rng.below(40) {
            text.push(alphabet[rng.below(alphabet.len())]);
        }
        if let Ok(levels) = notation::parse(text.as_bytes()) {
            for level in levels {
                Board::new(&level, false).expect("what parses can be set up");
            }
        }
    }
}

#[test]
fn moves_are_read_in_any_case_and_refused_with_a_reason() {
    let board = common::board("-H-x\n");
    let start = board.start_state();
    assert_eq!(notation::moves::parse(&board, &start, "l r\nR").unwrap().len(), 3);
    let error = notation::moves::parse(&board, &start, "RRL").unwrap_err();
    assert_eq!(error.to_string(), "move 2 (R): an atom would enter a wall");
    let error = notation::moves::parse(&board, &start, "RX").unwrap_err();
    assert_eq!(error.to_string(), "move 2 (X): expected one of the letters U, D, L, R");
}
