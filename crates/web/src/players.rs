//! The methods that play for people. They keep tables from move to move, so that only so many are kept.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use axum::http::StatusCode;
use plyground_catalog::{AnyGameWorld, AnyPlayer};
use plyground_core::{Side, Spec};

use crate::error::ApiError;
use crate::rooms::lock;

/// How many players keep their tables between two moves.
const KEPT: usize = 8;
/// The most megabytes that one player may ask for.
const MOST_MEGABYTES: u64 = 512;
/// The options in which players name how much they think.
const EFFORTS: [&str; 4] = ["time", "nodes", "depth", "playouts"];
/// The longest that anybody thinks about one move.
pub(crate) const LONGEST: Duration = Duration::from_secs(300);
/// The bytes that one player may hold.
pub(crate) const MOST_BYTES: u64 = MOST_MEGABYTES << 20;

/// The players that wait for their next move, the oldest first.
#[derive(Default)]
pub(crate) struct WaitingPlayers(Mutex<VecDeque<Waiting>>);

struct Waiting {
    room: String,
    side: Side,
    player: Box<dyn AnyPlayer>,
}

impl WaitingPlayers {
    /// The player of a side in a room, if it is still here and plays as asked.
    pub fn take(&self, room: &str, side: Side, spec: &Spec) -> Option<Box<dyn AnyPlayer>> {
        let mut waiting = lock(&self.0);
        let place = waiting.iter().position(|kept| kept.room == room && kept.side == side)?;
        waiting.remove(place).map(|kept| kept.player).filter(|player| player.spec() == spec)
    }

    /// Keeps a player for its next move.
    pub fn keep(&self, room: &str, side: Side, player: Box<dyn AnyPlayer>) {
        let mut waiting = lock(&self.0);
        if waiting.len() >= KEPT {
            waiting.pop_front();
        }
        waiting.push_back(Waiting { room: room.to_owned(), side, player });
    }
}

/// Refuses a player that does not exist, or that asks for more memory than one may have. Makes none of its tables.
pub(crate) fn check(world: &dyn AnyGameWorld, spec: &Spec) -> Result<(), ApiError> {
    let mut small = spec.clone();
    let mut players = world.players().into_iter();
    let player = players.find(|info| info.id == spec.name);
    if let Some(name) = player.and_then(|info| info.table) {
        let asked = spec.options.number(name, 1, 1..=MOST_MEGABYTES);
        asked.map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, error.to_string()))?;
        small = small.with(name, 1);
    }
    world.player(&small)?;
    Ok(())
}

/// The longest a player may think where the request sets no time: none where its own default holds.
pub(crate) fn longest(world: &dyn AnyGameWorld, spec: &Spec) -> Option<Duration> {
    let mut players = world.players().into_iter();
    let timed = players.any(|info| info.id == spec.name && info.takes("time"));
    let says = EFFORTS.iter().any(|name| spec.options.get(name).is_some());
    (says || !timed).then_some(LONGEST)
}
