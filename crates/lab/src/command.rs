//! Another program, as people write it: `engine:CMD`, `exec(format=xsb):CMD`.

use std::fmt;

use plyground_core::text::excerpt;
use plyground_core::{OptionInfo, Options, Spec, SpecError};

/// A command of this machine with options of ours before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    kind: &'static str,
    /// The options before the colon.
    pub options: Options,
    text: String,
    /// The program and its arguments.
    pub words: Vec<String>,
}

impl Command {
    /// Reads `KIND:CMD` or `KIND(OPTIONS):CMD`; `None` where the text is something else.
    pub fn parse(
        kind: &'static str,
        text: &str,
        known: &[OptionInfo],
    ) -> Option<Result<Self, SpecError>> {
        let rest = text.strip_prefix(kind)?;
        let (options, command) = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once("):")?,
            None => ("", rest.strip_prefix(':')?),
        };
        Some(Self::new(kind, options, command.trim(), known))
    }

    fn new(
        kind: &'static str,
        options: &str,
        command: &str,
        known: &[OptionInfo],
    ) -> Result<Self, SpecError> {
        let options = format!("{kind}({options})").parse::<Spec>()?.options;
        options.check(kind, known)?;
        let words = words(kind, command)?;
        if words.is_empty() {
            return Err(SpecError(format!("{kind}: names no program; expected {kind}:CMD")));
        }
        Ok(Self { kind, options, text: command.to_owned(), words })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = Spec { name: self.kind.to_owned(), options: self.options.clone() };
        write!(f, "{head}:{}", self.text)
    }
}

/// The words of a command; quotes keep blanks.
fn words(kind: &str, command: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in command.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(open)) if c == open => quote = None,
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError(format!("{kind}:{} lacks a closing quote", excerpt(command))));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_into_words_and_quotes_keep_blanks() {
        let split = words("engine", "  my \"fine engine\"  --with 'a b'x ''").unwrap();
        assert_eq!(split, ["my", "fine engine", "--with", "a bx", ""]);
        assert!(words("engine", "an 'open quote").is_err());
    }
}
