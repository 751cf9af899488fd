use std::any::Any;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use plyground_core::conformance;
use plyground_core::scene::Tone;
use plyground_core::{
    EvaluationInfo, GameWorld, MethodInfo, Opponent, Options, Problem, Rules, SetupInfo, Spec,
    SpecError, StateSpace, Text, Verdict, WorldInfo, prove,
};

use super::player::PlayerOf;
use super::session::Session;
use super::state::StateOf;
use super::{AnyGameWorld, AnyPlayer, GameSession};
use crate::{AnyState, GivenEvaluation, GivenPlayer, World};

/// A typed world of games as an [`AnyGameWorld`]; cheap to clone.
/// The second part is what programs have given beside it.
pub struct Games<W>(pub(super) Arc<W>, pub(super) Arc<Given>);

/// What programs have given beside a world.
#[derive(Clone, Default)]
pub(super) struct Given {
    pub(super) evaluations: Vec<GivenEvaluation>,
    pub(super) players: Vec<GivenPlayer>,
}

impl<W: GameWorld> Games<W> {
    /// The world, ready for a catalog.
    pub fn new(world: W) -> Self {
        Self(Arc::new(world), Arc::default())
    }
}

impl<W> Clone for Games<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), Arc::clone(&self.1))
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

    fn problems(&self) -> Vec<Problem> {
        self.0.problems()
    }

    fn judge(
        &self,
        problem: &Problem,
        session: &dyn GameSession,
        left: usize,
    ) -> Result<Verdict<String>, SpecError> {
        let any: &dyn Any = session;
        match any.downcast_ref::<Session<W>>() {
            Some(session) => session.judge_last(problem, left),
            None => Err(SpecError(format!("this is no game of {}", self.0.info().name))),
        }
    }

    fn prove(&self, problem: &Problem) -> Result<(), String> {
        prove(&*self.0, problem)
    }

    fn score_words(&self) -> [Text; 2] {
        self.0.score_words()
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
        let own = self.0.evaluations().into_iter().map(|entry| entry.info);
        let given = |evaluation: &GivenEvaluation| EvaluationInfo {
            id: evaluation.id.clone(),
            summary: evaluation.summary.clone(),
        };
        own.chain(self.1.evaluations.iter().map(given)).collect()
    }

    fn players(&self) -> Vec<MethodInfo> {
        let mut players = plyground_search::play::methods();
        players.extend(self.0.own_players());
        players.extend(self.1.players.iter().map(|player| player.info.clone()));
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
        Ok(Box::new(StateOf::start(self.clone(), self.0.game(options)?, options.clone())))
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, SpecError> {
        if let Some(given) = self.1.players.iter().find(|player| player.info.id == spec.name) {
            spec.options.check(given.info.id, &given.info.options)?;
            return Ok((given.make)());
        }
        Ok(Box::new(PlayerOf::new(self.clone(), spec)?))
    }

    fn with_evaluation(&self, evaluation: GivenEvaluation) -> Arc<dyn AnyGameWorld> {
        let mut given = (*self.1).clone();
        given.evaluations.retain(|other| other.id != evaluation.id);
        given.evaluations.push(evaluation);
        Arc::new(Self(Arc::clone(&self.0), Arc::new(given)))
    }

    fn with_player(&self, player: GivenPlayer) -> Arc<dyn AnyGameWorld> {
        let mut given = (*self.1).clone();
        given.players.retain(|other| other.info.id != player.info.id);
        given.players.push(player);
        Arc::new(Self(Arc::clone(&self.0), Arc::new(given)))
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
        Opponent::new("random", "Newcomer"),
        Opponent::new("greedy", "Beginner"),
        Opponent::new("alphabeta(depth=2)", "Easy"),
        Opponent::new("alphabeta(nodes=1000)", "Casual"),
        Opponent::new("alphabeta(nodes=6000)", "Medium"),
        Opponent::new("alphabeta(nodes=40000)", "Strong"),
        Opponent::new("alphabeta(nodes=200000)", "Expert"),
        Opponent::new("alphabeta(time=3000)", "Master"),
    ]
}
