use std::path::Path;

use plyground_data::DataError;
use rusqlite::params;

use super::bout::read_result;
use super::{Fixture, Game};
use crate::store::{Database, Schema, StoreError, mend, unreadable};

/// The file of a tournament's games. A game that was added is on the disk.
pub struct GameStore(Database);

pub(crate) const FILE: &str = "games.sqlite";

fn schema() -> Schema {
    Schema {
        version: 3,
        tables: TABLES.to_owned(),
        set_aside: &["games"],
        added: &[(
            3,
            "ALTER TABLE games ADD COLUMN load REAL;
             ALTER TABLE games ADD COLUMN seconds REAL NOT NULL DEFAULT 0;",
        )],
    }
}

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    outcome TEXT NOT NULL, reason TEXT NOT NULL, forfeit INTEGER NOT NULL, scores TEXT NOT NULL,
    turns INTEGER NOT NULL, longest TEXT NOT NULL, jobs INTEGER NOT NULL,
    record TEXT NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL, load REAL,
    seconds REAL NOT NULL
) WITHOUT ROWID;";

impl GameStore {
    /// Opens the games of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Database::open(folder, FILE, &schema()).map(Self)
    }

    /// Checks the games of a folder that nobody else uses: a damaged file is kept beside, and what can be read of it is
    /// copied. What a person should know of that.
    pub fn mend(folder: &Path) -> Result<Option<String>, DataError> {
        mend(folder, FILE, &schema())
    }

    /// Games that are gone with the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        Database::in_memory(&schema()).map(Self)
    }

    /// Keeps a game; one that is already there stays as it is.
    pub fn add(&self, fixture: &Fixture, game: &Game) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT OR IGNORE INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
            params![
                fixture.id,
                game.result(),
                game.reason,
                game.forfeit,
                serde_json::to_string(&game.scores).unwrap_or_default(),
                game.turns as i64,
                serde_json::to_string(&game.longest).unwrap_or_default(),
                game.jobs,
                game.record,
                game.version,
                game.machine,
                game.load,
                game.seconds,
            ],
        )
    }

    /// Keeps games, all or none.
    pub fn add_all<'a>(
        &self,
        games: impl Iterator<Item = (&'a Fixture, &'a Game)>,
    ) -> Result<(), StoreError> {
        self.0.transaction(|_| {
            games.into_iter().try_for_each(|(fixture, game)| self.add(fixture, game))
        })
    }

    /// Takes in the games of another folder; how many are new, and how many were there.
    pub fn merge(&self, folder: &Path) -> Result<(u64, u64), StoreError> {
        // Opening brings an older file to this version.
        drop(Self::open(folder)?);
        self.0.merge(&folder.join(FILE), &["games"])
    }

    /// The games of these fixtures that are finished, in their order; `None` for the others.
    pub fn games(&self, fixtures: &[Fixture]) -> Result<Vec<Option<Game>>, StoreError> {
        let keys = fixtures.iter().map(|fixture| fixture.id.as_str());
        let mut games = self.0.find("SELECT * FROM games WHERE id = ?1", keys, read)?;
        for (game, fixture) in games.iter_mut().zip(fixtures) {
            if let Some(game) = game {
                (game.number, game.round, game.players) =
                    (fixture.number, fixture.round, fixture.players);
            }
        }
        Ok(games)
    }
}

/// A game without its place in the schedule.
fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Game> {
    let outcome: String = row.get(1)?;
    let (scores, longest): (String, String) = (row.get(4)?, row.get(6)?);
    Ok(Game {
        number: 0,
        round: 0,
        players: [0, 1],
        outcome: read_result(&outcome).map_err(|error| unreadable(1, error))?,
        reason: row.get(2)?,
        forfeit: row.get(3)?,
        scores: serde_json::from_str(&scores).map_err(|error| unreadable(4, error))?,
        turns: row.get::<_, i64>(5)? as usize,
        longest: serde_json::from_str(&longest).map_err(|error| unreadable(6, error))?,
        jobs: row.get(7)?,
        record: row.get(8)?,
        version: row.get(9)?,
        machine: row.get(10)?,
        load: row.get(11)?,
        seconds: row.get(12)?,
    })
}
