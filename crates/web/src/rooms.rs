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
use crate::followers::Changes;
use crate::security::unguessable;

/// How many rooms of a kind stay in memory, and how many bytes they may hold together; the rest wait in the store.
const IN_MEMORY: usize = 1_000;
const MOST_BYTES: usize = 256 << 20;
/// How many rooms of a kind the store keeps.
pub(crate) const KEPT: usize = 20_000;

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
    /// About how many bytes it holds in memory.
    fn bytes(&self) -> usize {
        0
    }
    fn furnish(catalog: &Catalog, head: Self::Head, parts: Parts) -> Result<Self, ApiError>;
    fn shelf(rooms: &Rooms) -> &Shelf<Self>;
    /// How many changes there were, for those who follow it.
    fn version(&self) -> u64 {
        0
    }
}

/// The rooms of one kind that are in memory, with when they were last used.
pub(crate) struct Shelf<R>(Mutex<Places<R>>);

struct Places<R> {
    clock: u64,
    /// What all rooms hold.
    bytes: usize,
    rooms: HashMap<String, Place<R>>,
}

struct Place<R> {
    used: u64,
    bytes: usize,
    room: Arc<Mutex<R>>,
}

impl<R> Places<R> {
    fn forget(&mut self, id: &str) {
        if let Some(place) = self.rooms.remove(id) {
            self.bytes -= place.bytes;
        }
    }

    /// Makes room where there are too many or too large ones. One that somebody holds right now stays; the others are
    /// in the store as well.
    fn make_room(&mut self) {
        while self.rooms.len() > IN_MEMORY || self.bytes > MOST_BYTES {
            let idle = self.rooms.iter().filter(|(_, place)| Arc::strong_count(&place.room) == 1);
            let oldest = idle.min_by_key(|(_, place)| place.used).map(|(id, _)| id.clone());
            let Some(oldest) = oldest else { break };
            self.forget(&oldest);
        }
    }
}

impl<R> Default for Shelf<R> {
    fn default() -> Self {
        Self(Mutex::new(Places { clock: 0, bytes: 0, rooms: HashMap::new() }))
    }
}

impl<R> Shelf<R> {
    fn get(&self, id: &str) -> Option<Arc<Mutex<R>>> {
        let mut places = lock(&self.0);
        places.clock += 1;
        let now = places.clock;
        let place = places.rooms.get_mut(id)?;
        place.used = now;
        Some(Arc::clone(&place.room))
    }

    fn forget(&self, id: &str) {
        lock(&self.0).forget(id);
    }

    fn put(&self, id: &str, room: R, bytes: usize) -> Arc<Mutex<R>> {
        let mut places = lock(&self.0);
        places.clock += 1;
        let used = places.clock;
        // Somebody else may have furnished it at the same time.
        if let Some(place) = places.rooms.get(id) {
            return Arc::clone(&place.room);
        }
        let room = Arc::new(Mutex::new(room));
        places.bytes += bytes;
        places.rooms.insert(id.to_owned(), Place { used, bytes, room: Arc::clone(&room) });
        places.make_room();
        room
    }

    /// Notes what a room holds now.
    fn weigh(&self, id: &str, bytes: usize) {
        let mut places = lock(&self.0);
        let Some(place) = places.rooms.get_mut(id) else { return };
        let before = std::mem::replace(&mut place.bytes, bytes);
        places.bytes = places.bytes - before + bytes;
        places.make_room();
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
        let bytes = room.bytes();
        Ok((id.clone(), R::shelf(self.rooms()).put(&id, room, bytes)))
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
        let room = R::furnish(self.catalog(), head, parts)?;
        let bytes = room.bytes();
        Ok(shelf.put(id, room, bytes))
    }

    /// Writes down what changed in a room.
    fn keep<R: Room>(&self, id: &str, room: &mut R) -> Result<(), ApiError> {
        let changes = room.take_changes();
        Ok(self.store().keep_room(&format!("{}{id}", R::KIND), &room.head(), &changes)?)
    }

    /// Tells a page what others change in a room.
    pub(crate) fn follow<R: Room>(&self, id: &str) -> Result<Changes, ApiError> {
        let room = self.room::<R>(id)?;
        let version = lock(&room).version();
        Ok(self.followers().follow(id, version))
    }

    /// Changes a room, writes that down, and shows it. A change that is refused must leave the room as it was.
    pub(crate) fn change<R: Room, T>(
        &self,
        id: &str,
        change: impl FnOnce(&mut R) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let (room, shelf) = (self.room::<R>(id)?, R::shelf(self.rooms()));
        let mut room = lock(&room);
        let spoiled = Spoiled { shelf, id };
        let result = change(&mut room);
        if result.is_ok() {
            self.keep(id, &mut *room)?;
            self.followers().tell(id, room.version());
        }
        std::mem::forget(spoiled);
        shelf.weigh(id, room.bytes());
        result
    }
}

/// A room whose change was not written down, because that failed or something panicked: it did not happen, and the
/// room is furnished again as it was.
struct Spoiled<'a, R> {
    shelf: &'a Shelf<R>,
    id: &'a str,
}

impl<R> Drop for Spoiled<'_, R> {
    fn drop(&mut self) {
        self.shelf.forget(self.id);
    }
}
