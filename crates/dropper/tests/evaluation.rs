//! Laws of the evaluations.

use plyground_core::{EVALUATION_LIMIT, Game, GameWorld, Rng};
use plyground_dropper::{Dropper, DropperGame, Setup, State, notation};

/// The same stones as seen in a mirror, and with the board turned.
fn images(game: &DropperGame, state: &State) -> Vec<Setup> {
    let size = game.size();
    let mut mirrored = Setup::empty(size);
    let mut turned = Setup::empty(size);
    for square in 0..size * size {
        let (column, row) = (square % size, square / size);
        let stone = game.stone_at(state, square);
        mirrored.squares[row * size + size - 1 - column] = stone;
        turned.squares[column * size + size - 1 - row] = stone;
    }
    for setup in [&mut mirrored, &mut turned] {
        setup.to_move = game.to_move(state);
        setup.free_due = game.is_free_due(state);
    }
    vec![mirrored, turned]
}

#[test]
fn symmetric_positions_have_the_same_value_and_all_values_stay_in_range() {
    let mut rng = Rng::new(4);
    for size in [3, 5, 8, 9] {
        let game = DropperGame::new(size);
        for _ in 0..3 {
            let mut state = game.start();
            let mut plies = Vec::new();
            loop {
                for entry in Dropper.evaluations() {
                    let evaluation = entry.make(&game);
                    let value = evaluation.evaluate(&game, &state);
                    assert!(value.abs() <= EVALUATION_LIMIT);
                    for setup in images(&game, &state) {
                        let image = DropperGame::from_setup(&setup, false);
                        assert_eq!(evaluation.evaluate(&image, &image.start()), value);
                    }
                }
                plies.clear();
                game.moves(&state, &mut plies);
                let Some(&ply) = rng.pick(&plies) else { break };
                game.play(&mut state, ply);
            }
        }
    }
}

#[test]
fn groups_is_the_difference_of_the_largest_groups_in_hundredths() {
    let setup = notation::parse_position("XXX./..../OO../...O X").unwrap();
    let game = DropperGame::from_setup(&setup, false);
    let groups = Dropper.evaluation(&game, "groups").unwrap();
    assert_eq!(groups.evaluate(&game, &game.start()), 100);
}

#[test]
fn an_unknown_evaluation_is_refused_with_the_known_ones() {
    let error = Dropper.evaluation(&DropperGame::new(4), "grups").err().unwrap();
    assert!(error.to_string().contains("did you mean groups?"), "{error}");
}
