//! Levels that were begun and not yet solved: their moves are kept, so that nothing is lost on leaving.

use plyground_data::{DataError, Store};

/// How many begun levels are kept.
const MOST: usize = 200;
const PREFIX: &str = "begun/";

fn name(world: &str, key: &str) -> String {
    format!("{PREFIX}{world}/{key}")
}

/// Keeps the moves played so far; none forgets the level.
pub(crate) fn keep(store: &Store, world: &str, key: &str, moves: &str) -> Result<(), DataError> {
    if moves.is_empty() {
        store.drop_note(&name(world, key))?;
    } else {
        store.put_note(&name(world, key), &moves)?;
        store.trim_notes(PREFIX, MOST)?;
    }
    Ok(())
}

/// The moves that were played when the level was left.
pub(crate) fn find(store: &Store, world: &str, key: &str) -> Option<String> {
    store.note(&name(world, key)).ok().flatten()
}
