//! Positions with a task: what is to be reached, how, and how hard that is.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Game, GameState, GameWorld, Options, ParseError, Turn, fingerprint};

/// The hardest difficulty of a problem; the easiest is 1.
pub const HARDEST: u32 = 10;

/// A position in which the side to move has something to find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The position, side to move included.
    pub position: String,
    /// What is to be reached, in the world's own words: what is proven of the problem.
    pub task: String,
    /// The task in a sentence.
    pub goal: String,
    /// The idea of the solution: the first hint.
    pub theme: String,
    /// How hard it is, from 1 to [`HARDEST`].
    pub difficulty: u32,
    /// The solution: a turn, the best answer to it, the next turn, and so on. No other first turn solves it.
    pub line: Vec<String>,
}

impl Problem {
    /// Reads a file of problems: blocks of `Name: value` lines with an empty line between them; lines that begin with `;` are
    /// remarks.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ParseError> {
        let mut problems = Vec::new();
        let mut block = Block::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                problems.extend(std::mem::take(&mut block).finish()?);
            } else if !line.starts_with(';') {
                block.read(number + 1, line)?;
            }
        }
        problems.extend(block.finish()?);
        Ok(problems)
    }

    /// Writes problems as [`parse_all`](Self::parse_all) reads them.
    pub fn print_all(problems: &[Self]) -> String {
        let blocks: Vec<String> = problems.iter().map(ToString::to_string).collect();
        blocks.join("\n")
    }

    /// How many turns are to be found.
    pub fn turns(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Its name where what is solved is kept: by its task and position, whatever is said about it.
    pub fn key(&self) -> String {
        fingerprint(&format!("{} {}", self.task, self.position))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [
            self.position.clone(),
            self.task.clone(),
            self.goal.clone(),
            self.theme.clone(),
            self.difficulty.to_string(),
            self.line.join(" "),
        ];
        for (name, value) in NAMES.into_iter().zip(values) {
            writeln!(f, "{name}: {value}")?;
        }
        Ok(())
    }
}

/// The lines of a block, in the order in which they are written.
const NAMES: [&str; 6] = ["Position", "Task", "Goal", "Theme", "Difficulty", "Line"];

/// The lines of a problem that is being read, each with its number.
#[derive(Default)]
struct Block {
    last: usize,
    values: [Option<(usize, String)>; NAMES.len()],
}

impl Block {
    fn read(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        self.last = number;
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let Some(index) = NAMES.iter().position(|known| *known == name.trim()) else {
            let expected = NAMES.join(":, ");
            let message = format!("{name:?} is no part of a problem; expected {expected}:");
            return Err(ParseError::new(number, 1, message));
        };
        if let Some((first, _)) = &self.values[index] {
            let message = format!("{name} is given twice; the first is in line {first}");
            return Err(ParseError::new(number, 1, message));
        }
        self.values[index] = Some((number, value.trim().to_owned()));
        Ok(())
    }

    fn take(&mut self, index: usize) -> Result<(usize, String), ParseError> {
        let value = self.values[index].take().filter(|(_, value)| !value.is_empty());
        value.ok_or_else(|| {
            ParseError::new(
                self.last,
                0,
                format!("the problem that ends here has no {}:", NAMES[index]),
            )
        })
    }

    /// The problem; `None` where nothing was read.
    fn finish(mut self) -> Result<Option<Problem>, ParseError> {
        if self.last == 0 {
            return Ok(None);
        }
        let (_, position) = self.take(0)?;
        let (_, task) = self.take(1)?;
        let (_, goal) = self.take(2)?;
        let (_, theme) = self.take(3)?;
        let (number, word) = self.take(4)?;
        let Some(difficulty) = word.parse().ok().filter(|level| (1..=HARDEST).contains(level))
        else {
            let message =
                format!("{word:?} is no difficulty; expected a number from 1 to {HARDEST}");
            return Err(ParseError::new(number, 0, message));
        };
        let (number, line) = self.take(5)?;
        let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if line.len().is_multiple_of(2) {
            let message =
                format!("{} turns; expected an odd number: the last is an own one", line.len());
            return Err(ParseError::new(number, 0, message));
        }
        Ok(Some(Problem { position, task, goal, theme, difficulty, line }))
    }
}

