use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use plyground_catalog::{AnyPuzzleWorld, Level, level_key};
use plyground_core::{LevelInfo, Measures, ParseError};
use plyground_data::{DataError, Store};

/// A level that can be chosen.
pub(crate) struct Entry {
    /// The pack or file it comes from.
    pub pack: String,
    /// The level.
    pub level: Level,
    info: OnceCell<LevelInfo>,
    key: OnceCell<String>,
}

impl Entry {
    fn new(pack: &str, level: Level) -> Self {
        Self { pack: pack.to_owned(), level, info: OnceCell::new(), key: OnceCell::new() }
    }

    /// What is known of it.
    pub fn info(&self) -> &LevelInfo {
        self.info.get_or_init(|| self.level.info())
    }

    /// Its name for progress, which the page shares: by its board alone, whatever its title.
    pub fn key(&self) -> &str {
        self.key.get_or_init(|| level_key(&self.level))
    }
}

/// The levels of a world that can be chosen, and which of them are solved.
pub(crate) struct Shelf {
    /// The world.
    pub world: Arc<dyn AnyPuzzleWorld>,
    /// The levels, numbered from 1 through all packs.
    pub entries: Vec<Entry>,
    solved: HashMap<String, Measures>,
}

impl Shelf {
    /// The levels of a file, or of the packs that ship and those of the person.
    pub fn open(
        world: Arc<dyn AnyPuzzleWorld>,
        file: Option<(&str, &[u8])>,
        store: &Store,
    ) -> Result<Self, ParseError> {
        let mut entries = Vec::new();
        let mut add = |name: &str, levels: Vec<Level>| {
            entries.extend(levels.into_iter().map(|level| Entry::new(name, level)));
        };
        if let Some((name, bytes)) = file {
            add(name, world.parse(name, bytes)?);
        } else {
            for pack in world.packs() {
                add(&pack.name, world.parse(&pack.name, pack.text.as_bytes())?);
            }
            // An own level that can no longer be read is not offered, but keeps no other away.
            for own in store.levels(&world.info().id).unwrap_or_default() {
                add("My levels", world.parse(&own.title, own.text.as_bytes()).unwrap_or_default());
            }
        }
        Ok(Self::with(world, entries, store))
    }

    /// One level alone, as of a pack of that name.
    pub fn of(pack: &str, level: Level, world: Arc<dyn AnyPuzzleWorld>, store: &Store) -> Self {
        Self::with(world, vec![Entry::new(pack, level)], store)
    }

    fn with(world: Arc<dyn AnyPuzzleWorld>, entries: Vec<Entry>, store: &Store) -> Self {
        let mut shelf = Self { world, entries, solved: HashMap::new() };
        // Without progress the levels can still be played; keeping a solution will say what is wrong.
        let _ = shelf.refresh(store);
        shelf
    }

    /// Reads again which levels are solved.
    pub fn refresh(&mut self, store: &Store) -> Result<(), DataError> {
        let solutions = store.solutions(&self.world.info().id)?;
        self.solved = solutions.into_iter().map(|kept| (kept.level, kept.measures)).collect();
        Ok(())
    }

    /// The person's best solution of a level, by its index.
    pub fn solved(&self, index: usize) -> Option<&Measures> {
        self.solved.get(self.entries.get(index)?.key())
    }

    /// The first level that is not solved, or the first.
    pub fn first_unsolved(&self) -> usize {
        (0..self.entries.len()).find(|&index| self.solved(index).is_none()).unwrap_or(0)
    }

    /// How many levels of a pack are solved, and how many there are.
    pub fn pack_count(&self, pack: &str) -> (usize, usize) {
        let of_pack = (0..self.entries.len()).filter(|&index| self.entries[index].pack == pack);
        of_pack.fold((0, 0), |(solved, all), index| {
            (solved + usize::from(self.solved(index).is_some()), all + 1)
        })
    }

    /// A level's title, or its number where it has none.
    pub fn title(&self, index: usize) -> String {
        let title = self.entries.get(index).map_or("", |entry| entry.info().title.as_str());
        if title.is_empty() { format!("level {}", index + 1) } else { title.to_owned() }
    }
}
