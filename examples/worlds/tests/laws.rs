//! The laws of worlds, on those of this crate.

use std::path::Path;

use my_worlds::{Connect, Tiles};
use plyground::conformance::{check_game_world, check_puzzle_world};
use plyground::{Edit, Game, GameWorld, Limits, Options, Outcome, PuzzleWorld, Side, Unwatched};

/// Where the golden playthroughs are.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/");

#[test]
fn tiles_keep_the_laws_of_puzzles() {
    check_puzzle_world(&Tiles, &Path::new(GOLDEN).join("tiles.txt"));
}

#[test]
fn connect_four_keeps_the_laws_of_games() {
    check_game_world(&Connect, &Path::new(GOLDEN).join("connect.txt"));
}

#[test]
fn sequences_of_discs_are_as_many_as_is_known() {
    let game = Connect.game(&Options::new()).unwrap();
    let counts = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(game.perft(&game.start(), depth), count);
    }
}

#[test]
fn four_in_a_line_win_in_every_direction() {
    for (position, winner) in [
        ("XXXX////// O", Side::First),
        ("O/O/O/O/// X", Side::Second),
        ("X/OX/OOX/OOOX/// O", Side::First),
        ("OOOX/OOX/OX/X/// O", Side::First),
    ] {
        let game = Connect.game(&Options::new().with("position", position)).unwrap();
        assert_eq!(game.outcome(&game.start()), Some(Outcome::Win(winner)), "{position}");
        assert_eq!(Connect.position_text(&game, &game.start()), position);
    }
}

#[test]
fn every_small_board_that_ships_is_solved_as_shortly_as_breadth_first_search_does() {
    let world = my_worlds::catalog().puzzle_world("tiles").unwrap();
    let levels = world.parse("pack", world.packs()[0].text.as_bytes()).unwrap();
    for level in levels.iter().filter(|level| level.info().width == 3) {
        let solve = |method: &str| {
            let (spec, limits) = (method.parse().unwrap(), Limits::default());
            let solved = level.solve(&spec, &Options::new(), &limits, &mut Unwatched).unwrap();
            solved.measures.unwrap().moves
        };
        assert_eq!(solve("bfs"), solve("astar"));
    }
}

#[test]
fn drafts_and_positions_are_edited() {
    let painted = Tiles.paint(&Tiles.blank(), 0, "Swap with the gap").unwrap();
    assert_eq!(painted, ". 2 3\n4 1 6\n7 5 8\n");
    assert_eq!(Tiles.resize(&painted, 2, 2).unwrap(), "1 2\n3 .\n");
    let game = Connect.game(&Options::new()).unwrap();
    let put = Edit::Put { cell: 3, piece: Some(Side::Second) };
    assert_eq!(Connect.edit(&game, &game.start(), &put).unwrap(), "///O/// X");
}
