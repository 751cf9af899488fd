use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::SpecError;
use crate::text::excerpt;

/// What kind of value an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", content = "choices", rename_all = "snake_case")]
pub enum OptionKind {
    /// A whole number.
    Number,
    /// A number with a fraction.
    Decimal,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A word.
    Word,
    /// A heuristic of the world.
    Heuristic,
    /// An evaluation of the world.
    Evaluation,
}

/// An option of a method or of a world, as it is listed to people.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct OptionInfo {
    /// Its name.
    pub id: &'static str,
    /// What its value is.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value where none is given, as text.
    pub default: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// Named values: the arguments of a method, or the settings of a world.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same options with one more, or with another value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.set(name, value);
        self
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: impl fmt::Display) {
        self.0.insert(name.to_owned(), value.to_string());
    }

    /// An option's text, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a number option, or the default; an error names the option and the range.
    pub fn number<T>(
        &self,
        name: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let Some(text) = self.get(name) else { return Ok(default) };
        match text.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => Err(SpecError(format!(
                "{name}={} is not possible; expected a number from {} to {}",
                excerpt(text),
                range.start(),
                range.end()
            ))),
        }
    }

    /// The value of a switch, or the default.
    pub fn switch(&self, name: &str, default: bool) -> Result<bool, SpecError> {
        match self.get(name) {
            None => Ok(default),
            Some("true" | "yes" | "on" | "1") => Ok(true),
            Some("false" | "no" | "off" | "0") => Ok(false),
            Some(text) => {
                let text = excerpt(text);
                Err(SpecError(format!("{name}={text} is not possible; expected true or false")))
            }
        }
    }

    /// The value of a word option, or the default; an unknown word gets the nearest known one.
    pub fn word<'a>(
        &'a self,
        name: &str,
        default: &'a str,
        known: &[&str],
    ) -> Result<&'a str, SpecError> {
        let word = self.get(name).unwrap_or(default);
        if known.contains(&word) {
            Ok(word)
        } else {
            Err(SpecError::unknown(name, word, known.iter().copied()))
        }
    }

    /// Refuses options that are not in the list.
    pub fn check(&self, of: &str, known: &[OptionInfo]) -> Result<(), SpecError> {
        for name in self.0.keys() {
            if known.iter().all(|info| info.id != name) {
                if known.is_empty() {
                    let name = excerpt(name);
                    return Err(SpecError(format!("{of} takes no options, but {name} was given")));
                }
                return Err(SpecError::unknown(
                    &format!("option of {of}"),
                    name,
                    known.iter().map(|info| info.id),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused_with_the_range() {
        let options = Options::new().with("width", 0);
        let error = options.number("width", 100u32, 1..=1_000_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "width=0 is not possible; expected a number from 1 to 1000000"
        );
        assert_eq!(options.number("height", 3u32, 1..=9), Ok(3));
    }

    #[test]
    fn unknown_options_are_refused_with_the_nearest() {
        let known =
            [OptionInfo { id: "width", kind: OptionKind::Number, default: "100", summary: "" }];
        let error = Options::new().with("widht", 3).check("beam", &known).unwrap_err();
        assert!(error.to_string().contains("did you mean width?"), "{error}");
    }
}
