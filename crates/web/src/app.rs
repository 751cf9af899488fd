use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_catalog::Catalog;
use plyground_data::{DataError, Store};

use crate::followers::Followers;
use crate::guesses::Guesses;
use crate::library::Library;
use crate::players::WaitingPlayers;
use crate::pool::Pool;
use crate::rooms::Rooms;
use crate::work::Desks;

/// What all requests share; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    catalog: Catalog,
    library: Library,
    store: Store,
    rooms: Rooms,
    desks: Desks,
    followers: Followers,
    pool: Pool,
    players: WaitingPlayers,
    /// Where the runs of experiments are kept.
    lab: PathBuf,
    token: Option<String>,
    guesses: Guesses,
    /// Where the page's files are read from, in place of those in the binary.
    assets: Option<PathBuf>,
}

impl App {
    /// An app that serves these worlds and keeps everything in a folder. With a token, every request must know it.
    pub fn new(
        catalog: Catalog,
        folder: &Path,
        token: Option<String>,
        assets: Option<PathBuf>,
    ) -> Result<Self, DataError> {
        Ok(Self(Arc::new(Inner {
            library: Library::read(&catalog),
            catalog,
            store: Store::open(folder)?,
            lab: folder.join("lab"),
            rooms: Rooms::default(),
            desks: Desks::default(),
            followers: Followers::default(),
            pool: Pool::default(),
            players: WaitingPlayers::default(),
            token,
            guesses: Guesses::default(),
            assets,
        })))
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.0.catalog
    }

    pub(crate) fn library(&self) -> &Library {
        &self.0.library
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn desks(&self) -> &Desks {
        &self.0.desks
    }

    pub(crate) fn followers(&self) -> &Followers {
        &self.0.followers
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn players(&self) -> &WaitingPlayers {
        &self.0.players
    }

    pub(crate) fn lab(&self) -> &Path {
        &self.0.lab
    }

    pub(crate) fn token(&self) -> Option<&str> {
        self.0.token.as_deref()
    }

    pub(crate) fn guesses(&self) -> &Guesses {
        &self.0.guesses
    }

    pub(crate) fn assets(&self) -> Option<&PathBuf> {
        self.0.assets.as_ref()
    }
}
