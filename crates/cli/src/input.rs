//! Files and levels.

use std::path::Path;

use plyground_catalog::{AnyPuzzleWorld, Level};
use plyground_core::file;

use crate::failure::Failure;

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
    pub file: String,
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

/// The levels of a file, or of the packs that ship.
pub fn levels(world: &dyn AnyPuzzleWorld, path: Option<&Path>) -> Result<Vec<Numbered>, Failure> {
    let mut levels = Vec::new();
    let mut add = |file: &str, bytes: &[u8]| -> Result<(), Failure> {
        for level in world.parse(file, bytes)? {
            let number = levels.len() + 1;
            levels.push(Numbered { file: file.to_owned(), number, level });
        }
        Ok(())
    };
    if let Some(path) = path {
        add(&path.to_string_lossy(), &read(path)?)?;
    } else {
        for pack in world.packs() {
            add(&pack.name, pack.text.as_bytes())?;
        }
        if levels.is_empty() {
            let id = world.info().id;
            return Err(Failure::input(format!("no levels ship with {id}; name a file")));
        }
    }
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

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("{text:?} is not a level; expected N, A-B or all");
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

/// The levels that are meant; a number that is not there is an error.
pub fn choose(mut levels: Vec<Numbered>, choice: Choice) -> Result<Vec<Numbered>, Failure> {
    let Choice::Range(first, last) = choice else { return Ok(levels) };
    let count = levels.len();
    if first == 0 || last > count {
        let wrong = if first == 0 { first } else { last };
        return Err(Failure::input(format!(
            "there is no level {wrong}; the levels go from 1 to {count}"
        )));
    }
    Ok(levels.drain(first - 1..last).collect())
}

/// One level.
pub fn one(
    world: &dyn AnyPuzzleWorld,
    path: Option<&Path>,
    number: usize,
) -> Result<Numbered, Failure> {
    Ok(choose(levels(world, path)?, Choice::Range(number, number))?.remove(0))
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
