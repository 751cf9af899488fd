//! Pages that look at a room and want to know when somebody else changes it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Mutex;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use futures_util::{Stream, stream};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;

use crate::rooms::lock;

/// A room changed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RoomChange {
    /// How many changes there were; a page that shows an earlier one asks for the room.
    pub version: u64,
}

/// The changes of a room, as events named `changed`.
pub(crate) type Changes = Sse<KeepAliveStream<Events>>;
type Events = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// Who follows which room.
#[derive(Default)]
pub(crate) struct Followers(Mutex<HashMap<String, watch::Sender<u64>>>);

impl Followers {
    /// Tells what becomes of a room that stands at this version; the present one comes first.
    pub fn follow(&self, room: &str, version: u64) -> Changes {
        let mut rooms = lock(&self.0);
        // Those that nobody follows any more go when somebody new comes.
        rooms.retain(|_, teller| teller.receiver_count() > 0);
        let teller = rooms.entry(room.to_owned()).or_insert_with(|| watch::channel(version).0);
        let mut versions = teller.subscribe();
        versions.mark_changed();
        let events = stream::unfold(versions, |mut versions| async {
            versions.changed().await.ok()?;
            let version = *versions.borrow_and_update();
            let data = serde_json::to_string(&RoomChange { version }).unwrap_or_default();
            Some((Ok(Event::default().event("changed").data(data)), versions))
        });
        Sse::new(Box::pin(events) as Events).keep_alive(KeepAlive::default())
    }

    /// Tells those who follow a room that it changed.
    pub fn tell(&self, room: &str, version: u64) {
        if let Some(teller) = lock(&self.0).get(room) {
            teller.send_if_modified(|told| std::mem::replace(told, version) != version);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_room_that_nobody_follows_any_more_is_forgotten() {
        let followers = Followers::default();
        drop(followers.follow("one", 1));
        let other = followers.follow("two", 7);
        assert_eq!(lock(&followers.0).keys().collect::<Vec<_>>(), ["two"]);
        followers.tell("two", 8);
        followers.tell("nobody", 3);
        drop(other);
    }
}
