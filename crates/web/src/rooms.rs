//! What is being played: each room has an unguessable id, and all that it takes to furnish it again is
//! kept in the store with every change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyground_catalog::Catalog;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::App;
use crate::api::games::GameRoom;
use crate::api::lab::experiments::ExperimentRoom;
use crate::api::lab::tournaments::TournamentRoom;
use crate::api::puzzles::PuzzleRoom;
use crate::error::ApiError;
use crate::security::unguessable;

/// How many rooms stay in memory; the rest wait in the store.
const IN_MEMORY: usize = 1_000;
/// How many rooms the store keeps.
const KEPT: usize = 20_000;

/// The parts of a room by their numbers.
pub(crate) type Parts = Vec<(u32, String)>;

/// A kind of room, and how it is kept.
pub(crate) trait Room: Sized + Send + 'static {
    /// The beginning of its name in the store.
    const KIND: &'static str;
    /// What it takes to furnish it again, beside its parts; small, whatever happened in the room.
    type Head: Serialize + DeserializeOwned;
    fn head(&self) -> Self::Head;
    /// The parts that changed since this was last asked; `None` for those that are gone.
    fn take_changes(&mut self) -> Vec<(u32, Option<String>)> {
        Vec::new()
    }
    fn furnish(catalog: &Catalog, head: Self::Head, parts: Parts) -> Result<Self, ApiError>;
    fn shelf(rooms: &Rooms) -> &Shelf<Self>;
}

/// The rooms of one kind that are in memory, with when they were last used.
pub(crate) struct Shelf<R>(Mutex<Places<R>>);

struct Places<R> {
    clock: u64,
    rooms: HashMap<String, (u64, Arc<Mutex<R>>)>,
}

impl<R> Default for Shelf<R> {
    fn default() -> Self {
        Self(Mutex::new(Places { clock: 0, rooms: HashMap::new() }))
    }
}

impl<R> Shelf<R> {
    fn get(&self, id: &str) -> Option<Arc<Mutex<R>>> {
        let mut places = lock(&self.0);
        places.clock += 1;
        let now = places.clock;
        let (used, room) = places.rooms.get_mut(id)?;
        *used = now;
        Some(Arc::clone(room))
    }

    fn forget(&self, id: &str) {
        lock(&self.0).rooms.remove(id);
    }

    fn put(&self, id: &str, room: R) -> Arc<Mutex<R>> {
        let mut places = lock(&self.0);
        places.clock += 1;
        if places.rooms.len() >= IN_MEMORY {
            // A room that somebody holds right now stays; the others are in the store as well.
            let idle = places.rooms.iter().filter(|(_, (_, room))| Arc::strong_count(room) == 1);
            if let Some(oldest) = idle.min_by_key(|(_, (used, _))| *used).map(|(id, _)| id.clone())
            {
                places.rooms.remove(&oldest);
            }
        }
        let now = places.clock;
        let (_, room) =
            places.rooms.entry(id.to_owned()).or_insert((now, Arc::new(Mutex::new(room))));
        Arc::clone(room)
    }
}

/// Every room.
#[derive(Default)]
pub(crate) struct Rooms {
    pub puzzles: Shelf<PuzzleRoom>,
    pub games: Shelf<GameRoom>,
    pub experiments: Shelf<ExperimentRoom>,
    pub tournaments: Shelf<TournamentRoom>,
}

/// A lock that a panic elsewhere does not spoil.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl App {
    /// Opens a new room; gives its id.
    pub(crate) fn open<R: Room>(&self, mut room: R) -> Result<(String, Arc<Mutex<R>>), ApiError> {
        let id = unguessable();
        self.keep(&id, &mut room)?;
        // Old rooms go now and then, not with every new one.
        if id.starts_with("00") {
            self.store().trim_notes(R::KIND, KEPT)?;
        }
        Ok((id.clone(), R::shelf(self.rooms()).put(&id, room)))
    }

    /// The room of that id, furnished again from the store where it is not in memory.
    pub(crate) fn room<R: Room>(&self, id: &str) -> Result<Arc<Mutex<R>>, ApiError> {
        let shelf = R::shelf(self.rooms());
        if let Some(room) = shelf.get(id) {
            return Ok(room);
        }
        let name = format!("{}{id}", R::KIND);
        let head: Option<R::Head> = self.store().note(&name)?;
        let head = head.ok_or_else(|| ApiError::missing("what you were playing"))?;
        let parts = self.store().room_parts(&name)?;
        Ok(shelf.put(id, R::furnish(self.catalog(), head, parts)?))
    }

    /// Writes down what changed in a room.
    fn keep<R: Room>(&self, id: &str, room: &mut R) -> Result<(), ApiError> {
        let changes = room.take_changes();
        Ok(self.store().keep_room(&format!("{}{id}", R::KIND), &room.head(), &changes)?)
    }

    /// Changes a room, writes that down, and shows it. A change that is refused must leave the room as it was.
    pub(crate) fn change<R: Room, T>(
        &self,
        id: &str,
        change: impl FnOnce(&mut R) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let room = self.room::<R>(id)?;
        let mut room = lock(&room);
        let result = change(&mut room)?;
        // What cannot be written did not happen: the room is furnished again as it was.
        self.keep(id, &mut *room).inspect_err(|_| R::shelf(self.rooms()).forget(id))?;
        Ok(result)
    }
}

/// Does work that takes as long as its input is, beside the threads that answer others where that is long.
pub(crate) fn aside<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes > 2_000 { tokio::task::block_in_place(work) } else { work() }
}
