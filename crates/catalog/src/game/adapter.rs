use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use plyground_core::conformance;
use plyground_core::scene::Tone;
use plyground_core::{
    EvaluationInfo, GameWorld, MethodInfo, Opponent, Options, Rules, SetupInfo, Spec, SpecError,
    StateSpace, Text, WorldInfo,
};

use super::player::PlayerOf;
use super::session::Session;
use super::state::StateOf;
use super::{AnyGameWorld, AnyPlayer, GameSession};
use crate::{AnyState, World};

/// A typed world of games as an [`AnyGameWorld`]; cheap to clone.
pub struct Games<W>(pub(super) Arc<W>);

impl<W: GameWorld> Games<W> {
    /// The world, ready for a catalog.
    pub fn new(world: W) -> Self {
        Self(Arc::new(world))
    }
}

impl<W> Clone for Games<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: GameWorld> From<Games<W>> for World {
    fn from(world: Games<W>) -> Self {
        Self::Game(Arc::new(world))
    }
}

impl<W: GameWorld> AnyGameWorld for Games<W> {
    fn conform(&self, golden: &Path) {
        conformance::check_game_world(&*self.0, golden);
    }

    fn info(&self) -> WorldInfo {
        self.0.info()
    }

    fn sides(&self) -> [Text; 2] {
        self.0.sides()
    }

    fn tones(&self) -> [Tone; 2] {
        self.0.tones()
    }

    fn rules(&self) -> Rules {
        self.0.rules()
    }

    fn turn_example(&self) -> Text {
        self.0.turn_example()
    }

    fn opponents(&self) -> Vec<Opponent> {
        let own = self.0.opponents();
        if own.is_empty() { opponents() } else { own }
    }

    fn point(&self) -> i32 {
        self.0.point()
    }

    fn state_space(&self) -> Option<&dyn StateSpace> {
        self.0.state_space()
    }

    fn setups(&self) -> Vec<SetupInfo> {
        self.0.setups()
    }

    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        self.0.sizes()
    }

    fn evaluations(&self) -> Vec<EvaluationInfo> {
        self.0.evaluations().into_iter().map(|entry| entry.info).collect()
    }

    fn players(&self) -> Vec<MethodInfo> {
        let mut players = plyground_search::play::methods();
        players.extend(self.0.own_players());
        players
    }

    fn default_player(&self) -> Spec {
        Spec::new(plyground_search::play::usual().id)
    }

    fn start(&self, options: &Options) -> Result<Box<dyn GameSession>, SpecError> {
        self.check_options(options)?;
        Ok(Box::new(Session::new(self.clone(), self.0.game(options)?, options.clone())))
    }

    fn state(&self, options: &Options) -> Result<Box<dyn AnyState>, SpecError> {
        self.check_options(options)?;
        Ok(Box::new(StateOf::new(self.clone(), self.0.game(options)?)))
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, SpecError> {
        Ok(Box::new(PlayerOf::new(self.clone(), spec)?))
    }
}

impl<W: GameWorld> Games<W> {
    /// The player that a spec names; an error suggests the nearest.
    pub(super) fn player_info(&self, spec: &Spec) -> Result<MethodInfo, SpecError> {
        let players = self.players();
        players.iter().find(|player| player.id == spec.name).cloned().ok_or_else(|| {
            let known: Vec<&str> = players.iter().map(|player| player.id).collect();
            SpecError::unknown("player", &spec.name, known)
        })
    }

    /// Refuses options that the world does not have.
    fn check_options(&self, options: &Options) -> Result<(), SpecError> {
        let info = self.0.info();
        let mut own = Options::new();
        for (name, value) in options.iter() {
            match name {
                "position" => {}
                "setup" if !self.0.setups().is_empty() => {}
                "size" if self.0.sizes().is_some() => {}
                "setup" => return Err(SpecError(format!("{} has no setups to choose", info.id))),
                "size" => return Err(SpecError(format!("{} has but one size", info.id))),
                _ => own.set(name, value),
            }
        }
        own.check(&info.id, &info.options)
    }
}

/// The opponents that every game has, the weakest first.
fn opponents() -> Vec<Opponent> {
    vec![
        Opponent::new("random", "Random"),
        Opponent::new("greedy", "Beginner (greedy)"),
        Opponent::new("alphabeta(depth=2)", "Easy"),
        Opponent::new("alphabeta(time=200)", "Medium (0.2 s)"),
        Opponent::new("alphabeta(time=1000)", "Strong (1 s)"),
        Opponent::new("alphabeta(time=5000)", "Very strong (5 s)"),
        Opponent::new("mcts(time=1000)", "MCTS (1 s)"),
    ]
}
