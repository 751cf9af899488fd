//! Solutions: lower case is a step, upper case a push, `~` before a letter a pull; a number repeats.

use plyground_core::MoveError;

use super::rows::runs;
use crate::Direction;

/// Longer lines of moves are refused.
const MAX_STEPS: usize = 1_000_000;

/// One letter of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LurdStep {
    /// The letter as it was written.
    pub letter: char,
    /// Which way the player goes.
    pub direction: Direction,
    /// Whether a box is dragged along.
    pub pull: bool,
}

/// Reads LURD with or without run lengths; blanks are ignored.
pub fn read(text: &str) -> Result<Vec<LurdStep>, MoveError> {
    let mut steps = Vec::new();
    let mut count: Option<usize> = None;
    let mut pull = false;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let number = steps.len() + 1;
        if let Some(digit) = c.to_digit(10)
            && !pull
        {
            count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
        } else if c == '~' && !pull {
            pull = true;
        } else if let Some(direction) = Direction::from_letter(c) {
            let times = count.take().unwrap_or(1);
            if steps.len().saturating_add(times) > MAX_STEPS {
                let reason = format!("too many moves; expected at most {MAX_STEPS}");
                return Err(MoveError::new(c, reason).at(number));
            }
            let step = LurdStep { letter: c, direction, pull };
            steps.resize(steps.len() + times, step);
            pull = false;
        } else {
            return Err(MoveError::new(c, "expected one of l u r d or L U R D").at(number));
        }
    }
    if pull || count.is_some() {
        let reason = "the line ends before its last move; expected one of l u r d or L U R D";
        return Err(MoveError::new("", reason).at(steps.len() + 1));
    }
    Ok(steps)
}

/// The same moves without run lengths and blanks.
pub fn expand(text: &str) -> Result<String, MoveError> {
    let mut out = String::new();
    for step in read(text)? {
        if step.pull {
            out.push('~');
        }
        out.push(step.letter);
    }
    Ok(out)
}

/// The same moves with run lengths.
pub fn write_rle(lurd: &str) -> String {
    // A pull is two characters: it is made one for the counting.
    let folded = lurd
        .replace("~l", "\u{1}")
        .replace("~u", "\u{2}")
        .replace("~r", "\u{3}")
        .replace("~d", "\u{4}");
    runs(&folded)
        .replace('\u{1}', "~l")
        .replace('\u{2}', "~u")
        .replace('\u{3}', "~r")
        .replace('\u{4}', "~d")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_length_beyond_all_bounds_is_refused() {
        assert!(read("uu44444444444444444444U").is_err());
    }

    #[test]
    fn run_lengths_repeat_the_letter_that_follows() {
        assert_eq!(expand("3rU2l").unwrap(), "rrrUll");
        assert_eq!(expand(" r r\nU ").unwrap(), "rrU");
        assert_eq!(write_rle("rrrUll"), "3rU2l");
        assert_eq!(write_rle("~l~lLL"), "2~l2L");
        assert_eq!(expand("2~l2L").unwrap(), "~l~lLL");
    }

    #[test]
    fn other_letters_loose_numbers_and_endless_runs_are_refused() {
        for (text, number) in
            [("rrx", 3), ("3", 1), ("~", 1), ("r~3l", 2), ("99999999999999999999r", 1)]
        {
            assert_eq!(read(text).unwrap_err().number, number, "{text}");
        }
    }
}
