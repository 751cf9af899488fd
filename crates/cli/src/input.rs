//! Files and levels.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use plyground_catalog::{AnyPuzzleWorld, Level};
use plyground_core::text::quoted;
use plyground_core::{CollectionInfo, ParseError, decode, file};

use crate::failure::Failure;
use crate::output;

/// A file's bytes; `-` reads standard input.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes =
        if path.as_os_str() == "-" { file::read_from(std::io::stdin()) } else { file::read(path) };
    bytes.map_err(|error| Failure::file(path.display(), &error))
}

/// A file's text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::input(format!("{}, line {line}: the text is not valid UTF-8", path.display()))
    })
}

/// A level with the file, or the pack, that it comes from.
pub struct Numbered {
    /// The file's or the pack's name.
    pub file: Arc<str>,
    /// Its number, from 1: within the file, or through all packs.
    pub number: usize,
    /// The level.
    pub level: Level,
}

impl Numbered {
    /// Its title, or its number where it has none.
    pub fn title(&self) -> String {
        let title = self.level.info().title;
        if title.is_empty() { format!("level {}", self.number) } else { title }
    }
}

/// Says how a file had to be read, where that was not as usual.
pub fn remark_on(file: &str, bytes: &[u8]) {
    if let Some(note) = decode(bytes).note {
        output::remark(&format!("note: {file}: {note}"));
    }
}

/// Where levels come from: a file, or the packs that ship.
pub struct Source(Vec<(Arc<str>, Cow<'static, [u8]>)>);

impl Source {
    /// Reads the file, or standard input, and says how it had to be read.
    pub fn open(world: &dyn AnyPuzzleWorld, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let packs = world.packs().into_iter().map(|pack| {
                let bytes = match pack.text {
                    Cow::Borrowed(text) => text.as_bytes().into(),
                    Cow::Owned(text) => text.into_bytes().into(),
                };
                (pack.name.into(), bytes)
            });
            let packs: Vec<_> = packs.collect();
            if packs.is_empty() {
                let id = world.info().id;
                return Err(Failure::input(format!("no levels ship with {id}; name a file")));
            }
            return Ok(Self(packs));
        };
        let (file, bytes) = (path.to_string_lossy(), read(path)?);
        remark_on(&file, &bytes);
        Ok(Self::of(&file, bytes))
    }

    /// A file that is read already.
    pub fn of(file: &str, bytes: Vec<u8>) -> Self {
        Self(vec![(file.into(), bytes.into())])
    }

    /// Hands the levels over one by one, numbered through all packs. Those that are broken are named and left out, where
    /// that is asked for; else the first of them is the error, which may come after some levels.
    pub fn each(
        &self,
        world: &dyn AnyPuzzleWorld,
        skip_bad: bool,
        found: &mut dyn FnMut(Numbered),
    ) -> Result<(), Failure> {
        self.walk(world, skip_bad, found, &mut |number, error| {
            output::remark(&format!("level {number} is left out: {error}"));
        })
    }

    /// The same, but nobody is told of broken levels: for another look at what is told otherwise.
    pub fn each_quietly(
        &self,
        world: &dyn AnyPuzzleWorld,
        skip_bad: bool,
        found: &mut dyn FnMut(Numbered),
    ) -> Result<(), Failure> {
        self.walk(world, skip_bad, found, &mut |_, _| {})
    }

    /// How many of the levels are meant; a number that is not there is an error. None is held.
    pub fn count(
        &self,
        world: &dyn AnyPuzzleWorld,
        choice: Choice,
        skip_bad: bool,
    ) -> Result<usize, Failure> {
        let (mut most, mut count) = (0, 0);
        self.each_quietly(world, skip_bad, &mut |numbered| {
            most = numbered.number;
            count += usize::from(choice.holds(most));
        })?;
        choice.check(most, count)?;
        Ok(count)
    }

    /// What a file says of its levels as a whole; nothing is said of packs.
    pub fn info(&self, world: &dyn AnyPuzzleWorld) -> CollectionInfo {
        match &self.0[..] {
            [(_, Cow::Owned(bytes))] => world.collection_info(bytes),
            _ => CollectionInfo::default(),
        }
    }

    fn walk(
        &self,
        world: &dyn AnyPuzzleWorld,
        skip_bad: bool,
        found: &mut dyn FnMut(Numbered),
        broken: &mut dyn FnMut(usize, &ParseError),
    ) -> Result<(), Failure> {
        let mut number = 0;
        let mut left = false;
        for (file, bytes) in &self.0 {
            let mut add = |level| {
                number += 1;
                match level {
                    Ok(level) => {
                        left = true;
                        found(Numbered { file: Arc::clone(file), number, level });
                    }
                    Err(error) => broken(number, &error),
                }
            };
            if skip_bad {
                world.parse_each(file, bytes, &mut add);
            } else {
                world.parse_with(file, bytes, &mut |level| add(Ok(level)))?;
            }
            if !left {
                return Err(Failure::input(format!("{file}: no level is left")));
            }
        }
        Ok(())
    }
}

/// The levels of a file, or of the packs that ship.
pub fn levels(world: &dyn AnyPuzzleWorld, path: Option<&Path>) -> Result<Vec<Numbered>, Failure> {
    chosen_levels(world, path, Choice::All, false)
}

/// The levels that are meant, without those that are broken where that is asked for. No others are held, however many
/// the file has. A number that is not there is an error.
pub fn chosen_levels(
    world: &dyn AnyPuzzleWorld,
    path: Option<&Path>,
    choice: Choice,
    skip_bad: bool,
) -> Result<Vec<Numbered>, Failure> {
    let mut levels = Vec::new();
    let mut most = 0;
    Source::open(world, path)?.each(world, skip_bad, &mut |numbered| {
        most = numbered.number;
        if choice.holds(numbered.number) {
            levels.push(numbered);
        }
    })?;
    choice.check(most, levels.len())?;
    Ok(levels)
}

/// Which levels are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// All of them.
    All,
    /// From the first number to the last.
    Range(usize, usize),
}

