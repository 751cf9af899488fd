use std::cmp::Reverse;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use plyground_abalone::Abalone;
use plyground_core::{SpecError, WorldInfo};
use plyground_dropper::Dropper;
use plyground_sokoban::Sokoban;
use plyground_sokobond::Sokobond;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{AnyGameWorld, AnyPuzzleWorld, Games, Puzzles};

/// Whether a world has one player or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One player: levels are solved.
    Puzzle,
    /// Two players: games are played.
    Game,
}

/// A world, of either kind; cheap to clone.
#[derive(Clone)]
pub enum World {
    /// One player.
    Puzzle(Arc<dyn AnyPuzzleWorld>),
    /// Two players.
    Game(Arc<dyn AnyGameWorld>),
}

impl World {
    /// What it is, with its options.
    pub fn info(&self) -> WorldInfo {
        match self {
            Self::Puzzle(world) => world.info(),
            Self::Game(world) => world.info(),
        }
    }

    /// Holds the world to all that it promises, and to its golden playthrough; panics where it breaks a law.
    /// For tests.
    pub fn conform(&self, golden: &Path) {
        match self {
            Self::Puzzle(world) => world.conform(golden),
            Self::Game(world) => world.conform(golden),
        }
    }

    /// Which kind it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Puzzle(_) => Kind::Puzzle,
            Self::Game(_) => Kind::Game,
        }
    }
}

/// The worlds by name: those that are built in, and those that were registered.
///
/// A catalog is a value. A program makes one, adds worlds of its own to it and hands it to a front end:
///
/// ```
/// use plyground_catalog::{Catalog, Games};
/// use plyground_dropper::Dropper;
///
/// let catalog = Catalog::empty().with(Games::new(Dropper));
/// assert_eq!(catalog.worlds().len(), 1);
/// assert!(catalog.game_world("dropper").is_ok());
/// ```
#[derive(Clone)]
pub struct Catalog(Arc<[World]>);

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|world| world.info().id)).finish()
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}

impl Catalog {
    /// The worlds that are built in. A new one is a line here.
    pub fn new() -> Self {
        Self::empty()
            .with(Puzzles::new(Sokoban))
            .with(Puzzles::new(Sokobond))
            .with(Games::new(Abalone))
            .with(Games::new(Dropper))
    }

    /// No world at all.
    pub fn empty() -> Self {
        Self(Arc::new([]))
    }

    /// The same worlds and one more; it takes the place of one with the same id.
    #[must_use]
    pub fn with(self, world: impl Into<World>) -> Self {
        let world = world.into();
        let id = world.info().id;
        let others = self.0.iter().filter(|other| other.info().id != id).cloned();
        Self(others.chain([world.clone()]).collect())
    }

    /// Every world.
    pub fn worlds(&self) -> &[World] {
        &self.0
    }

    /// The world to which a file of levels belongs: the one that reads most of it.
    pub fn world_of_levels(
        &self,
        file: &str,
        bytes: &[u8],
    ) -> Result<Arc<dyn AnyPuzzleWorld>, SpecError> {
        let reading = self.puzzle_worlds().map(|world| {
            let (mut good, mut bad) = (0, 0);
            world.parse_each(file, bytes, &mut |level| match level {
                Ok(_) => good += 1,
                Err(_) => bad += 1,
            });
            (good, Reverse(bad), world)
        });
        // The first of equals.
        let best = reading
            .reduce(|best, next| if (next.0, next.1) > (best.0, best.1) { next } else { best });
        let (_, _, world) =
            best.ok_or_else(|| SpecError("there are no worlds of puzzles".to_owned()))?;
        Ok(Arc::clone(world))
    }

    /// The worlds of puzzles.
    pub fn puzzle_worlds(&self) -> impl Iterator<Item = &Arc<dyn AnyPuzzleWorld>> {
        self.0.iter().filter_map(|world| match world {
            World::Puzzle(world) => Some(world),
            World::Game(_) => None,
        })
    }

    /// The worlds of games.
    pub fn game_worlds(&self) -> impl Iterator<Item = &Arc<dyn AnyGameWorld>> {
        self.0.iter().filter_map(|world| match world {
            World::Game(world) => Some(world),
            World::Puzzle(_) => None,
        })
    }

    /// The world of that name; an error suggests the nearest.
    pub fn world(&self, name: &str) -> Result<World, SpecError> {
        let wanted = name.to_lowercase();
        self.0.iter().find(|world| world.info().id == wanted).cloned().ok_or_else(|| {
            SpecError::unknown("world", name, self.0.iter().map(|world| world.info().id))
        })
    }

    /// The puzzle world of that name.
    pub fn puzzle_world(&self, name: &str) -> Result<Arc<dyn AnyPuzzleWorld>, SpecError> {
        match self.world(name)? {
            World::Puzzle(world) => Ok(world),
            World::Game(world) => Err(self.wrong_kind(&world.info().id, "a game", Kind::Puzzle)),
        }
    }

    /// The game world of that name.
    pub fn game_world(&self, name: &str) -> Result<Arc<dyn AnyGameWorld>, SpecError> {
        match self.world(name)? {
            World::Game(world) => Ok(world),
            World::Puzzle(world) => Err(self.wrong_kind(&world.info().id, "a puzzle", Kind::Game)),
        }
    }

    fn wrong_kind(&self, id: &str, what: &str, wanted: Kind) -> SpecError {
        let fitting = self.0.iter().filter(|world| world.kind() == wanted);
        let ids: Vec<_> = fitting.map(|world| world.info().id).collect();
        SpecError(match ids.is_empty() {
            true => format!("{id} is {what}, and there is no other world"),
            false => format!("{id} is {what}; this is for {}", ids.join(" and ")),
        })
    }
}
