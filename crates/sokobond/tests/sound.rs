//! What is called dead is unsolvable, and what is promised of estimates is kept: checked on all positions of
//! many small levels.

mod common;

use common::{Recipe, Space, mirrored_level, promising_level, thorough};
use plyground_core::{Puzzle as _, Rng};
use plyground_sokobond::{Board, Direction, Element, Level, ModifierKind};
use plyground_sokobond::{heuristics, notation};

/// Makes the hero helium, which bonds with nobody and pushes everything, wherever the electrons still add up.
fn push_with_helium(level: &mut Level) {
    let electrons: u8 = level.atoms.iter().map(|atom| atom.element.valence()).sum();
    let hero = level.atoms[level.hero].element.valence();
    if (electrons - hero).is_multiple_of(2) && electrons > hero {
        level.atoms[level.hero].element = Element::Helium;
    }
}

/// Small levels with all their positions: without modifiers, with one kind, with all kinds.
fn each_small_level(mut look: impl FnMut(&Board, &Space)) {
    let wanted = if thorough() { 3_000 } else { 400 };
    let mut rng = Rng::new(77);
    let (mut seen, mut solvable) = (0, 0);
    while seen < wanted {
        let modifiers = rng.below(5);
        let recipe = Recipe { sides: 3..6, atoms: 2..7, modifiers: modifiers > 1 };
        let make = if rng.below(3) == 0 { mirrored_level } else { promising_level };
        let mut level = make(&mut rng, &recipe);
        match modifiers {
            2 => level.modifiers.retain(|modifier| modifier.kind == ModifierKind::Rotate),
            3 => level.modifiers.retain(|modifier| modifier.kind != ModifierKind::Cut),
            0 if rng.below(2) == 0 => push_with_helium(&mut level),
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

#[test]
fn whoever_is_stuck_at_a_wall_of_an_open_room_is_judged_rightly() {
    let wanted = if thorough() { 1_000 } else { 100 };
    let mut rng = Rng::new(78);
    let (mut seen, mut dead, mut unsolvable) = (0, 0, 0);
    while seen < wanted {
        let recipe = Recipe { sides: 4..7, atoms: 3..7, modifiers: false };
        let level = promising_level(&mut rng, &recipe);
        let board = Board::new(&level, false).expect("a board");
        // Levels without any solution would be most of what is counted.
        let space = Space::of(&board, 30_000).filter(|space| space.distance[0].is_some());
        let Some(space) = space else { continue };
        seen += 1;
        for (state, distance) in space.states.iter().zip(&space.distance) {
            let called_dead = board.is_dead(state);
            assert!(!called_dead || distance.is_none(), "{state:?} in {:?}", board.level());
            dead += usize::from(called_dead);
            unsolvable += usize::from(distance.is_none());
        }
    }
    println!("{dead} of {unsolvable} unsolvable positions in open rooms are called dead");
    assert!(
        dead > unsolvable * 4 / 5,
        "{dead} of {unsolvable} unsolvable positions are called dead"
    );
}

#[test]
fn a_walk_kills_nothing() {
    each_small_level(|board, space| {
        let free = |index: usize| -> u32 {
            board.free_electrons(&space.states[index]).into_iter().map(u32::from).sum()
        };
        for (index, state) in space.states.iter().enumerate() {
            for way in Direction::ALL {
                let Ok(after) = board.step(state, way) else { continue };
                let Some(&next) =
                    space.next[index].iter().find(|&&next| space.states[next] == after)
                else {
                    continue;
                };
                if !board.is_dead(state) && board.is_dead(&after) {
                    let deed = board.pushes(state, way) || free(index) != free(next);
                    assert!(deed, "{state:?} in {:?}", board.level());
                }
            }
        }
    });
}

#[test]
fn who_was_not_touched_is_waited_for() {
    // One step to the helium, four with it to the next atom, and one with both.
    let level = notation::parse(b"Hh-e----h-h\n").expect("a level").remove(0);
    let board = Board::new(&level, false).expect("a board");
    let heuristics = heuristics::table();
    let gap = heuristics.iter().find(|entry| entry.id == "gap").expect("gap").make(&board);
    assert_eq!(gap.estimate(&board, &board.start()), Some(60));
    let space = Space::of(&board, 6_000).expect("few positions");
    assert_eq!(space.distance[0], Some(6));
}

#[test]
fn heuristics_keep_what_they_promise() {
    let unit = 10;
    let mut unkept = std::collections::BTreeSet::new();
    each_small_level(|board, space| {
        for entry in heuristics::table() {
            let (name, heuristic) = (&*entry.id, entry.make(board));
            let properties = heuristic.properties();
            assert_eq!(entry.properties, properties, "{name}");
            let estimates: Vec<Option<u32>> =
                space.states.iter().map(|state| heuristic.estimate(board, state)).collect();
            for (index, state) in space.states.iter().enumerate() {
                if let Some(distance) = space.distance[index] {
                    let within = estimates[index].is_some_and(|h| h <= distance * unit);
                    assert!(
                        within || !properties.admissible,
                        "{name} says {:?} where {distance} moves are enough: {state:?} in {:?}",
                        estimates[index],
                        board.level()
                    );
                    if !within {
                        unkept.insert(name.to_owned());
                    }
                }
                for &next in &space.next[index] {
                    let drops = match (estimates[index], estimates[next]) {
                        (Some(here), Some(there)) => here > there + unit,
                        (None, Some(_)) => true,
                        (_, None) => false,
                    };
                    assert!(
                        !drops || !properties.consistent,
                        "{name} drops from {:?} to {:?} at {state:?} in {:?}",
                        estimates[index],
                        estimates[next],
                        board.level()
                    );
                }
            }
        }
    });
    println!("{unkept:?}");
}
