//! The levels there are: the packs that ship, read once, and those of the person.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use plyground_catalog::{AnyPuzzleWorld, Catalog, Level};
use plyground_core::text::quoted;
use plyground_core::{Amendment, Text};
use plyground_data::OwnLevel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::api::daily;
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
    /// The name of a pack, or of a collection of the person's.
    pub pack: Option<String>,
    /// The number in the pack or in the text, from 1.
    pub level: Option<usize>,
    /// The number of an own level.
    pub own: Option<i64>,
    /// The day of which it is the level, such as 2026-11-18.
    pub day: Option<String>,
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
        if let Some(day) = &self.day {
            return daily::kept(app, &*rules, daily::past(day)?)?.level(&*rules);
        }
        if let Some(own) = self.own {
            let levels = app.store().levels(world)?;
            let found = levels.iter().find(|level| level.id == own);
            let found = found.ok_or_else(|| missing(format!("you have no level {own}")))?;
            return read_own(&*rules, found);
        }
        let Some(name) = &self.pack else {
            let first = app.library().packs(world).first();
            let first =
                first.ok_or_else(|| missing(format!("{world} has no levels of its own")))?;
            return pick(&first.levels, number, &first.name);
        };
        let (name, levels) = collection(app, world, name)?;
        pick(&levels, number, &name)
    }
}

/// The levels of a pack or of an own collection, by its name in any case; with that name as it is written.
pub(crate) fn collection(
    app: &App,
    world: &str,
    name: &str,
) -> Result<(String, Vec<Level>), ApiError> {
    let mut packs = app.library().packs(world).iter();
    if let Some(pack) = packs.find(|pack| pack.name.eq_ignore_ascii_case(name)) {
        return Ok((pack.name.clone().into_owned(), pack.levels.clone()));
    }
    let rules = app.catalog().puzzle_world(world)?;
    let found = app.store().collection(world, name)?;
    let found = found.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            format!("{world} has no pack or collection {name}", name = quoted(name)),
        )
    })?;
    let kept = app.store().collection_levels(found.id)?;
    let levels = kept.iter().filter_map(|level| read_own(&*rules, level).ok()).collect();
    Ok((found.name, levels))
}

/// An own level, under the title it was kept with.
pub(crate) fn read_own(rules: &dyn AnyPuzzleWorld, kept: &OwnLevel) -> Result<Level, ApiError> {
    let levels = rules.parse(&kept.title, kept.text.as_bytes())?;
    let title = Some(kept.title.clone());
    Ok(pick(&levels, 1, &kept.title)?.amended(&Amendment { title, ..Amendment::default() }))
}

fn pick(levels: &[Level], number: usize, from: &str) -> Result<Level, ApiError> {
    number.checked_sub(1).and_then(|index| levels.get(index)).cloned().ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            format!("{from} has no level {number}; it has 1 to {}", levels.len()),
        )
    })
}
