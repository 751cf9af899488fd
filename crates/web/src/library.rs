//! The levels there are: the packs that ship, read once, and those of the person.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use plyground_catalog::{AnyPuzzleWorld, Catalog, Level};
use plyground_core::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::ApiError;

/// A pack that ships, read.
pub(crate) struct Pack {
    pub name: Text,
    pub levels: Vec<Level>,
}

/// The packs of every world.
pub(crate) struct Library(HashMap<Text, Vec<Pack>>);

impl Library {
    /// Reads the packs of all worlds.
    pub fn read(catalog: &Catalog) -> Self {
        let read = |world: &Arc<dyn AnyPuzzleWorld>| {
            let packs = world.packs().into_iter().map(|pack| Pack {
                levels: world.parse(&pack.name, pack.text.as_bytes()).unwrap_or_default(),
                name: pack.name,
            });
            (world.info().id, packs.collect())
        };
        Self(catalog.puzzle_worlds().map(read).collect())
    }

    /// The packs of a world.
    pub fn packs(&self, world: &str) -> &[Pack] {
        self.0.get(world).map_or(&[], Vec::as_slice)
    }
}

/// Which level is meant: one of a pack, one of the person's own, or a text.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LevelRef {
    /// The pack's name.
    pub pack: Option<String>,
    /// The number in the pack or in the text, from 1.
    pub level: Option<usize>,
    /// The number of an own level.
    pub own: Option<i64>,
    /// A level, or a file of levels, in any format of the world.
    pub text: Option<String>,
}

impl LevelRef {
    /// Finds the level.
    pub fn find(&self, world: &str, app: &App) -> Result<Level, ApiError> {
        let rules = app.catalog().puzzle_world(world)?;
        let number = self.level.unwrap_or(1);
        let missing = |what: String| ApiError::new(StatusCode::NOT_FOUND, what);
        if let Some(text) = &self.text {
            let levels = rules.parse("the text", text.as_bytes())?;
            return pick(&levels, number, "the text");
        }
        if let Some(own) = self.own {
            let levels = app.store().levels(world)?;
            let found = levels.iter().find(|level| level.id == own);
            let found = found.ok_or_else(|| missing(format!("you have no level {own}")))?;
            return pick(&rules.parse(&found.title, found.text.as_bytes())?, 1, &found.title);
        }
        let packs = app.library().packs(world);
        let pack = match &self.pack {
            None => packs.first(),
            Some(name) => packs.iter().find(|pack| pack.name.eq_ignore_ascii_case(name)),
        };
        let pack = pack.ok_or_else(|| missing(format!("{world} has no such pack")))?;
        pick(&pack.levels, number, &pack.name)
    }
}

fn pick(levels: &[Level], number: usize, from: &str) -> Result<Level, ApiError> {
    number.checked_sub(1).and_then(|index| levels.get(index)).cloned().ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            format!("{from} has no level {number}; it has 1 to {}", levels.len()),
        )
    })
}
