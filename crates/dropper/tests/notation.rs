//! What people type, and what they are told where it is wrong.

use plyground_core::{Game, GameWorld, Options};
use plyground_dropper::{Dropper, DropperGame, Ply, State, notation};
use proptest::prelude::*;

fn set_up(position: &str) -> (DropperGame, State) {
    let game = DropperGame::from_setup(&notation::parse_position(position).unwrap(), false);
    let state = game.start();
    (game, state)
}

fn reason(position: &str, text: &str) -> String {
    let (game, state) = set_up(position);
    notation::parse_turn(&game, &state, text).unwrap_err().reason
}

const OPENED: &str = "...../...../...../.X.../..... O";

#[test]
fn turns_are_read_in_any_case_with_either_arrow_and_blanks() {
    let (game, state) = set_up(OPENED);
    let turn = vec![Ply::Drop { from: 6, to: 0 }, Ply::Free(24)];
    for text in ["B2-A1+E5", "b2-a1+e5", "B2>A1+E5", " b2-A1 + e5 ", "B2 - A1 +E5"] {
        assert_eq!(notation::parse_turn(&game, &state, text), Ok(turn.clone()), "{text}");
    }
    assert_eq!(notation::turn_text(5, &turn), "B2-A1+E5");
}

#[test]
fn the_two_halves_of_a_turn_may_be_typed_one_after_the_other() {
    let (game, mut state) = set_up(OPENED);
    let drop = notation::parse_turn(&game, &state, "B2-A1").unwrap();
    assert_eq!(drop, [Ply::Drop { from: 6, to: 0 }]);
    game.play(&mut state, drop[0]);
    for text in ["E5", "+E5", " + e5"] {
        assert_eq!(notation::parse_turn(&game, &state, text), Ok(vec![Ply::Free(24)]));
    }
    let next = notation::parse_turn(&game, &state, "A1-A2").unwrap_err();
    assert!(next.reason.contains("its mandatory Free is missing"), "{next}");
}

#[test]
fn rows_of_two_digits_are_read() {
    let game = DropperGame::new(12);
    let turn = notation::parse_turn(&game, &game.start(), "a12").unwrap();
    assert_eq!(turn, [Ply::Free(132)]);
    assert_eq!(notation::turn_text(12, &turn), "A12");
}

