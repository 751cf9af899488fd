use std::fmt;
use std::str::FromStr;

use crate::text::{excerpt, quoted};
use crate::{Options, SpecError};

/// A method and its options, written `astar(h=hungarian,w=2)`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spec {
    /// The method's name, in lower case.
    pub name: String,
    /// Its options.
    pub options: Options,
}

impl Spec {
    /// A method without options.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_lowercase(), options: Options::new() }
    }

    /// The same with one more option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.options.set(name, value);
        self
    }

    /// Reads a comma-separated list of specs; commas inside parentheses belong to a spec.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SpecError> {
        split_list(text).iter().map(|part| part.parse()).collect()
    }
}

/// The parts of a list that are separated by commas or semicolons; those inside parentheses or quotes separate nothing.
pub fn split_list(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quote) = (0usize, None);
    for c in text.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            (',' | ';', None) if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let expected = "expected a method such as bfs or astar(h=manhattan)";
        let text = text.trim();
        let (name, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
        let name = name.trim();
        if name.is_empty()
            || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        {
            return Err(SpecError(format!(
                "{text} is not a method; {expected}",
                text = quoted(text)
            )));
        }
        let mut spec = Self::new(name);
        if rest.is_empty() {
            return Ok(spec);
        }
        let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
            return Err(SpecError(format!(
                "{text} lacks its closing parenthesis; {expected}",
                text = quoted(text)
            )));
        };
        for part in inside.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if part.contains(['(', ')', '"', '\'']) {
                // In a list it would end, or swallow, its neighbours.
                let part = quoted(part);
                return Err(SpecError(format!(
                    "{part} has a parenthesis or a quotation mark; expected name=value"
                )));
            }
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError(format!(
                    "{part} in {text} is not an option; expected name=value",
                    text = quoted(text),
                    part = quoted(part)
                )));
            };
            let (key, value) = (key.trim().to_lowercase(), value.trim());
            if spec.options.get(&key).is_some() {
                let key = excerpt(&key);
                return Err(SpecError(format!(
                    "{key} is given twice in {text}",
                    text = quoted(text)
                )));
            }
            if key.is_empty() || value.is_empty() {
                return Err(SpecError(format!(
                    "{part} in {text} is not an option; expected name=value",
                    text = quoted(text),
                    part = quoted(part)
                )));
            }
            spec.options.set(&key, value);
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.options.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.options.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_reads_and_writes_itself() {
        for text in ["bfs", "astar(h=hungarian)", "beam(h=manhattan,seed=1,width=500)"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(
            " AStar ( H = pushes ) ".parse::<Spec>().unwrap().to_string(),
            "astar(h=pushes)"
        );
    }

    #[test]
    fn a_list_keeps_commas_in_parentheses() {
        let list = Spec::parse_list("beam(width=450,h=manhattan),lrtastar").unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].options.get("width"), Some("450"));
    }

    #[test]
    fn broken_specs_are_refused() {
        for text in [
            "",
            "(",
            "astar(",
            "astar(h)",
            "astar(h=)",
            "astar(h=a,h=b)",
            "a b",
            "a)b(",
            "astar(h=a):x,w=(2)",
            "astar(h=)(,w=2)",
            "astar(h=\"a(b\")",
            "astar(h=(a))",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }
}
