//! One test for each rule.

use plyground_abalone::notation::{parse_move, parse_position, position_text};
use plyground_abalone::{AbaloneGame, State, layouts};
use plyground_core::{Game, Outcome, Position, Side, conformance};

fn position(text: &str) -> State {
    parse_position(text).unwrap()
}

fn after(text: &str, mv: &str) -> String {
    let mut state = position(text);
    state.play(parse_move(&state, mv).unwrap());
    position_text(&state)
}

fn can(text: &str, mv: &str) -> bool {
    let state = position(text);
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let generated = moves.iter().any(|known| known.to_string() == mv);
    assert_eq!(parse_move(&state, mv).is_ok(), generated, "{mv} in {text}");
    generated
}

#[test]
fn black_moves_first() {
    assert!(layouts::layouts().iter().all(|layout| layout.start.to_move == Side::First));
}

#[test]
fn one_two_or_three_marbles_move_in_line_together() {
    assert_eq!(after("b C3b,I9w", "i-C3-3"), "w C4b,I9w");
    assert_eq!(after("b C3b,C4b,I9w", "i-C3-3"), "w C4b,C5b,I9w");
    assert_eq!(after("b C3b,C4b,C5b,I9w", "i-C3-3"), "w C4b,C5b,C6b,I9w");
    assert!(!can("b C2b,C3b,C4b,C5b,I9w", "i-C2-3"), "four never move as one");
}

#[test]
fn of_a_longer_column_the_trailing_marble_is_chosen() {
    assert_eq!(after("b C1b,C2b,C3b,C4b,I9w", "i-C3-3"), "w C1b,C2b,C4b,C5b,I9w");
    let column = "b E2b,E3b,E4b,E5w";
    assert_eq!(after(column, "i-E2-3"), "w E3b,E4b,E5b,E6w");
    assert_eq!(after(column, "i-E3-3"), "w E2b,E4b,E5b,E6w");
}

#[test]
fn two_push_one_and_three_push_one_or_two() {
    assert_eq!(after("b E2b,E3b,E4w", "i-E2-3"), "w E3b,E4b,E5w");
    assert_eq!(after("b E2b,E3b,E4b,E5w", "i-E2-3"), "w E3b,E4b,E5b,E6w");
    assert_eq!(after("b E2b,E3b,E4b,E5w,E6w", "i-E2-3"), "w E3b,E4b,E5b,E6w,E7w");
}

#[test]
fn equal_or_more_marbles_are_never_pushed() {
    assert!(!can("b E3b,E4w", "i-E3-3"));
    assert!(!can("b E2b,E3b,E4w,E5w", "i-E2-3"));
    assert!(!can("b E2b,E3b,E4b,E5w,E6w,E7w", "i-E2-3"));
}

#[test]
fn any_marble_behind_the_pushed_ones_blocks() {
    assert!(!can("b E2b,E3b,E5b,E4w", "i-E2-3"), "an own marble");
    assert!(!can("b E1b,E2b,E3b,E6b,E4w,E5w", "i-E1-3"), "an own marble behind two");
    assert!(can("b E2b,E3b,E4w,E6w", "i-E2-3"), "a gap does not");
}

#[test]
fn a_marble_pushed_off_the_board_is_a_capture() {
    assert_eq!(after("b E7b,E8b,E9w", "i-E7-3"), "w E8b,E9b 1-0");
    assert_eq!(after("w A1b,A2b,B2w,C3w,D4w 0-2", "i-D4-7"), "b A2b,A1w,B2w,C3w 0-3");
    assert_eq!(after("b E5b,E6b,E7b,E8w,E9w 1-1", "i-E5-3"), "w E6b,E7b,E8b,E9w 2-1");
}

