use plyground_catalog::Verified;
use plyground_core::{Measures, SpecError};

/// No more lines are tried as solutions.
const MOST_TRIED: usize = 200;

/// What a text says about the solution of a level. A text may be nothing but the moves, or talk around them: the files
/// that solvers write have the moves on lines of their own, often after a line `Solution`.
#[derive(Debug, PartialEq, Eq)]
pub enum Reading {
    /// Moves that solve the level, and what they take.
    Solution(String, Measures),
    /// Moves that do not, and why.
    Wrong(String),
    /// No moves at all.
    Nothing,
}

impl Reading {
    /// Tries what could be moves, until some solve the level.
    pub fn new(
        text: &str,
        verify: impl Fn(&str) -> Result<Verified, SpecError>,
    ) -> Result<Self, SpecError> {
        let mut wrong = None;
        for moves in candidates(text) {
            let verified = verify(&moves)?;
            if verified.solved {
                return Ok(Self::Solution(moves, verified.measures));
            }
            if wrong.is_none() && is_directions(&moves) && moves.contains(char::is_alphabetic) {
                wrong = Some(
                    verified
                        .error
                        .unwrap_or_else(|| "its moves leave the level unsolved".to_owned()),
                );
            }
        }
        Ok(wrong.map_or(Self::Nothing, Self::Wrong))
    }
}

/// Whether a text is nothing but steps in four directions.
fn is_directions(text: &str) -> bool {
    text.chars().all(|c| "udlrUDLR0123456789()*".contains(c) || c.is_whitespace())
}

/// The parts of a text that could be moves, the likeliest first.
fn candidates(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found: Vec<String> = Vec::new();
    let mut add = |moves: String| {
        if !moves.is_empty() && !found.contains(&moves) && found.len() < MOST_TRIED {
            found.push(moves);
        }
    };
    let block = |from: usize| -> String {
        let rest = lines[from.min(lines.len())..].iter();
        rest.take_while(|line| !line.is_empty() && is_directions(line)).copied().collect()
    };
    for (i, line) in lines.iter().enumerate() {
        if line.to_lowercase().starts_with("solution") {
            let after = line.split_once([':', '=']).map_or("", |(_, after)| after.trim());
            add(after.to_owned());
            let skipped = lines[i + 1..].iter().take_while(|line| line.is_empty()).count();
            add(block(i + 1 + skipped));
        }
    }
    for i in 0..lines.len() {
        if i == 0 || lines[i - 1].is_empty() || !is_directions(lines[i - 1]) {
            add(block(i));
        }
    }
    for line in lines.iter().rev().filter(|line| !line.is_empty()) {
        add((*line).to_owned());
        // Most programs write `Solution rrUU` or `4 moves: rrUU`.
        add(line.rsplit([' ', '\t', ':', '=']).next().unwrap_or_default().to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text where only `rrUU` is a solution.
    fn read(text: &str) -> Reading {
        let verify = |moves: &str| {
            let solved = moves == "rrUU";
            Ok(Verified { valid: true, solved, measures: Measures::default(), error: None })
        };
        Reading::new(text, verify).unwrap()
    }

    #[test]
    fn moves_are_found_in_what_solvers_write() {
        for text in [
            "rrUU",
            "rrUU\n",
            "Level 1 solved in 0.3 s\nrrUU\n",
            "rr\nUU\n",
            "; a level\n#####\n#@$.#\n#####\n\nSolution\nrrUU\n\nTitle: 1\n",
            "Solution:\n\nrr\nUU\n",
            "solution: rrUU",
            "4 moves, 2 pushes: rrUU",
        ] {
            assert!(matches!(read(text), Reading::Solution(..)), "{text:?}: {:?}", read(text));
        }
    }

    #[test]
    fn wrong_moves_and_no_moves_are_told_apart() {
        assert!(matches!(read("Solution\nrrU\n"), Reading::Wrong(_)));
        assert_eq!(read("There is no solution.\n"), Reading::Nothing);
        assert_eq!(read("  \n"), Reading::Nothing);
    }
}
