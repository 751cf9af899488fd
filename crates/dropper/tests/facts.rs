//! The facts that the rules state, one test each.

use plyground_core::{Game, Options, Outcome, Side, conformance};
use plyground_core::{GameWorld, Rng};
use plyground_dropper::{Board, Dropper, DropperGame, Rules, State, Stones, notation};

fn game(position: &str) -> DropperGame {
    DropperGame::from_setup(&notation::parse_position(position).unwrap(), false)
}

/// The turns of the side to move, as text, in order.
fn turns(game: &DropperGame, state: &State) -> Vec<String> {
    let mut texts = Vec::new();
    let mut plies = Vec::new();
    game.moves(state, &mut plies);
    for ply in plies {
        let mut next = *state;
        game.play(&mut next, ply);
        if game.is_free_due(&next) {
            let mut frees = Vec::new();
            game.moves(&next, &mut frees);
            texts.extend(frees.iter().map(|&free| notation::turn_text(game.size(), &[ply, free])));
        } else {
            texts.push(notation::turn_text(game.size(), &[ply]));
        }
    }
    texts.sort();
    texts
}

#[test]
fn the_first_turn_is_one_stone_on_any_square() {
    for size in 2..=12 {
        let game = DropperGame::new(size);
        let turns = turns(&game, &game.start());
        assert_eq!(turns.len(), size * size);
        assert!(turns.iter().all(|turn| !turn.contains(['-', '+'])));
    }
}

#[test]
fn the_second_turn_on_3x3_is_one_of_seven() {
    let game = game(".../.../X.. O");
    let expected = "A1-A2+C1 A1-A2+C2 A1-A2+C3 A1-B1+A3 A1-B1+B3 A1-B1+C3 A1-B2";
    assert_eq!(turns(&game, &game.start()).join(" "), expected);
}

#[test]
fn the_second_turn_on_2x2_is_one_of_three() {
    let game = game("../X. O");
    assert_eq!(turns(&game, &game.start()).join(" "), "A1-A2 A1-B1 A1-B2");
}

#[test]
fn a_free_square_without_a_drop_is_played_alone() {
    let game = game("..../..../..../X... X");
    let expected = "A3 A4 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4";
    assert_eq!(turns(&game, &game.start()).join(" "), expected);
}

#[test]
fn one_stone_on_one_square_has_won() {
    let stones = Stones { of: [1u64, 0], second: true, free_due: false };
    let rules = Rules::new(Board::new(1), stones, false);
    assert_eq!(rules.outcome(&stones), Some(Outcome::Win(Side::First)));
}

#[test]
fn the_longer_list_of_groups_wins_a_full_board() {
    let x_wins = game("XOOO/XOXX/XOXO/OXXO X");
    assert_eq!(x_wins.outcome(&x_wins.start()), Some(Outcome::Win(Side::First)));
    assert_eq!(x_wins.group_lists(&x_wins.start()), ["5,3", "5,2,1"]);
    let o_wins = game("OOXX/OXOO/XOXO/XOXX X");
    assert_eq!(o_wins.outcome(&o_wins.start()), Some(Outcome::Win(Side::Second)));
    assert_eq!(o_wins.group_lists(&o_wins.start()), ["3,2,2,1", "3,3,2"]);
}

#[test]
fn the_game_ends_where_the_mover_is_stuck_though_the_opponent_is_not() {
    // X is to move and no O stone touches the empty A3; O could Drop on A2, B2 or B3.
    let stuck = game(".XO/XXO/OOO X");
    assert_eq!(stuck.outcome(&stuck.start()), Some(Outcome::Win(Side::Second)));
    assert!(turns(&stuck, &stuck.start()).is_empty());
}

#[test]
fn under_the_pass_variant_a_stuck_player_passes_until_both_are_stuck() {
    let setup = notation::parse_position(".XO/XXO/OOO X").unwrap();
    let game = DropperGame::from_setup(&setup, true);
    let state = game.start();
    assert_eq!(game.to_move(&state), Side::Second);
    assert_eq!(turns(&game, &state).join(" "), "A2-A3 B2-A3 B3-A3");
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut after = state;
    game.play(&mut after, *rng.pick(&moves).unwrap());
    assert!(game.outcome(&after).is_some());
}

#[test]
fn a_board_without_an_empty_square_is_over_for_both() {
    for side in ["X", "O"] {
        let full = game(&format!("XO/OX {side}"));
        assert_eq!(full.outcome(&full.start()), Some(Outcome::Draw));
    }
}

#[test]
fn the_game_keeps_the_laws_of_games() {
    for size in [2, 3, 5, 8, 9, 12] {
        conformance::check_game(&DropperGame::new(size), 7, if size < 8 { 20 } else { 2 }, 200);
    }
    let pass = Dropper.game(&Options::new().with("size", 4).with("pass", true)).unwrap();
    conformance::check_game(&pass, 8, 50, 200);
}

#[test]
fn wide_and_narrow_sets_count_the_same_turns() {
    let narrow = Rules::new(Board::<u64>::new(5), Stones::default(), false);
    let wide = Rules::new(Board::<plyground_dropper::Wide>::new(5), Stones::default(), false);
    assert_eq!(narrow.perft(&narrow.start, 3), 189_872);
    assert_eq!(wide.perft(&wide.start, 3), 189_872);
}

#[test]
fn turns_of_8x8_are_counted_as_known() {
    let game = DropperGame::new(8);
    assert_eq!(game.perft(&game.start(), 1), 64);
    assert_eq!(game.perft(&game.start(), 2), 22_176);
}

#[test]
fn a_golden_game_is_played_as_ever() {
    let world = Dropper;
    let game = world.game(&Options::new().with("size", 6)).unwrap();
    let mut rng = Rng::new(6);
    let mut state = game.start();
    let mut lines = vec![world.position_text(&game, &state)];
    let (mut moves, mut turn, mut begun) = (Vec::new(), Vec::new(), state);
    loop {
        moves.clear();
        game.moves(&state, &mut moves);
        let Some(&ply) = rng.pick(&moves) else { break };
        game.play(&mut state, ply);
        turn.push(ply);
        if world.is_turn_start(&game, &state) {
            let text = world.turn_text(&game, &begun, &turn);
            let [first, second] = world.score(&game, &state);
            let position = world.position_text(&game, &state);
            lines.push(format!("{text} -> {position}  X {first}  O {second}"));
            turn.clear();
            begun = state;
        }
    }
    lines.push(format!("{}", game.outcome(&state).unwrap()));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/6x6.txt");
    conformance::check_playthrough(file, &lines);
}
