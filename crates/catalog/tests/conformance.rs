//! Every world, held to all that a world promises.

use std::path::Path;

#[path = "toys/corridor.rs"]
mod corridor;
#[path = "toys/lamps.rs"]
mod lamps;
#[path = "toys/pile.rs"]
mod pile;

use corridor::Corridor;
use lamps::Lamps;
use pile::Pile;
use plyground_catalog::{Catalog, Games, Puzzles, World};

#[test]
fn every_world_keeps_what_a_world_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let catalog = Catalog::new();
    std::thread::scope(|scope| {
        for world in catalog.worlds() {
            let golden = folder.join(format!("{}.txt", world.info().id));
            scope.spawn(move || world.conform(&golden));
        }
    });
}

/// A world that does not keep all, and has no playthrough.
fn conform(world: impl Into<World>) {
    world.into().conform(Path::new("no/such/playthrough.txt"));
}

#[test]
#[should_panic = "a hand can do R"]
fn a_puzzle_that_hands_cannot_play_is_caught() {
    conform(Puzzles::new(Corridor));
}

#[test]
#[should_panic = "a hand can do B1"]
fn a_puzzle_in_which_two_moves_are_one_gesture_is_caught() {
    conform(Puzzles::new(Lamps));
}

#[test]
#[should_panic = "a hand can do 1"]
fn a_game_that_hands_cannot_play_is_caught() {
    conform(Games::new(Pile));
}
