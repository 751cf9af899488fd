//! Reads what is good in a file of which parts are broken.

use std::ops::Range;

use crate::ParseError;

/// How many bytes are read again, at most, to find what is good.
const MOST_BYTES: usize = 256 << 20;

/// Reads a file level by level, in order: each is a level, or what is wrong with it. Where a level is broken, its lines
/// are left out and the rest is read again. `begins` tells a line with which a level always begins; where there is
/// none, levels are parted by empty lines.
///
/// ```
/// use plyground_core::{ParseError, parse_each};
///
/// let numbers = |text: &str| {
///     let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
///     lines.map(|(i, line)| line.parse::<u8>().map_err(|_| ParseError::new(i + 1, 1, "no number"))).collect()
/// };
/// let read = parse_each("1\n\nx\n\n3\n", |_| false, numbers);
/// assert!(read[0] == Ok(1) && read[2] == Ok(3));
/// assert_eq!(read[1].as_ref().unwrap_err().line, 3);
/// ```
pub fn parse_each<L>(
    text: &str,
    begins: impl Fn(&str) -> bool,
    parse: impl Fn(&str) -> Result<Vec<L>, ParseError>,
) -> Vec<Result<L, ParseError>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut broken: Vec<(Range<usize>, ParseError)> = Vec::new();
    let mut budget = MOST_BYTES;
    let levels = loop {
        let rest = without(&lines, &broken);
        match parse(&rest) {
            Ok(levels) => break levels,
            Err(error) => {
                let at = error.line.checked_sub(1).filter(|&at| at < lines.len());
                let known = |at: &usize| broken.iter().any(|(block, _)| block.contains(at));
                // Nothing is left but what was left out; or no place is named, or one that is out already.
                let Some(at) = at.filter(|at| !known(at)) else {
                    let nothing = rest.trim().is_empty() && !broken.is_empty();
                    broken.extend((!nothing).then_some((lines.len()..lines.len(), error)));
                    break Vec::new();
                };
                broken.push((block(&lines, at, &begins), error));
                budget = budget.saturating_sub(rest.len() + 1);
                if budget == 0 {
                    break Vec::new();
                }
            }
        }
    };
    broken.sort_by_key(|(block, _)| block.start);
    merge(&lines, levels, broken, parse)
}

/// The lines, those of broken levels empty, so that all others keep their numbers.
fn without(lines: &[&str], broken: &[(Range<usize>, ParseError)]) -> String {
    let mut out = vec![false; lines.len()];
    broken.iter().for_each(|(block, _)| out[block.clone()].fill(true));
    let kept = lines.iter().zip(out).map(|(&line, out)| if out { "" } else { line });
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The lines of the level to which a line belongs.
fn block(lines: &[&str], at: usize, begins: &impl Fn(&str) -> bool) -> Range<usize> {
    if let Some(start) = (0..=at).rev().find(|&line| begins(lines[line])) {
        let end = (at + 1..lines.len()).find(|&line| begins(lines[line]));
        return start..end.unwrap_or(lines.len());
    }
    let is_blank = |line: &usize| lines[*line].trim().is_empty() || begins(lines[*line]);
    let start = (0..at).rev().find(is_blank).map_or(0, |line| line + 1);
    let end = (at + 1..lines.len()).find(is_blank).unwrap_or(lines.len());
    start..end
}

/// Puts good and broken levels in their order: so many good ones stand before each broken one as the lines between hold.
fn merge<L>(
    lines: &[&str],
    levels: Vec<L>,
    broken: Vec<(Range<usize>, ParseError)>,
    parse: impl Fn(&str) -> Result<Vec<L>, ParseError>,
) -> Vec<Result<L, ParseError>> {
    let mut merged = Vec::with_capacity(levels.len() + broken.len());
    let mut levels = levels.into_iter();
    let mut from = 0;
    for (block, error) in broken {
        let between = lines.get(from..block.start).unwrap_or_default().join("\n");
        let count = parse(&between).map_or(0, |levels| levels.len());
        merged.extend(levels.by_ref().take(count).map(Ok));
        merged.push(Err(error));
        from = block.end;
    }
    merged.extend(levels.map(Ok));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of lower case letters, one a paragraph; `!` is a mistake.
    fn words(text: &str) -> Result<Vec<String>, ParseError> {
        let mut words = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(column) = line.find('!') {
                return Err(ParseError::new(index + 1, column + 1, "a mistake"));
            }
            words.push(line.to_owned());
        }
        if words.is_empty() { Err(ParseError::new(0, 0, "nothing")) } else { Ok(words) }
    }

    fn read(text: &str) -> Vec<Result<String, usize>> {
        let all = parse_each(text, |line| line.starts_with('='), words);
        all.into_iter().map(|one| one.map_err(|error| error.line)).collect()
    }

    #[test]
    fn what_is_good_is_read_in_its_place_and_what_is_not_is_named() {
        let good = |word: &str| Ok(word.to_owned());
        assert_eq!(read("a\n\nb\n"), [good("a"), good("b")]);
        assert_eq!(read("a\n\n!\n\nb\n\n!!\nx\n"), [good("a"), Err(3), good("b"), Err(7)]);
        assert_eq!(read("!\n\na\n"), [Err(1), good("a")]);
        assert_eq!(read("!\n\n!\n"), [Err(1), Err(3)]);
        assert_eq!(read(""), [Err(0)]);
    }

    #[test]
    fn levels_that_say_where_they_begin_may_hold_empty_lines() {
        let good = |word: &str| Ok(word.to_owned());
        assert_eq!(read("=a\n\n!\n\n=b\n"), [Err(3), good("=b")]);
    }
}
