//! Who takes part in a match or a tournament.

use std::fmt;
use std::str::FromStr;

use plyground_catalog::{AnyGameWorld, AnyPlayer};
use plyground_core::{Spec, SpecError, split_list};
use serde::Serialize;

use crate::engine::Engine;

/// A player of the world, or another program that speaks the protocol of `plyground engine`.
///
/// Parsing gives either. An engine is a command of this machine, so nobody far away should choose it: a server makes
/// contestants of a [`Spec`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    /// A player of the world.
    Player(Spec),
    /// Another program, written `engine:CMD`.
    Engine(Engine),
}

impl Contestant {
    /// Reads a comma-separated list; commas inside parentheses and quotes belong to a contestant.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SpecError> {
        split_list(text).iter().map(|part| part.parse()).collect()
    }

    /// Refuses what cannot play in this world, before anything is played.
    pub fn check(&self, world: &dyn AnyGameWorld) -> Result<(), SpecError> {
        match self {
            Self::Player(spec) => world.player(spec).map(drop),
            Self::Engine(engine) => engine.check(),
        }
    }

    /// The seed that its options name; 0 where there is none.
    pub(crate) fn seed(&self) -> u64 {
        let Self::Player(spec) = self else { return 0 };
        spec.options.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0)
    }
}

/// A fresh player of the world; one that uses chance takes its seed from `stream`.
pub(crate) fn player(
    world: &dyn AnyGameWorld,
    spec: &Spec,
    stream: u64,
) -> Result<Box<dyn AnyPlayer>, SpecError> {
    let mut players = world.players().into_iter();
    let takes_seed = players.any(|player| player.id == spec.name && player.takes("seed"));
    let spec = spec.clone();
    world.player(&if takes_seed { spec.with("seed", stream >> 33) } else { spec })
}

impl From<Spec> for Contestant {
    fn from(spec: Spec) -> Self {
        Self::Player(spec)
    }
}

impl FromStr for Contestant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match Engine::parse(text.trim()) {
            Some(engine) => engine.map(Self::Engine),
            None => text.parse().map(Self::Player),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(spec) => spec.fmt(f),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

impl Serialize for Contestant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_commas_in_parentheses_and_quotes() {
        let list = Contestant::parse_list(
            "mcts(playouts=5,seed=1),engine:my engine --with 'a,b',engine(time=50):x,greedy",
        )
        .unwrap();
        let names: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "mcts(playouts=5,seed=1)",
                "engine:my engine --with 'a,b'",
                "engine(time=50):x",
                "greedy"
            ]
        );
        assert!(matches!(list[1], Contestant::Engine(_)));
        assert!(matches!(list[3], Contestant::Player(_)));
    }

    #[test]
    fn an_engine_needs_a_command_and_known_options() {
        for bad in ["engine:", "engine", "engine(time=50)", "engine(speed=9):x", "engine(time=0):x"]
        {
            let read = bad.parse::<Contestant>().and_then(|contestant| {
                contestant.check(&*plyground_catalog::Catalog::new().game_world("dropper")?)
            });
            assert!(read.is_err(), "{bad}");
        }
    }
}
