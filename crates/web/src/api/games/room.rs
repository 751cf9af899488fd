//! The room of a game, and how it is kept: the head holds all but the turns, each turn is a part.

use std::collections::BTreeMap;
use std::time::Duration;

use plyground_catalog::contest::{KeptContest, Refusal};
use plyground_catalog::tree::Node;
use plyground_catalog::{AnyGameWorld, Catalog, Contest, NodeId, TimeControl, Tree};
use plyground_core::{Side, Spec};
use serde::{Deserialize, Serialize};

use super::super::puzzles::to_options;
use crate::error::ApiError;
use crate::players;
use crate::rooms::{Parts, Room, Rooms, Shelf};

/// A game being played.
pub(crate) struct GameRoom {
    pub contest: Contest,
    /// How many changes there were.
    pub version: u64,
}

/// Everything but the turns.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum GameHead {
    Now(Head),
    Earlier(EarlierGame),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    contest: KeptContest,
    version: u64,
}

/// A game as it was kept when it had no variations: all of it in one place.
#[derive(Serialize, Deserialize)]
pub(crate) struct EarlierGame {
    world: String,
    options: BTreeMap<String, String>,
    players: [Option<String>; 2],
    clock: TimeControl,
    turns: Vec<String>,
    seconds: Vec<f64>,
    /// Who lost (nobody where it was stopped), and why, where the board does not say it.
    ended: Option<(Option<usize>, String)>,
}

impl GameRoom {
    pub fn new(contest: Contest) -> Self {
        Self { contest, version: 0 }
    }
}

/// The methods that play, if they are known here and modest enough.
pub(super) fn checked_players(
    world: &dyn AnyGameWorld,
    names: &[Option<String>; 2],
) -> Result<[Option<Spec>; 2], ApiError> {
    let mut known = [None, None];
    for (player, name) in known.iter_mut().zip(names) {
        if let Some(name) = name {
            let spec: Spec = name.parse()?;
            players::check(world, &spec)?;
            *player = Some(spec);
        }
    }
    Ok(known)
}

impl EarlierGame {
    fn contest(self, catalog: &Catalog) -> Result<Contest, ApiError> {
        let world = catalog.game_world(&self.world)?;
        let players = checked_players(&*world, &self.players)?;
        let session = world.start(&to_options(&self.options))?;
        let mut contest = Contest::new(session, players, TimeControl::default());
        for (index, turn) in self.turns.iter().enumerate() {
            let seconds = self.seconds.get(index).copied().unwrap_or(0.0);
            let took = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            contest.recall(turn, took)?;
        }
        contest.set_control(self.clock);
        match self.ended {
            Some((None, _)) => contest.stop(),
            Some((Some(loser), reason)) => {
                contest.recall_loss(Side::BOTH[loser.min(1)], &reason);
            }
            None => {}
        }
        contest.run(false);
        Ok(contest)
    }
}

impl Room for GameRoom {
    const KIND: &'static str = "game/";
    type Head = GameHead;

    fn head(&self) -> GameHead {
        GameHead::Now(Head { contest: self.contest.kept(), version: self.version })
    }

    fn take_changes(&mut self) -> Vec<(u32, Option<String>)> {
        let changes = self.contest.tree_mut().take_changes();
        let text = |node: Node| serde_json::to_string(&node).unwrap_or_default();
        changes.into_iter().map(|(id, node)| (id.0, node.map(text))).collect()
    }

    fn furnish(catalog: &Catalog, head: GameHead, parts: Parts) -> Result<Self, ApiError> {
        let head = match head {
            GameHead::Now(head) => head,
            GameHead::Earlier(earlier) => return Ok(Self::new(earlier.contest(catalog)?)),
        };
        let world = catalog.game_world(head.contest.world())?;
        let mut nodes = Vec::new();
        for (id, text) in parts {
            let node: Node =
                serde_json::from_str(&text).map_err(plyground_data::DataError::from)?;
            nodes.push((NodeId(id), node));
        }
        let contest = Contest::of_kept(head.contest, Tree::of_nodes(nodes)?, &*world)?;
        Ok(Self { contest, version: head.version })
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.games
    }

    fn version(&self) -> u64 {
        self.version
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        use axum::http::StatusCode;
        let status = match refusal {
            Refusal::Move(refused) => return refused.into(),
            Refusal::Over(_) | Refusal::Not(_) => StatusCode::CONFLICT,
            Refusal::Missing(_) => StatusCode::NOT_FOUND,
        };
        Self::new(status, refusal.to_string())
    }
}
