use std::path::Path;

use plyground_core::Outcome;
use rusqlite::params;

use super::{Fixture, Game};
use crate::store::{Database, StoreError, unreadable};

/// The file of a tournament's games. A game that was added is on the disk.
pub struct GameStore(Database);

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    outcome TEXT NOT NULL, reason TEXT NOT NULL, forfeit INTEGER NOT NULL, scores TEXT NOT NULL,
    turns INTEGER NOT NULL, longest TEXT NOT NULL, jobs INTEGER NOT NULL,
    record TEXT NOT NULL
) WITHOUT ROWID;";

impl GameStore {
    /// Opens the games of a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Database::open(folder, "games.sqlite", TABLES).map(Self)
    }

    /// Games that are gone with the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        Database::in_memory(TABLES).map(Self)
    }

    /// Keeps a game; one that is already there stays as it is.
    pub fn add(&self, fixture: &Fixture, game: &Game) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT OR IGNORE INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)",
            params![
                fixture.id,
                game.outcome.to_string(),
                game.reason,
                game.forfeit,
                serde_json::to_string(&game.scores).unwrap_or_default(),
                game.turns as i64,
                serde_json::to_string(&game.longest).unwrap_or_default(),
                game.jobs,
                game.record,
            ],
        )
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
        outcome: outcome.parse::<Outcome>().map_err(|error| unreadable(1, error))?,
        reason: row.get(2)?,
        forfeit: row.get(3)?,
        scores: serde_json::from_str(&scores).map_err(|error| unreadable(4, error))?,
        turns: row.get::<_, i64>(5)? as usize,
        longest: serde_json::from_str(&longest).map_err(|error| unreadable(6, error))?,
        jobs: row.get(7)?,
        record: row.get(8)?,
    })
}
