use plyground_core::Measures;
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::{DataError, Store};

/// A solution of a level that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The level, by the [fingerprint](plyground_core::fingerprint) of its board.
    pub level: String,
    /// What the solution takes.
    #[serde(flatten)]
    pub measures: Measures,
    /// The solution.
    pub solution: String,
    /// The method that found it; empty for the person.
    pub by: String,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Solution> {
    let measures = Measures {
        moves: row.get::<_, i64>(1)?.unsigned_abs(),
        pushes: row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs),
    };
    Ok(Solution { level: row.get(0)?, measures, solution: row.get(3)?, by: row.get(4)? })
}

const SELECT: &str = "SELECT level, moves, pushes, solution, by FROM solutions";
/// Fewest moves first, then fewest pushes, then the oldest.
const BEST_FIRST: &str = "ORDER BY moves, ifnull(pushes, 0), id";
/// What is kept of a level's solutions: of the person and of methods, the one with fewest moves and the one with fewest
/// pushes each; and the person's last.
const PRUNE: &str = "
DELETE FROM solutions WHERE world = ?1 AND level = ?2 AND id NOT IN (
    SELECT id FROM (
        SELECT id,
            row_number() OVER (PARTITION BY by = '' ORDER BY moves, ifnull(pushes, 0), id) AS by_moves,
            row_number() OVER (PARTITION BY by = '' ORDER BY ifnull(pushes, 0), moves, id) AS by_pushes,
            row_number() OVER (PARTITION BY by = '' ORDER BY at DESC, id DESC) AS by_age,
            by
        FROM solutions WHERE world = ?1 AND level = ?2)
    WHERE by_moves = 1 OR by_pushes = 1 OR (by_age = 1 AND by = ''))";

impl Store {
    /// Keeps a person's solution of a level. True where it is their first or better than all before (fewer moves, then
    /// fewer pushes).
    pub fn keep_solution(
        &self,
        world: &str,
        level: &str,
        measures: Measures,
        solution: &str,
    ) -> Result<bool, DataError> {
        let best = self.solution(world, level)?.map(|best| best.measures);
        self.keep_found(world, level, "", measures, solution)?;
        let rank = |measures: Measures| (measures.moves, measures.pushes.unwrap_or(0));
        Ok(best.is_none_or(|best| rank(measures) < rank(best)))
    }

    /// Keeps a solution that a method found, or the person where `by` is empty.
    pub fn keep_found(
        &self,
        world: &str,
        level: &str,
        by: &str,
        measures: Measures,
        solution: &str,
    ) -> Result<(), DataError> {
        let pushes = measures.pushes.map(|pushes| pushes as i64);
        self.run(|db| {
            let change = db.unchecked_transaction()?;
            db.prepare_cached(
                "INSERT INTO solutions (world, level, moves, pushes, solution, by)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (world, level, by, solution) DO UPDATE SET at = unixepoch()",
            )?
            .execute(params![
                world,
                level,
                measures.moves as i64,
                pushes,
                solution,
                by
            ])?;
            db.prepare_cached(PRUNE)?.execute([world, level])?;
            change.commit()
        })
    }

    /// The person's best solution of a level.
    pub fn solution(&self, world: &str, level: &str) -> Result<Option<Solution>, DataError> {
        self.run(|db| {
            let wanted = format!(
                "{SELECT} WHERE world = ?1 AND level = ?2 AND by = '' {BEST_FIRST} LIMIT 1"
            );
            db.prepare_cached(&wanted)?.query_row([world, level], read).optional()
        })
    }

    /// All solutions kept of a level, the best first.
    pub fn solutions_of(&self, world: &str, level: &str) -> Result<Vec<Solution>, DataError> {
        self.run(|db| {
            let wanted = format!("{SELECT} WHERE world = ?1 AND level = ?2 {BEST_FIRST}");
            db.prepare_cached(&wanted)?.query_map([world, level], read)?.collect()
        })
    }

    /// The person's best solution of each level of a world.
    pub fn solutions(&self, world: &str) -> Result<Vec<Solution>, DataError> {
        let mut all: Vec<Solution> = self.run(|db| {
            let wanted = format!(
                "{SELECT} WHERE world = ?1 AND by = '' ORDER BY level, moves, ifnull(pushes, 0), id"
            );
            let mut solutions = db.prepare_cached(&wanted)?;
            self.readable("solutions", solutions.query_map([world], read)?)
        })?;
        all.dedup_by(|later, first| later.level == first.level);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn measures(moves: u64, pushes: u64) -> Measures {
        Measures { moves, pushes: Some(pushes) }
    }

    #[test]
    fn a_better_solution_is_the_best_one() {
        let store = Store::in_memory().unwrap();
        assert!(store.keep_solution("sokoban", "k", measures(10, 5), "a").unwrap());
        assert!(!store.keep_solution("sokoban", "k", measures(11, 6), "b").unwrap());
        assert!(store.keep_solution("sokoban", "k", measures(10, 4), "c").unwrap());
        assert!(!store.keep_solution("sokoban", "k", measures(10, 4), "c").unwrap());
        assert_eq!(store.solution("sokoban", "k").unwrap().unwrap().solution, "c");
        assert!(store.solution("sokobond", "k").unwrap().is_none());
        assert_eq!(store.solutions("sokoban").unwrap().len(), 1);
    }

    #[test]
    fn the_shortest_in_moves_and_in_pushes_are_kept_and_the_last() {
        let store = Store::in_memory().unwrap();
        for (moves, pushes, line) in [(10, 9, "a"), (20, 2, "b"), (15, 8, "c"), (30, 30, "d")] {
            store.keep_solution("sokoban", "k", measures(moves, pushes), line).unwrap();
        }
        store.keep_found("sokoban", "k", "astar", measures(8, 8), "e").unwrap();
        store.keep_found("sokoban", "k", "bfs", measures(9, 9), "f").unwrap();
        let kept = store.solutions_of("sokoban", "k").unwrap();
        let lines: Vec<&str> = kept.iter().map(|one| one.solution.as_str()).collect();
        assert_eq!(lines, ["e", "a", "b", "d"]);
        assert_eq!(store.solution("sokoban", "k").unwrap().unwrap().solution, "a");
    }
}
