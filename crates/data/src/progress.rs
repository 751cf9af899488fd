use plyground_core::Measures;
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::{DataError, Store};

/// A person's best solution of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The level, by the [fingerprint](plyground_core::fingerprint) of its board.
    pub level: String,
    /// What the solution takes.
    #[serde(flatten)]
    pub measures: Measures,
    /// The solution.
    pub solution: String,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Solution> {
    let measures = Measures {
        moves: row.get::<_, i64>(1)?.unsigned_abs(),
        pushes: row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs),
    };
    Ok(Solution { level: row.get(0)?, measures, solution: row.get(3)? })
}

impl Store {
    /// Keeps a solution if it is the first of its level or better than the one kept (fewer moves,
    /// then fewer pushes). True where it was kept.
    pub fn keep_solution(
        &self,
        world: &str,
        level: &str,
        measures: Measures,
        solution: &str,
    ) -> Result<bool, DataError> {
        let pushes = measures.pushes.map(|pushes| pushes as i64);
        self.run(|db| {
            let changed = db
                .prepare_cached(
                    "INSERT INTO solutions (world, level, moves, pushes, solution)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT (world, level) DO UPDATE
                     SET moves = ?3, pushes = ?4, solution = ?5, at = unixepoch()
                     WHERE ?3 < moves OR (?3 = moves AND ifnull(?4, 0) < ifnull(pushes, 0))",
                )?
                .execute(params![world, level, measures.moves as i64, pushes, solution])?;
            Ok(changed > 0)
        })
    }

    /// The solution kept of a level.
    pub fn solution(&self, world: &str, level: &str) -> Result<Option<Solution>, DataError> {
        self.run(|db| {
            db.prepare_cached(
                "SELECT level, moves, pushes, solution FROM solutions
                 WHERE world = ?1 AND level = ?2",
            )?
            .query_row([world, level], read)
            .optional()
        })
    }

    /// Every solution kept of a world's levels.
    pub fn solutions(&self, world: &str) -> Result<Vec<Solution>, DataError> {
        self.run(|db| {
            db.prepare_cached(
                "SELECT level, moves, pushes, solution FROM solutions WHERE world = ?1",
            )?
            .query_map([world], read)?
            .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_better_solution_replaces_the_one_kept() {
        let store = Store::in_memory().unwrap();
        let measures = |moves, pushes| Measures { moves, pushes: Some(pushes) };
        assert!(store.keep_solution("sokoban", "k", measures(10, 5), "a").unwrap());
        assert!(!store.keep_solution("sokoban", "k", measures(11, 1), "b").unwrap());
        assert!(store.keep_solution("sokoban", "k", measures(10, 4), "c").unwrap());
        assert_eq!(store.solution("sokoban", "k").unwrap().unwrap().solution, "c");
        assert!(store.solution("sokobond", "k").unwrap().is_none());
        assert_eq!(store.solutions("sokoban").unwrap().len(), 1);
    }
}
