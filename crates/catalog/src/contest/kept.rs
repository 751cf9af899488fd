//! What it takes to bring a contest back: this, and the nodes of its tree.

use std::collections::BTreeMap;

use plyground_core::{Options, Outcome, Spec, SpecError};
use serde::{Deserialize, Serialize};

use super::clock::TurnClock;
use super::{Contest, Over, Part, TimeControl, TimeSource};
use crate::AnyGameWorld;
use crate::tree::{NodeId, Tree};

/// All of a contest but its turns; as small at the thousandth turn as at the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptContest {
    world: String,
    options: BTreeMap<String, String>,
    players: [Option<String>; 2],
    control: TimeControl,
    cursor: NodeId,
    tip: NodeId,
    /// The part of a turn that was played, and from where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<(NodeId, Vec<String>)>,
    /// What the clock of the turn shows.
    thinking: f64,
    /// The tip that it belongs to, the result (empty where it was stopped) and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decided: Option<(NodeId, String, String)>,
}

impl KeptContest {
    /// The world's id.
    pub fn world(&self) -> &str {
        &self.world
    }
}

impl Contest {
    /// All but the turns.
    pub fn kept(&self) -> KeptContest {
        let options = self.session.options();
        let result =
            |over: &Over| over.outcome.map_or_else(String::new, |outcome| outcome.to_string());
        KeptContest {
            world: self.session.world().info().id.into_owned(),
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            players: self.players.clone().map(|spec| spec.map(|spec| spec.to_string())),
            control: self.control,
            cursor: self.cursor,
            tip: self.tip,
            part: self.part.clone().map(|part| (part.node, part.texts)),
            thinking: self.thinking(),
            decided: self
                .decided
                .as_ref()
                .map(|(tip, over)| (*tip, result(over), over.reason.clone())),
        }
    }

    /// The contest that was kept; its clock stands still.
    pub fn of_kept(
        kept: KeptContest,
        tree: Tree,
        world: &dyn AnyGameWorld,
    ) -> Result<Self, SpecError> {
        let refused = |error: super::Refusal| SpecError(error.to_string());
        let options =
            kept.options.iter().fold(Options::new(), |options, (k, v)| options.with(k, v));
        let mut players: [Option<Spec>; 2] = [None, None];
        for (player, name) in players.iter_mut().zip(&kept.players) {
            *player = name.as_deref().map(str::parse).transpose()?;
        }
        let mut contest = Self::new(world.start(&options)?, players, kept.control);
        contest.tree = tree;
        contest.tip = kept.tip;
        contest.stand_at(kept.tip).map_err(refused)?;
        contest.arrived();
        contest.stand_at(kept.cursor).map_err(refused)?;
        contest.part = kept.part.map(|(node, texts)| Part { node, texts });
        contest.resume_part().map_err(refused)?;
        contest.clock = TurnClock::new(TimeSource::machine(), kept.thinking.max(0.0));
        if let Some((tip, result, reason)) = kept.decided {
            let outcome: Option<Outcome> =
                if result.is_empty() { None } else { Some(result.parse()?) };
            contest.decided = Some((tip, Over { outcome, reason }));
        }
        Ok(contest)
    }
}
