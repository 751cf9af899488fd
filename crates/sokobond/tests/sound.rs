//! What is called dead is unsolvable, and what is promised of estimates is kept: checked on all positions of
//! many small levels.

mod common;

use common::{Recipe, Space, promising_level, thorough};
use plyground_core::{Puzzle as _, Rng};
use plyground_sokobond::{Board, ModifierKind};

/// Small levels with all their positions: without modifiers, with one kind, with all kinds.
fn each_small_level(mut look: impl FnMut(&Board, &Space)) {
    let wanted = if thorough() { 3_000 } else { 400 };
    let mut rng = Rng::new(77);
    let (mut seen, mut solvable) = (0, 0);
    while seen < wanted {
        let modifiers = rng.below(5);
        let recipe = Recipe { sides: 3..6, atoms: 2..7, modifiers: modifiers > 1 };
        let mut level = promising_level(&mut rng, &recipe);
        match modifiers {
            2 => level.modifiers.retain(|modifier| modifier.kind == ModifierKind::Rotate),
            3 => level.modifiers.retain(|modifier| modifier.kind != ModifierKind::Cut),
            _ => {}
        }
        let board = Board::new(&level, rng.below(4) == 0).expect("a board");
        let Some(space) = Space::of(&board, 6_000) else { continue };
        seen += 1;
        solvable += usize::from(space.distance[0].is_some());
        look(&board, &space);
    }
    assert!(solvable > wanted / 20, "only {solvable} of {wanted} levels can be solved");
}

#[test]
fn a_solvable_position_is_never_called_dead() {
    let (mut dead, mut unsolvable) = (0, 0);
    each_small_level(|board, space| {
        for (state, distance) in space.states.iter().zip(&space.distance) {
            let called_dead = board.is_dead(state);
            assert!(
                !called_dead || distance.is_none(),
                "{state:?} is solvable in {distance:?} moves: {:?}",
                board.level()
            );
            dead += usize::from(called_dead);
            unsolvable += usize::from(distance.is_none());
        }
    });
    assert!(dead > unsolvable / 10, "{dead} of {unsolvable} unsolvable positions are called dead");
    println!("{dead} of {unsolvable} unsolvable positions are called dead");
}