/// What a turn in a problem comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<T> {
    /// It was the last one that was to be found.
    Solved,
    /// It is right, and the other side answers so; more is to be found.
    Right(T),
    /// It misses the task.
    Wrong {
        /// How the other side shows that, turn by turn, its own first.
        refutation: Vec<T>,
        /// What comes of it, in words.
        why: String,
    },
}

impl<T> Verdict<T> {
    /// Whether the turn keeps to the task.
    pub const fn is_right(&self) -> bool {
        !matches!(self, Self::Wrong { .. })
    }
}

/// Proves a problem of a world again: its first turn alone is right, and its line solves it with the answers that the world
/// gives. An error says what does not hold.
pub fn prove<W: GameWorld>(world: &W, problem: &Problem) -> Result<(), String> {
    let options = Options::new().with("position", &problem.position);
    let game = world.game(&options).map_err(|error| error.to_string())?;
    let start = game.start();
    let judge = |state: &GameState<W>, left: usize, turn: &Turn<W::Game>| {
        world.judge(&game, problem, state, left, turn).map_err(|error| error.to_string())
    };
    let text = |state: &GameState<W>, turn: &[_]| world.turn_text(&game, state, turn);
    let mut right = Vec::new();
    for (turn, _) in world.whole_turns(&game, &start) {
        if judge(&start, problem.turns(), &turn)?.is_right() {
            right.push(text(&start, &turn));
        }
    }
    if right[..] != problem.line[..1] {
        let (found, given) = (right.join(" "), &problem.line[0]);
        return Err(format!("the turns that solve it are {found:?}, and not {given} alone"));
    }
    let mut state = start;
    let mut line = problem.line.iter();
    for left in (1..=problem.turns()).rev() {
        let mut next = || line.next().map(String::as_str).unwrap_or_default();
        let (own, given) = (next(), if left > 1 { next() } else { "" });
        let turn = world.parse_turn(&game, &state, own).map_err(|error| error.to_string())?;
        let verdict = judge(&state, left, &turn)?;
        turn.iter().for_each(|&mv| game.play(&mut state, mv));
        match verdict {
            Verdict::Solved if left == 1 => {}
            Verdict::Right(answer) if left > 1 => {
                let found = text(&state, &answer);
                if found != given {
                    return Err(format!("the answer to {own} is {found}, and not {given}"));
                }
                answer.iter().for_each(|&mv| game.play(&mut state, mv));
            }
            Verdict::Wrong { why, .. } => return Err(format!("{own} is not right: {why}")),
            _ => return Err(format!("it is not solved with its last turn, but at {own}")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "; a remark\n\nPosition: b A1b,A2w\nTask: gain 2\nGoal: Black wins.\nTheme: Edge\n\
                        Difficulty: 3\nLine: a b c\n\nPosition: w A1b,A2w\nTask: hold 1\nGoal: White holds.\n\
                        Theme: Step away\nDifficulty: 10\nLine: d\n";

    #[test]
    fn problems_read_what_they_write() {
        let problems = Problem::parse_all(TEXT).unwrap();
        assert_eq!(problems.len(), 2);
        assert_eq!((&*problems[0].task, problems[0].turns()), ("gain 2", 2));
        assert_eq!(problems[0].line, ["a", "b", "c"]);
        assert_eq!(Problem::parse_all(&Problem::print_all(&problems)).unwrap(), problems);
        assert_eq!(Problem::parse_all("; nothing\n").unwrap(), []);
    }

    #[test]
    fn a_broken_problem_is_refused_with_its_line_and_what_was_expected() {
        for (old, new, line, part) in [
            ("Task: gain 2", "Task:", 8, "has no Task:"),
            ("Difficulty: 3", "Difficulty: 11", 7, "a number from 1 to 10"),
            ("Line: a b c", "Line: a b", 8, "expected an odd number"),
            ("Theme: Edge", "Thema: Edge", 6, "\"Thema\" is no part of a problem"),
            ("Theme: Edge", "Task: win 1", 6, "Task is given twice; the first is in line 4"),
            ("Theme: Edge\n", "", 7, "has no Theme:"),
        ] {
            let error = Problem::parse_all(&TEXT.replacen(old, new, 1)).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.message.contains(part), "{error}");
        }
    }
}