#[test]
fn what_the_rules_forbid_is_refused_with_the_square_and_the_rule() {
    let cases = [
        (
            OPENED,
            "B2-A1+B3",
            "B3 touches the stone on B2; a Free needs all neighbours of its square empty",
        ),
        (OPENED, "B2-A1+A1", "A1 is occupied; a Free goes to an empty square"),
        (
            OPENED,
            "B2-B4",
            "B4 is not a neighbour of B2; a Drop pushes the stone to one of its eight neighbours",
        ),
        (
            OPENED,
            "B2-B2",
            "B2 is not a neighbour of B2; a Drop pushes the stone to one of its eight neighbours",
        ),
        (OPENED, "C3-C4", "C3 is empty; a Drop goes on a stone of the opponent (X)"),
        (OPENED, "E6-E5", "E6 is not on the board, which goes from A1 to E5"),
        (OPENED, "B2-A0", "A0 is not on the board, which goes from A1 to E5"),
        (OPENED, "B2-A1+", "the mandatory Free after + is missing; expected a square such as D1"),
        (
            OPENED,
            "E5",
            "a turn begins with a Drop on a stone of the opponent; expected it as B2-A1",
        ),
        (OPENED, "", "nothing was typed; expected a turn such as D5-C5+G5"),
        (
            OPENED,
            "hello",
            "a turn begins with a Drop on a stone of the opponent; expected it as B2-A1",
        ),
        (OPENED, "é-B1", "\"é\" is not a square; expected a column and a row such as B2"),
        (
            ".../OX./... O",
            "A2-A1",
            "A2 holds an own stone; a Drop goes on a stone of the opponent (X)",
        ),
        (".../OX./... O", "B2-A2", "A2 is occupied; a Drop pushes the stone to an empty square"),
        (
            ".../OX./... O",
            "B2-A1+A3",
            "no Free square is left after the Drop; the turn is B2-A1 alone",
        ),
        (
            ".../.../... X",
            "A1-A2",
            "there is nothing to Drop on; expected a square alone, such as A1",
        ),
        ("XO/OX X", "A1-A2", "the game is over"),
    ];
    for (position, text, expected) in cases {
        assert_eq!(reason(position, text), expected, "{position} {text}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_place() {
    let cases = [
        (".../.../X..", "expected rows and the side to move, such as .../.../X.. O"),
        ("", "expected rows and the side to move, such as .../.../X.. O"),
        (".../../X.. O", "line 1, column 5: row 2 has 2 columns; expected 3, as many as rows"),
        (".../.../X.Y O", "line 1, column 11: 'Y'; expected one of . X O"),
        (
            ".../.../X.. Z",
            "line 1, column 13: \"Z\" is no side; expected X or O, with + where its Free is due",
        ),
        ("X O", "line 1: 1 row; expected 2 to 12"),
        ("XO/OX X+", "line 1, column 7: no Free square is left, so no Free can be due"),
    ];
    for (text, expected) in cases {
        let error = notation::parse_position(text).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{text}: {error}");
    }
}

#[test]
fn sizes_that_are_not_offered_are_refused() {
    for size in ["0", "1", "13", "x"] {
        let error = Dropper.game(&Options::new().with("size", size)).unwrap_err();
        assert!(error.to_string().contains("expected a number from 2 to 12"), "{error}");
    }
    let mismatch = Options::new().with("size", 4).with("position", ".../.../X.. O");
    let error = Dropper.game(&mismatch).unwrap_err();
    assert_eq!(error.to_string(), "size=4 does not fit the position, which has 3 rows");
}

#[test]
fn a_position_is_written_as_it_was_read() {
    for text in ["../X. O", ".../.../X.. O", "..../X.../OO../.... X+", "XO/OX X"] {
        let (game, state) = set_up(text);
        assert_eq!(notation::position_text(&game, &state), text);
    }
}

#[test]
fn intents_and_motions_name_the_cells_of_the_scene() {
    let (game, state) = set_up(OPENED);
    let world = Dropper;
    let scene = world.scene(&game, &state);
    let intents = world.intents(&game, &state);
    assert_eq!(intents.len(), 8);
    for intent in &intents {
        let plies = world.parse_turn(&game, &state, &intent.text).unwrap();
        let names = [&scene.cells[intent.select[0]].name, &scene.cells[intent.target].name];
        assert_eq!(intent.text, format!("{}-{}", names[0], names[1]));
        let motions = world.motions(&game, &state, plies[0]);
        let mut after = state;
        game.play(&mut after, plies[0]);
        let mut next = world.scene(&game, &after);
        next.carry_ids(&scene, &motions);
        assert_eq!(next.pieces.len(), 2);
        let pushed = next.pieces.iter().find(|piece| piece.cell == Some(intent.target)).unwrap();
        assert_eq!((pushed.id, pushed.glyph), (scene.pieces[0].id, 'X'));
    }
    assert_eq!(scene.caption, "Dropper on 5×5: O to move; groups of X 1, of O 0");
    assert_eq!(scene.cell("E5"), Some(24));
}

proptest! {
    #[test]
    fn nothing_that_is_typed_panics(text in "\\PC{0,12}", position in "[.XO/ +é]{0,20}") {
        let (game, state) = set_up(OPENED);
        let _ = notation::parse_turn(&game, &state, &text);
        if let Ok(setup) = notation::parse_position(&position) {
            let game = DropperGame::from_setup(&setup, false);
            let _ = notation::parse_turn(&game, &game.start(), &text);
        }
    }

    #[test]
    fn set_up_positions_read_as_they_are_written(rows in (2usize..=12).prop_flat_map(|n|
        prop::collection::vec(prop::collection::vec(prop::sample::select(vec!['.', 'X', 'O']), n), n)),
        second in any::<bool>()) {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let text = format!("{} {}", rows.join("/"), if second { 'O' } else { 'X' });
        let (game, state) = set_up(&text);
        prop_assert_eq!(notation::position_text(&game, &state), text);
    }
}
