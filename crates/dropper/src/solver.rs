//! Exact play: small boards from the start, and endgames of the others.

mod endings;
mod forecast;
mod history;
mod player;
mod search;
mod symmetry;
mod table;

use plyground_core::{MethodInfo, OptionInfo, OptionKind, OwnPlayer, Spec, SpecError};

use crate::rules::{DropperGame, State};
use player::Solver;

const TABLE: OptionInfo = OptionInfo {
    id: "table",
    kind: OptionKind::Number,
    default: "256",
    summary: "megabytes for the table of positions",
};

const ALL: OptionInfo = OptionInfo {
    id: "all",
    kind: OptionKind::Switch,
    default: "true",
    summary: "finds all best plies, and not only one",
};

const MEGABYTE: u64 = 1 << 20;
/// The table for endgames, which are small.
const ENDGAME_TABLE: u64 = 16 * MEGABYTE;
/// With at most so many empty squares a game is played exactly.
const ENDGAME_EMPTIES: u32 = 10;

/// The players of Dropper's own.
pub fn methods() -> Vec<MethodInfo> {
    vec![info()]
}

fn info() -> MethodInfo {
    MethodInfo::new(
        "proves win, draw or loss and finds the best plies; for small boards and endgames",
    )
    .named("solve")
    .with([TABLE, ALL])
    .optimal()
    .looks_ahead()
    .keeps_table("table")
}

/// The player that the spec asks for.
pub fn from_spec(spec: &Spec) -> Result<OwnPlayer<DropperGame>, SpecError> {
    let info = info();
    if spec.name != info.id {
        return Err(SpecError::unknown("player", &spec.name, [info.id]));
    }
    spec.options.check(info.id, &info.options)?;
    let table = spec.options.number("table", 256, 1..=1 << 20)?;
    Ok(Box::new(Solver::new(table * MEGABYTE, spec.options.switch("all", true)?)))
}

/// The exact player, where the rest of the game is so small that it takes a moment.
pub fn for_endgame(game: &DropperGame, state: &State) -> Option<OwnPlayer<DropperGame>> {
    if game.empties(state) > ENDGAME_EMPTIES || !game.free_squares(state).is_empty() {
        return None;
    }
    Some(Box::new(Solver::new(ENDGAME_TABLE, false)))
}