impl Choice {
    /// Whether a number is meant.
    pub fn holds(self, number: usize) -> bool {
        match self {
            Self::All => true,
            Self::Range(first, last) => (first..=last).contains(&number),
        }
    }

    /// Refuses numbers that are not there, where the last is this one and so many are meant.
    fn check(self, most: usize, count: usize) -> Result<(), Failure> {
        let Self::Range(first, last) = self else { return Ok(()) };
        if first > 0 && last <= most {
            // Numbers have gaps where broken levels were left out.
            let gone = || Failure::input(format!("no level is left of {self}"));
            return if count > 0 { Ok(()) } else { Err(gone()) };
        }
        let wrong = if first == 0 { first } else { last };
        let message = format!("there is no level {wrong}; the levels go from 1 to {most}");
        Err(Failure::input(message))
    }
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Range(first, last) => write!(f, "{first}-{last}"),
        }
    }
}

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("{text} is not a level; expected N, A-B or all", text = quoted(text));
        let number = |word: &str| word.trim().parse::<usize>().map_err(|_| expected());
        match text.split_once('-') {
            _ if text.eq_ignore_ascii_case("all") => Ok(Self::All),
            None => number(text).map(|n| Self::Range(n, n)),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if first > last { Err(expected()) } else { Ok(Self::Range(first, last)) }
            }
        }
    }
}

/// One level.
pub fn one(
    world: &dyn AnyPuzzleWorld,
    path: Option<&Path>,
    number: usize,
) -> Result<Numbered, Failure> {
    Ok(chosen_levels(world, path, Choice::Range(number, number), false)?.remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_numbers_ranges_or_all() {
        assert_eq!("7".parse(), Ok(Choice::Range(7, 7)));
        assert_eq!("2-9".parse(), Ok(Choice::Range(2, 9)));
        assert_eq!("ALL".parse(), Ok(Choice::All));
        for bad in ["", "x", "9-2", "1-", "-1", "1-2-3"] {
            assert!(bad.parse::<Choice>().is_err(), "{bad}");
        }
    }
}
