use plyground_core::Measures;
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::{DataError, Store};

/// A person's best solution of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The level, by what [`Store::level_key`] gives for its text.
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
    /// Names a level by its text, whatever its title, number or file.
    pub fn level_key(text: &str) -> String {
        // FNV-1a, twice with different starts: 128 bits that never change between versions.
        let hash = |start: u64| {
            text.trim_end().bytes().filter(|&byte| byte != b'\r').fold(start, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            })
        };
        format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x9e37_79b9_7f4a_7c15))
    }

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

    #[test]
    fn a_levels_key_is_the_same_for_ever_and_ignores_line_ends() {
        assert_eq!(Store::level_key("###\n#@#\n"), Store::level_key("###\r\n#@#\r\n\r\n"));
        assert_ne!(Store::level_key("###\n#@#"), Store::level_key("###\n@##"));
        assert_eq!(Store::level_key("a").len(), 32);
        assert_eq!(&Store::level_key("a")[..16], "af63dc4c8601ec8c");
    }
}