#[test]
fn side_steps_need_empty_cells_on_the_board() {
    assert_eq!(after("b C3b,C4b,C5b,I9w", "s-C3-C5-1"), "w D4b,D5b,D6b,I9w");
    assert_eq!(after("b C3b,D4b,I9w", "s-C3-D4-3"), "w C4b,D5b,I9w");
    assert!(!can("b C3b,C4b,C5b,D6w", "s-C3-C5-1"), "never pushes");
    assert!(!can("b A1b,A2b,I9w", "s-A1-A2-5"), "never off the board");
    assert!(!can("b C3b,C4b,C5b,C6b,I9w", "s-C3-C6-1"), "never four");
}

#[test]
fn no_move_takes_an_own_marble_off_the_board() {
    assert!(!can("b A1b,A2b,I9w", "i-A2-9"));
    assert!(!can("b A1b,I9w", "i-A1-7"));
}

#[test]
fn six_captures_win() {
    let game = AbaloneGame::new(position("b E7b,E8b,E9w,A1w 5-5"));
    let mut state = game.start();
    assert_eq!(game.outcome(&state), None);
    state.play(parse_move(&state, "i-E7-3").unwrap());
    assert_eq!(game.outcome(&state), Some(Outcome::Win(Side::First)));
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert!(moves.is_empty());
    assert_eq!(game.perft(&state, 1), 0);
}

#[test]
fn who_cannot_move_has_lost() {
    for (text, winner) in [
        ("b I9w", Side::Second),
        ("w A1b", Side::First),
        ("b ", Side::Second),
        ("b A1b,A2w,B1w,B2w", Side::Second),
    ] {
        let game = AbaloneGame::new(position(text));
        assert_eq!(game.outcome(&game.start()), Some(Outcome::Win(winner)), "{text}");
        conformance::check_game(&game, 1, 1, 1);
    }
    let pushes_only = position("w A1b,B1b,C1b,A2b,B2b,C2b,D2b,A3w,B3w,C3b,D3b,E3b");
    assert!(pushes_only.can_move());
}

#[test]
fn at_the_ply_cap_the_captures_decide() {
    for (text, outcome) in [
        ("b C3b,G7w 2-1", Outcome::Win(Side::First)),
        ("b C3b,G7w 1-2", Outcome::Win(Side::Second)),
        ("b C3b,G7w 2-2", Outcome::Draw),
    ] {
        let game = AbaloneGame { plies: Some(1), ..AbaloneGame::new(position(text)) };
        let mut position = Position::start(&game);
        assert_eq!(position.outcome(&game), None);
        position.play(&game, parse_move(&position.state, "i-C3-3").unwrap());
        assert_eq!(position.outcome(&game), Some(outcome));
    }
}

#[test]
fn a_position_that_occurs_three_times_is_a_draw() {
    let game = AbaloneGame::new(position("b C3b,G7w"));
    let endless = AbaloneGame { repetition: 0, ..game.clone() };
    let mut position = Position::start(&game);
    for _ in 0..2 {
        for text in ["i-C3-3", "i-G7-9", "i-C4-9", "i-G6-3"] {
            assert_eq!(position.outcome(&game), None);
            let mv = parse_move(&position.state, text).unwrap();
            position.play(&game, mv);
        }
    }
    assert_eq!(position.outcome(&game), Some(Outcome::Draw));
    assert_eq!(position.outcome(&endless), None);
}

#[test]
fn every_layout_keeps_the_laws_of_games() {
    for layout in layouts::layouts() {
        conformance::check_game(&AbaloneGame::new(layout.start), 3, 2, 30);
    }
    conformance::check_game(
        &AbaloneGame::new(layouts::find("belgian-daisy").unwrap().start),
        9,
        20,
        200,
    );
}

#[test]
fn the_golden_playthrough_is_replayed() {
    let game = AbaloneGame::new(layouts::find("belgian-daisy").unwrap().start);
    let lines = conformance::game_playthrough(&game, 1, 200);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/belgian-daisy.txt");
    conformance::check_playthrough(file, &lines);
}
