use std::ops::RangeInclusive;

use plyground_core::{
    EvaluationInfo, GameWorld, MethodInfo, Options, SetupInfo, Spec, SpecError, WorldInfo,
};

use super::player::PlayerOf;
use super::session::Session;
use super::{AnyGameWorld, AnyPlayer, GameSession};

/// A typed world of games as an [`AnyGameWorld`].
pub struct Games<W>(pub W);

impl<W: GameWorld> AnyGameWorld for Games<W> {
    fn info(&self) -> WorldInfo {
        self.0.info()
    }

    fn sides(&self) -> [&'static str; 2] {
        self.0.sides()
    }

    fn setups(&self) -> Vec<SetupInfo> {
        self.0.setups()
    }

    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        self.0.sizes()
    }

    fn evaluations(&self) -> Vec<EvaluationInfo> {
        self.0.evaluations()
    }

    fn players(&self) -> Vec<MethodInfo> {
        let mut players = plyground_search::play::methods();
        players.extend(self.0.own_players());
        players
    }

    fn default_player(&self) -> Spec {
        Spec::new("alphabeta")
    }

    fn start(&'static self, options: &Options) -> Result<Box<dyn GameSession>, SpecError> {
        self.check_options(options)?;
        Ok(Box::new(Session::new(self, self.0.game(options)?, options.clone())))
    }

    fn player(&'static self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, SpecError> {
        Ok(Box::new(PlayerOf::new(self, spec)?))
    }
}

impl<W: GameWorld> Games<W> {
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
        own.check(info.id, &info.options)
    }
}
