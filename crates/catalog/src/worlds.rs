use plyground_abalone::Abalone;
use plyground_core::{SpecError, WorldInfo};
use plyground_dropper::DropperWorld;
use plyground_sokoban::Sokoban;
use plyground_sokobond::Sokobond;
use serde::Serialize;

use crate::{AnyGameWorld, AnyPuzzleWorld, Games, Puzzles};

/// Every world there is. A new one is a line here.
static WORLDS: &[World] = &[
    World::Puzzle(&Puzzles(Sokoban)),
    World::Puzzle(&Puzzles(Sokobond)),
    World::Game(&Games(Abalone)),
    World::Game(&Games(DropperWorld)),
];

/// Whether a world has one player or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One player: levels are solved.
    Puzzle,
    /// Two players: games are played.
    Game,
}

/// A world, of either kind.
#[derive(Clone, Copy)]
pub enum World {
    /// One player.
    Puzzle(&'static dyn AnyPuzzleWorld),
    /// Two players.
    Game(&'static dyn AnyGameWorld),
}

impl World {
    /// What it is, with its options.
    pub fn info(&self) -> WorldInfo {
        match self {
            Self::Puzzle(world) => world.info(),
            Self::Game(world) => world.info(),
        }
    }

    /// Which kind it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Puzzle(_) => Kind::Puzzle,
            Self::Game(_) => Kind::Game,
        }
    }

    /// The world as one of puzzles; an error where it is a game.
    pub fn puzzle(&self) -> Result<&'static dyn AnyPuzzleWorld, SpecError> {
        match *self {
            Self::Puzzle(world) => Ok(world),
            Self::Game(world) => Err(wrong_kind(world.info().id, "a game", Kind::Puzzle)),
        }
    }

    /// The world as one of games; an error where it is a puzzle.
    pub fn game(&self) -> Result<&'static dyn AnyGameWorld, SpecError> {
        match *self {
            Self::Game(world) => Ok(world),
            Self::Puzzle(world) => Err(wrong_kind(world.info().id, "a puzzle", Kind::Game)),
        }
    }
}

fn wrong_kind(id: &str, what: &str, wanted: Kind) -> SpecError {
    let fitting: Vec<&str> =
        WORLDS.iter().filter(|world| world.kind() == wanted).map(|world| world.info().id).collect();
    SpecError(format!("{id} is {what}; this is for {}", fitting.join(" and ")))
}

/// Every world there is.
pub fn worlds() -> &'static [World] {
    WORLDS
}

/// The world of that name; an error suggests the nearest.
pub fn world(name: &str) -> Result<World, SpecError> {
    let wanted = name.to_lowercase();
    WORLDS.iter().find(|world| world.info().id == wanted).copied().ok_or_else(|| {
        let known: Vec<&str> = WORLDS.iter().map(|world| world.info().id).collect();
        SpecError::unknown("world", name, known)
    })
}

/// The puzzle world of that name.
pub fn puzzle_world(name: &str) -> Result<&'static dyn AnyPuzzleWorld, SpecError> {
    world(name)?.puzzle()
}

/// The game world of that name.
pub fn game_world(name: &str) -> Result<&'static dyn AnyGameWorld, SpecError> {
    world(name)?.game()
}
