//! The crate's rules compared with the slow and obvious ones on random levels.

mod common;

use common::{Oracle, Recipe, facts, random_level, thorough};
use plyground_core::{Puzzle as _, Rng};
use plyground_sokobond::{Board, Direction};

#[test]
fn random_walks_agree_with_the_obvious_rules() {
    let wanted = if thorough() { 1_000_000 } else { 60_000 };
    let mut rng = Rng::new(2024);
    let (mut compared, mut legal, mut solved) = (0, 0, 0);
    while compared < wanted {
        let modifiers = rng.below(4) > 0;
        // Many atoms are worked on in other scratch space than few.
        let recipe = if rng.below(8) == 0 {
            Recipe { sides: 6..12, atoms: 17..30, modifiers }
        } else {
            Recipe { sides: 2..9, atoms: 1..12, modifiers }
        };
        let level = random_level(&mut rng, &recipe);
        let single_molecule = rng.below(2) == 0;
        let board = Board::new(&level, single_molecule).expect("a random level is possible");
        let (oracle, start) = Oracle::new(&level, single_molecule);
        for _ in 0..4 {
            let (mut state, mut position) = (board.start(), start.clone());
            assert_eq!(facts(&board, &state), position.facts(), "loading {level:?}");
            for _ in 0..40 {
                let mut ways = Vec::new();
                for way in Direction::ALL {
                    let ours = board.step(&state, way);
                    let theirs = oracle.play(&position, way);
                    compared += 1;
                    assert_eq!(
                        ours.as_ref().ok().map(|next| facts(&board, next)),
                        theirs.as_ref().map(common::Position::facts),
                        "{way:?} from {position:?} in {level:?}"
                    );
                    assert_eq!(ours.map(|_| ()), board.allows(&state, way));
                    ways.extend(ours.ok().zip(theirs));
                }
                legal += ways.len();
                if ways.is_empty() {
                    break;
                }
                (state, position) = ways.swap_remove(rng.below(ways.len()));
                assert_eq!(board.is_solved(&state), oracle.is_solved(&position));
                solved += usize::from(board.is_solved(&state));
                let free: Vec<u8> =
                    (0..position.atoms.len()).map(|atom| oracle.free(&position, atom)).collect();
                let (mut ours, mut theirs) = (board.free_electrons(&state), free);
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs);
            }
        }
    }
    assert!(legal > wanted / 3 && solved > 0, "{legal} legal moves, {solved} solved positions");
}
